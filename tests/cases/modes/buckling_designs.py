"""Derivatives of load factors about the reference by positions and shapes.

Claims: a strip of shells and a bar of solids that a shape stretches follow Euler's 1 / L^2, and cubes and squares of their
sections; a bar on a hinge that a spring holds follows its closed form by the places of hinge, spring and load. All
derivatives are those of the case read anew, by shapes of plane and curved shells of 4, 6 and 9 nodes, of folds, of solids
and of coordinates, by places and axes of joints, springs, bodies and loads, under tractions, following pressure, heat,
weight and given displacements, on 1 and 3 ranks. Springs that the path stretches count as linear; a fold that the path
turns leaves Euler's load as it is.
"""
# timeout: 300
import math

from helper import check, close, grid, prism, run
from solid_blocks import block

LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"
FIRST = "functions: [{name: first, type: buckling, mode: 1}]\n" + LINEAR


def gradient(name, case):
    """The first load factor and its derivatives."""
    r = run(case, verb="gradient")
    if not check("a gradient of " + name, r.status == 0, r.stderr):
        return math.nan, {}
    return r.json["functions"]["first"], {design: values[0] for design, values in r.json["gradient"]["first"].items()}


# ---- closed forms ----------------------------------------------------------------------------------------------------

STRETCHED = """
gimbal: 1
mesh: %s
materials: {m: {young: 1e9, poisson: 0, density: 1}}
%s
loads: [{type: traction, group: %s, value: [-1, 0, 0]}]
design:
  - {name: length, shape: {group: %s, vector: [x, 0, 0]}}
  - {name: width, shape: {group: %s, vector: [0, y, 0]}}
%s"""
# The traction acts on the right edge of the strip of shells and on the right end of the rod of solids.
STRIP = "shells: [{group: plate, material: m, thickness: 0.01}]\nsupports: [{group: left, fix: all}]"
ROD = "solids: [{group: solid, material: m}]\nsupports: [{group: left, fix: all}]"
grid(12, 1, (1, 0.1), kind="quad9").write("strip.msh")
thickness = "  - {name: thickness, thickness: plate}\n"
value, slopes = gradient("a strip", STRETCHED % ("strip.msh", STRIP, "right", "plate", "plate", thickness) + FIRST)
close("Euler's strip", value, math.pi ** 2 / 4 * 1e9 * 0.01 ** 3 / 12, 1e-3)
for name, size, power in (("length", 1, -2), ("width", 1, 0), ("thickness", 0.01, 3)):
    close("the strip by its " + name, slopes.get(name, math.nan) * size / value, power, 0, 2e-3)
block("hex20", (16, 1, 1), (1, 0.03, 0.02)).write("rod.msh")
height = "  - {name: height, shape: {group: solid, vector: [0, 0, z]}}\n"
value, slopes = gradient("a rod", STRETCHED % ("rod.msh", ROD, "right", "solid", "solid", height) + FIRST)
close("Euler's rod", value, math.pi ** 2 / 4 * 1e9 * 0.02 ** 2 / 12, 1e-3)
for name, power in (("length", -2), ("width", 0), ("height", 2)):
    close("the rod by its " + name, slopes.get(name, math.nan) / value, power, 0, 3e-3)

# P (l - h) = k (s - h)^2 + c for the heights h of the hinge, s of the spring and l of the load.
HINGED = """
gimbal: 1
bodies: [{name: bar, at: [0, 0, 1], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]
joints: [{name: foot, type: revolute, between: [ground, bar], at: [0, 0, 0.25], axis: [0, 1, 0]}]
springs:
  - {name: side, between: [ground, bar], at: [[5, 0, 1.75], [0, 0, 1.75]], stiffness: 30}
  - {name: turn, joint: foot, stiffness: 12}
loads: [{name: top, type: force, body: bar, at: [0, 0, 2], value: [0, 0, -1]}]
design:
  - {name: h, joint: foot, parameter: at.z}
  - {name: s, spring: side, parameter: at.2.z}
  - {name: l, load: top, parameter: at.z}
  - {name: k, spring: side, parameter: stiffness}
"""
value, slopes = gradient("a bar on a hinge", HINGED + FIRST)
arm, lever = 1.5, 1.75
close("the bar", value, (30 * arm ** 2 + 12) / lever, 1e-11)
for name, slope in (("h", -60 * arm / lever + value / lever), ("s", 60 * arm / lever), ("l", -value / lever),
                    ("k", arm ** 2 / lever)):
    close("the bar by " + name, slopes.get(name, math.nan), slope, 1e-9)

