"""Observed order of every scheme in time, on a plate whose every mode the steps resolve.

Claims: BDF 1 to 3, the DIRK, Adams-Moulton, Newmark and generalised-alpha families reach the order that they have for
ordinary differential equations, in displacement and velocity of a shell at large displacements (a quarter of its side),
from a start with accelerations; with rising order at the start (`start: ramp`) BDF 3 falls to order 2 and Adams-Moulton
4 to 6 to order 3, and `start: dirk` keeps BDF 3 at 3, Adams-Moulton 4 and 5 at theirs and gives 5 to Adams-Moulton 6.

The plate is thick and coarse on purpose: its highest mode turns by some tenths of a radian in a step. On a thin plate
the stiff modes follow the slow ones by other, lower orders until the steps resolve them.
"""
# timeout: 240
import math

from common import ended
from helper import check, grid, run

CASE = """
gimbal: 1
mesh: plate.msh
materials: {soft: {young: 1, poisson: 0.3, density: 1}}
shells: [{group: plate, material: soft, thickness: 0.5}]
supports: [{group: left, fix: all}]
loads: [{type: traction, group: right, value: [0, "0.01*sin(2*t)", "0.03*cos(t)"]}]
probes:
  - {name: tip, at: [1, 1, 0]}
  - {name: middle, at: [0.5, 0, 0]}
time: {scheme: bdf1, step: 0.1, steps: 20}
output: {every: 0}
"""
DURATION = 2.0
# scheme, start, observed order, steps of the coarser run
CLAIMS = (("bdf1", "ramp", 1, 320), ("bdf2", "ramp", 2, 160), ("bdf2", "dirk", 2, 160),
          ("bdf3", "dirk", 3, 160), ("bdf3", "ramp", 2, 160),
          ("dirk2", "ramp", 2, 160), ("dirk3", "ramp", 3, 160), ("dirk4", "ramp", 4, 160),
          ("sdirk2", "ramp", 2, 160), ("sdirk3", "ramp", 3, 160),
          ("linear_acceleration", "ramp", 2, 160), ("fox_goodwin", "ramp", 2, 160),
          ("central_difference", "ramp", 2, 160), ("explicit_newmark", "ramp", 1, 1280),
          ("explicit_euler", "ramp", 1, 1280), ("abm3", "dirk", 3, 160),
          ("newmark", "ramp", 2, 160), ("galpha", "ramp", 2, 160), ("hht", "ramp", 2, 160),
          ("wbz", "ramp", 2, 160), ("euler", "ramp", 1, 320),
          ("abm1", "ramp", 1, 320), ("abm2", "ramp", 2, 160), ("abm3", "ramp", 3, 160),
          ("abm4", "dirk", 4, 160), ("abm5", "dirk", 5, 80), ("abm6", "dirk", 5, 80),
          ("abm4", "ramp", 3, 640), ("abm5", "ramp", 3, 160), ("abm6", "ramp", 3, 160))


def end(scheme, steps, start="ramp", ranks=1):
    """Displacement and velocity of both probes at the end, in one list."""
    r = ended("%s, %d steps, runs" % (scheme, steps),
              run(CASE, ranks, settings=["time.scheme=" + scheme, "time.start=" + start,
                                         "time.step=%r" % (DURATION / steps), "time.steps=%d" % steps]))
    return [x for probe in r.json["probes"].values() for key in ("u", "v") for x in probe[key][-1]]


grid(2, 2).write("plate.msh")
coarse, fine = end("dirk4", 640), end("dirk4", 1280)
reference = [b + (b - a) / 15 for a, b in zip(coarse, fine)]
check("the reference has settled", math.dist(coarse, fine) < 5e-9, math.dist(coarse, fine))
for scheme, start, order, steps in CLAIMS:
    errors = [math.dist(end(scheme, n, start), reference) for n in (steps, 2 * steps)]
    found = math.log2(errors[0] / errors[1])
    print("%-7s %-5s steps %d and %d: %.2e %.2e, order %.2f" % (scheme, start, steps, 2 * steps, *errors, found))
    check("%s (%s) is of order %d" % (scheme, start, order), abs(found - order) < 0.1, found)
for ranks in (2, 3):
    difference = math.dist(end("bdf3", 160, "dirk", ranks), end("bdf3", 160, "dirk"))
    check("the same on %d ranks" % ranks, difference < 1e-10, difference)
