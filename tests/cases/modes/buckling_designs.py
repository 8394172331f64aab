"""Derivatives of load factors by positions and shapes about the reference, and by prescribed motions.

Claims: a strip of shells and a bar of solids that a shape stretches follow Euler's 1 / L^2, and cubes and squares of
their sections; a bar on a hinge that a spring holds follows its closed form by the places of hinge, spring and load.
All derivatives are those of the case read anew, by shapes of plane and curved shells of 4, 6 and 9 nodes, of folds, of
solids and of coordinates, by places and axes of joints, springs, bodies and loads, under tractions, following pressure,
heat, weight and given displacements, on 1 and 3 ranks. Springs that the path stretches count as linear; a fold that the
path turns leaves Euler's load as it is. The load factor of a strip that a given displacement presses is inverse to it.
Controls of prescribed displacements, rotations and drivers are designs, about the reference and about a state of a
march, of shells, beams, bodies and solids.
"""
# timeout: 600
import math

from helper import check, close, grid, prism, run, same_gradients
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
    r = run(case, 1, "verify", (), ["--differences"])
    check("derivatives of %s" % name, r.status == 0, r.stdout + r.stderr)
    for function, row in r.json["differences"].items() if r.status == 0 else ():
        largest = max(abs(found["difference"]) for found in row.values())  # each times its design
        for design, found in row.items():
            close("%s: %s by %s" % (name, function, design), found["derivative"], found["difference"], 0,
                  1e-6 * largest)
    same_gradients(name, case, each, part=1e-9)


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
RIM = "{group: left, fix: all}, " + ", ".join(
    "{group: %s, fix: [x, y, z]}" % side for side in ("right", "top", "bottom"))
EDGE = '{type: traction, group: right, value: ["-1e5*t", "2e4*t", 0]}'
LIFT = '{type: pressure, group: plate, value: "%s*t", follow: %s}'


def dome(x, y):
    return x, y, 0.8 * x * (1 - x) * y * (1 - y)


for kind, n, each in (("quad4", 5, (1, 3)), ("quad9", 3, (1,)), ("tri6", 3, (3,))):
    grid(n, n, kind=kind, place=lambda x, y: (x, y, 0.05 * x * x * y)).write("shell.msh")
    compare("a curved plate of " + kind,
            SHELL % (HINGES, EDGE + ", " + LIFT % (1000, "false"), "gravity: [0, 1, -9.81]") + FUNCTIONS % 2 + LINEAR,
            each)
grid(6, 6, place=dome).write("shell.msh")
HEAT = 'temperatures: [{group: plate, value: "20*t", reference: 0}]'
compare("a dome under following pressure and heat",
        SHELL % (RIM, LIFT % (-1e5, "true"), HEAT) + FUNCTIONS % 0.5 + LINEAR)
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

# ---- prescribed motions ----------------------------------------------------------------------------------------------

# Euler's strip under a given displacement u of its end: the load factor is u_cr / u.
PUSHED = """
gimbal: 1
mesh: strip.msh
materials: {m: {young: 1e9, poisson: 0, density: 1}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}, {name: end, group: right, %s]
%s
design:
  - {name: u, %s}
  - {name: length, shape: {group: plate, vector: [x, 0, 0]}}
  - {name: thickness, thickness: plate}
"""
grid(12, 1, (1, 0.1), kind="quad9").write("strip.msh")
BY_CONTROL = ('motion: ["-u*t", ~, ~]}', "controls: [{name: u, kind: step, to: 1, values: [1e-5]}]", "control: u")
BY_NODES = ("displacements: [%s]}, {group: right, fix: rotation}" % ", ".join(["[-1e-5, 0, 0]"] * 3), "",
            "support: end, parameter: displacements")
for name, given, ends, step in (("a control", BY_CONTROL, 1 / 4, 1e-5), ("displacements of nodes", BY_NODES, 4, -1e-5)):
    r = run(PUSHED % given + FIRST, verb="gradient")
    if not check("a strip pressed by " + name, r.status == 0, r.stderr):
        continue
    value, slopes = r.json["functions"]["first"], r.json["gradient"]["first"]
    close("Euler's strip pressed by " + name, value, ends * math.pi ** 2 * 0.01 ** 2 / 12 / 1e-5, 2e-3)
    close("the strip by " + name, sum(slopes["u"][::3]) * step / value, -1, 1e-9)
    close("the strip by its length under " + name, slopes["length"][0] / value, -1, 2e-3)
    close("the strip by its thickness under " + name, slopes["thickness"][0] * 0.01 / value, 2, 2e-3)

BEFORE_END = "time: {scheme: static, step: 0.5, steps: 2}\nmodes: {at: 0.5}\n"
SPLINE = "{name: u, to: 1, values: [-5e-5, -1.2e-4, -1e-4]}"
GIVEN = """
  - {name: push, control: u}
  - {name: turn, control: a}
"""
DRIVEN = SHELL.replace("design:\n",
                       "controls: [%s, {name: a, to: 1, values: [5e-5, 1e-4]}]\ndesign:%s" % (SPLINE, GIVEN))
