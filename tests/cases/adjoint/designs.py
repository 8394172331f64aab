"""Any number of a case as a design: materials, load amplitudes, point masses, springs, initial motions
beside thicknesses. The derivatives agree with complex step and with the tangent for every scheme's family,
are the same on 1, 2 and 3 ranks, and obey closed forms where there are some, among them Euler's
relation of the unit of mass in meshes/plate-sensitivities.yaml.
"""
# timeout: 240
from common import ended, in_turn
from helper import ROOT, check, close, grid, program, run

CASE = """gimbal: 1
mesh: plate.msh
gravity: [0.5, 0, -9.81]
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800, yield: 250e6}
  foam: {young: 1e9, poisson: 0.2, density: 300, yield: 5e6}
shells:
  - {group: plate, material: steel, thickness: 0.01}
  - {group: flange, material: foam, thickness: 0.03}
supports:
  - {group: left, fix: all}
loads:
  - {name: push, type: pressure, group: plate, value: "2e4*cos(200*t)", amplitude: 0.7}
  - {name: wind, type: pressure, group: flange, value: 2e3, follow: true}
  - {name: pull, type: traction, group: right, value: [0, 100, "500*t/(1e-3 + t)"], amplitude: -2}
  - {name: tip, type: force, group: corner11, value: [1, 2, 300]}
  - {name: twist, type: moment, group: corner11, value: ["2e4*t", "3e4*t", 0]}
  - {type: traction, group: top, value: [10, 0, 0]}
initial:
  - {name: drift, group: right, velocity: [0, 0, 0.1]}
  - {name: spin, group: plate, angular_velocity: [0.1, 0.2, 0], about: [2, 0, 0]}
masses:
  - {name: lump, group: right, mass: 3}
design:
%s
time: {scheme: bdf2, step: 1e-3, steps: 4}
functions:
  - {name: weight, type: mass}
  - {name: compliance, type: compliance}
  - {name: ks, type: ks, weight: 20}
  - {name: exponential, type: induced, form: exponential, weight: 20, sum: discrete}
  - {name: power2, type: induced, form: power2, weight: 20}
output: {every: 0}
"""
MATERIALS = """
  - {name: t, thickness: all}
  - {name: E, material: steel, parameter: young}
  - {name: nu, material: steel, parameter: poisson}
  - {name: rho, material: steel, parameter: density}
  - {name: yield, material: steel, parameter: yield}
  - {name: nu foam, material: foam, parameter: poisson}"""
LOADS = """
  - {name: push, load: push, parameter: amplitude}
  - {name: wind, load: wind, parameter: amplitude}
  - {name: pull, load: pull, parameter: amplitude}
  - {name: tip, load: tip, parameter: amplitude}
  - {name: twist, load: twist, parameter: amplitude}
  - {name: t, thickness: flange}"""
STARTS = """
  - {name: vx, initial: drift, parameter: velocity.x}
  - {name: vz, initial: drift, parameter: velocity.z}
  - {name: wx, initial: spin, parameter: angular_velocity.x}
  - {name: wz, initial: spin, parameter: angular_velocity.z}
  - {name: lump, mass: lump, parameter: mass}
  - {name: rho foam, material: foam, parameter: density}"""
SETS = {"materials": MATERIALS.replace("all}", "plate}"), "loads": LOADS, "starts": STARTS}
SPRINGS = """gimbal: 1
masses:
  - {name: base, at: [0, 0, 0], motion: ["0.1*sin(2*t)", 0, 0]}
  - {name: m1, at: [1, 0, 0], mass: 2, velocity: [0, 0.5, 0]}
  - {name: m2, at: [1, 1, 0], mass: 1, velocity: [0.3, 0, 0]}
springs:
  - {name: s1, between: [base, m1], stiffness: [50, 0, 30], damping: 0.7, length: 0.9}
  - {name: s2, between: [m1, m2], stiffness: 20, damping: [0.2, 0.1]}
probes:
  - {name: one, mass: m1}
  - {name: two, mass: m2}
design:
%s
time: {scheme: bdf2, step: 0.05, steps: 20}
functions:
  - {name: compliance, type: compliance}
  - {name: mass, type: mass}
  - {name: path, type: integral, of: one, value: "(x - 1)^2 + 0.1*vy^2"}
  - {name: end, type: end, of: two, value: "x + 2*x*(y - 1)"}
output: {every: 0}
"""
SPRING_SETS = {"springs": """
  - {name: k1, spring: s1, parameter: stiffness}
  - {name: k1 cubic, spring: s1, parameter: stiffness.3}
  - {name: c1, spring: s1, parameter: damping}
  - {name: l1, spring: s1, parameter: length}
  - {name: k2, spring: s2, parameter: stiffness}
  - {name: c2 square, spring: s2, parameter: damping.2}""", "points": """
  - {name: m1, mass: m1, parameter: mass}
  - {name: vx, mass: m2, parameter: velocity.x}
  - {name: vy, mass: m2, parameter: velocity.y}"""}