# A frame of two strips under a load at its free end: its foot bears the load alone, however its corner turns, and the
# load rides on the corner without a lever.
FRAME = """
gimbal: 1
mesh: frame.msh
materials: {m: {young: 1e9, poisson: 0, density: 1}}
shells: [{group: shell, material: m, thickness: 0.01}]
supports: [{group: foot, fix: all}, {group: shell, fix: [x, ry, rz]}]
loads: [{type: force, group: over, value: [0, 0, -0.5]}]
design: [{name: height, shape: {group: shell, vector: [0, 0, z]}}, {name: t, thickness: shell}]
"""
found = []
for n in (8, 16):
    mesh, node = prism([((0, 0), (0, 1)), ((0, 1), (1, 1))], 0.1, 1, n)
    mesh.element("line2", "foot", (node(0, 0, 0), node(0.1, 0, 0)))
    for x in (0, 0.1):
        mesh.element("point", "over", (node(x, 1, 1),))
    mesh.write("frame.msh")
    value, slopes = gradient("a frame of strips", FRAME + FIRST)
    found.append(value)
euler = math.pi ** 2 / 4 * 1e9 * 0.1 * 0.01 ** 3 / 12
print("frame of strips: %s, Euler %.9g" % (found, euler))
close("a corner that turns", found[1] + (found[1] - found[0]) / 3, euler, 5e-4)
close("the frame by its height", slopes.get("height", math.nan) / found[1], -2, 2e-3)
close("the frame by its thickness", slopes.get("t", math.nan) * 0.01 / found[1], 3, 2e-3)

# ---- the case read anew ----------------------------------------------------------------------------------------------

FUNCTIONS = """functions:
  - {name: one, type: buckling, mode: 1}
  - {name: low, type: buckling, form: ks, mode: 2, weight: %g}
"""


def compare(name, case, each=(1, 3)):
    for ranks in each:
        r = run(case, ranks, "verify", (), ["--differences"])
        if not check("derivatives of %s on %d ranks" % (name, ranks), r.status == 0, r.stdout + r.stderr):
            continue
        for function, row in r.json["differences"].items():
            largest = max(abs(found["difference"]) for found in row.values())  # each times its design
            for design, found in row.items():
                close("%s on %d ranks: %s by %s" % (name, ranks, function, design), found["derivative"],
                      found["difference"], 0, 1e-6 * largest)


SHELL = """
gimbal: 1
mesh: shell.msh
materials: {m: {young: 70e9, poisson: 0.3, density: 2700, expansion: 2e-5}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [%s]
loads: [%s]
%s
design:
  - {name: t, thickness: plate}
  - {name: warp, shape: {group: plate, vector: ["0.1*x*y", "0.05*x^2", "0.02*x*y"]}}
  - {name: stretch, shape: {group: plate, vector: [x, 0, 0]}}
  - {name: bow, shape: {group: plate, vector: [0, 0, "x*(1 - x)*y"]}}
"""
HINGES = ("{group: left, fix: [x, z]}, {group: right, fix: [z]}, {group: top, fix: [z]}, {group: bottom, fix: [z]}, "
          "{group: corner00, fix: [x, y, z]}")
RIM = "{group: left, fix: all}, " + ", ".join("{group: %s, fix: [x, y, z]}" % side for side in ("right", "top", "bottom"))
EDGE = '{type: traction, group: right, value: ["-1e5*t", "2e4*t", 0]}'
LIFT = '{type: pressure, group: plate, value: "%s*t", follow: %s}'


def dome(x, y):
    return x, y, 0.8 * x * (1 - x) * y * (1 - y)


for kind, each in (("quad4", (1, 3)), ("quad9", (1,)), ("tri6", (3,))):
    grid(5, 5, kind=kind, place=lambda x, y: (x, y, 0.05 * x * x * y)).write("shell.msh")
    compare("a curved plate of " + kind, SHELL % (HINGES, EDGE + ", " + LIFT % (1000, "false"), "gravity: [0, 1, -9.81]")
            + FUNCTIONS % 2 + LINEAR, each)
grid(6, 6, place=dome).write("shell.msh")
HEAT = 'temperatures: [{group: plate, value: "20*t", reference: 0}]'
compare("a dome under following pressure and heat", SHELL % (RIM, LIFT % (-1e5, "true"), HEAT) + FUNCTIONS % 0.5 + LINEAR)
grid(6, 6).write("shell.msh")
PRESSED = SHELL % (HINGES + ', {group: right, motion: ["-1e-4*t", ~, ~]}', "", "")
compare("a plate that is pressed", PRESSED.replace("loads: []\n", "") + FUNCTIONS % 2 + LINEAR)

