"""Inertia relief (`inertia_relief` of supports): the inertia of a rigid acceleration balances the loads of a free
model.

Claims: a strip that is pulled at an end has the linear force F x/L; a free beam under a force in its middle has the
moment F L/8 there and the sag F L^3 / (128 E I), with consistent and lumped masses; a plate, a body and both with a
force off the centre have the accelerations F/m and J^-1 (r x F) of the mass properties that `check` lists, and no
reaction, in turned axes and other units, on 1, 2 and 3 ranks; weight alone is free fall without strain; the example's
wing bends by lift and inertia; half a model at a plane of symmetry is the half of the whole; the choice of what holds
the model moves it rigidly alone; in static marches the forces of the deformed shape balance. Gradients by thickness,
density, coordinates and shapes of functions that include reactions agree with complex step to 1e-10, of a heated plate
too, and with models built anew. Modes and marches in time are those of the free model. Other supports, springs to the
ground, equations, too many components, loose parts, models without mass, given motions, and frequencies beside a static
march, are refused by what is wrong.

Sources: of the beam, a beam clamped in the middle under m a per length.
"""
# quick
# timeout: 300
import math

from common import cross, ended, in_turn, refused, times
from helper import ROOT, Mesh, built_anew, check, close, gradients_agree, grid, run

USAGE, MODEL, SINGULAR = 2, 3, 5
END = "time: {scheme: %s, step: 1, steps: 1}\noutput: {every: 0}\n"
MATERIAL = "materials: {m: {young: 7e10, poisson: %g, density: 2700, yield: 1e9}}\n"


def solve(label, text, ranks=1, scheme="linear", **more):
    r = run("gimbal: 1\n" + text + (END % scheme if "time:" not in text else ""), ranks, **more)
    return r.json if check(label, r.status == 0, r.stderr) else None


def near(label, found, expected, relative, absolute=0.0):
    """Vectors relative to their length."""
    size = math.sqrt(sum(x * x for x in expected))
    for i in range(3):
        close("%s, %s" % (label, "xyz"[i]), found[i], expected[i], 0, relative * size + absolute)


# ---- closed forms --------------------------------------------------------------------------------

def strip():
    """Membrane force F x/L per width; u = F x^2 / (2 E A L) from the held end."""
    force, width, thickness, length = 1e4, 0.2, 0.01, 2.0
    grid(8, 1, size=(length, width), kind="quad9").write("strip.msh")
    for mass in ("consistent", "lumped"):
        for ranks in (1, 2, 3):
            d = solve("a strip", "mesh: strip.msh\n" + MATERIAL % 0 + """shells: [{group: plate, material: m,
          thickness: %g, mass: %s}]
supports:
  - {group: corner00, fix: [x, y, z], inertia_relief: true}
  - {group: corner01, fix: [x, z], inertia_relief: true}
  - {group: corner10, fix: [z], inertia_relief: true}
loads: [{type: traction, group: right, value: [%g, 0, 0]}]
probes: [{name: tip, group: corner10}, {name: cell, element_at: [1.125, 0.1, 0]}, {name: held, reaction: corner00}]
""" % (thickness, mass, force / width), ranks)
            if not d:
                continue
            label = "%s, %d ranks" % (mass, ranks)
            near("acceleration, " + label, d["inertia_relief"]["acceleration"],
                 [force / (2700 * width * thickness * length), 0, 0], 1e-10)
            close("no turn, " + label, max(map(abs, d["inertia_relief"]["angular_acceleration"])), 0, 0, 1e-6)
            near("reaction, " + label, d["reactions"]["held"]["force"][-1], [0, 0, 0], 0, 1e-9 * force)
            if mass == "consistent":
                close("elongation, " + label, d["probes"]["tip"]["u"][-1][0],
                      force * length / (2 * 7e10 * width * thickness), 1e-9)
                close("force, " + label, d["sections"]["cell"]["N11"][-1], force / width * 1.125 / length, 1e-9)


