"""Chains and trees of many unknowns and no shells, whose factors are sparse. Claims: a chain of bars moves as the
equations of its angles say, which are integrated here by Runge-Kutta; results and the march's factorisations do not
depend on the number of ranks, and bits and counts repeat; the memory of factors grows in proportion to the bars of
chains and trees; gradients are exact where the operator is not symmetric; joints carry what hangs on them; corrections
end where what is left is the round-off of positions; by pairs of corrections a chain keeps its factors longer; in
adjoints a factor that costs more corrections than a new one is replaced.
"""
# quick
import math

from common import ended
from helper import check, close, gradients_agree, run

LENGTH, GRAVITY = 0.5, 9.81
HEAD = """gimbal: 1
gravity: [0, 0, -9.81]
time: {scheme: %s, step: %s, steps: %s}
output: {every: 0}
functions:
  - {name: x, type: end, of: tip, value: x}
  - {name: z, type: end, of: tip, value: z}
"""


def bar(i, at):
    return "  - {name: bar%d, box: [%g, 0.04, 0.02], density: 1000, at: [%g, %g, 0]}\n" % (i, LENGTH, *at)


def joint(i, above, at, kind):
    return "  - {type: %s, name: joint%d, between: [%s, bar%d], at: [%g, %g, 0]}\n" % (kind, i, above, i, *at)


def bars(count, parent, spherical=True):
    """Each bar along x from the end of its parent."""
    start, bodies, joints = {-1: (-LENGTH, 0)}, "", ""
    for i in range(count):
        x, y = start[parent(i)]
        start[i] = (x + LENGTH, y)
        bodies += bar(i, (x + 1.5 * LENGTH, y))
        kind = "spherical" if spherical and i % 2 else "revolute, axis: [0, 1, 0]"
        joints += joint(i, "bar%d" % parent(i) if i else "ground", start[i], kind)
    x, y = start[count - 1]
    return ("bodies:\n" + bodies + "joints:\n" + joints +
            "probes:\n  - {name: tip, body: bar%d, at: [%g, %g, 0]}\n" % (count - 1, x + LENGTH, y) +
            "design:\n  - {name: mass, body: bar0, parameter: mass}\n")


def chain(count, spherical=True):
    return bars(count, lambda i: i - 1, spherical)


def tree(count):
    return bars(count, lambda i: (i - 1) // 2 if i else -1)


def solve(a, b):
    """Gauss, by rows of a symmetric positive definite matrix."""
    n = len(b)
    a, b = [row[:] for row in a], b[:]
    for k in range(n):
        for i in range(k + 1, n):
            f = a[i][k] / a[k][k]
            for j in range(k, n):
                a[i][j] -= f * a[k][j]
            b[i] -= f * b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - sum(a[k][j] * b[j] for j in range(k + 1, n))) / a[k][k]
    return b


