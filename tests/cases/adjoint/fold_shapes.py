"""Designs of the shape of folded shells, whose frames turn with their shells.

Claims: the mass of a roof by its height is that of its area, to 1e-12; models whose shapes are built anew give the same
derivatives by differences of fourth order, to 1e-7, for an angle, a T of plates, a corner of three curved plates of 3,
4, 6 and 9 nodes, a plate whose halves have opposite normals and folds at planes of symmetry, in statics, dynamics, from
an equilibrium and for frequencies; derivatives by coordinates, times the vectors of a shape, are that by its amount, to
1e-9; a turn of a whole model about the axis of its weight changes nothing but places; adjoint, tangent and complex step
agree to 1e-10 on 1, 2 and 3 ranks; supports against which an axis of a frame turns are refused.
"""
# timeout: 300
import math

from helper import Mesh, check, close, gradients_agree, grid, prism, run

HEAD = """gimbal: 1
mesh: %s
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5, damping: {mass: 0.1, stiffness: 1e-4}}}
shells: [{group: shell, material: m, thickness: 0.02}]
"""
LOADED = """gravity: [0.3, 0.1, -9.81]
supports: [{group: root, fix: all}]
groups: [{name: most, of: shell, box: [[0.2, -9, -9], [9, 9, 9]]}]
loads:
  - {type: pressure, group: shell, value: "50*sin(9*t) + 20", follow: true}
  - {type: traction, group: shell, value: [0, 3, 1]}
  - {type: moment, group: ridge, value: [0.1, 0.3, 0.2]}
  - {type: force, group: ridge, value: [1, 0.3, 0.2]}
masses: [{group: ridge, mass: 0.3}, {name: w, at: [1.2, 0.2, 0.5], mass: 0.1, fix: all}]
springs: [{between: [w, "group:ridge"], stiffness: 500, length: 0.6}]
probes:
  - {name: tip, group: ridge}
  - {name: rim, reaction: root, about: [0.1, 0.2, 0.3]}
  - {name: el, element_at: [0.8, 0.2, 0]}
functions:
  - {name: weight, type: mass}
  - {name: c, type: compliance}
  - {name: ks, type: ks, weight: 8}
  - {name: induced, type: induced, form: power, weight: 4}
  - {name: uz, type: end, of: tip, value: "uz + x*y"}
  - {name: reaction, type: value, of: rim, value: "fz + mx", at: end}
  - {name: energy, type: energy, form: strain}
  - {name: inertia, type: inertia, form: xz, at: end}
  - {name: state, type: value, of: el, value: "energy + failure", at: end}
output: {every: 0}
"""
MOMENT = "  - {type: moment, group: ridge, value: [0.1, 0.3, 0.2]}\n"
SHAPES = {"flare": ["0.1*x*y", "0.2*x^2", "0.3*x*y - 0.2*x^2"], "twist": ["0", "-x*z", "x*y + 0.2*y^2"],
          "length": ["x", "0", "0"]}
DESIGNS = "design:\n  - {name: t, thickness: shell}\n" + "".join(
    "  - {name: %s, shape: {group: shell, vector: [%s]}, values: 0}\n" % (n, ", ".join('"%s"' % c for c in v))
    for n, v in SHAPES.items())
MOTION = ("initial: [{group: most, velocity: [0, 0, 0.1], angular_velocity: [0.3, 0.2, 0.1], about: [0, 0, 0]}]\n"
          "time: {scheme: bdf2, step: 1e-3, steps: 6}\n")
STATIC = "time: {scheme: static, step: 0.5, steps: 2}\n"
FREQUENCY = STATIC + "modes: {count: 2, at: reference}\n"
SECTIONS = {"angle": [((0, 0), (0.2, 0)), ((0.2, 0), (0.2, 0.1))],
            "tee": [((0, 0), (0.2, 0)), ((0.2, 0), (0.2, 0.1)), ((0.2, 0), (0.4, 0.03))],
            "turned": [((0, 0), (0.2, 0)), ((0.4, 0), (0.2, 0))]}


def section(name):
    """Shells along x over a section; ridge is the point of its fold at the end."""
    mesh, node = prism(SECTIONS[name], 1.0, 4, 2, ["shell", "other"] if name == "turned" else None)
    mesh.element("point", "ridge", (node(1.0, 0.2, 0.0),))
    return mesh