def beam_case(mass, scheme="linear", length=2.0, force=40.0, units=1.0):
    """A slender beam of 16 lines along (2, 1, 2)/3, held anywhere; `units`: lengths are so many times as large."""
    mesh, n, along = Mesh(), 16, (2 / 3, 1 / 3, 2 / 3)
    nodes = [mesh.node(*(units * length * k / n * a for a in along)) for k in range(n + 1)]
    for k in range(n):
        mesh.element("line2", "bar", (nodes[k], nodes[k + 1]))
    for name, k in (("first", 0), ("middle", n // 2), ("last", n), ("held", 3)):
        mesh.element("point", name, (nodes[k],))
    mesh.write("beam.msh")
    across = (1 / math.sqrt(5), -2 / math.sqrt(5), 0)
    d = solve("a beam", "mesh: beam.msh\nmaterials: {m: {young: %.17g, poisson: 0.3, density: %.17g, yield: 1e9}}\n"
              "sections: {s: {type: rectangle, material: m, width: %g, height: %g}}\n"
              "beams: [{group: bar, section: s, orientation: [%.17g, %.17g, 0], mass: %s}]\n"
              "supports: [{group: held, fix: all, inertia_relief: true}]\n"
              "loads: [{type: force, group: middle, value: [%.17g, %.17g, 0]}]\n"
              "probes: [{name: first, group: first}, {name: middle, group: middle}, {name: last, group: last}]\n"
              % (2e11 / units ** 2, 8000 / units ** 4, 0.01 * units, 0.02 * units, across[0], across[1], mass,
                 force * across[0], force * across[1]), scheme=scheme)
    if not d:
        return math.nan, [math.nan] * 3, across
    u = {k: sum(x * a for x, a in zip(p["u"][-1], across)) for k, p in d["probes"].items()}
    return ((u["middle"] - (u["first"] + u["last"]) / 2) / units,
            [x / units for x in d["inertia_relief"]["acceleration"]], across)


def beams():
    """Beams of two nodes have the same forces of a uniform acceleration with both kinds of masses: at the nodes, so
    that the moment is linear between them and its mean by w h^2 / 12 larger, and the sag by 4 / (3 n^2) of it."""
    length, force = 2.0, 40.0
    sag, mass = force * length ** 3 / (128 * 2e11 * 0.02 * 0.01 ** 3 / 12), 8000 * 0.01 * 0.02 * length
    for kind in ("consistent", "lumped"):
        for units in (1.0, 1e3):
            found, acceleration, across = beam_case(kind, units=units)
            # of which shear 1e-4
            close("sag of a beam, %s, units %g" % (kind, units), found, sag * (1 + 4 / (3 * 16 ** 2)), 5e-4)
            near("its acceleration", acceleration, [force / mass * x for x in across], 1e-9)
        close("sag in a static march, " + kind, beam_case(kind, "static", force=1e-3 * force)[0],
              1e-3 * sag * (1 + 4 / (3 * 16 ** 2)), 5e-4)


# ---- accelerations -------------------------------------------------------------------------------


# by 60 degrees about (1, 1, 1)
TURNED = [[2 / 3, -1 / 3, 2 / 3], [2 / 3, 2 / 3, -1 / 3], [-1 / 3, 2 / 3, 2 / 3]]
PLAIN = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def plate_case(matrix, mass, body):
    """A plate with a force at a corner, and perhaps a body on its other side."""
    at = lambda x, y, z=0.0: times(matrix, [x + 0.3, y - 0.1, z + 0.2])
    grid(6, 4, size=(1.5, 1), place=lambda x, y: tuple(at(x, y)), distort=0.2).write("plate.msh")
    text = "mesh: plate.msh\n" + MATERIAL % 0.3 + "shells: [{group: plate, material: m, thickness: 0.02, " \
           "mass: %s}]\n" % mass
    force, place = times(matrix, [30, -20, 100]), at(1.5, 1)
    text += "loads: [{type: force, group: corner11, value: %s}]\n" % force
    if body:
        text += "bodies: [{name: b, mass: 20, inertia: [1, 2, 1.5, 0.1, 0, 0.2], at: %s, " \
                "rotation: {axis: [1, 1, 1], angle: %.17g}}]\n" % (
            at(0.1, 0.1, 0.4), 0 if matrix is PLAIN else math.pi / 3)
        text += "links: [{body: b, group: left, type: rigid}]\nsupports: [{body: b, fix: all, inertia_relief: true}]\n"
    else:
        text += "supports: [{group: corner00, fix: [x, y, z], inertia_relief: true}, {group: corner10, " \
                "fix: [%s], inertia_relief: true}, {group: corner01, fix: [%s], inertia_relief: true}]\n" % (
            ("y, z", "z") if matrix is PLAIN else ("x, z", "x"))
    return text + "probes: [{name: tip, group: corner11}]\n", force, place


def inertia_of(text):
    """Mass, centre and inertia tensor of a model, by functions."""
    names = "xx yy zz xy xz yz".split()
    functions = ["{name: m, type: mass}"] + ["{name: c%s, type: mass_centre, form: %s}" % (c, c) for c in "xyz"]
    functions += ["{name: i%s, type: inertia, form: %s}" % (c, c) for c in names]
    d = solve("mass properties", text + "functions: [%s]\n" % ", ".join(functions))
    f = d["functions"]
    i = {k: f["i" + k] for k in names}
    tensor = [[i["xx"], i["xy"], i["xz"]], [i["xy"], i["yy"], i["yz"]], [i["xz"], i["yz"], i["zz"]]]
    return f["m"], [f["c" + c] for c in "xyz"], tensor


def accelerations():
    """m a = F and J alpha = (x - c) x F, so also in turned axes."""
    tips = {}
    for body in (False, True):
        for mass in ("consistent", "lumped"):
            for matrix in (PLAIN, TURNED):
                text, force, place = plate_case(matrix, mass, body)
                m, center, J = inertia_of(text)
                for ranks in (1, 2, 3):
                    label = "%s, %s, %s axes, %d ranks" % ("with a body" if body else "a plate", mass,
                                                         "plain" if matrix is PLAIN else "turned", ranks)
                    d = solve(label, text, ranks)
                    if not d:
                        continue
                    found = d["inertia_relief"]
                    near("mass centre, " + label, found["about"], center, 1e-9)
                    near("acceleration, " + label, found["acceleration"], [x / m for x in force], 1e-9)
                    near("moment, " + label, times(J, found["angular_acceleration"]),
                         cross([x - c for x, c in zip(place, center)], force), 1e-9)
                    if body:
                        tips.setdefault(mass, []).append(
                            times([list(c) for c in zip(*matrix)], d["probes"]["tip"]["u"][-1]))
    for mass, all_of in tips.items():
        for u in all_of[1:]:
            near("displacement in turned axes, " + mass, u, all_of[0], 1e-8)


def free_fall():
    """Weight alone accelerates and does not strain."""
    text = plate_case(PLAIN, "consistent", True)[0]
    text = text[:text.index("loads:")] + text[text.index("bodies:"):]
    for scheme in ("linear", "static"):
        d = solve("free fall", text + "gravity: [1, 2, -9.81]\n", scheme=scheme)
        near("acceleration of free fall", d["inertia_relief"]["acceleration"], [1, 2, -9.81], 1e-12)
        near("displacement in free fall", d["probes"]["tip"]["u"][-1], [0, 0, 0], 0, 1e-15)


def glider():
    """The example's moment at the root: that of lift and inertia along the wing, 8 m long."""
    area = math.pi * (0.08 ** 2 - 0.076 ** 2)
    wing, lift = 1600 * area * 8, 600 * 8
    found = ended("the glider", run(ROOT / "meshes/free-flyer.yaml", options=["--output-dir", "."]))
    close("its acceleration", found.json["inertia_relief"]["acceleration"][2], lift / (150 + wing) - 9.81, 1e-10)
    close("its moment", found.json["functions"]["moment of the root"], lift * (1 - wing / (150 + wing)) * 4, 1e-10)


# ---- the same by other supports ------------------------------------------------------------------

WHOLE = """shells: [{group: plate, material: m, thickness: 0.01}]
loads: [{type: pressure, group: plate, value: "200*t"}, {type: traction, group: right, value: [0, 300, 50]}]
probes: [{name: a, group: corner10}, {name: b, group: corner11}, {name: cell, element_at: [0.9, 0.1, 0]}]
"""
HALF = WHOLE + """supports:
  - {group: left, symmetry: x}
  - {group: corner00, fix: [y, z], inertia_relief: true}
  - {group: corner01, fix: [z], inertia_relief: true}
"""


def halves():
    """A quarter of the plane of symmetry carries forces; the whole, held elsewhere, differs by a rigid motion."""
    grid(6, 3, size=(1, 0.5)).write("half.msh")
    grid(12, 3, size=(2, 0.5), place=lambda x, y: (x - 1, y, 0.0)).write("whole.msh")
    pull = "loads: [{type: pressure, group: plate, value: 200}, {type: traction, group: right, value: [0, 300, 50]}, " \
           "{type: traction, group: left, value: [0, 300, 50]}]\n"
    whole = WHOLE[:WHOLE.index("loads")] + pull + WHOLE[WHOLE.index("probes"):]
    whole += "supports: [%s]\n"
    ways = ["{group: corner00, fix: [x, y, z], inertia_relief: true}, "
            "{group: corner10, fix: [y, z], inertia_relief: true}, {group: corner01, fix: [z], inertia_relief: true}",
            "{group: corner11, fix: [x, y, z, rx, ry], inertia_relief: true}, "
            "{group: corner01, fix: [y], inertia_relief: true}"]
    half = solve("a half", "mesh: half.msh\n" + MATERIAL % 0.3 + HALF)
    close("it cannot move across the plane", half["inertia_relief"]["acceleration"][0], 0, 0, 1e-12)
    for way in ways:
        d = solve("a whole", "mesh: whole.msh\n" + MATERIAL % 0.3 + whole % way)
        near("acceleration of both", d["inertia_relief"]["acceleration"], half["inertia_relief"]["acceleration"], 1e-9)
        for k in ("N11", "N22", "N12", "M11", "M22", "M12"):
            size = max(abs(half["sections"]["cell"][k[0] + j][-1]) for j in ("11", "22", "12"))
            close("section force %s of both" % k, d["sections"]["cell"][k][-1], half["sections"]["cell"][k][-1],
                  0, 1e-7 * size)


# ---- gradients -----------------------------------------------------------------------------------

SHAPE = 'shape: {group: plate, vector: ["0.1*x", "0.1*x", "0.1*sin(2*x)*y"]}'


def gradients():
    grid(4, 3, size=(1, 0.5), distort=0.2).write("half.msh")
    designs = """design: [{name: t, thickness: plate, per: group}, {name: rho, material: m, parameter: density},
  {name: c, coordinates: corner11}, {name: s, %s}]
""" % SHAPE
    text = "gimbal: 1\nmesh: half.msh\n" + MATERIAL % 0.3 + HALF.replace(
        "probes: [", "probes: [{name: wall, reaction: left}, ")
    text += 'masses: [{name: pod, group: corner10, mass: 6}]\n'  # of a plate alone no state depends on the density
    text += designs + END % "linear" + """functions: [{name: work, type: compliance}, {name: ks, type: ks, weight: 20},
  {name: tip, type: end, of: b, value: z}, {name: wall, type: value, value: "wall.my + 1e5*b.uz"}]
"""
    gradients_agree("half a plate", text, ("linear", "static"), tangent=1e-10)
    heated = text.replace("yield: 1e9", "yield: 1e9, expansion: 2e-5").replace(
        "step: 1, steps: 1", "step: 0.5, steps: 2")
    heated += 'temperatures: [{group: plate, value: "5*t", field: "1 + x + y^2"}]\n'
    gradients_agree("half a heated plate", heated, ("linear", "static"), tangent=1e-10)
    anew = text.replace(designs, "design:\n%s")
    built_anew("half a plate", anew, {"t": ("thickness: plate, per: group", {"shells.plate.thickness": (0.01, 1)}),
                                      "rho": ("material: m, parameter: density", {"materials.m.density": (2700, 1)}),
                                      "s": (SHAPE, {"design.s.values": (0, 1)})}, 1e-5)
    body = """gimbal: 1
materials: {m: {young: 7e10, poisson: 0.3, density: 2700, yield: 1e9}}
sections: {s: {type: rectangle, material: m, width: 0.01, height: 0.02}}
beams: [{points: [[0, 0, 0], [1, 0.2, 0.1]], elements: 4, order: 2, name: arm, section: s, orientation: [0, 0, 1],
         ends: [b, ~]}]
bodies: [{name: b, mass: 2, inertia: [0.1, 0.2, 0.2, 0.01, 0, 0], at: [0, 0, 0]},
         {name: far, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [1.5, 0, 0]}]
joints: [{type: spherical, name: j, between: [arm.end, far], at: [1, 0.2, 0.1]}]
springs: [{name: k, between: [b, far], at: [[0, 0.1, 0], [1.5, 0, 0.2]], stiffness: 2e4},
          {name: l, between: [b, far], at: [[0, -0.1, 0], [1.5, 0, 0.2]], stiffness: 1e4},
          {name: n, between: [arm.end, far], at: [[1, 0.2, 0.1], [1.5, 0.3, -0.2]], stiffness: 1e4},
          {name: o, between: [b, far], at: [[0, 0, 0.3], [1.5, 0.3, -0.2]], stiffness: 1e4}]
supports: [{body: b, fix: [x, y, z, rx, ry, rz], inertia_relief: true}]
loads: [{type: force, body: far, at: [1.6, 0, 0], value: ["30*t", 20, -10]}, {type: moment, body: b, value: [0, 3, 0]}]
probes: [{name: p, body: far, at: [1.5, 0, 0]}]
design: [{name: mass, body: far, parameter: mass}, {name: h, section: s, parameter: height},
         {name: k, spring: k, parameter: stiffness}]
functions: [{name: work, type: compliance}, {name: p, type: end, value: "p.ux + 2*p.uy - p.uz"},
            {name: j, type: end, value: "j.fx + j.fy"}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""
    gradients_agree("a mechanism with bodies", body, ("linear", "static"))


# ---- other analyses, and refusals ----------------------------------------------------------------

def free_elsewhere():
    """Modes and marches in time do not see these supports."""
    grid(4, 3, size=(1, 0.5)).write("free.msh")
    text = "mesh: free.msh\n" + MATERIAL % 0.3 + """shells: [{group: plate, material: m, thickness: 0.01}]
loads: [{type: force, group: corner11, value: [0, 0, 1]}]
probes: [{name: a, group: corner00}]
%s"""
    held = "supports: [{group: corner00, fix: [x, y, z], inertia_relief: true}]\n"
    found = []
    for supports in (held, ""):
        r = ended("modes", run("gimbal: 1\n" + text % supports + END % "linear" + "modes: {count: 8}\n", verb="modes"))
        found.append(r.json["modes"]["frequency"] if "frequency" in r.json["modes"]
                     else [m["frequency"] for m in r.json["modes"]])
    for a, b in zip(*found):
        close("a frequency", a, b, 1e-9, 1e-3)
    ends = [solve("a march", text % s + "time: {scheme: bdf2, step: 1e-4, steps: 5}\n")["probes"]["a"]["u"][-1]
            for s in (held, "")]
    near("a march in time", ends[0], ends[1], 1e-12)


BASE = """mesh: free.msh
materials: {m: {young: 7e10, poisson: 0.3, density: %s, yield: 1e9}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports:
  - {group: corner00, fix: [x, y, z], inertia_relief: true}
  - {group: corner10, fix: [y, z], inertia_relief: true}
  - {group: corner01, fix: [z], inertia_relief: true}
%sloads: [{type: force, group: corner11, value: [0, 0, 1]}]
%s"""


def refusals():
    cases = [
        ("another support", ("1", "  - {group: corner11, fix: [z]}\n", ""), USAGE,
         "hold 6 components, and 5 rigid motions are free"),
        ("all held", ("1", "  - {group: right, fix: all}\n", ""), USAGE,
         "other supports, joints, springs or equations hold the model"),
        ("too much", ("1", "  - {group: corner11, fix: [z], inertia_relief: true}\n", ""), USAGE,
         "hold 7 components, and 6 rigid motions are free"),
        ("a given motion", ("1", "  - {group: corner11, motion: [~, ~, 0.1]}\n", ""), MODEL,
         "supports[3] gives a motion; accepted: loads alone"),
        ("a spring to the ground", ("1", "", "springs: [{between: [\"group:corner11\", ground], "
                                    "at: [[1, 0.5, 0], [1, 0.5, 1]], stiffness: 5}]\n"),
         USAGE, "hold 6 components, and 5 rigid motions are free"),
        ("an equation", ("1", "", "equations: [{terms: [{group: corner11, uz: 1}]}]\n"), USAGE,
         "5 rigid motions are free"),
        ("an inerter to the ground", ("1", "", "bushings: [{between: [ground, \"group:corner11\"], "
                                      "at: [1, 0.5, 0], apart: true, inertance: [1, 0, 0, 0, 0, 0]}]\n"),
         USAGE, "bushings[0] acts between the model and the ground"),
        ("no mass", ("0", "", ""), USAGE, "a free rigid motion without inertia"),
        ("frequencies beside it", ("1", "", "functions: [{name: f, type: frequency, mode: 7}]\n"),
         USAGE, "modes or buckling beside it"),
        ("two parts", ("1", "", "bodies: [{name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [3, 0, 0]}]\n"),
         MODEL, "2 parts that nothing joins"),
    ]
    grid(4, 3, size=(1, 0.5)).write("free.msh")
    for name, parts, status, words in cases:
        r = run("gimbal: 1\n" + BASE % parts + END % "linear")
        check(name, r.status == status and words in " ".join(r.stderr.split()), "%d: %s" % (r.status, r.stderr))
    refused("a scheme of dynamics", "gimbal: 1\n" + BASE % (
        "1", "", "functions: [{name: c, type: compliance}]\ndesign: [{name: t, thickness: plate}]\n") + END % "linear",
            "with the scheme bdf2; accepted: scheme static or linear", status=USAGE, verb="verify",
            options=["--schemes", "bdf2"])
    inner = "springs: [{between: [\"group:corner00\", \"group:corner11\"], stiffness: 5, length: 1}]\n"
    r = ended("a stretched spring within the model holds nothing",
              run("gimbal: 1\n" + BASE % ("1", "", inner) + END % "static"))
    r = run("gimbal: 1\n" + (BASE % ("1", "", "")).replace("corner01, fix: [z]", "corner01, fix: [x]") + END % "linear")
    check("a motion that nothing holds", r.status == SINGULAR and "turning about the axis (1, 0, 0)" in r.stderr,
          r.stderr)


in_turn(strip, beams, accelerations, free_fall, glider, halves, gradients, free_elsewhere, refusals)
