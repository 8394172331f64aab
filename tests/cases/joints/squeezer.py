"""Andrews' squeezer (reference.md 4.2) against its published start and end.

Claims: the accelerations and the joint forces at the start, which are consistent ones that the program solves for, are
the published ones to 1e-11; all seven angles and their rates at 0.03 s are the published ones to six digits by DIRK 4
and by Adams-Moulton 4 (index1), and by generalised-alpha (index3) where two steps are extrapolated to zero, and so are
the forces of the joints to 1e-4 N of 200; errors fall with the order of each of six schemes; positions are at round-off
with index3; gradients by mass, inertia, spring and torque agree with complex step to 1e-10, on 1 and 3 ranks; the nine
redundant rows are found.
"""
# timeout: 240
import math
import re

from common import ended, in_turn
from helper import ROOT, check, close, gradients_agree, run

CASE = ROOT / "meshes" / "andrews-squeezer.yaml"
A, B = (-0.06934, -0.00227), (-0.03635, 0.03273)
END = 0.03
NAMES = ("beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon")
ANGLES = (15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
          0.5244099658805304, 0.5347301163226948, 1.048080741042263)
RATES = (1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385,
         0.5735699284790808, -19.29337464421385, 0.3231791658026955)
STARTING = (14222.4439199541, -10666.8329399656)
FORCES = {"F3": ((98.5668703962410, -6.12268834425566), (199.1753333731910, -29.75531228015052)),
          "F4": ((0, 0), (23.06654119098399, 31.45271365475927)),
          "F6": ((0, 0), (22.64249232082739, 11.61740700019673))}
PUBLISHED = [f for _, force in FORCES.values() for f in force]  # at the end


def bars(probes, row):
    """Each bar's start and end: place and velocity in the plane."""
    points = {"O": ((0, 0), (0, 0)), "A": (A, (0, 0)), "B": (B, (0, 0))}
    for name in "PFEH":
        p = probes[name]
        points[name] = ([p["position"][i] + p["u"][row][i] for i in (0, 1)], p["v"][row][:2])
    return {pair: (points[pair[0]], points[pair[1]]) for pair in ("OP", "FP", "BF", "AE", "EF", "AH", "HF")}


def turned(ends, right):
    """Angle and rate of a bar: of (cos, sin), or with `right` of (sin, -cos)."""
    (a, va), (b, vb) = ends
    x, y, vx, vy = b[0] - a[0], b[1] - a[1], vb[0] - va[0], vb[1] - va[1]
    return math.atan2(x, -y) if right else math.atan2(y, x), (x * vy - y * vx) / (x * x + y * y)


def angles(probes, row):
    """The published coordinates and their rates."""
    bar = bars(probes, row)
    op, fp, ae, hf = (turned(bar[pair], False) for pair in ("OP", "FP", "AE", "HF"))
    bf, ef, ah = (turned(bar[pair], True) for pair in ("BF", "EF", "AH"))
    return [(op[i], fp[i] - op[i], bf[i], ef[i] - ae[i], ae[i], hf[i] - ah[i], ah[i]) for i in (0, 1)]


def march(scheme, step, extra=()):
    """Angles and rates at the end, and the whole result."""
    settings = ["time.scheme=" + scheme, "time.step=%.17g" % step, "output.every=0",
                "time.steps=%d" % round(END / step)]
    r = ended("the squeezer by %s, h = %g" % (scheme, step), run(CASE, settings=settings + list(extra)))
    check("nine redundant rows", r.json["redundant_rows"] == 9
          and re.sub(r"\s+", " ", r.stderr).count("redundant and left out, as 8 more rows of") == 1, r.stderr)
    found, rates = angles(r.json["probes"], -1)
    return [a + 2 * math.pi * round((b - a) / (2 * math.pi)) for a, b in zip(found, ANGLES)], list(rates), r


def six_digits(label, found, rates):
    for name, value, reference in zip(NAMES, found, ANGLES):
        close("%s, %s" % (label, name), value, reference, 5e-7)
    for name, value, reference in zip(NAMES, rates, RATES):
        close("%s, rate of %s" % (label, name), value, reference, 5e-7)


