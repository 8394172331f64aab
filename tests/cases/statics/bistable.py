"""A laminate [0/90] that cools becomes a cylinder, in the state to which it is led and whatever the load steps, flips
to the other one, and comes to the same states as a motion with damping. A tape spring twists whatever the load steps.

Hyer (J. Composite Materials 15, 1981): a large plate is a cylinder without forces and without a moment about its axis,
so that k (D11 - B11^2 A11 / (A11^2 - A12^2)) = M - B11 N / (A11 + A12) with N and M of the temperature; his energy of
the square of 0.15 m differs by 0.3 %.
"""
# quick
from common import ended, in_turn
from helper import check, close, example, run

CASE = example("bistable-laminate", n=8).replace("every: 1", "every: 0")


def hyer():
    e1, e2, t, nu, warmth = 181e9, 10.3e9, 0.25e-3, 0.28, -150
    q11, q22, q12 = (e / (1 - nu * nu * e2 / e1) for e in (e1, e2, nu * e2))
    along, across = q11 * 0.02e-6 + q12 * 22.5e-6, q12 * 0.02e-6 + q22 * 22.5e-6
    a11, a12, b11, d11 = (q11 + q22) * t, 2 * q12 * t, (q22 - q11) * t * t / 2, (q11 + q22) * t ** 3 / 3
    force, moment = warmth * t * (along + across), warmth * t * t / 2 * (across - along)
    return -(moment - b11 * force / (a11 + a12)) / (d11 - b11 * b11 * a11 / (a11 * a11 - a12 * a12))


def curvatures(r, t):
    """Return the curvatures of the circles through the middles of the edges at time t."""
    times = r.json["probes"]["east"]["t"]
    last = min(range(len(times)), key=lambda k: abs(times[k] - t))
    u = [r.json["probes"][name]["u"][last] for name in ("east", "north")]
    return [2 * u[k][2] / ((0.075 + u[k][k]) ** 2 + u[k][2] ** 2) for k in (0, 1)]


def flips():
    whole = [ended("flip", run(CASE, ranks)) for ranks in (1, 3)]
    for r in whole:
        found, cool, flipped = r.json["stability"], curvatures(r, 1), curvatures(r, 3)
        check("flip: one fall", found["falls"] == 1 and found["unstable_states"] == 0 and 1.4 < found["to"] < 1.6,
              found)
        close("flip: the curvature is Hyer's", -cool[1], hyer(), 0.01)
        close("flip: about one axis", cool[0], 0, 0, 0.02)
        for k in (0, 1):
            close("flip: the other state is its mirror image", flipped[k], -cool[1 - k], 0, 1e-8)
    damped = CASE.replace("22.5e-6}", "22.5e-6, damping: {mass: 250, stiffness: 1e-4}}")
    time = "time: {scheme: bdf1, step: 0.1, steps: 40, retry: 8}\noutput: {every: 0}\n"
    r = ended("flip as a motion", run(damped[:damped.index("time:")] + time))
    for k in (0, 1):
        close("flip as a motion: the same state", curvatures(r, 4)[k], curvatures(whole[0], 3)[k], 0, 1e-6)


def cools():
    """Without the finger the plate is led to neither side, and goes to one."""
    alone = CASE.replace("-0.01*max", "0*max")
    ends = [curvatures(ended("cools", run(alone, 1, settings=[
        "time.unstable=" + way, "time.steps=%d" % steps, "time.step=%r" % (1 / steps)])), 1)
        for way, steps in (("fall", 1), ("fall", 10), ("auto", 3), ("branch", 10), ("branch", 5))]
    for end in ends:
        for k in (0, 1):
            close("cools: to one state, whatever the load steps", end[k], ends[0][k], 0, 1e-6)
    close("cools: it is Hyer's", max(map(abs, ends[0])), hyer(), 0.01)


def tapes():
    """A tape spring bent the other way twists at 0.05. Newton's method jumps over this state where a step is long."""
    def bent(**numbers):
        text = example("tape-spring", **numbers).replace("every: 1", "every: 0")
        return text.replace('"0.5*t"', '"?"').replace('"-0.5*t"', '"0.5*t"').replace('"?"', '"-0.5*t"')

    other, ends = bent(n=24, m=8), []
    for steps in (12, 4, 1):
        r = ended("tape", run(other, settings=["time.steps=%d" % steps, "time.step=%r" % (1.2 / steps)]))
        found = r.json["stability"]
        check("tape in %d steps: it twists near 0.05" % steps, found["falls"] == 1 and 0.037 < found["from"] < 0.05
              and found["to"] < 0.057, found)
        ends.append([abs(m) for m in r.json["joints"]["turn"]["moment"][-1][1:]])
    for steps in (5, 7):
        r = ended("tape", run(bent(n=10, m=6), settings=["time.steps=1", "time.step=%r" % (1.2 / steps)]))
        check("tape in a step of 1.2 / %d: it twists" % steps, r.json["stability"]["losses"] > 0, r.json["stability"])
    for end in ends:
        for k in (0, 1):
            close("tape: the moments do not depend on the load steps", end[k], ends[0][k], 0, 1e-7)


in_turn(flips, cools, tapes)
