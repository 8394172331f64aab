"""The five-bar mechanism of Zhu, Dopico, Sandu and Sandu (reference.md 4.9): derivatives by free lengths of springs.

Claims: the objective and both derivatives converge with h, with the order of each scheme, by generalised-alpha and BDF
2 (index3), by DIRK 4, SDIRK 3, average acceleration and the midpoint rule (index1) and by generalised-alpha and DIRK 4
with a penalty, and average acceleration and DIRK 4 projected, to one set of values, to 1e-6 when extrapolated (BDF 2:
1e-5), which lies within 0.3 % of every adjoint and direct row of the paper's table 1; adjoint and tangent agree to
1e-11, and both with complex step to 1e-10, on 1 and 3 ranks; ranks agree to 1e-10.
"""
# timeout: 240
import math

from common import ended
from helper import ROOT, check, close, gradients_agree, run

CASE = ROOT / "meshes" / "five-bar.yaml"
TABLE = ((-4.2381, 3.2170), (-4.2383, 3.2169), (-4.2305, 3.2154), (-4.2300, 3.2112),
         (-4.2287, 3.2090), (-4.2294, 3.2094), (-4.2293, 3.2137), (-4.2294, 3.2093))
END = 5.0


def gradient(scheme, step, extra=(), ranks=1, end=END, enforce="auto"):
    """psi and its derivatives."""
    settings = ["time.scheme=" + scheme, "time.step=%g" % step, "output.every=0",
                "time.steps=%d" % round(end / step), "constraints.enforce=" + enforce]
    r = ended("%s, h = %g" % (scheme, step), run(CASE, ranks, "gradient", settings, extra))
    check("three redundant rows", r.json["redundant_rows"] == 3, r.json)
    psi = r.json["gradient"]["psi"]
    return r.json["functions"]["psi"], psi["L01"][0], psi["L02"][0]


def convergence():
    steps = (1e-2, 2.5e-3, 1.25e-3)
    exact = gradient("dirk4", 6.25e-4)
    for row in TABLE:
        for found, published in zip(exact[1:], row):
            close("table 1 of the paper", found, published, 3e-3)
    for name, order, lowest, highest in (
            ("galpha", 2, 1.9, 2.1), ("newmark", 2, 1.9, 2.1), ("dirk2", 2, 1.9, 2.1),
            ("bdf2", 2, 1.9, 2.2), ("sdirk3", 3, 2.9, 3.1), ("dirk4", 4, 3.3, 4.2),
            ("galpha penalty", 2, 1.9, 2.1), ("dirk4 penalty", 4, 3.3, 4.2),
            ("newmark projected", 2, 1.9, 2.1), ("dirk4 projected", 4, 3.3, 4.2)):
        scheme, enforce = (name + " auto").split()[:2]
        found = [gradient(scheme, step, enforce=enforce) for step in (steps if order == 2 else (1e-2, 5e-3, 2.5e-3))]
        if None in found:
            continue
        error = [math.dist(f, exact) for f in found]
        observed = math.log2(error[-2] / error[-1])
        check("order of %s: %.2f" % (name, observed), lowest <= observed <= highest, error)
        for value, published in zip(found[0][1:], TABLE[5]):
            close("%s at the paper's step" % name, value, published, 6e-3)
        for coarse, fine, reference in zip(*found[-2:], exact):
            close("limit of " + name, fine + (fine - coarse) / (2 ** order - 1), reference,
                  1e-5 if scheme == "bdf2" else 1e-6)
    for scheme in ("galpha", "dirk4"):
        one, other = gradient(scheme, 1e-2), gradient(scheme, 1e-2, ["--tangent"])
        for a, b in zip(one, other):
            close("tangent of " + scheme, b, a, 1e-11)


def verify():
    for enforce in ("penalty", "projected"):
        gradients_agree("the five-bar, " + enforce, CASE, ("bdf2", "galpha", "dirk4", "abm3"), (1, 2),
                        ["time.steps=30", "output.every=0", "constraints.enforce=" + enforce])
    gradients_agree("the five-bar", CASE, ("bdf2", "galpha", "dirk4", "sdirk3", "newmark"),
                    settings=["time.steps=100", "output.every=0"], on_several=["time.steps=20"])
    one = gradient("galpha", 1e-2, end=1.0)
    for ranks in (2, 3):
        for a, b in zip(one, gradient("galpha", 1e-2, ranks=ranks, end=1.0)):
            close("%d ranks" % ranks, b, a, 1e-10)


convergence()
verify()
