"""Initial velocities that joints do not allow.

Claims: they are moved to the nearest in the measure of the kinetic energy, which is an impulse of the joints:
by its closed form for a hinged body, by its equations of momentum for two bodies; the case's joint, bodies
and the largest change are reported; prescribed motions start with their rate; velocities that joints
allow stay; gradients of moved starts by masses, inertias and velocities agree with complex step to
1e-10 and tangent with adjoint to 1e-11 on 1 and 3 ranks.
"""
import math
import re

from common import ended, in_turn
from helper import check, close, grid, run

HINGE = """gimbal: 1
bodies: [{name: a, mass: 2, inertia: [1, 1, 0.5, 0, 0, 0], at: [1, 0, 0], velocity: [0.4, 1, 0.3]}]
joints: [{type: revolute, name: hinge, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]%s}]
probes: [{name: p, body: a, at: [1, 0, 0]}]
time: {scheme: bdf2, step: 1e-3, steps: 2}
"""


def hinge():
    for ranks in (1, 2):
        r = run(HINGE % "", ranks)
        words = re.sub(r"\s+", " ", r.stderr)
        ended("a hinge with wrong velocities", r)
        check("the joint is named", "joint 'hinge': the initial velocities of ground and a break it: "
              "moving along (0, 1, 0), at a rate of 1;" in words, r.stderr)
        v = r.json["probes"]["p"]["v"][0]
        turn = 2 * 1 / (2 + 0.5)  # momentum about the hinge over the inertia about it
        close("velocity after the impulse", math.dist(v, (0, turn, 0)), 0, 0, 1e-13)
        close("largest change", r.json["moved"], math.dist((0.4, 1, 0.3), (0, turn, 0)), 1e-12)
        check("the joint that they broke", r.json["moved_joints"] == "joint 'hinge' (1)", r.json)
    r = run(HINGE % ", angle: \"2*t\"")
    close("a driven hinge starts with its rate", math.dist(r.json["probes"]["p"]["v"][0], (0, 2, 0)), 0, 0, 1e-12)
    r = run((HINGE % "").replace("[0.4, 1, 0.3]", "[0, 1, 0], angular_velocity: [0, 0, 1]"))
    check("allowed velocities stay", r.status == 0 and r.stderr == "" and r.json["moved"] < 1e-14
          and r.json["moved_joints"] == "", r.stderr)


PLATE = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 1e9, poisson: 0.3, density: 1000}}
shells: [{group: plate, material: m, thickness: 0.01}]
bodies: [{name: a, mass: 2, inertia: [1, 1, 0.5, 0, 0, 0], at: [-1, 0, 0]}]
joints:
  - {type: spherical, name: free, between: [ground, a], at: [-2, 0, 0]}
  - {type: spherical, name: pin, between: [a, "group:corner00"], at: [0, 0, 0]}
initial: [{group: plate, velocity: [0, 0, 3]}]
time: {scheme: galpha, step: 1e-4, steps: 1, error_limit: 10}
output: {every: 0}
"""


def plate():
    """A plate that moves and a body that does not, at one joint: it is named with its rate."""
    grid(2, 2).write("plate.msh")
    for ranks in (1, 3):
        r = ended("a moving plate at a joint", run(PLATE, ranks))
        check("the joint of the plate", r.json["moved_joints"] == "joint 'pin' (3)", r.json)
        check("the plate is moved", r.json["moved"] > 0.1, r.json["moved"])


PAIR = """gimbal: 1
gravity: [0, -9.81, 0]
bodies:
  - {name: a, mass: 1, inertia: [1, 1.2, 0.9, 0, 0, 0], at: [1, 0, 0], velocity: [0, 1, 0.3]}
  - {name: b, mass: 2, inertia: [0.7, 1, 0.8, 0, 0, 0], at: [2, 0.5, 0], angular_velocity: [0, 0, 1]}
joints:
  - {type: spherical, name: pin, between: [a, b], at: [1, 0.4, 0]}
  - {type: cylindrical, name: slide, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
probes:
  - {name: p, body: b, at: [2, 0.5, 0]}
  - {name: ca, body: a, at: [1, 0, 0]}
design:
  - {name: ma, body: a, parameter: mass}
  - {name: mb, body: b, parameter: mass}
  - {name: Jzz, body: a, parameter: inertia.zz}
  - {name: Jxy, body: b, parameter: inertia.xy}
  - {name: v, body: a, parameter: velocity.y}
  - {name: w, body: b, parameter: angular_velocity.z}
functions:
  - {name: path, type: integral, of: p, value: "x^2 + vy + 0.1*ax"}
  - {name: place, type: end, of: p, value: "x + y*z"}
time: {scheme: bdf2, step: 0.01, steps: 25}
output: {every: 25}
"""


FALLING = """gimbal: 1
mesh: offset.msh
materials: {m: {young: 1e7, poisson: 0.3, density: 1000}}
shells: [{group: plate, material: m, thickness: 0.02, offset: 0.003}]
supports: [{group: left, fix: all}]
gravity: [0, 0, -9.81]
bodies: [{name: b, mass: 2, inertia: [0.1, 0.12, 0.15, 0.01, 0.02, 0.01], at: [1.3, 0.2, 0.1]}]
masses: [{name: on, body: b, at: [1.4, 0.2, 0], mass: 0.2}]
probes: [{name: p, body: b, at: [1.3, 0.2, 0.1]}]
time: {scheme: galpha, step: 1e-3, steps: 10}
output: {every: 0}
"""


def pair():
    """An impulse of the joints changes neither the momentum along the slide nor about it."""
    r = ended("two bodies with wrong velocities", run(PAIR))
    close("momentum along the slide", r.json["balance"]["momentum"][0][2], 0.3, 1e-12)
    given = 1 * 1 + 0.9 * 0 + 0.8 * 1
    close("momentum about the slide", r.json["balance"]["angular_momentum"][0][2], given, 1e-12)
    va, vb = (r.json["probes"][name]["v"][0] for name in ("ca", "p"))
    check("the start is moved", r.json["moved"] > 0.1 and math.dist(va, vb) > 0.1, r.json["moved"])


def gradients():
    for scheme in ("bdf2", "galpha", "dirk4", "sdirk3"):
        for ranks in (1, 3):
            settings = ["time.scheme=" + scheme, "output.every=0"]
            r = ended("verify of %s" % scheme, run(PAIR, ranks, "verify", settings, ["--steps", "1e-30"]))
            for function, errors in r.json["verify"].items():
                for design, error in errors.items():
                    close("%s: d %s / d %s" % (scheme, function, design), error, 0, 0, 1e-10)
            adjoint = r.json["gradient"]
            tangent = run(PAIR, ranks, "gradient", settings, ["--tangent"]).json["gradient"]
            for function in adjoint:
                largest = max(abs(d[0]) for d in adjoint[function].values())
                for design in adjoint[function]:
                    close("tangent by %s: d %s / d %s" % (scheme, function, design),
                          tangent[function][design][0], adjoint[function][design][0], 0,
                          1e-11 * largest)


def multipliers_of_nothing():
    """A mass fixed to a body that falls freely pulls nothing: what round-off makes of its multipliers has no size by
    which it could converge."""
    grid(3, 2, size=(1.2, 0.5)).write("offset.msh")
    r = ended("a mass that pulls nothing", run(FALLING))
    close("it falls", r.json["probes"]["p"]["u"][-1][2], -0.5 * 9.81 * 0.01 ** 2, 1e-9)


in_turn(hinge, plate, multipliers_of_nothing, pair, gradients)
