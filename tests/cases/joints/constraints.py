"""Constraints over long marches: what stays at round-off, what converges, what becomes of the energy.

Claims: positions stay at round-off over 100,000 steps of the double pendulum, and the velocities and accelerations that
they leave open are off by the scheme's error, of order 2 in the step, which does not grow with the steps; reactions
converge with the order of the scheme, 2 to 4, at step ends of all families, but for the first steps, in which
generalised-alpha's are of order 1 and the first three of BDF 2's ramp do not converge; a rotor loses energy to
generalised-alpha (rho < 1) and BDF 2 at the rate that their expansion gives, of order 3 in the step, and none to rho =
1; over 100,000 steps of the rigid pendulum and of the double pendulum rho = 1 keeps the energy within bounds that do
not grow, where held positions alone would end in a few thousand; a march of Runge-Kutta steps goes on from a restart
file bit by bit with its reactions.
"""
# timeout: 240
import math
from fractions import Fraction
from pathlib import Path

from common import in_turn
from helper import ROOT, check, close, run

DOUBLE = ROOT / "meshes" / "double-pendulum.yaml"
PENDULUM = ROOT / "meshes" / "rigid-pendulum.yaml"


def march(case, scheme, step, end, *more, every=0):
    settings = ["time.scheme=" + scheme, "time.step=%.17g" % step, "time.steps=%d" % round(end / step),
                "output.every=%d" % every]
    r = run(case, settings=settings + list(more))
    return r if check("%s by %s, h = %g" % (Path(str(case)).stem[:20], scheme, step), r.status == 0, r.stderr) else None


# ---- positions and what they leave open ----------------------------------------------------------

def long_march():
    r = march(DOUBLE, "galpha", 1e-3, 100)
    if r:
        close("positions over 100,000 steps", r.json["drift"]["position"], 0, 0, 1e-14)
    for scheme in ("galpha", "bdf2"):
        off = [r.json["drift"] for r in (march(DOUBLE, scheme, h, 1) for h in (1e-3, 5e-4)) if r]
        for level in ("velocity", "acceleration"):
            order = math.log2(off[0][level] / off[1][level])
            check("order of %s's %s drift: %.2f" % (scheme, level, order), 1.8 <= order <= 2.2, off)


# ---- reactions -----------------------------------------------------------------------------------

def reactions(scheme, step, more=()):
    """All forces and moments of the double pendulum at 0.5, 0.55, ... 1 s."""
    r = march(DOUBLE, scheme, step, 1, *more)
    every = round(0.05 / step)
    return r and [value for joint in r.json["joints"].values() for what in ("force", "moment")
                  for vector in joint[what][10 * every::every] for value in vector]