TURNED = ('{group: left, fix: all}, {group: right, motion: [u, "0.1*u*t", "3*a"], angle: "a + 10*u*t", '
          'axis: [0.1, 0.2, 1], about: [1, 0.3, 0]}')
HEATED = 'temperatures: [{group: plate, value: "2*t", reference: 0}]\ngravity: [0, 1, -9.81]'
grid(3, 3, place=lambda x, y: (x, y, 0.05 * x * x * y)).write("shell.msh")
PRESSED = DRIVEN % (HINGES + ', {group: right, motion: ["u*t + 0.3*a", ~, ~]}', LIFT % (100, "false"), HEATED)
compare("a plate pressed by controls", PRESSED + FUNCTIONS % 2 + LINEAR)
compare("a pressed plate about a state", PRESSED + FUNCTIONS % 2 + BEFORE_END)
TURNED = DRIVEN % (TURNED, LIFT % (100, "false"), HEATED)
TURNED = TURNED[:TURNED.index("  - {name: warp")]  # shapes cannot move what turns
compare("a plate that is turned", TURNED + FUNCTIONS % 2 + LINEAR, (1,))
compare("a turned plate about a state", TURNED + FUNCTIONS % 2 + BEFORE_END, (3,))

PUSHED_SOLID = """
gimbal: 1
mesh: solid.msh
materials: {m: {young: 2e6, poisson: 0.3, density: 1000}}
solids: [{group: solid, material: m}]
controls: [{name: u, to: 1, values: [1e-3, 3e-3, 1e-2]}]
supports: [{group: bottom, fix: all}, {group: top, motion: ["u/2", ~, "-u - 1e-3*t^2"]}]
loads: [{type: traction, group: right, value: [100, 200, "-3e2*t"]}]
gravity: [0, 1, -2]
design:
  - {name: E, material: m, parameter: young}
  - {name: push, control: u}
  - {name: skew, shape: {group: solid, vector: ["0.3*z^2", "0.1*x*z", 0]}}
"""
block("hex8", (1, 1, 4), (0.3, 0.4, 2.0), distort=0.1).write("solid.msh")
compare("a solid that is pushed", PUSHED_SOLID + FUNCTIONS % 2 + LINEAR)
compare("a pushed solid about a state", PUSHED_SOLID + FUNCTIONS % 2 + BEFORE_END, (1,))

PUSHED_STRUT = """
gimbal: 1
materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}
sections: {blade: {type: rectangle, material: steel, width: 0.02, height: 0.001}}
controls: [{name: u, to: 1, values: [1e-7, 1e-6, 1e-6]}]
beams:
  - {name: ruler, points: [[0, 0, 0], [0, 0, 0.3]], elements: 6, order: 2, section: blade, orientation: [0, 1, 0],
     ends: [ground, ~]}
bodies: [{name: strut, at: [0.001, 0, 0.35], mass: 1, inertia: [0.01, 0.01, 0.02, 0, 0, 0]}]
joints:
  - {name: hinge, type: revolute, between: [ruler.end, strut], at: [0, 0, 0.3], axis: [0.1, 1, 0.2]}
%s
springs: [{name: side, between: [ground, strut], at: [[0.2, 0, 0.43], [0, 0.02, 0.4]], stiffness: 300}]
loads: [{name: top, type: force, body: strut, at: [0, 0, 0.4], value: ["3e4*u", "0.01*t", 0]}]
design:
  - {name: h, section: blade, parameter: height}
  - {name: push, control: u}
  - {name: k, spring: side, parameter: stiffness}
"""
SUPPORT = 'supports: [{body: strut, motion: [~, ~, "-u*t"]}]'
DRIVER = '  - {type: cylindrical, between: [ground, strut], at: [0, 0, 0.35], axis: [0, 0, 1], distance: "-u*t"}'
FIRST_ALONE = FUNCTIONS.split("  - {name: low")[0]
compare("a strut that is pushed", PUSHED_STRUT % SUPPORT + FIRST_ALONE + LINEAR)
compare("a pushed strut about a state", PUSHED_STRUT % SUPPORT + FIRST_ALONE + BEFORE_END, (1,))
compare("a strut on a driver", PUSHED_STRUT % DRIVER + FIRST_ALONE + LINEAR, (1,))
compare("a strut on a driver about a state", PUSHED_STRUT % DRIVER + FIRST_ALONE + BEFORE_END, (3,))

# The forces of a rotation have gyroscopic ones beside them, in functions as in the verb.
TURNING = SPRUNG + "spin: {speed: 1, axis: [0, 0, 1]}\n" + FIRST
for verb in ("buckling", "gradient"):
    r = run(TURNING, verb=verb)
    check("a rotation is refused by " + verb, r.status == 2 and "modes.spin" in r.stderr, r.stderr)