def corner(kind):
    """Three curved plates that meet at a corner, one of them with the opposite orientation."""
    mesh, number = Mesh(), {}
    for face in (lambda a, b: (a, b, 0), lambda a, b: (b, 0, a), lambda a, b: (1, b, a)):
        part, new = grid(3, 2, size=(1, 1), kind=kind, group="shell"), {}
        for n, (a, b, _) in part.nodes.items():
            x, y, z = key = tuple(round(v, 9) for v in face(a, b))
            if key not in number:
                number[key] = mesh.node(x + 0.05 * y * z, 0.5 * y + 0.1 * x * x, 0.4 * z + 0.05 * x * y)
            new[n] = number[key]
        for shape, group, _, nodes in part.elements:
            if group == "shell":
                mesh.element(shape, group, [new[n] for n in nodes])
    for (x, y, z), n in number.items():
        if x == 0:
            mesh.element("point", "root", (n,))
    mesh.element("point", "ridge", (number[1, 0, 0],))
    return mesh


def case_of(mesh, name):
    mesh.write(name + ".msh")
    case = HEAD % (name + ".msh") + LOADED
    return (case.replace("shells: [", "shells: [{group: other, material: m, thickness: 0.01}, ") if name == "turned"
            else case)


def by_differences(label, case, designs=SHAPES, h=2e-4, bound=1e-7):
    """The gradient against models that are built anew, by differences of fourth order."""
    r = run(case, 2, verb="gradient")
    if not check(label + ", a gradient", r.status == 0, r.stderr):
        return
    for name in designs:
        value = {}
        line = [one for one in case.splitlines() if "name: %s," % name in one][0]
        for k in (-2, -1, 1, 2):
            again = run(case.replace(line, line.replace("values: 0", "values: %.17g" % (k * h))), name="anew")
            if not check("%s: %s built anew" % (label, name), again.status == 0, again.stderr):
                return
            value[k] = again.json["functions"]
        for f, gradient in r.json["gradient"].items():
            slope = (8 * (value[1][f] - value[-1][f]) - (value[2][f] - value[-2][f])) / (12 * h)
            close("%s: d %s / d %s by building anew" % (label, f, name), gradient[name][0], slope, bound,
                  bound * 0.1 * abs(r.json["functions"][f]))


def all_shapes():
    meshes = [(name, section(name)) for name in SECTIONS] + [
        (kind, corner(kind)) for kind in ("quad4", "tri3", "quad9", "tri6")]
    for name, mesh in meshes:
        case = case_of(mesh, name)
        by_differences(name + " in motion", case + DESIGNS + MOTION)
        by_differences(name + " at rest", case + DESIGNS + STATIC)
        gradients_agree(name, case + DESIGNS + MOTION, ("bdf2", "dirk3"), (1, 2, 3) if name == "quad4" else (2,),
                        ["time.step=1e-4"], tangent=1e-10)


def roof():
    """Two plates of length L and width sqrt(b^2 + h^2): the mass and its derivative by h."""
    mesh, _ = prism([((0, 0), (0.3, 0.4)), ((0.3, 0.4), (0.6, 0))], 1.0, 4, 2)
    mesh.write("roof.msh")
    case = HEAD % "roof.msh" + """supports: [{group: root, fix: all}]
design: [{name: h, shape: {group: shell, vector: [0, 0, "z/0.4"]}}]
functions: [{name: weight, type: mass}]
output: {every: 0}
""" + STATIC
    r = run(case, verb="gradient")
    if check("a roof", r.status == 0, r.stderr):
        close("its mass", r.json["functions"]["weight"], 270 * 0.02 * 2 * 0.5, 1e-12)
        close("its mass by its height", r.json["gradient"]["weight"]["h"][0], 270 * 0.02 * 2 * 0.4 / 0.5, 1e-12)


def turned_whole():
    """Weight and stresses do not know how a model stands about the vertical axis; its tip's place does."""
    case = case_of(corner("quad4"), "quad4")
    lines = [line for line in case.splitlines() if not any(word in line for word in (
        "loads:", "type: traction", "type: moment", "type: force", "springs:", "name: rim", "of: rim", "form: xz",
        "name: uz"))]
    case = "\n".join(lines).replace("  - {type: pressure", "loads:\n  - {type: pressure")
    case = case.replace("[0.3, 0.1, -9.81]", "[0, 0, -9.81]") + """
design: [{name: turn, shape: {group: shell, vector: ["-y", "x", 0]}}]
"""
    for march in STATIC, MOTION.replace("angular_velocity: [0.3, 0.2, 0.1]", "angular_velocity: [0, 0, 0.3]"):
        r = run(case + march.replace("velocity: [0, 0, 0.1]", "velocity: [0, 0, 0.1]"), 3, "gradient")
        if check("a model that turns", r.status == 0, r.stderr):
            for f, value in r.json["functions"].items():
                close("%s of a model that turns" % f, r.json["gradient"][f]["turn"][0], 0, 0, 1e-9 * abs(value))