VALUES = {"t": 0.01, "E": 200e9, "nu": 0.3, "rho": 7800, "yield": 250e6, "nu foam": 0.2,
          "push": 0.7, "wind": 1, "pull": -2, "tip": 1, "twist": 1, "vx": 0, "vz": 0.1, "wx": 0.1,
          "wz": 0, "lump": 3, "rho foam": 300,
          "k1": 50, "k1 cubic": 30, "c1": 0.7, "l1": 0.9, "k2": 20, "c2 square": 0.1, "m1": 2,
          "vy": 0.3}


def plate():
    """4 x 3 cells of which the last column is the flange, two triangles among them."""
    mesh = grid(4, 3, size=(2, 1.5), distort=0.2)
    elements, mesh.elements = mesh.elements, []
    for kind, group, patch, n in elements:
        x = sum(mesh.nodes[i][0] for i in n) / len(n)
        if kind == "quad4" and not mesh.elements:
            mesh.element("tri3", group, (n[0], n[1], n[2]), patch)
            mesh.element("tri3", group, (n[0], n[2], n[3]), patch)
        else:
            mesh.element(kind, "flange" if kind == "quad4" and x > 1.4 else group, n, patch)
    return mesh


def area(mesh, group):
    """Of plane elements, by their corners."""
    total = 0
    for kind, own, _, n in mesh.elements:
        p = [mesh.nodes[i] for i in n]
        total += own == group and kind in ("quad4", "tri3") and sum(
            (a[0] * b[1] - b[0] * a[1]) / 2 for a, b in zip(p, p[1:] + p[:1]))
    return total


def compare(name, one, other, limit):
    """Two gradients, derivatives times values, relative to each functional's largest."""
    if not check(name + ": it runs", other.status == 0 and other.json, other.stderr):
        return
    for function, part in one.items():
        size = {design: abs(VALUES[design]) or 1 for design in part}
        scale = max(abs(part[d][0]) * size[d] for d in part)
        for design in part:
            found = other.json["gradient"][function][design][0]
            close("%s: d %s / d %s" % (name, function, design), size[design] * found,
                  size[design] * part[design][0], 0, limit * scale)


def verified(name, case, settings, ranks=1):
    """The adjoint's gradient of a case, after comparing it with complex step."""
    r = run(case, ranks, "verify", settings, ["--steps", "1e-30"])
    if not check(name + " verifies", r.status == 0 and r.json, r.stderr):
        return None
    for function, errors in r.json["verify"].items():
        for design, error in errors.items():
            check("%s: d %s / d %s by complex step" % (name, function, design), error <= 1e-10, error)
    return r.json["gradient"]


def every_scheme():
    for group, designs in SETS.items():
        for scheme in ("bdf2", "galpha", "dirk3", "newmark", "static", "linear"):
            if scheme in ("static", "linear") and group == "starts":
                continue
            name, settings = "%s by %s" % (group, scheme), ["time.scheme=" + scheme]
            gradient = verified(name, CASE % designs, settings)
            if gradient:
                tangent = run(CASE % designs, 1, "gradient", settings, ["--tangent"])
                compare(name + " by the tangent", gradient, tangent, 1e-11)


def every_rank():
    for group, designs in SETS.items():
        gradient = verified(group + " on 3 ranks", CASE % designs, [], 3)
        for ranks in (1, 2):
            compare("%s on %d ranks" % (group, ranks), gradient, run(CASE % designs, ranks, "gradient"), 1e-10)


