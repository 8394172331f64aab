"""Contacts with lines and faces of the mesh.

Claims: a ball that rolls over a flat surface of fixed shells, of any shape and in any distortion, moves as on a plane,
and over a fixed line of beams as on a capsule, for its parts count once; a ball that slides on a rail begins to roll,
at the speed that friction on the rail leaves, and one that hits a rod keeps the sum of momentum and of angular
momentum; a rod of beams does the same on two rails; in a crease it touches both sides; a plate hit by another one keeps
the sum of momentum and of angular momentum, and gains no energy; the force of the surface on what touches it, its area
and its gap are those of a plane, and balance a load; a model that turns as a whole is the same model; the adjoint
agrees with complex step, the tangent, and central differences of cases that are built anew, for bodies, nodes, lines
and faces, and for joints and elements beside them, on 1 and 3 ranks; shells squeezed between solids carry the load; a
marble rolls down two rails as fast as it should; what has no meaning is refused.
"""
# timeout: 300
import math

from common import ended, in_turn
from helper import Mesh, built_anew, check, close, example, gradients_agree, grid, joined, run
from solid_blocks import block

ROLLS = """gimbal: 1
%s
gravity: [0, 0, -9.81]
bodies: [{name: b, sphere: 0.05, density: 1000, at: [0.12, 0.13, 0.059], velocity: [1.1, 0.6, -0.1],
          angular_velocity: [3, -2, 4]}]
contacts: [{name: c, %s, body: b, ball: 0.05, stiffness: 2e4, damping: 0.5%s}]
probes: [{name: b, body: b, at: [0.12, 0.13, 0.109]}, {name: push, reaction: c, about: [0.1, 0.2, 0.3]}]
functions:
  - {name: push, type: integral, value: push.fx + 2*push.fy + push.fz}
  - {name: turn, type: integral, value: push.mx + 2*push.my + push.mz}
  - {name: x, type: end, value: b.x}
  - {name: y, type: end, value: b.y}
  - {name: z, type: end, value: b.z}
  - {name: area, type: area, weight: 500}
time: {scheme: galpha, rho: 0.8, step: 1e-3, steps: 500, tolerance: 1e-11}
output: {every: 0}
"""
FIXED = """mesh: plate.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 500}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: plate, fix: all}]"""
WIRE = """mesh: wire.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 500}}
sections: {round: {type: circle, radius: 0.01, material: m}}
beams: [{group: wire, section: round, orientation: [0, 0, 1]}]
supports: [{group: wire, fix: all}]"""
RUBS = ", friction: 0.3, velocity: 0.05"


def same(label, one, other, relative, absolute=0.0):
    ended(label, one, other)
    for name, value in one.json["functions"].items():
        close("%s: %s" % (label, name), other.json["functions"][name], value, relative, absolute)
    plane, faces = one.json["contacts"]["push"], other.json["contacts"]["push"]
    check("%s: one place touches" % label, faces["area"] == plane["area"])
    check("%s: the gap" % label, all(b is None or abs(a - b) < 1e-9 for a, b in zip(plane["gap"], faces["gap"])))


def line(ends, count, second=False, group="wire", mesh=None):
    """A straight line of elements of two or three nodes."""
    mesh = mesh or Mesh()
    a, b = ends
    steps = 2 * count if second else count
    nodes = [mesh.node(*(a[i] + (b[i] - a[i]) * k / steps for i in range(3))) for k in range(steps + 1)]
    for k in range(count):
        part = (nodes[2 * k], nodes[2 * k + 2], nodes[2 * k + 1]) if second else (nodes[k], nodes[k + 1])
        mesh.element("line3" if second else "line2", group, part)
    return mesh