def pendulum(count, end, steps):
    """Ends of a plane chain of uniform bars by Lagrange's equations in the angles below the horizontal."""
    inertia = (LENGTH ** 2 + 0.02 ** 2) / 12  # over the mass
    share = [[LENGTH ** 2 * (count - max(i, j) - 0.5) if i != j else inertia + LENGTH ** 2 * (count - i - 0.75)
              for j in range(count)] for i in range(count)]
    weight = [GRAVITY * LENGTH * (count - i - 0.5) for i in range(count)]

    def rate(y):
        angle, speed = y[:count], y[count:]
        a = [[share[i][j] * math.cos(angle[i] - angle[j]) for j in range(count)] for i in range(count)]
        b = [weight[i] * math.cos(angle[i]) - sum(share[i][j] * math.sin(angle[i] - angle[j]) * speed[j] ** 2
                                                  for j in range(count)) for i in range(count)]
        return speed + solve(a, b)

    y, h = [0.0] * (2 * count), end / steps
    for _ in range(steps):
        k1 = rate(y)
        k2 = rate([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = rate([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = rate([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return (LENGTH * sum(math.cos(a) for a in y[:count]), -LENGTH * sum(math.sin(a) for a in y[:count]))


expected = pendulum(16, 0.2, 100)
found = ended("a chain of 16 bars moves", run(HEAD % ("dirk4", 4e-3, 50) + chain(16), 1, "run"))
if found.status == 0:
    for name, value in zip("xz", expected):
        close("the end of 16 bars, " + name, found.json["functions"][name], value, 1e-6)

KEPT = ("functions", "gradient", "newton_iterations", "factorisations", "gradient_factorisations", "krylov_iterations")
for name, model in (("chain", chain(40)), ("tree", tree(31))):
    first, before = None, {}
    for ranks in (1, 1, 2, 3, 3):
        r = ended("a %s marches on %d ranks" % (name, ranks),
                  run(HEAD % ("galpha", 1e-3, 30) + model, ranks, "gradient"))
        if r.status != 0:
            continue
        first = first or r.json
        marched = [j["factorisations"] - j["gradient_factorisations"] for j in (r.json, first)]
        check("factorisations of the march of a %s on %d ranks" % (name, ranks), marched[0] == marched[1], marched)
        for function in "xz":
            close("%s of a %s on %d ranks" % (function, name, ranks), r.json["functions"][function],
                  first["functions"][function], 1e-10)
        kept = [r.json[key] for key in KEPT]
        check("a %s on %d ranks repeats" % (name, ranks), before.setdefault(ranks, kept) == kept,
              "%s, %s" % (before[ranks], kept))

for name, model in (("chain", chain), ("tree", tree)):
    megabytes = []
    for count in (31, 255):
        r = ended("a %s of %d bars" % (name, count), run(HEAD % ("galpha", 1e-3, 3) + model(count), 1, "run"))
        megabytes.append(r.json["memory"]["factor_mb"] / count if r.status == 0 else math.nan)
    check("factors of a %s grow with its bars, few numbers for each" % name,
          megabytes[1] < 1.3 * megabytes[0] and megabytes[0] < 0.011, megabytes)

# at rest below the ground each joint carries the bars below it
hanging = HEAD % ("galpha", 1e-3, 2) + chain(19)
hanging = hanging.replace("gravity: [0, 0, -9.81]", "gravity: [%g, 0, 0]" % GRAVITY)
for ranks in (1, 2):
    r = ended("a chain hangs on %d ranks" % ranks, run(hanging, ranks, "run"))
    for i in range(19) if r.status == 0 else ():
        weight = 1000 * 0.5 * 0.04 * 0.02 * GRAVITY * (19 - i)
        close("joint %d" % i, r.json["joints"]["joint%d" % i]["force"][-1][0], -weight, 1e-9)

r = run(HEAD % ("galpha", 1e-3, 1000) + chain(16), 1, "run")
check("no corrections of round-off", r.status == 0 and r.json["newton_iterations"] < 4000,
      r.stderr or r.json["newton_iterations"])

r = run(HEAD % ("galpha", 1e-3, 60) + chain(100), 1, "run")
check("pairs spare factors", r.status == 0 and r.json["factorisations"] < 18, r.stderr or r.json["factorisations"])

BEAM = """materials: {m: {young: 5e8, poisson: 0.3, density: 2000}}
sections: {s: {type: rectangle, height: 0.02, width: 0.02, material: m}}
beams: [{name: beam, points: [[0, 0, 0], [1, 0, 0]], elements: 8, section: s, orientation: [0, 1, 0]}]
joints: [{type: revolute, between: [ground, beam.start], at: [0, 0, 0], axis: [0, 1, 0]}]
probes: [{name: tip, body: beam.end, at: [1, 0, 0]}]
design: [{name: density, material: m, parameter: density}]
"""
for name, model, steps, price, most in (("chain", chain(16), 300, 4.8, 8), ("beam", BEAM, 400, 6.7, 7.5)):
    r = ended("an adjoint of a %s" % name, run(HEAD % ("galpha", 1e-3, steps) + model, 1, "gradient"))
    if r.status == 0:
        cost = (r.json["krylov_iterations"] + price * r.json["gradient_factorisations"]) / steps
        check("corrections and factors of the adjoint of a %s" % name, cost < most, cost)

BUSHING = """bushings:
  - {name: soft, between: [bar2, bar9], at: [2.6, 0, 0], stiffness: [50, 60, 70, 1, 2, 3],
     damping: [5, 4, 3, 0.2, 0.1, 0.1]}
"""
joined = (HEAD % ("galpha", 2e-3, 10)
          + chain(16).replace("design:", "design:\n  - {name: k, bushing: soft, parameter: stiffness.11}") +
          BUSHING)
gradients_agree("a chain with a bushing", joined, ("galpha", "bdf2"))