def closed_forms():
    """Mass = sum of rho t A and of point masses. A small load alone: compliance C ~ p^2 / E, so
    p dC/dp = 2 C, E dC/dE = -C, and the failure index follows p / yield."""
    r = run(CASE % (MATERIALS.replace("all}", "plate}") + STARTS[STARTS.index("\n  - {name: lump"):]),
            2, "gradient", ["time.steps=1"])
    if check("masses", r.status == 0 and r.json, r.stderr):
        slope = {design: value[0] for design, value in r.json["gradient"]["weight"].items()}
        rows = {"t": 7800 * area(MESH, "plate"), "rho": 0.01 * area(MESH, "plate"),
                "rho foam": 0.03 * area(MESH, "flange"), "lump": 4, "E": 0}
        for design, expected in rows.items():
            close("d mass / d " + design, slope[design], expected, 1e-12)
    text = CASE % ("  - {name: p, load: push, parameter: amplitude}" + MATERIALS[MATERIALS.index(
        "\n  - {name: E"):MATERIALS.index("\n  - {name: nu")] + "\n  - {name: f, material: foam, "
        "parameter: young}\n  - {name: yield, material: steel, parameter: yield}")
    begin, end = text.index("  - {name: wind"), text.index("design:")
    text = (text[:begin] + text[end:]).replace("gravity: [0.5, 0, -9.81]", "gravity: [0, 0, 0]")
    r = run(text, 2, "gradient", ["time.scheme=static", "time.steps=1", "loads.push.value=1e-3"])
    if check("statics", r.status == 0 and r.json, r.stderr):
        C, slope = r.json["functions"]["compliance"], r.json["gradient"]["compliance"]
        close("p dC/dp = 2 C", 0.7 * slope["p"][0], 2 * C, 1e-7)
        close("E dC/dE = -C", 200e9 * slope["E"][0] + 1e9 * slope["f"][0], -C, 1e-7)
        slope = r.json["gradient"]["power2"]
        f = r.json["functions"]["power2"]
        close("yield df/dyield", 250e6 * slope["yield"][0], -2 * f, 1e-6)


def springs():
    """Two masses in the plane; the derivatives of a free flight are known."""
    for scheme in ("bdf2", "galpha", "dirk3", "newmark", "abm3"):
        for name, designs in SPRING_SETS.items():
            settings = ["time.scheme=" + scheme]
            gradient = verified("%s by %s" % (name, scheme), SPRINGS % designs, settings)
            if gradient:
                tangent = run(SPRINGS % designs, 1, "gradient", settings, ["--tangent"])
                compare("%s by %s by the tangent" % (name, scheme), gradient, tangent, 1e-11)
            if gradient and scheme == "bdf2":
                compare(name + " on 2 ranks", gradient, run(SPRINGS % designs, 2, "gradient"), 1e-10)
    flight = SPRINGS[:SPRINGS.index("springs:")] + SPRINGS[SPRINGS.index("probes:"):]
    designs = SPRING_SETS["points"] + "\n  - {name: m2, mass: m2, parameter: mass}"
    r = run(flight % designs, 1, "gradient", ["gravity=[0, -9.81, 0]", "time.scheme=dirk2"])
    if check("free flight", r.status == 0 and r.json, r.stderr):
        slope, T = r.json["gradient"]["end"], r.json["steps"] * 0.05
        x, y = 1 + 0.3 * T, -9.81 * T**2 / 2  # of the end x + 2 x (y - 1), which starts at (1, 1)
        close("end", r.json["functions"]["end"], x + 2 * x * y, 1e-12)
        close("d end / d vx", slope["vx"][0], T * (1 + 2 * y), 1e-12)
        close("d end / d vy", slope["vy"][0], 2 * x * T, 1e-12)
        close("d end / d m2", slope["m2"][0], 0, 0, 1e-12)