FOLDED = """
gimbal: 1
mesh: folded.msh
materials: {m: {young: 7e6, poisson: 0.3, density: 270}}
shells: [{group: shell, material: m, thickness: 0.02}]
supports: [{group: root, fix: all}]
loads: [{type: traction, group: shell, value: [-30, 3, 1]}]
design:
  - {name: t, thickness: shell}
  - {name: flare, shape: {group: shell, vector: ["0.1*x*y", "0.2*x^2", "0.3*x*y - 0.2*x^2"]}}
  - {name: twist, shape: {group: shell, vector: [0, "-x*z", "x*y + 0.2*y^2"]}}
  - {name: length, shape: {group: shell, vector: [x, 0, 0]}}
"""
prism([((0, 0), (0.2, 0)), ((0.2, 0), (0.2, 0.1)), ((0.2, 0), (0.4, 0.03))], 1.0, 4, 2)[0].write("folded.msh")
compare("a folded shell", FOLDED + FUNCTIONS % 1 + LINEAR)

SOLID = """
gimbal: 1
mesh: solid.msh
materials: {m: {young: 2e6, poisson: 0.3, density: 1000%s}}
solids: [{group: solid, material: m}]
supports: [{group: bottom, fix: all}]
loads:
  - {type: traction, group: top, value: [100, 200, -3e4]}
  - {type: pressure, group: left, value: 30, follow: false}
gravity: [0, 1, -2]
design:
  - {name: E, material: m, parameter: young}
  - {name: grow, shape: {group: solid, vector: [0, 0, z]}}
  - {name: skew, shape: {group: solid, vector: ["0.3*z^2", "0.1*x*z", 0]}}
"""
block("hex8", (2, 2, 4), (0.3, 0.4, 1.0), distort=0.1).write("solid.msh")
compare("a solid", SOLID % "" + FUNCTIONS % 2 + LINEAR)
compare("a neo-Hookean solid", SOLID % ", law: neo_hookean" + FUNCTIONS % 2 + STATIC, (1,))

STRUT = """
gimbal: 1
materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}
sections: {blade: {type: rectangle, material: steel, width: 0.02, height: 0.001}}
beams:
  - {name: ruler, points: [[0, 0, 0], [0, 0, 0.3]], elements: 6, order: 2, section: blade, orientation: [0, 1, 0],
     ends: [ground, ~]}
bodies: [{name: strut, at: [0.001, 0, 0.35], mass: 1, inertia: [0.01, 0.01, 0.02, 0, 0, 0]}]
joints: [{name: hinge, type: revolute, between: [ruler.end, strut], at: [0, 0, 0.3], axis: [0.1, 1, 0.2]}]
springs: [{name: side, between: [ground, strut], at: [[0.2, 0, 0.43], [0, 0.02, 0.4]], stiffness: 300}]
loads: [{name: top, type: force, body: strut, at: [0, 0, 0.4], value: ["0.3*t", "0.1*t", "-15*t"]}]
design:
  - {name: h, section: blade, parameter: height}
  - {name: k, spring: side, parameter: stiffness}
  - {name: place, joint: hinge, parameter: at.z}
  - {name: axis, joint: hinge, parameter: axis.z}
  - {name: near, spring: side, parameter: at.2.z}
  - {name: far, spring: side, parameter: at.1.z}
  - {name: load, load: top, parameter: at.x}
"""
compare("a strut on a beam", STRUT + FUNCTIONS.split("  - {name: low")[0] + LINEAR)
SPRUNG = """
gimbal: 1
masses: [{name: m, at: [2, 0, 0], mass: 1, fix: [z]}]
springs:
  - {name: a, between: [ground, m], at: [[0, 0.3, 0], ~], stiffness: 1e3}
  - {name: b, between: [ground, m], at: [[2, 7, 0], ~], stiffness: 40}
  - {name: c, between: [ground, m], at: [[1, -2, 0], ~], stiffness: 70}
loads: [{type: force, mass: m, value: [-50, -20, 0]}]
design:
  - {name: ka, spring: a, parameter: stiffness}
  - {name: kb, spring: b, parameter: stiffness}
  - {name: ya, spring: a, parameter: at.1.y}
  - {name: xc, spring: c, parameter: at.1.x}
  - {name: y, mass: m, parameter: at.y}
"""
compare("springs that the path stretches", SPRUNG + FUNCTIONS.split("  - {name: low")[0] + LINEAR)
COORDINATES = SHELL % (HINGES, EDGE, "")
COORDINATES = COORDINATES[:COORDINATES.index("design")] + "design: [{name: X, coordinates: plate}]\n"
grid(3, 2, place=lambda x, y: (x, y, 0.05 * x * x * y), distort=0.15).write("shell.msh")
compare("coordinates", COORDINATES + FUNCTIONS % 2 + LINEAR, (3,))

# The forces of a rotation have gyroscopic ones beside them, in functions as in the verb.
TURNING = SPRUNG + "spin: {speed: 1, axis: [0, 0, 1]}\n" + FIRST
for verb in ("buckling", "gradient"):
    r = run(TURNING, verb=verb)
    check("a rotation is refused by " + verb, r.status == 2 and "modes.spin" in r.stderr, r.stderr)
