"""Natural frequencies as functions of a case: `type: frequency`.

Claims: values and derivatives are those of `gimbal modes`, about the reference and about an equilibrium, beside
functions of the march, by adjoint and tangent, for linked designs and places; an optimum under a limit of a frequency
is the closed form's, on any number of ranks, also where each evaluation builds the model anew; a tuning fork is tuned.
What has no frequency or no derivative of one is refused. Frequencies of cantilevers of random sizes are those of
theory.
"""
# quick
import math
import random

from helper import BUILD, ROOT, check, close, run

LOADED = "sanitize" not in BUILD.name  # ipopt, which the address sanitizer does not let in

CHAIN = """
gimbal: 1
masses:
  - {name: m1, at: [1, 0, 0], mass: 2, fix: [y, z]}
  - {name: m2, at: [2, 0, 0], mass: 3, fix: [y, z]}
springs:
  - {name: k1, between: [ground, m1], at: [[0, 0, 0], ~], stiffness: 50}
  - {name: k2, between: [m1, m2], stiffness: 30}
time: {scheme: galpha, step: 0.01, steps: 2}
probes: [{name: end, mass: m2}]
design:
  - {name: one, mass: m1, parameter: mass, lower: 0.5, upper: 9, scale: 2}
  - {name: two, mass: m2, parameter: mass, lower: 0.5, upper: 9, scale: 2}
functions:
  - {name: weight, type: mass}
  - {name: f, type: frequency, mode: 1}
  - {name: x, type: end, of: end, value: x}
"""


def lowest(one, two):
    """omega^2 of the chain."""
    p, q = 80 / one + 30 / two, 50 * 30 / one / two
    return (p - math.sqrt(p * p - 4 * q)) / 2


for verb, options in (("run", []), ("gradient", []), ("gradient", ["--tangent"])):
    r = run(CHAIN, 2, verb, options=options)
    if not check("%s %s" % (verb, options), r.status == 0, r.stderr):
        continue
    close("the chain's frequency", r.json["functions"]["f"], math.sqrt(lowest(2, 3)) / 2 / math.pi, 1e-12)
    close("beside it", r.json["functions"]["x"], 2, 1e-12)
    for name, h in (("one", (1e-4, 0)), ("two", (0, 1e-4))) if verb == "gradient" else ():
        slope = sum(w * lowest(2 + k * h[0], 3 + k * h[1])
                    for k, w in ((1, 2 / 3), (-1, -2 / 3), (2, -1 / 12), (-2, 1 / 12))) / 1e-4
        close("its slope by " + name, r.json["gradient"]["f"][name][0],
              slope / 8 / math.pi ** 2 / r.json["functions"]["f"], 1e-9)
        close("the weight's", r.json["gradient"]["weight"][name][0], 1, 1e-12)

# Of the masses whose lowest frequency is at most this one, the lightest: the convex problem has its optimum where the
# first mass is as light as it may be, and the second follows.
LIMIT = 0.4
OPTIMIZE = "optimize: {objective: weight, constraints: [{function: f, upper: %g}], method: %s, tolerance: 1e-9}\n"
square = (2 * math.pi * LIMIT) ** 2
two = (30 - 900 / (80 - square * 0.5)) / square
for method, ranks in (("slsqp", 1), ("ipopt" if LOADED else "slsqp", 3)):
    r = run(CHAIN + OPTIMIZE % (LIMIT, method), ranks, "optimize")
    if check("optimum by %s on %d ranks" % (method, ranks), r.status == 0, r.stderr):
        close("the first mass", r.json["optimize"]["designs"]["one"][0], 0.5, 1e-5)
        close("the second", r.json["optimize"]["designs"]["two"][0], two, 1e-5)

# Where a place is a design, each evaluation is of another model: a bar on a hinge at h swings against a spring at 1
# with
# omega^2 = k (1 - h)^2/(J + m (1 - h)^2).
PLACE = """
gimbal: 1
bodies: [{name: bar, mass: 2, inertia: [0.3, 0.3, 0.5, 0, 0, 0], at: [1, 0, 0]}]
joints: [{name: hinge, type: revolute, between: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}]
springs: [{name: k, between: [ground, bar], at: [[1, 1, 0], [1, 0, 0]], stiffness: 40}]
time: {scheme: static, step: 1, steps: 1}
design: [{name: h, joint: hinge, parameter: at.x, lower: -1, upper: 0.9}]
functions: [{type: mass}, {name: f, type: frequency, mode: 1}]
optimize: {objective: mass, constraints: [{function: f, equals: 0.6}], method: slsqp, tolerance: 1e-9}
"""
square = (2 * math.pi * 0.6) ** 2
r = run(PLACE, 2, "optimize")
if check("a place", r.status == 0, r.stderr):
    close("of the hinge", r.json["optimize"]["designs"]["h"][0], 1 - math.sqrt(0.5 * square / (40 - 2 * square)), 1e-7)

