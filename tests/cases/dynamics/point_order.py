"""Observed order of every scheme in time, on a linear oscillator and on a spring pendulum.

Claims: displacement and velocity of a damped oscillator on a moving base, against the closed form, and of a mass on a
nonlinear spring that swings through large angles, against an independent integration, converge with the order of each
scheme, and so do their derivatives by the springs' stiffnesses, by the tangent, against an extrapolated run; with
rising order at the start BDF 3 falls to order 2 and Adams-Moulton 4 to 6 to order 3, `start: dirk` keeps BDF 3 at 3,
Adams-Moulton 3 to 5 at theirs and gives 5 to Adams-Moulton 6; Fox-Goodwin is of order 4 in the displacement of an
undamped oscillator whose acceleration does not change at the start.
"""
# timeout: 240
import cmath
import math

from common import ended
from helper import check, program, run

DURATION, STIFFNESS, MASS, DAMPING, FREQUENCY, SPEED = 2.0, 8.0, 1.2, 0.3, 2.0, -0.4
HANGING, LENGTH, SPRING, BALL, GRAVITY = (0.6, 0.0, -0.8), 0.9, (40.0, 6.0), 1.3, 9.81
PUSH = (0.0, 1.1, 0.3)
CASE = """
gimbal: 1
gravity: [0, 0, %r]
masses:
  - {name: base, at: [0, 5, 0], motion: ["0.5*sin(%r*t)", 0, 0]}
  - {name: slider, at: [1, 5, 0], mass: %r, velocity: [%r, 0, 0], fix: [y, z]}
  - {name: ball, at: %r, mass: %r, velocity: %r}
springs:
  - {name: linear, between: [base, slider], stiffness: %r, damping: %r}
  - {name: rope, between: [ground, ball], at: [[0, 0, 0], ~], stiffness: %r, length: %r}
probes:
  - {name: slider, mass: slider}
  - {name: ball, mass: ball}
design:
  - {name: linear, spring: linear, parameter: stiffness}
  - {name: rope, spring: rope, parameter: stiffness}
time: {scheme: bdf1, step: 0.1, steps: 20}
output: {every: 0}
""" % (-GRAVITY, FREQUENCY, MASS, SPEED, list(HANGING), BALL, list(PUSH), STIFFNESS, DAMPING,
       list(SPRING), LENGTH)
# scheme, start, order, steps of the coarser run
CLAIMS = (("bdf1", "ramp", 1, 6400), ("bdf2", "ramp", 2, 800), ("bdf2", "dirk", 2, 800),
          ("bdf3", "ramp", 2, 1600), ("bdf3", "dirk", 3, 800),
          ("newmark", "ramp", 2, 200), ("average_acceleration", "ramp", 2, 200),
          ("linear_acceleration", "ramp", 2, 200), ("fox_goodwin", "ramp", 2, 200),
          ("central_difference", "ramp", 2, 200), ("explicit_newmark", "ramp", 1, 6400),
          ("abm1", "ramp", 1, 6400), ("abm2", "ramp", 2, 200), ("abm3", "ramp", 3, 200),
          ("abm3", "dirk", 3, 200), ("abm4", "ramp", 3, 800), ("abm4", "dirk", 4, 200),
          ("abm5", "ramp", 3, 400), ("abm5", "dirk", 5, 200), ("abm6", "ramp", 3, 400),
          ("abm6", "dirk", 5, 200), ("dirk2", "ramp", 2, 200), ("dirk3", "ramp", 3, 400),
          ("dirk4", "ramp", 4, 400), ("sdirk2", "ramp", 2, 200), ("sdirk3", "ramp", 3, 200),
          ("galpha", "ramp", 2, 400), ("hht", "ramp", 2, 400), ("wbz", "ramp", 2, 400),
          ("euler", "ramp", 1, 6400), ("explicit_euler", "ramp", 1, 6400))


def oscillator(t):
    """m x'' + c (x' - b') + k (x - b) = 0, b = sin(w t) / 2, from x = 0 with a speed."""
    forced = 0.5 * (STIFFNESS + 1j * FREQUENCY * DAMPING) / (
        STIFFNESS - MASS * FREQUENCY ** 2 + 1j * FREQUENCY * DAMPING)
    decay = DAMPING / (2 * MASS)
    root = -decay + 1j * math.sqrt(STIFFNESS / MASS - decay ** 2)
    # x = Im(forced e^(iwt)) + Im(own e^(root t))
    at_start = -forced.imag
    own = complex((SPEED - (1j * FREQUENCY * forced).imag - root.real * at_start) / root.imag, at_start)
    a, b = forced * cmath.exp(1j * FREQUENCY * t), own * cmath.exp(root * t)
    return [(a + b).imag], [(1j * FREQUENCY * a + root * b).imag]