def start():
    _, _, r = march("galpha", 1e-5, ["time.steps=1"])
    a = {name: r.json["probes"][name]["a"][0] for name in "PF"}
    p = r.json["probes"]["P"]["position"]
    f = r.json["probes"]["F"]["position"]
    crank = (p[0] * a["P"][1] - p[1] * a["P"][0]) / (p[0] ** 2 + p[1] ** 2)
    x, y = p[0] - f[0], p[1] - f[1]
    rod = (x * (a["P"][1] - a["F"][1]) - y * (a["P"][0] - a["F"][0])) / (x * x + y * y)
    close("acceleration of beta at the start", crank, STARTING[0], 1e-11)
    close("acceleration of Theta at the start", rod - crank, STARTING[1], 1e-11)
    for joint, (force, _) in FORCES.items():
        for i in (0, 1):
            close("force in %s at the start" % joint, r.json["joints"][joint]["force"][0][i], force[i], 1e-11, 1e-11)


def distance(values, reference):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(values, reference)))


def accelerations_enforced():
    """Constraints by accelerations: errors of the rates, the larger ones, and the order."""
    enforced = ["constraints.enforce=index1"]
    for scheme, steps, order in (("dirk4", (2e-5, 1e-5), (4, 5)), ("abm4", (1e-5, 5e-6), (2.9, 4.1)),
                                 ("sdirk3", (2e-5, 1e-5), (2.9, 3.1)), ("newmark", (1e-5, 5e-6), (1.9, 2.1))):
        found = [march(scheme, step, enforced) for step in steps]
        if None in found:
            continue
        error = [distance(f[1], RATES) for f in found]
        observed = math.log2(error[0] / error[1])
        check("order of %s: %.2f" % (scheme, observed), order[0] <= observed <= order[1], error)
        if scheme in ("dirk4", "abm4"):
            six_digits("%s, h = %g" % (scheme, steps[1]), *found[1][:2])
        if scheme == "dirk4":
            close("joint forces at the end by dirk4", distance(joint_forces(found[1][2]), PUBLISHED), 0, 0, 1e-4)


def limit(coarse, fine):
    """At h = 0, of two steps with a quadratic error."""
    return [(4 * b - a) / 3 for a, b in zip(coarse, fine)]


def joint_forces(r):
    return [r.json["joints"][joint]["force"][-1][i] for joint in FORCES for i in (0, 1)]


def positions_enforced():
    for scheme in ("galpha", "bdf2"):
        coarse, fine = march(scheme, 5e-6), march(scheme, 2.5e-6)
        if None in (coarse, fine):
            continue
        error = [distance(f[0], ANGLES) for f in (coarse, fine)]
        observed = math.log2(error[0] / error[1])
        check("order of %s: %.2f" % (scheme, observed), 1.9 <= observed <= 2.1, error)
        close("%s, h = 2.5e-6" % scheme, error[1], 0, 0, 2e-4)
        close("positions at round-off by " + scheme, fine[2].json["drift"]["position"], 0, 0, 1e-12)
        if scheme == "galpha":
            six_digits("galpha at h = 0", limit(coarse[0], fine[0]), limit(coarse[1], fine[1]))
            forces = limit(joint_forces(coarse[2]), joint_forces(fine[2]))
            close("joint forces at the end", distance(forces, PUBLISHED), 0, 0, 1e-4)


DESIGNS = """design:
  - {name: m, body: K7, parameter: mass}
  - {name: J, body: K5, parameter: inertia.zz}
  - {name: c0, spring: spring, parameter: stiffness}
  - {name: l0, spring: spring, parameter: length}
  - {name: M, load: torque, parameter: amplitude}
functions:
  - {name: path, type: integral, of: F, value: "x^2 + y*0.1"}
  - {name: place, type: end, of: P, value: "x*y + vx*1e-6"}
"""


def gradients():
    gradients_agree("the squeezer", CASE.read_text() + DESIGNS,
                    ("bdf2", "galpha", "dirk4", "sdirk3"),
                    settings=["time.steps=100", "output.every=0"], on_several=["time.steps=20"])


in_turn(start, gradients, accelerations_enforced, positions_enforced)
