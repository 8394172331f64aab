"""Functions of gaps of contacts whose pairs are found by a search.

Claims: the gap of a ball above a plate of shells is its height less both sizes, from touching to a thousand sizes away,
and the function lies below it by no more than KS can, on 1 and 3 ranks; the area of faces weighs their gaps; gaps of
patterns of bodies are those of all pairs written out; the adjoint agrees with complex step, the tangent and central
differences of cases that are built anew, for bodies, nodes and faces, of one instant and of a march in which bodies
meet; a contact in which nothing can touch is refused.
"""
# timeout: 300
import math

from common import ended, in_turn, refused
from helper import built_anew, check, close, gradients_agree, grid, joined, run

ABOVE = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 500}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: plate, fix: all}]
bodies: [{name: b, sphere: 0.05, density: 1000, at: [0.43, 0.28, %r], velocity: [0.1, 0.2, -0.3]}]
contacts: [{name: c, surface: elements, on: plate, radius: 0.01, body: b, ball: 0.05, stiffness: 1e-6}]
functions:
  - {name: end, type: gap, of: c, weight: %g, sum: discrete, at: end}
  - {name: march, type: gap, of: c, weight: %g}
  - {name: each, type: gap, weight: %g, sum: discrete, at: each}
time: {scheme: bdf2, step: 1e-3, steps: 20, tolerance: 1e-12}
output: {every: 0}
"""


def above():
    for kind, faces in (("quad4", 24), ("tri3", 48)):
        grid(6, 4, kind=kind).write("plate.msh")
        for height, weight in ((0.062, 1e5), (0.2, 1e2), (0.2, 1e9), (60.0, 1e2), (60.0, 1e7)):
            values = []
            for ranks in (1, 3):
                r = run(ABOVE % (height, weight, weight, weight), ranks)
                label = "%s, height %g, weight %g, %d ranks" % (kind, height, weight, ranks)
                ended(label, r)
                found = r.json["functions"]
                least = height - 0.3 * 0.02 - 0.06
                below = least - found["end"]
                check(label + ": a bound", -1e-12 <= below <= math.log(faces) / weight + 1e-12, (least, found))
                # over the march, the sum of the steps' exponentials, of at most all faces
                mean = sum(math.exp(-weight * 0.3e-3 * k) * 1e-3 for k in range(21)) - 1e-3 * (
                    1 + math.exp(-weight * 6e-3)) / 2
                nearest = least - math.log(mean) / weight
                check(label + ": the march", -1e-12 <= nearest - found["march"] <= math.log(faces) / weight
                      + 0.02 / weight,
                      (nearest, found))
                values.append(found)
            for name in ("end", "march"):
                close("%s on 3 ranks" % name, values[1][name], values[0][name], 1e-13)


def parallel():
    """Faces 50 mm above a face: their area is the sum in KS, which moves it by ln(0.2)/P."""
    high = grid(3, 2, (0.5, 0.4), place=lambda x, y: (x + 0.2, y + 0.2, 0.05), distort=0.2, group="high")
    joined(high, grid(1, 1)).write("plate.msh")
    text = ABOVE % (1, 100, 100, 100)
    for old, new in (("shells: [", "shells: [{group: high, material: m, thickness: 0.02}, "),
                     ("supports: [", "supports: [{group: high, fix: all}, "),
                     ("body: b, ball: 0.05", "group: high, ball: 0.01"), (", sum: discrete, at: end", ", at: end")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    for ranks in (1, 3):
        r = ended("parallel plates", run(text, ranks))
        close("their gap", r.json["functions"]["end"], 0.03 - math.log(0.2) / 100, 1e-12)


PAIRS = """gimbal: 1
bodies:
  - {name: brick1, mass: 1, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0, 0, 0], angular_velocity: [1, 2, 3]}
  - {name: brick2, mass: 1, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0.3, 0, 0]}
  - {name: ball1, mass: 0.5, velocity: [0, 0, -3], inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0], at: [0.02, 0.01, 0.17]}
  - {name: ball2, mass: 0.5, velocity: [0, 0, -1], inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0], at: [0.29, -0.02, 0.37]}
contacts:
%s
functions:
  - {name: end, type: gap, weight: 50, sum: discrete, at: end}
  - {name: march, type: gap, weight: 200}