def rolls():
    plane = run(ROLLS % ("", "surface: plane, on: ground, at: [0, 0, 0.01]", RUBS))
    for kind in ("quad4", "tri3", "quad9", "tri6"):
        grid(5, 4, (1.0, 0.7), distort=0.12 if kind == "tri6" else 0.2, kind=kind).write("plate.msh")
        same("over " + kind, plane, run(ROLLS % (FIXED, "surface: elements, on: plate, radius: 0.01", RUBS), 2),
             0, 1e-9)
    capsule = run(ROLLS.replace("0.6, -0.1]", "0, -0.1]").replace("0.13", "0.1") % (
        "", "surface: capsule, on: ground, at: [0.5, 0.1, 0], axis: [1, 0, 0], radius: 0.01, length: 1", ""))
    for second in (False, True):
        line(((0, 0.1, 0), (1, 0.1, 0)), 5, second).write("wire.msh")
        wire = run(ROLLS.replace("0.6, -0.1]", "0, -0.1]").replace("0.13", "0.1") % (
            WIRE, "surface: elements, on: wire, radius: 0.01", ""))
        same("along a line of %d nodes" % (2 + second), capsule, wire, 0, 1e-9)


RAIL = """gimbal: 1
mesh: wire.msh
gravity: [0, 0, %r]
materials: {m: {young: 2e9, poisson: 0.3, density: 500}}
sections: {round: {type: circle, radius: 0.01, material: m}}
beams: [{group: wire, section: round, orientation: [0, 0, 1]}]
%s
bodies: [{name: b, sphere: 0.05, density: 1000, at: [0.23, 0.1, %r], velocity: %s, angular_velocity: %s}]
contacts: [{name: c, surface: elements, on: wire, radius: 0.01, body: b, ball: 0.05, stiffness: 2e4, damping: 0.5,
            friction: 0.3,
  velocity: 0.01}]
probes: [{name: b, body: b, at: [0.23, 0.1, %r]}]
functions: [{name: v, type: value, value: b.vx + 2*b.vy, at: end}]
time: {scheme: dirk3, step: %r, steps: %d, tolerance: 1e-13}
"""


def keeps_momentum(balance, angular):
    """angular: the step's error of angular momentum, of its size"""
    check("they touch", balance["lost"][-1] > 0.02 * balance["kinetic"][0], balance["lost"][-1])
    for name, bound in (("momentum", 1e-11), ("angular_momentum", angular)):
        size = max(abs(v) for v in balance[name][0])
        for i in range(3):
            close("%s, component %d" % (name, i), balance[name][-1][i], balance[name][0][i], 0, bound * size)


def slides():
    """A ball that slides on a rail begins to roll: m v + I w / a stays, for the distance a of its centre from the rail.
    A ball that hits a free rod with spin keeps the sum of momentum and of angular momentum."""
    line(((0, 0.1, 0), (2, 0.1, 0)), 8).write("wire.msh")
    a = 0.06 - 1000 * 4 / 3 * math.pi * 0.05 ** 3 * 9.81 / 2e4
    for ranks in (1, 2):
        r = ended("a ball on a rail", run(
            RAIL % (-9.81, "supports: [{group: wire, fix: all}]", a, "[1, 0, 0]", "[0, 0, 0]", a, 1e-3, 300), ranks))
        close("its speed when it rolls", r.json["functions"]["v"], a * a / (a * a + 0.4 * 0.05 ** 2), 1e-6)
    flight = RAIL % (0, "", 0.0605, "[0.5, 0.8, -1]", "[3, 40, 10]", 0.0605, 1e-4, 200)
    r = ended("a ball hits a rod", run(flight, 2))
    keeps_momentum(r.json["balance"], 1e-8)
    gradients_agree("a ball hits a rod", flight.replace("dirk3", "bdf2").replace("steps: 200", "steps: 40")
                    + NUMBERS + FRICTION, ("bdf2",))


RODS = """gimbal: 1
mesh: rods.msh
gravity: [0, 0, %r]
materials: {m: {young: 2e9, poisson: 0.3, density: 500}}
sections: {rail: {type: circle, radius: 0.01, material: m}, rod: {type: circle, radius: 0.02, material: m}}
beams: [{group: rails, section: rail, orientation: [0, 0, 1]}, {group: rod, section: rod, orientation: [0, 0, 1]}]
%s
initial: [{group: rod, velocity: %s, angular_velocity: %s, about: [0.1, 0, 0.03]}]
contacts: [{name: c, surface: elements, on: rails, radius: 0.01, group: rod, ball: 0.02, stiffness: 2e5, damping: 0.5,
            friction: 0.3,
  velocity: 0.01}]
probes: [{name: b, at: [0.1, 0.05, 0.03]}, {name: push, reaction: c}]
functions: [{name: v, type: value, value: b.vx, at: end}]
time: {scheme: dirk3, step: %r, steps: %d, tolerance: 1e-13}
"""