def by_coordinates():
    """The derivative by an amount is the sum over its vectors."""
    for name, mesh, rest in (
            ("quad4", corner("quad4"), MOTION), ("tri6", corner("tri6"), STATIC), ("tee", section("tee"), STATIC)):
        case = case_of(mesh, name) + DESIGNS + "  - {name: X, coordinates: shell}\n"
        found = run(case + rest, 2, "gradient")
        if not check("coordinates of " + name, found.status == 0, found.stderr):
            continue
        vector = [v for _, (x, y, z) in sorted(mesh.nodes.items())
                  for v in (0.1 * x * y, 0.2 * x * x, 0.3 * x * y - 0.2 * x * x)]
        for f, by in found.json["gradient"].items():
            terms = [a * b for a, b in zip(by["X"], vector)]
            close("%s: d %s along a shape" % (name, f), sum(terms), by["flare"][0], 1e-9, 1e-11 * max(map(abs, terms)))
    r = run(case + rest, 3, "verify")
    if check("verify coordinates", r.status == 0, r.stderr):
        worst = max(error for found in r.json["verify"].values() for error in found.values())
        close("coordinates", worst, 0, 0, 1e-10)


def other_analyses():
    case = case_of(corner("quad4"), "quad4")
    still = case.replace(MOMENT, "").replace(", follow: true", "").replace(
        "functions:\n", "functions:\n  - {name: f1, type: frequency, mode: 1}\n")
    by_differences("frequencies", still + DESIGNS + FREQUENCY)
    by_differences("frequencies of a T", case_of(section("tee"), "tee").replace(MOMENT, "").replace(
        ", follow: true", "").replace("functions:\n", "functions:\n  - {name: f2, type: frequency, mode: 2}\n") +
                   DESIGNS + FREQUENCY.replace("reference", "1"))
    linear = case.replace(", follow: true", "").replace(
        "springs: [{between: [w, \"group:ridge\"], stiffness: 500, length: 0.6}]\n", "")
    by_differences("linear statics", linear + DESIGNS +
                   STATIC.replace("static", "linear").replace("step: 0.5, steps: 2", "step: 1, steps: 1"))
    by_differences("from an equilibrium",
                   case + DESIGNS + "time: {scheme: bdf2, step: 1e-3, steps: 3, from: equilibrium}\n", ("flare",))
    turning = case.replace("gravity:", "spin: {axis: [0, 0.2, 1], about: [-0.3, 0.1, 0], speed: 5}\ngravity:")
    by_differences("turning", turning + DESIGNS + STATIC, ("flare", "length"))


def mirrored():
    """Half of a box, whose fold lies at right angles to a plane of symmetry."""
    mesh, node = prism(SECTIONS["angle"], 1.0, 4, 2)
    mesh.element("point", "ridge", (node(1.0, 0.2, 0.0),))
    case = case_of(mesh, "half").replace("supports: [", "supports: [{group: tip, symmetry: x}, ").replace(MOMENT, "")
    designs = DESIGNS.replace(
        '"0.1*x*y", "0.2*x^2", "0.3*x*y - 0.2*x^2"', '"0.1*x*y", "0.2*(x-1)^2", "0.3*y*cos(pi*x)"')
    for march in STATIC, MOTION:
        by_differences("half of a box", case + designs + march, ("flare", "length"))
    by_differences("half of a box that is bent out of its plane", case + designs + STATIC, ("twist",))


def refused():
    case = HEAD % "roof.msh" + """supports: [{group: root, fix: %s}]
design: [{name: h, shape: {group: shell, vector: %s}}]
functions: [{name: weight, type: mass}]
output: {every: 0}
%s""" + STATIC
    beam = ("sections: {rod: {type: circle, material: m, radius: 0.01}}\n"
            "beams: [{group: root, section: rod, orientation: [1, 0, 0]}]\n")
    for said, fix, vector, more in (
            ("turns against a support", "[x, y, z, rx]", '[0, 0, "x*z"]', ""),
            ("frame of a beam", "all", '[0, 0, "z"]', beam)):
        r = run(case % (fix, vector, more))
        check("refused: " + said, r.status == 3 and said in r.stderr, (r.status, r.stderr))


roof()
turned_whole()
all_shapes()
by_coordinates()
other_analyses()
mirrored()
refused()
