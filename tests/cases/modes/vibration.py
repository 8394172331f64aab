"""Natural frequencies from a free vibration in time.

Claims: the first three frequencies of a clamped-free square plate are within 1 % of the converged
thin-plate values (reference.md 1.10) and converge to them as h^2; a strip of 10 x 1 designed for
10 Hz (reference.md 1.1) has 10 Hz within 0.5 %; histories do not depend on the number of ranks.
"""
# timeout: 240
import math

from common import ended
from helper import ROOT, WORK, check, close, gmsh, grid, run
from spectrum import peaks

CASE = ROOT / "meshes" / "cantilever-plate-vibration.yaml"
GEOMETRY = ROOT / "meshes" / "cantilever-plate-vibration.geo"
STRUCK = 0.016  # s, the end of the blow in CASE
# omega a^2 sqrt(rho t / D) of the square plate CFFF, nu = 0.3, converged (Leissa's upper bounds
# 3.4917, 8.5246 and 21.429 are not).
REFERENCE = (3.4710, 8.5066, 21.285)

STRIP = """
gimbal: 1
mesh: strip%d.msh
materials:
  strip: {young: 1.2e6, poisson: 0, density: 3.1314e-4}
shells:
  - {group: plate, material: strip, thickness: 0.1}
supports:
  - {group: left, fix: all}
loads:
  - {type: traction, group: right, value: [0, 0, "1e-3*sin(pi*t/0.05)^2*pulse(t, 0, 0.05)"]}
probes:
  - {name: tip, at: [10, 0, 0]}
time: {scheme: newmark, step: 1e-3, steps: 1050}
output: {every: 0}
"""


def plate(n, ranks=1, settings=()):
    gmsh(GEOMETRY, "plate%d.msh" % n, "-setnumber", "n", n)
    r = ended("plate, n = %d, runs on %d ranks" % (n, ranks),
              run(CASE, ranks, settings=["mesh=%s/plate%d.msh" % (WORK, n), *settings]))
    return r.json["probes"]


def free(t, signal, start):
    first = next(k for k, s in enumerate(t) if s > start - 1e-9)
    return t[first:], signal[first:]


def parameters(probes):
    """The three lowest omega a^2 sqrt(rho t / D). The scheme's own dispersion is taken out: average
    acceleration turns omega into tan(omega h / 2) / (h / 2)."""
    t = probes["struck"]["t"]
    h = t[1] - t[0]
    struck, other = ([u[2] for u in probes[name]["u"]] for name in ("struck", "other"))
    even = peaks(*free(t, [a + b for a, b in zip(struck, other)], STRUCK), 45)
    odd = peaks(*free(t, [a - b for a, b in zip(struck, other)], STRUCK), 45)
    measured = [even[0], odd[0], even[1]]
    scale = math.sqrt(2700 * 5e-3 / (70e9 * 5e-3 ** 3 / (12 * (1 - 0.3 ** 2))))
    return ([2 * math.pi * f * scale for f in measured], [2 * math.tan(math.pi * f * h) / h * scale for f in measured])


def square_plate():
    probes = {n: plate(n) for n in (8, 16)}
    measured = {n: parameters(p) for n, p in probes.items()}
    for n, (raw, corrected) in measured.items():
        print("n = %d: measured %s, without the step's dispersion %s" %
              (n, *(" ".join("%.4f" % x for x in row) for row in (raw, corrected))))
    for k, reference in enumerate(REFERENCE):
        close("mode %d, n = 16" % (k + 1), measured[16][0][k], reference, 0.01)
        coarse, fine = measured[8][1][k], measured[16][1][k]
        order = math.log2((coarse - reference) / (fine - reference))
        check("mode %d converges as h^2" % (k + 1), 1.75 < order < 2.25, "order %g" % order)
        close("mode %d, extrapolated" % (k + 1), fine + (fine - coarse) / 3, reference, 1e-3)
    short = {ranks: plate(8, ranks, ["time.steps=100"]) for ranks in (1, 2, 3)}
    peak = max(abs(u[2]) for u in short[1]["struck"]["u"])
    for ranks in (2, 3):
        difference = max(abs(a - b) for x, y in zip(short[1]["struck"]["u"],
                                                    short[ranks]["struck"]["u"])
                         for a, b in zip(x, y))
        check("the same history on %d ranks" % ranks, difference < 1e-9 * peak, "%g of %g" % (difference, peak))


def strip():
    for n, tolerance in ((8, 0.005), (32, 0.0005)):
        grid(n, 1, size=(10, 1)).write("strip%d.msh" % n)
        r = ended("strip of %d elements runs" % n, run(STRIP % n, name="strip%d" % n))
        t = r.json["probes"]["tip"]["t"]
        found = peaks(*free(t, [u[2] for u in r.json["probes"]["tip"]["u"]], 0.05), 40)[0]
        print("strip, %d elements: %.5f Hz" % (n, found))
        close("strip of %d elements, 10 Hz" % n, found, 10, tolerance)


square_plate()
strip()