def rods():
    """A rod of beams that slides across two rails begins to roll about its own axis: m v + I w / a stays. One that
    flies across free rails with spin keeps the sum of momentum and of angular momentum."""
    # a point of a beam of the rod is above each rail
    for second, y in ((False, 0.1 + 0.05 / math.sqrt(3)), (True, 0.1)):
        rails = joined(*(line(((0, side * y, 0), (1, side * y, 0)), 4, second, "rails") for side in (-1, 1)))
        joined(rails, line(((0.1, -0.15, 0.03), (0.1, 0.15, 0.03)), 3, second, "rod")).write("rods.msh")
        r = ended("a rod on rails", run(
            RODS % (-9.81, "supports: [{group: rails, fix: all}]", "[1, 0, 0]", "[0, 0, 0]", 1e-3, 300), 1 + second))
        a = 0.03 + r.json["contacts"]["push"]["gap"][-1]
        close("its speed when it rolls", r.json["functions"]["v"], a * a / (a * a + 0.5 * 0.02 ** 2), 1e-3)
        flight = RODS % (0, "", "[0.5, 0.8, -1]", "[3, 40, 10]", 1e-4, 100)
        r = ended("a rod hits rails", run(flight, 2))
        keeps_momentum(r.json["balance"], 1e-7)
    smooth = flight.replace("friction: 0.3", "friction: 0") + "design: [{name: mu, contact: c, parameter: friction}]\n"
    r, rough = run(smooth, verb="gradient"), run(smooth, settings=["contacts.c.friction=1e-5"])
    if check("friction from zero on", r.status == rough.status == 0, r.stderr + rough.stderr):
        close("the derivative by friction of none", r.json["gradient"]["v"]["mu"][0],
              (rough.json["functions"]["v"] - r.json["functions"]["v"]) / 1e-5, 1e-4)
    gradients_agree("a rod hits rails", flight.replace("dirk3", "bdf2").replace("steps: 100", "steps: 30")
                    + NUMBERS + FRICTION, ("bdf2",))


def crease():
    """A ball settles in a valley of two slopes, against both: 2 k d cos a = m g for the depth d of each."""
    angle, reach, k = math.radians(30), 0.06, 2e4
    grid(6, 2, (1.0, 0.4), place=lambda x, y: (x, y, abs(x - 0.5) * math.tan(angle))).write("plate.msh")
    for dx in (0.003, 0.0):
        r = ended("a ball in a valley", run("""gimbal: 1
%s
gravity: [0, 0, -9.81]
bodies: [{name: b, sphere: 0.05, density: 1000, at: [%r, 0.23, 0.071]}]
contacts: [{surface: elements, on: plate, radius: 0.01, body: b, ball: 0.05, stiffness: %r, damping: 20}]
probes: [{name: b, body: b, at: [0.5, 0.23, 0.071]}]
functions: [{name: x, type: end, value: b.ux}, {name: z, type: end, value: b.uz}]
time: {scheme: galpha, rho: 0.8, step: 2e-3, steps: 750}
output: {every: 0}
""" % (FIXED, 0.5 + dx, k), 2))
        mass = 1000 * 4 / 3 * math.pi * 0.05 ** 3
        depth = mass * 9.81 / (2 * k * math.cos(angle))
        close("its height", 0.071 + r.json["functions"]["z"], (reach - depth) / math.cos(angle), 1e-6)
        close("its place", r.json["functions"]["x"] + dx, 0, 0, 1e-5)