def pendulum(t, steps=20000):
    """Displacement and velocity of the ball by the classical method of order 4."""
    def slope(y):
        r = math.sqrt(sum(x * x for x in y[:3]))
        e = r - LENGTH
        pull = (SPRING[0] * e + SPRING[1] * e * e) / (BALL * r)
        return y[3:] + [-pull * y[0], -pull * y[1], -pull * y[2] - GRAVITY]

    def moved(y, d, h):
        return [a + h * b for a, b in zip(y, d)]

    y, h = list(HANGING) + list(PUSH), t / steps
    for _ in range(steps):
        k1 = slope(y)
        k2 = slope(moved(y, k1, h / 2))
        k3 = slope(moved(y, k2, h / 2))
        k4 = slope(moved(y, k3, h))
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return [a - b for a, b in zip(y[:3], HANGING)], y[3:]


EXACT = {"slider": oscillator(DURATION), "ball": pendulum(DURATION)}


def differentiate(scheme, start, steps):
    """The run, and the derivatives of each probe's motion at the end by its spring."""
    r = ended("%s, %d steps, runs" % (scheme, steps),
              run(CASE, 1, "gradient", ["time.scheme=" + scheme, "time.start=" + start,
                                        "time.step=%r" % (DURATION / steps), "time.steps=%d" % steps], ["--tangent"]))
    data = r.json["sensitivities"]
    return r, [[x for key in "uv" for x in data[probe][spring][key][-1]]
               for probe, spring in (("slider", "linear"), ("ball", "rope"))]


def errors(scheme, start, steps):
    """Of displacement and velocity of both probes at the end, and of their derivatives."""
    r, slopes = differentiate(scheme, start, steps)
    found = []
    for name, exact in EXACT.items():
        for key, values in zip("uv", exact):
            found.append(math.dist(r.json["probes"][name][key][-1][:len(values)], values))
    return found + [math.dist(a, b) for a, b in zip(slopes, SLOPES)]


SLOPES = [[y + (y - x) / 15 for x, y in zip(*pair)]
          for pair in zip(*(differentiate("dirk4", "ramp", n)[1] for n in (3200, 6400)))]
coarse, fine = (pendulum(DURATION, n) for n in (10000, 20000))
check("the reference has settled", math.dist(coarse[1], fine[1]) < 1e-12, (coarse, fine))
print("orders of displacement and velocity: oscillator, then pendulum; of their derivatives; "
      "errors of the finer run")
for scheme, start, order, steps in CLAIMS:
    first, second = errors(scheme, start, steps), errors(scheme, start, 2 * steps)
    found = [math.log2(a / b) for a, b in zip(first, second)]
    print("%-20s %-4s %5d" % (scheme, start, 2 * steps), *("%6.2f" % p for p in found), "  ",
          *("%8.1e" % e for e in second))
    check("%s (%s) is of order %d" % (scheme, start, order), max(abs(p - order) for p in found) < 0.1, found)
lines = program(["--help"]).stdout.split("time: {scheme: ...}\n")[1].split("\n\n")[0].split("\n")
names = {line.split()[0] for line in lines} - {"static", "linear"}
check("every scheme is here", names == {claim[0] for claim in CLAIMS}, names)

LATE = """
gimbal: 1
masses: [{name: m, at: [1, 0, 0], mass: 2, fix: [y, z]}]
springs: [{between: [ground, m], at: [[0, 0, 0], ~], stiffness: 18, length: 0.7}]
probes: [{name: m, mass: m}]
time: {scheme: fox_goodwin, step: 0.1, steps: 20}
output: {every: 0}
"""
undamped = []
for steps in (40, 80):
    r = run(LATE, 1, settings=["time.step=%r" % (DURATION / steps), "time.steps=%d" % steps])
    undamped.append(abs(r.json["probes"]["m"]["u"][-1][0] - 0.3 * (math.cos(3 * DURATION) - 1)))
found = math.log2(undamped[0] / undamped[1])
check("fox_goodwin is of order 4 without damping from rest", abs(found - 4) < 0.1, found)