def distance(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


def orders():
    exact = reactions("dirk4", 2.5e-4)
    index1 = ["constraints.enforce=index1", "constraints.alpha=10", "constraints.beta=10"]
    for scheme, order, step, more in (
            ("galpha", 2, 1e-3, []), ("galpha", 2, 1e-3, ["time.rho=0.5"]),
            ("galpha", 2, 1e-3, ["time.rho=1"]), ("bdf1", 1, 1.25e-4, []), ("bdf2", 2, 5e-4, []),
            ("newmark", 2, 1e-3, []), ("dirk2", 2, 1e-3, []), ("dirk3", 3, 2.5e-3, index1),
            ("dirk4", 4, 1e-3, index1), ("sdirk2", 2, 1e-3, index1), ("sdirk3", 3, 2.5e-3, index1)):
        values = [reactions(scheme, h, more) for h in (step, step / 2)]
        if not exact or not all(values):
            return
        error = [distance(v, exact) for v in values]
        observed = math.log2(error[0] / error[1])
        check("order of reactions by %s%s: %.2f" % (scheme, more, observed),
              abs(observed - order) <= 0.1, "errors %s" % error)


def starts():
    """Largest error of the reactions over the first steps, from one of them on."""
    def first_steps(scheme, step, more):
        r = march(DOUBLE, scheme, step, 0.02, *more)
        return r and [[value for joint in r.json["joints"].values() for what in ("force", "moment")
                       for value in joint[what][k]] for k in range(round(0.02 / step) + 1)]
    fine = first_steps("dirk4", 1.25e-4, [])
    for scheme, more, begin, order in (("galpha", [], 1, 1), ("bdf2", [], 4, 2),
                                       ("bdf2", ["time.start=dirk", "constraints.enforce=index1",
                                                 "constraints.alpha=10", "constraints.beta=10"], 1, 2)):
        error = []
        for step, every in ((1e-3, 8), (5e-4, 4)):
            values = first_steps(scheme, step, more)
            if not fine or not values:
                return
            error.append(max(distance(v, fine[every * k]) for k, v in enumerate(values) if k >= begin))
        observed = math.log2(error[0] / error[1])
        check("order of %s%s from step %d: %.2f" % (scheme, more, begin, observed),
              abs(observed - order) <= 0.15, "errors %s" % error)


# ---- energy --------------------------------------------------------------------------------------

ROTOR = """gimbal: 1
bodies:
  - {name: r, mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0, 0], at: [0.2, 0, 0], velocity: [0, 10, 0],
     angular_velocity: [0, 0, 50]}
joints: [{type: revolute, name: axle, between: [ground, r], at: [0, 0, 0], axis: [0, 0, 1]}]
time: {scheme: galpha, step: 1e-3, steps: 2000}
"""
TERMS = 7


def product(a, b):
    out = [Fraction(0)] * TERMS
    for i, x in enumerate(a):
        for j, y in enumerate(b[:TERMS - i]):
            out[i + j] += x * y
    return out


def inverse(a):
    out = [1 / a[0]]
    for k in range(1, TERMS):
        out.append(-sum(a[i] * out[k - i] for i in range(1, k + 1)) / a[0])
    return out


def exponential(rate):
    return [Fraction(rate) ** k / math.factorial(k) for k in range(TERMS)]


def linear(constant, z):
    """constant + z e^x as a series in x."""
    out = [z * e for e in exponential(1)]
    out[0] += constant
    return out


def shifted(series, powers):
    return series[powers:] + [Fraction(0)] * powers


def dissipation(rho):
    """c of (omega h)^2 = -x^2 (1 + b x^2 + c x^3 + ...), e^x the factor of a step of q'' = -omega^2 q: from
    the scheme's recurrences. rho: of generalised-alpha; None: BDF 2."""
    if rho is None:
        d = [Fraction(3, 2) * (k == 0) - 2 * exponential(-1)[k] + exponential(-2)[k] / 2 for k in range(TERMS)]
        return product(shifted(d, 1), shifted(d, 1))[3]
    rho = Fraction(rho)
    am, af = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma = Fraction(1, 2) - am + af
    beta = (gamma + Fraction(1, 2)) ** 2 / 4
    step = linear(-1, 1)
    newmark = [a + b for a, b in zip(linear(1 - gamma, gamma), product(step, linear(Fraction(1, 2) - beta, beta)))]
    left = product(product(shifted(step, 1), shifted(step, 1)), linear(am, 1 - am))
    return product(left, inverse(product(linear(af, 1 - af), newmark)))[3]


def rotor():
    """A body on a circle turns like an oscillator whose amplitude is held: the amplitude's loss of c (wh)^4 / 2 a
    step becomes w' = -c w^5 h^3, so E' = -2 c w^4 h^3 E."""
    for scheme, rho in (("galpha", "0"), ("galpha", "0.5"), ("galpha", "0.9"), ("bdf2", None), ("galpha", "1")):
        c = float(dissipation(rho))
        for step in (1e-3, 5e-4):
            more = ["time.rho=" + rho] if rho else []
            r = march(ROTOR, scheme, step, 1, *more, every=round(0.01 / step))
            if not r:
                continue
            # what Newton's method leaves, 1e-12 a step, is no loss
            all_energy = r.json["balance"]["kinetic"]
            energy = all_energy[20:] # behind the start
            speed = 50 * math.sqrt(energy[0] / all_energy[0])
            expected = (1 + 4 * c * speed ** 4 * step ** 3 * 0.8) ** -0.5 - 1
            close("the rotor's loss by %s%s, h = %g" % (scheme, more, step), energy[-1] / energy[0] - 1,
                  expected, 0.02, 1e-12 * 0.8 / step)
            if rho != "1":
                check("the rotor's energy decays by %s%s" % (scheme, more),
                      all(b < a for a, b in zip(energy, energy[1:])), energy)


def energies(r, heights):
    """Kinetic and potential energy at frames; heights: (m g, probe, component)."""
    balance = r.json["balance"]
    time = r.json["probes"][heights[0][1]]["t"]
    every = round(balance["t"][1] / time[1])
    energy = [k + s for k, s in zip(balance["kinetic"], balance["strain"])]
    for weight, probe, i in heights:
        for k, u in enumerate(r.json["probes"][probe]["u"][::every]):
            energy[k] += weight * u[i]
    return energy


def bounded():
    """The pendulum keeps its energy to what Newton's method leaves. The double pendulum's has short dips,
    where it whips faster than the step resolves, and returns."""
    r = march(PENDULUM, "galpha", 1e-3, 100, "time.rho=1", every=100)
    if r:
        energy = energies(r, [(9.81, "tip", 1)])
        close("a pendulum's energy", max(abs(e - energy[0]) for e in energy), 0, 0, 1e-9)
    text = DOUBLE.read_text().replace("probes:\n", "probes:\n  - {name: a, body: upper, at: [0.5, 0, 0]}\n"
                                      "  - {name: b, body: lower, at: [1.5, 0, 0]}\n")
    r = march(text, "galpha", 1e-3, 100, "time.rho=1", every=100)
    if r:
        energy = energies(r, [(2.5 * 9.81, "a", 2), (2.5 * 9.81, "b", 2)])
        size = len(energy) // 4
        for k in range(4):
            middle = sorted(energy[k * size:(k + 1) * size])[size // 2]
            close("the double pendulum's energy in quarter %d" % k, middle, energy[0], 0, 1e-3)
    r = run(DOUBLE, settings=["time.rho=1", "time.steps=10"], options=["--set", "constraints.enforce=index3"])
    check("held positions without damping are warned of", r.status == 0 and "nothing damps" in r.stderr, r.stderr)


# ---- restart -------------------------------------------------------------------------------------

def restart():
    def plain(r):
        return {key: r.json[key] for key in ("probes", "joints", "functions", "drift", "newton_iterations")}
    settings = ["time.scheme=dirk4", "time.steps=60", "output.every=0", "checkpoint.keep=true", "checkpoint.every=40"]
    whole = run(DOUBLE, settings=settings, name="whole")
    rest = run(DOUBLE, settings=settings, options=["--restart", "double-pendulum.restart"], name="rest")
    if check("a march of dirk4 goes on", whole.status == rest.status == 0, whole.stderr + rest.stderr):
        check("bit by bit", plain(whole) == plain(rest))


def open_joints():
    """A joint that a long step leaves open is told of, in any unit of length; one that is kept is not."""
    revolute = (ROOT / "meshes/rigid-pendulum.yaml").read_text()
    rod = revolute.replace("type: revolute", "type: distance").replace(
        "at: [0, 0, 0], axis: [0, 0, 1]", "at: [[0, 0, 0], [-1, 0, 0]]")
    for scheme, more, told in (("newmark", [], True), ("newmark", ["constraints.enforce=projected"], False),
                               ("bdf2", [], False)):
        for ranks, pendulum, unit in ((1, revolute, 1), (2, revolute, 1), (1, revolute, 1e3), (1, rod, 1),
                                      (1, rod, 1e3), (2, rod, 1e-3)):
            text = pendulum.replace("-9.81", "%g" % (-9.81 * unit)).replace("[-1,", "[%g," % -unit).replace(
                "1e-9", "%g" % (1e-3 * unit * unit))
            r = run(text, ranks, settings=["time.scheme=" + scheme, "time.step=0.1", "time.steps=24", "output.every=0"]
                    + more)
            name = "%s %s on %d ranks, %s, in units of 1/%g" % (
                scheme, more, ranks, "a rod" if pendulum is rod else "revolute", unit)
            if check(name, r.status == 0, r.stderr):
                check(name + ": open joints", ("[joints-apart]" in r.stderr) == told, r.stderr)


in_turn(open_joints, long_march, orders, starts, rotor, bounded, restart)