HIT = """gimbal: 1
mesh: plates.msh
materials: {m: {young: 2e8, poisson: 0.3, density: 800}}
shells: [{group: low, material: m, thickness: 0.01}, {group: high, material: m, thickness: 0.01}]
initial: [{group: high, velocity: [0.4, 0.2, -2]}, {group: low, velocity: [0, -0.3, 0.1]}]
contacts: [{name: c, surface: elements, on: low, radius: 5e-3, group: high, ball: 5e-3, stiffness: 2e7, damping: 0.2,
            friction: 0.3,
  velocity: 0.1}]
probes: [{name: tip, at: [0.06, 0.03, 0.03]}, {name: push, reaction: c}]
functions: [{name: way, type: end, value: tip.z + tip.x + 2*tip.y},
            {name: push, type: integral, value: push.fz + 3*push.mx + push.mz},
  {name: area, type: area, weight: 300}]
time: {scheme: %s, step: 1e-4, steps: %d, tolerance: 1e-12%s}
output: {every: 1000}
"""


def plates(one="quad4", other="tri6"):
    high = grid(3, 2, (0.3, 0.25), place=lambda x, y: (x + 0.06, y + 0.03, 0.012 + 0.15 * x + 0.05 * y),
                kind=other, group="high")
    return joined(grid(4, 3, (0.4, 0.3), kind=one, group="low"), high)


def momentum():
    """A plate flies into another one, both free."""
    plates().write("plates.msh")
    found = []
    for ranks in (1, 2):
        r = ended("two plates on %d ranks" % ranks, run(HIT % ("dirk4", 100, ", retry: 4"), ranks))
        found.append(r.json["functions"]["way"])
        balance = r.json["balance"]
        first = balance["kinetic"][0]
        check("they touch", balance["lost"][-1] > 0.02 * first, balance["lost"][-1] / first)
        check("energy never grows", all(b >= a - 1e-4 * first for a, b in zip(balance["lost"], balance["lost"][1:])))
        for name, tolerance in (("momentum", 1e-9), ("angular_momentum", 1e-4)):
            size = max(abs(v) for v in balance[name][0])
            for i in range(3):
                close("%s, component %d" % (name, i), balance[name][-1][i], balance[name][0][i], 0, tolerance * size)
    close("on 2 ranks", found[1], found[0], 1e-8)


NUMBERS = """design:
  - {name: k, contact: c, parameter: stiffness}
  - {name: ball, contact: c, parameter: ball}
  - {name: radius, contact: c, parameter: radius}
  - {name: exponent, contact: c, parameter: exponent}
  - {name: c, contact: c, parameter: damping}
"""
FRICTION = "  - {name: mu, contact: c, parameter: friction}\n  - {name: v0, contact: c, parameter: velocity}\n"
THICK = "  - {name: t, thickness: low}\n"
CROSSED = """gimbal: 1
mesh: wires.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 900}}
sections: {round: {type: circle, radius: 5e-3, material: m}}
beams: [{group: low, section: round, orientation: [0, 0, 1]}, {group: high, section: round, orientation: [0, 0, 1]}]
supports: [{group: ends, fix: all}]
initial: [{group: high, velocity: [0, 0.1, -2]}]
contacts: [{name: c, surface: elements, on: low, radius: 5e-3, group: high, ball: 5e-3, stiffness: 1e6, damping: 0.2}]
probes: [{name: tip, at: [0.2, 0.2, 0.0099]}]
functions: [{name: way, type: end, value: tip.z + tip.x + 2*tip.y}]
time: {scheme: bdf2, step: 1e-4, steps: 30, tolerance: 1e-13}
"""
BALL = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials: {m: {young: 2e8, poisson: 0.3, density: 500}}
shells: [{group: low, material: m, thickness: 0.02}]
supports: [{group: left, fix: all}]
bodies:
  - {name: b, sphere: 0.05, density: 1000, at: [0.63, 0.37, 0.0599], velocity: [0.3, 0.9, -0.1],
     angular_velocity: [3, 2, 1]}
  - {name: bob, sphere: 0.05, density: 1000, at: [2.2, 0, 0]}