def example():
    """Euler's relation of the unit of mass: sum of x df/dx is 0 or f."""
    r = run(ROOT / "meshes/plate-sensitivities.yaml", 2, "verify", options=["--steps", "1e-30"])
    if not check("the example verifies", r.status == 0 and r.json, r.stderr):
        return
    x = {"E": 70e9, "density": 2700, "strength": 270e6, "gust": 1, "instrument": 0.4}
    for function, degree in (("mass", 1), ("compliance", 1), ("ks", 0), ("induced", 0)):
        slope, value = r.json["gradient"][function], r.json["functions"][function]
        terms = [x[design] * slope[design][0] for design in x]
        close("Euler's relation of " + function, sum(terms), degree * value, 0, 1e-9 * max(map(abs, terms)))
        for design, error in r.json["verify"][function].items():
            check("the example: d %s / d %s" % (function, design), error <= 1e-10, error)


LIST = """gimbal: 1
masses: [{name: m, at: [0, 0, 0], mass: 3, fix: [x, y]}]
controls: [{name: u, nodes: 5, to: 1.6}]
loads: [{type: force, mass: m, value: [0, 0, u]}]
probes: [{name: p, mass: m}]
design: [{name: z, control: u}]
functions: [{name: z, type: value, of: p, value: z, at: {mesh: %d}}]
time: {scheme: newmark, step: 0.1, steps: 16}
"""


def methods():
    """--method auto takes the tangent for fewer designs than functionals of the motion."""
    one = CASE % "  - {name: t, thickness: flange}\n  - {name: vx, initial: drift, parameter: velocity.x}"
    few = one[:one.index("  - {name: exponential")] + one[one.index("output:"):]
    wanted = [(one, "auto", "tangent"), (few, "auto", "adjoint"), (few, "tangent", "tangent"),
              (one, "adjoint", "adjoint")]
    for case, method, expected in wanted:
        r = run(case, 1, "gradient", ["time.steps=1"], ["--method", method])
        if check("--method " + method, r.status == 0 and r.json, r.stderr):
            check("--method %s: %s" % (method, expected), r.json["method"] == expected, r.json["method"])
    told = program(["gradient", "case.yaml", "--method", "auto", "--set", "functions=[{type: mass}, "
                    "{type: compliance}, {type: ks, weight: 20}, {type: ks, name: k, weight: 2}]"])
    check("it says which", "4 functionals, 2 designs, by the tangent" in told.stdout, told.stdout)
    for points, expected in ((5, "adjoint"), (9, "adjoint"), (17, "tangent")):  # half of a list is there in the mean
        r = run(LIST % points, 1, "gradient", [], ["--method", "auto"])
        if check("a list of %d values" % points, r.status == 0 and r.json, r.stderr):
            check("by the " + expected, r.json["method"] == expected, r.json["method"])


def linked():
    """A mass that hangs from two springs side by side, which are one design: z = -m g / (2 k)."""
    case = """gimbal: 1
gravity: [0, 0, -10]
masses: [{name: m, at: [0, 0, 0], mass: 3, fix: [x, y]}]
springs:
  - {name: a, between: [ground, m], at: [[0, 0, 1], ~], stiffness: 50}
  - {name: b, between: [ground, m], at: [[0, 0, 2], ~], stiffness: SECOND}
probes: [{name: p, mass: m}]
design: [{name: k, spring: a, links: [LINKS], parameter: stiffness, VALUES}]
functions: [{name: z, type: end, of: p, value: z}]
time: {scheme: static, step: 1, steps: 1}
"""

    def with_(second=50, links="b", values="lower: 1"):
        return run(case.replace("SECOND", str(second)).replace("LINKS", links).replace("VALUES", values), 1, "gradient")

    for values, k in (("lower: 1", 50), ("values: 80", 80)):
        r = ended("linked springs run", with_(values=values))
        close("z of linked springs", r.json["functions"]["z"], -30 / 2 / k, 1e-12)
        close("dz/dk of both", r.json["gradient"]["z"]["k"][0], 30 / 2 / k ** 2, 1e-12)
    for words, r in (("links: stiffness of 'b' is 60", with_(60)), ("design 'k' already", with_(links="a")),
                     ("unknown word", with_(links="c")), ("not a list|no list|accepted: a list", with_(links=""))):
        check("refused: " + words, r.status == 2 and any(w in r.stderr for w in words.split("|")), r.stderr)


MESH = plate().write("plate.msh")
in_turn(linked, every_scheme, every_rank, closed_forms, springs, example, methods)