time: {scheme: galpha, rho: 0.5, step: 5e-4, steps: 20}
output: {every: 0}
"""
PAIR = "  - {name: %s, surface: box, edges: [0.2, 0.15, 0.2], on: %s, body: %s, ball: 0.05, stiffness: 2e4, " \
       "damping: 0.3%s}\n"


def patterns():
    heap = run(PAIRS % (PAIR % ("heap", "brick*", "ball*", "")), 3)
    all_pairs = run(
        PAIRS % "".join(PAIR % ("c%d%d" % (i, k), "brick%d" % i, "ball%d" % k, ", at: [%g, 0, 0]" % (0.3 * (i - 1)))
                        for i in (1, 2) for k in (1, 2)))
    if check("gaps of patterns", heap.status == all_pairs.status == 0, heap.stderr + all_pairs.stderr):
        for name, value in all_pairs.json["functions"].items():
            close("the gap of patterns, " + name, heap.json["functions"][name], value, 1e-12)


GAPS = """functions:
  - {name: end, type: gap, of: c, weight: 30, sum: discrete, at: end}
  - {name: march, type: gap, of: c, weight: 200}
  - {name: touched, type: area, of: c, weight: 300}
"""
NUMBERS = """design:
  - {name: k, contact: c, parameter: stiffness}
  - {name: ball, contact: c, parameter: ball}
  - {name: radius, contact: c, parameter: radius}
"""
MEETS = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials: {m: {young: 2e8, poisson: 0.3, density: 500}}
shells: [{group: low, material: m, thickness: 0.02}]
supports: [{group: left, fix: all}]
bodies:
  - {name: b, sphere: 0.05, density: 1000, at: [0.63, 0.37, 0.0609], velocity: [0.3, 0.9, -1],
     angular_velocity: [3, 2, 1]}
contacts: [{name: c, surface: elements, on: low, radius: 0.01, body: b, ball: 0.05, stiffness: 1e4, damping: 0.3}]
time: {scheme: bdf2, step: 1e-3, steps: 30, tolerance: 1e-13}
"""
GROUPS = "groups: [{name: near, box: [[-1, -1, -1], [0.45, 2, 1]]}, " \
         "{name: far, box: [[0.9, -1, -1], [2, 2, 1]]}]\nsupports"
NODES = MEETS.replace("on: low", "on: near").replace("body: b, ball", "group: far, ball").replace("supports", GROUPS)
BOW = '  - {name: bow, shape: {group: low, vector: [0, 0, "x*y"]}}\n  - {name: t, thickness: low}\n'
MARBLES = """gimbal: 1
bodies:
  - {name: m1, sphere: 0.05, density: 1000, at: [0, 0, 0], velocity: [1, 0, 0]}
  - {name: m2, sphere: 0.05, density: 1000, at: [0.105, 0.02, 0], velocity: [-1, 0, 0.2]}
  - {name: m3, sphere: 0.05, density: 1000, at: [0.5, 0.1, 0.3], velocity: [-1, 0, 0.2]}
contacts: [{name: c, surface: sphere, radius: 0.05, on: m*, body: m*, ball: 0.05, stiffness: 1e4, damping: 0.3}]
time: {scheme: galpha, rho: 0.8, step: 1e-3, steps: 20, tolerance: 1e-13}
"""


def gradients():
    grid(6, 4, (1.0, 0.6), group="low", distort=0.2).write("plate.msh")
    gradients_agree("a ball that meets a plate", MEETS + GAPS + NUMBERS + BOW, ("bdf2", "dirk2"))
    built_anew("a ball that meets a plate", MEETS + GAPS + "design:\n%s", {
        "ball": ("contact: c, parameter: ball", {"contacts.c.ball": (0.05, 1)}),
        "radius": ("contact: c, parameter: radius", {"contacts.c.radius": (0.01, 1)}),
        "x": ("body: b, parameter: at.x", {"bodies[0].at": ([0.63, 0.37, 0.0609], [1, 0, 0])}),
        "t": ("thickness: low", {"shells.low.thickness": (0.02, 1)})}, h=1e-7)
    r = ended("a bowed plate", run(MEETS + GAPS + "design:\n" + BOW, 1, "verify", (), ["--differences"]))
    for function, row in r.json["differences"].items():
        for design, found in row.items():
            close("%s by %s" % (function, design), found["derivative"], found["difference"], 1e-5, 1e-7)
    # Later the derivative by the bow passes through zero, where it has no digits.
    gradients_agree("faces and faces", NODES + GAPS + NUMBERS + BOW, ("bdf2",), ranks=(3,), settings=["time.steps=10"])
    gradients_agree("three marbles", MARBLES + GAPS + NUMBERS, ("galpha",))
    built_anew("three marbles", MARBLES + GAPS + "design:\n%s", {
        "radius": ("contact: c, parameter: stiffness", {"contacts.c.stiffness": (1e4, 1)}),
        "x": ("body: m3, parameter: at.x", {"bodies[2].at": ([0.5, 0.1, 0.3], [1, 0, 0])})}, h=1e-6)


def refusal():
    grid(1, 1, group="plate").write("plate.msh")
    refused("nothing can touch", ABOVE.replace("body: b, ball", "group: left, ball") % (1, 1, 1, 1),
            "nothing can touch", "contacts[0]")


in_turn(above, parallel, patterns, gradients, refusal)
