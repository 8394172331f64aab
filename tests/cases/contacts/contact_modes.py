"""Modes about states in which things touch whose pairs are found by a search.

Claims: a ball on springs that lies on fixed shells has the frequencies of the same ball on a plane, one of them in
closed form, about an equilibrium and about a time of a march, on 1 and 3 ranks; balls on bricks by patterns have the
frequencies of all pairs written out; derivatives are central differences of cases that are read anew, also of a plate
that bends under the ball; before they touch, the ball has the frequencies of its springs.
"""
# timeout: 300
import math

from common import ended, in_turn
from helper import check, close, differences_agree, grid, run

LIES = """gimbal: 1
%s
gravity: [0, 0, -9.81]
bodies: [{name: b, sphere: 0.05, density: 1000, at: [0.43, 0.28, 0.0599]}]
springs:
  - {between: [ground, b], at: [[0.73, 0.28, 0.06], [0.45, 0.28, 0.0599]], stiffness: 30}
  - {between: [ground, b], at: [[0.43, 0.58, 0.06], [0.43, 0.3, 0.0599]], stiffness: 50}
  - {between: [ground, b], at: [[0.1, 0.28, 0.06], [0.43, 0.28, 0.1]], stiffness: 70}
  - {between: [ground, b], at: [[0.43, -0.2, 0.16], [0.43, 0.28, 0.09]], stiffness: 90}
  - {between: [ground, b], at: [[0.43, 0.18, 0.16], [0.48, 0.28, 0.0599]], stiffness: 40}
contacts: [{name: c, %s, body: b, ball: 0.05, stiffness: 1e4, exponent: 1.5}]
functions: [{name: first, type: frequency, mode: 1}, {name: last, type: frequency, mode: 6}]
%s
"""
STATIC = "time: {scheme: static, step: 1, steps: 1, tolerance: 1e-13}\nmodes: {count: 6, at: equilibrium}"
MARCH = "time: {scheme: bdf2, step: 1e-3, steps: 20, tolerance: 1e-12}\nmodes: {count: 6, at: 0.02}"
FIXED = """mesh: plate.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 500}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: plate, fix: all}]"""
PLANE = "surface: plane, on: ground, at: [0, 0, 0.01], axis: [0, 0, 1]"
FACES = "surface: elements, on: plate, radius: 0.01"


def frequencies(name, case, ranks=1):
    r = run(case, ranks, "modes")
    return r.json["modes"]["frequency"] if check("modes of " + name, r.status == 0, r.stderr) else []


def lies():
    grid(6, 4).write("plate.msh")
    for name, end in (("an equilibrium", STATIC), ("a time", MARCH)):
        plane = frequencies("a ball on a plane at " + name, LIES % ("", PLANE, end))
        for ranks in (1, 3):
            faces = frequencies("a ball on shells at %s, %d ranks" % (name, ranks), LIES % (FIXED, FACES, end), ranks)
            check("as many", len(faces) == len(plane) == 6, (faces, plane))
            for one, other in zip(faces, plane):
                close("frequencies at %s, %d ranks" % (name, ranks), one, other, 1e-8)
    free = frequencies("a ball without a plane",
                       LIES.replace("contacts: [{name: c, %s, body: b, ball: 0.05, stiffness: 1e4, exponent: "
                                    "1.5}]\n", "%.0s") % ("", PLANE, STATIC.replace("equilibrium", "reference")))
    above = LIES.replace("0.0599]}]\nsprings", "0.0601]}]\nsprings") % (
        FIXED, FACES, STATIC.replace("equilibrium", "reference"))
    for one, other in zip(frequencies("a ball above shells", above), free):
        close("frequencies of the springs", one, other, 1e-2)


GUIDED = """gimbal: 1
%s
gravity: [0, 0, -9.81]
bodies: [{name: b, sphere: 0.05, density: 1000, at: [0.43, 0.28, 0.0599]}]
joints: [{type: prismatic, between: [ground, b], at: [0.43, 0.28, 0.0599], axis: [0, 0, 1]}]
contacts: [{name: c, %s, body: b, ball: 0.05, stiffness: 1e4, exponent: 1.5}]
functions: [{name: first, type: frequency, mode: 1}]
%s
"""


def guided():
    case = GUIDED % (FIXED, FACES, STATIC.replace("count: 6", "count: 1"))
    r = ended("a guided ball", run(case + "design: [{name: k, contact: c, parameter: stiffness}, "
                                   "{name: m, body: b, parameter: mass}]\n", 3, "gradient"))
    mass = 1000 * 4 / 3 * math.pi * 0.05 ** 3
    depth = (mass * 9.81 / 1e4) ** (2 / 3)
    exact = math.sqrt(1.5 * 1e4 * math.sqrt(depth) / mass) / (2 * math.pi)
    close("its frequency", r.json["functions"]["first"], exact, 1e-9)
    # omega^2 = 1.5 k^(2/3) (m g)^(1/3) / m
    close("by the stiffness", r.json["gradient"]["first"]["k"][0] * 1e4 / exact, 1 / 3, 1e-6)
    close("by the mass", r.json["gradient"]["first"]["m"][0] * mass / exact, -1 / 3, 1e-6)


BENDS = FIXED.replace("fix: all", "fix: z").replace("group: plate, fix", "group: left, fix: all}, {group: right, fix")


def derivatives():
    grid(4, 3, distort=0.15).write("plate.msh")
    designs = (
        "design:\n  - {name: k, contact: c, parameter: stiffness}\n  - {name: radius, contact: c, parameter: radius}\n"
        "  - {name: E, material: m, parameter: young}\n  - {name: x, body: b, parameter: at.x}\n")
    for ranks in (1, 3):
        differences_agree("derivatives on %d ranks" % ranks, LIES % (BENDS, FACES, STATIC) + designs, ranks, relative=0)


PAIRS = """gimbal: 1
bodies:
  - {name: brick1, mass: 1, inertia: [1e-2, 1e-2, 1e-2, 0, 0, 0], at: [0, 0, 0]}
  - {name: brick2, mass: 1, inertia: [1e-2, 1e-2, 1e-2, 0, 0, 0], at: [0.3, 0, 0]}
  - {name: ball1, mass: 0.5, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0.02, 0.01, 0.149]}
  - {name: ball2, mass: 0.5, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0.29, -0.02, 0.149]}
joints: [{type: fixed, between: [ground, brick1], at: [0, 0, 0]},
         {type: fixed, between: [ground, brick2], at: [0.3, 0, 0]}]
springs: [{between: [ball1, ball2], at: [[0.02, 0.01, 0.149], [0.29, -0.02, 0.149]], stiffness: 100, length: 0.3}]
contacts:
%s
time: {scheme: bdf2, step: 1e-3, steps: 4}
modes: {count: 3, at: reference}
"""
PAIR = "  - {name: %s, surface: box, edges: [0.2, 0.15, 0.2], on: %s, body: %s, ball: 0.05, stiffness: 2e4%s}\n"


def patterns():
    heap = frequencies("patterns", PAIRS % (PAIR % ("heap", "brick*", "ball*", "")), 3)
    pairs = frequencies("pairs", PAIRS % "".join(
        PAIR % ("c%d%d" % (i, k), "brick%d" % i, "ball%d" % k, ", at: [%g, 0, 0]" % (0.3 * (i - 1)))
        for i in (1, 2) for k in (1, 2)))
    check("as many of patterns", len(heap) == len(pairs) > 0, (heap, pairs))
    for one, other in zip(heap, pairs):
        close("frequencies of patterns", one, other, 1e-9, 1e-9)


in_turn(lies, guided, derivatives, patterns)