# About an equilibrium, in statics: a mass that hangs from a spring swings as its pendulum.
HANGS = """
gimbal: 1
gravity: [0, 0, -9.81]
masses: [{name: m, at: [0, 0, -1], mass: 2, fix: [y]}]
springs:
  - {name: s, between: [ground, m], at: [[0, 0, 0], ~], stiffness: 100}
  - {name: side, between: [ground, m], at: [[1e5, 0, -1], ~], stiffness: 1e-9}
time: {scheme: static, step: 0.25, steps: 4}
modes: {at: equilibrium}
design: [{name: m, mass: m, parameter: mass}]
functions: [{name: f, type: frequency, mode: 1}, {name: g, type: frequency, mode: 2}]
"""
r = run(HANGS, 1, "gradient")
if check("about an equilibrium", r.status == 0, r.stderr):
    length = 1 + 2 * 9.81 / 100
    f = math.sqrt(9.81 / length) / 2 / math.pi
    close("a pendulum's frequency", r.json["functions"]["f"], f, 1e-10)
    close("its slope by the mass", r.json["gradient"]["f"]["m"][0], -f / 2 / length * 9.81 / 100, 1e-7)
    close("and up and down", r.json["functions"]["g"], math.sqrt(50) / 2 / math.pi, 1e-10)

FORK = ROOT / "meshes" / "tuning-fork.yaml"
first = run(FORK, 2, "gradient")
r = run(FORK, 2, "optimize", () if LOADED else ("optimize.method=slsqp",))
if check("the fork is tuned", r.status == 0, r.stderr):
    close("to its note", r.json["functions"]["note"], 440, 1e-7)
    close("by its thickness", r.json["optimize"]["designs"]["thickness"][0],
          4e-3 + (440 - first.json["functions"]["note"]) / first.json["gradient"]["note"]["thickness"][0], 1e-6)

for what, text, verb, status, words in (
        ("no mode", CHAIN.replace(", mode: 1", ""), "run", 2, ["functions[1].mode", "missing"]),
        ("a mode of a mass", CHAIN.replace("type: mass}", "type: mass, mode: 2}"), "run", 2,
         ["functions[0].mode", "not used"]),
        ("no such mode", CHAIN.replace("mode: 1", "mode: 3"), "run", 3, ["3 modes", "has 2"]),
        ("mode zero", CHAIN.replace("mode: 1", "mode: 0"), "run", 2, ["functions[1].mode"]),
        ("a time of it", CHAIN.replace("mode: 1", "mode: 1, at: end"), "run", 2, ["functions[1].at", "not used"]),
        ("verify", CHAIN, "verify", 2, ["verify", "complex step"]),
        ("twins", CHAIN.replace("fix: [y, z]", "fix: [z]").replace("mode: 1", "mode: 1"), "gradient", 3,
         ["mode 1", "rigid"])):
    for ranks in (1, 2):
        r = run(text, ranks, verb)
        check("%s on %d ranks: status %d" % (what, ranks, status), r.status == status, (r.status, r.stderr))
        for word in words:
            check("%s: says %s" % (what, word), word in r.stderr, r.stderr)

CLAMPED = """gimbal: 1
materials: {m: {young: %.17g, poisson: 0.3, density: %.17g}}
sections: {s: {type: rectangle, material: m, width: %.17g, height: %.17g}}
beams: [{name: rod, points: [[0, 0, 0], [%.17g, 0, 0]], elements: %d, order: %d, section: s, orientation: [0, 1, 0]}]
joints: [{type: fixed, between: [ground, rod.start], at: [0, 0, 0]}]
time: {scheme: newmark, step: 1, steps: 1}
modes: {count: 2, at: reference}
output: {every: 0}
"""

# Cantilevers of any size, in metres and in millimetres: rows of constraints, which are 1, meet stiffnesses of any size.
# Of thin ones, omega L^2 sqrt(rho A/(E I)) is 1.8751^2, but with few elements, whose stiffness is exact for forces at
# their ends and whose w is linear or quadratic in their mass: one of two nodes has sqrt(3 E I/L^3 / (rho A L/3)), two
# of them the flexibility x^2 (3 y - x)/6 at 1/2 and 1 and the masses [2/3, 1/6; 1/6, 1/3]/2; one of three nodes has
# quadratic rotations, and w' equal to them at two Gauss points.
FEW = {(1, 1): (3, 0.01), (2, 1): (24 / 7, 0.01), (1, 2): (3.6121, 0.01)}
SEED = 1
sizes = random.Random(SEED)
for trial in range(30):
    length = 10 ** sizes.uniform(-2, 2)
    height = length * 10 ** sizes.uniform(-3.5, -1)
    width = height * 10 ** sizes.uniform(-0.5, 0.5)
    young, density = 10 ** sizes.uniform(9, 11.5), 10 ** sizes.uniform(3, 4)
    if sizes.random() < 0.5:
        length, height, width, young, density = 1e3 * length, 1e3 * height, 1e3 * width, 1e-6 * young, 1e-12 * density
    elements, order = sizes.choice([1, 2, 4, 8]), sizes.choice([1, 2])
    name = "cantilever %d of seed %d" % (trial, SEED)
    r = run(CLAMPED % (young, density, width, height, length, elements, order), verb="modes")
    if check(name, r.status == 0, r.stderr):
        root, bound = FEW.get((elements, order), (1.8751 ** 2, 0.05))
        omega = root * min(height, width) * math.sqrt(young / 12 / density) / length ** 2
        close(name + ": frequency", r.json["modes"]["frequency"][0], omega / 2 / math.pi, bound)