joints: [{name: hinge, type: revolute, between: [ground, bob], at: [2, 0, 0], axis: [0, 1, 0]}]
contacts: [{name: c, surface: elements, on: low, radius: 0.01, body: b, ball: 0.05, stiffness: 1e4, damping: 0.3,
            friction: 0.3,
  velocity: 0.5}]
probes: [{name: tip, at: [1, 0, 0]}, {name: b, body: b, at: [0.63, 0.37, 0.0599]}, {name: push, reaction: c},
  {name: patch, element_at: [0.5, 0.3, 0]}]
functions: [{name: x, type: end, value: b.x + b.z + b.y}, {name: t, type: end, value: tip.z},
  {name: push, type: integral, value: push.fz + push.my}, {name: hang, type: integral, value: hinge.fz + patch.M11}]
time: {scheme: bdf2, step: 1e-3, steps: 60, tolerance: 1e-13}
"""


def gradients():
    grid(6, 4, (1.0, 0.6), group="low", distort=0.2).write("plate.msh")
    gradients_agree("a ball on a plate", BALL + NUMBERS + FRICTION + THICK, ("bdf2", "dirk2"))
    built_anew("a ball on a plate", BALL + "design:\n%s", {
        "ball": ("contact: c, parameter: ball", {"contacts.c.ball": (0.05, 1)}),
        "radius": ("contact: c, parameter: radius", {"contacts.c.radius": (0.01, 1)}),
        "x": ("body: b, parameter: at.x", {"bodies[0].at": ([0.63, 0.37, 0.0599], [1, 0, 0])}),
        "t": ("thickness: low", {"shells.low.thickness": (0.02, 1)})}, h=1e-7)
    for one, other in (("quad4", "tri6"), ("tri3", "quad9")):
        plates(one, other).write("plates.msh")
        gradients_agree("%s on %s" % (other, one), HIT % ("bdf2", 30, "") + NUMBERS + FRICTION + THICK, ("bdf2",))
    wires = line(((0, 0, 0), (0.4, 0, 0)), 4, group="low")
    for n in (1, 5):
        wires.element("point", "ends", (n,))
    line(((0.2, -0.2, 0.0099), (0.2, 0.2, 0.0099)), 3, True, "high", wires).write("wires.msh")
    gradients_agree("crossed wires", CROSSED + NUMBERS, ("bdf2",))


SQUEEZED = """gimbal: 1
mesh: blocks.msh
materials: {m: {young: 1000, poisson: 0, density: 1}}
solids: [{group: under, material: m}, {group: over, material: m}]
supports: [{group: floor, fix: z}, {group: sides, fix: [x, y]}]
loads: [{group: roof, type: pressure, value: 1}]
contacts: [{name: c, surface: elements, on: seat, radius: 0.02, group: foot, ball: 0.03, stiffness: 2e4}]
probes: [{name: a, at: [0, 0, 1.249975]}, {name: b, at: [1, 1, 1.249975]},
         {name: push, reaction: c, about: [0.5, 0, 0]}]
functions: [{name: a, type: end, value: a.uz}, {name: b, type: end, value: b.uz}, {name: c, type: compliance},
  {name: push, type: end, value: push.fz + push.my + push.mx^2}]
time: {scheme: static, step: 1, steps: 1, tolerance: 1e-13}
%s"""


def blocks(kinds, finer=1):
    """Two blocks of other meshes, pressed into each other by 2.5e-5."""
    meshes = [block(kinds[0], (3 * finer, 3 * finer, 2 * finer), (1.0, 1.0, 0.6), group="under"),
              block(kinds[1], (2 * finer,) * 3, place=lambda x, y, z: (x, y, 0.649975 + 0.6 * z), group="over")]
    for mesh, new in zip(meshes, ({"bottom": "floor", "top": "seat"}, {"bottom": "foot", "top": "roof"})):
        mesh.elements = [(kind, new.get(group, group), patch, nodes) for kind, group, patch, nodes in mesh.elements]
    mesh = joined(*meshes)
    for n in list(mesh.nodes):
        mesh.element("point", "sides", (n,))
    mesh.write("blocks.msh")


def squeezed():
    """The ends of the blocks approach by p L/E + p/k less what they begin with, and by dents where their nodes do not
    meet, of the size p h/E, h being the length of an element."""
    approach, found = 1.2 / 1000 + 1 / 2e4 - 2.5e-5, []
    for kinds, finer, tolerance in ((("hex8", "hex8"), 1, 0.004), (("hex8", "hex8"), 2, 0.004),
                                    (("hex20", "tet10"), 1, 0.02), (("hex27", "hex8"), 1, 0.08),
                                    (("hex27", "hex8"), 2, 0.04)):
        blocks(kinds, finer)
        r = ended("squeezed " + "%s and %s" % kinds, run(SQUEEZED % "", 3))
        for name in "ab":
            close("%s and %s: %s" % (kinds + (name,)), r.json["functions"][name], -approach, tolerance)
        found.append(-r.json["functions"]["a"] / approach - 1)
        push = r.json["reactions"]["push"]
        close("its force is the load", push["force"][-1][2], 1, 1e-9)
        if "tet10" not in kinds:  # whose dents have no symmetry
            close("and acts in the middle", push["moment"][-1][0], 0.5, 1e-9)
        close("all of the foot touches", r.json["contacts"]["push"]["area"][-1], 1, 1e-9)
    check("finer blocks have smaller dents", found[4] < 0.6 * found[3], found)
    blocks(("hex8", "tet10"))
    gradients_agree("squeezed", SQUEEZED % NUMBERS.replace("  - {name: c, contact: c, parameter: damping}\n", ""),
                    ("static",))


def refusals():
    grid(6, 4, (1.0, 0.6), group="low").write("plate.msh")
    for label, old, new, words in (
            ("no such group", "on: low", "on: lwo", "low"),
            ("a body as surface", "on: low", "on: b", "b"),
            ("a place", "radius: 0.01", "at: [0, 0, 0], radius: 0.01", "at"),
            ("an axis", "radius: 0.01", "axis: [0, 0, 1], radius: 0.01", "axis"),
            ("no size", "radius: 0.01, body: b, ball: 0.05", "body: b", "without size"),
            ("friction of nodes with lines", "on: low, radius: 0.01, body: b, ball",
             "on: left, radius: 0.01, group: right, ball",
             "friction with bodies and beams alone"),
            ("the force on itself", "body: b, ball", "group: low, ball", "a group apart from its surface"),
            ("forces of nodes", "reaction: c", "reaction: c, per: node", "per: group"),
            ("points", "on: low", "on: corner00", "no lines or faces"),
            ("petsc", "time: {", "solver: {linear: petsc}\ntime: {", "petsc")):
        check("the case has " + old, old in BALL)
        r = run(BALL.replace(old, new))
        check(label + " is refused", r.status in (2, 3, 4, 6) and words in r.stderr, (r.status, r.stderr))


in_turn(rolls, slides, rods, crease, momentum, gradients, squeezed, refusals)
r = ended("the example", run(example("ball-on-tray", n=6), 2))
push, ball = r.json["reactions"]["push"], r.json["probes"]["ball"]
mass = 7850 * 4 / 3 * math.pi * 0.04 ** 3
flown = [b - a for a, b in zip(push["t"], push["t"][1:])]
given = sum(h * (a[2] + b[2]) / 2 for h, a, b in zip(flown, push["force"], push["force"][1:]))
close("the push of the tray turns it", given - mass * 9.81 * push["t"][-1], mass * (ball["v"][-1][2] - ball["v"][0][2]),
      0.02)
check("its ball bounces", max(v[2] for v in r.json["probes"]["ball"]["v"]) > 0.1, r.json["probes"]["ball"]["v"][-1])
r = ended("the marble run", run(example("marble-run")))
arm, found = 9.5 ** 2 - 5 ** 2, r.json["functions"]
close("the marble's speed", found["speed"], 9.81 * 0.07 / math.hypot(0.07, 0.4) * 0.7 / (1 + 0.4 * 64 / arm), 2e-3)
close("it rolls", found["spin"] * math.sqrt(arm) * 1e-3, found["speed"], 2e-3)
