"""Large flat plates, whose factors leave out what couples membrane and bending.

Claims, on a swinging plate of 21,960 unknowns: values and gradients are those of the same plate in a
tilted plane, whose factors leave nothing of the kind out, to 1e-10, weakly bent (one factor for each
sigma of BDF 2) as well as strongly (the coupled factor takes over); they are the same on 1, 2 and 3
ranks; the adjoint agrees with complex step to 1e-10.
"""
# timeout: 240
import math

from helper import check, close, grid, run

SIDE, TILT = 60, 0.5
WEAK, STRONG = 1e3, 1e5  # Pa: weakly and strongly bent

CASE = """
gimbal: 1
mesh: %s.msh
materials:
  aluminium: {young: 70e9, poisson: 0.3, density: 2700, yield: 350e6}
shells:
  - {group: plate, material: aluminium, thickness: 0.01}
supports:
  - {group: left, fix: all}
  - {group: right, fix: all}
  - {group: bottom, fix: all}
  - {group: top, fix: all}
loads:
  - {type: pressure, group: plate, value: "%g*sin(200*t)"}
design: [{name: skin, thickness: plate}]
time: {scheme: bdf2, step: 1e-3, steps: 4}
functions:
  - {name: compliance, type: compliance}
  - {name: ks, type: ks, weight: 20}
output: {every: 0}
"""


def tilted(x, y):
    return x, y * math.cos(TILT), y * math.sin(TILT)


grid(SIDE, SIDE).write("flat.msh")
grid(SIDE, SIDE, place=tilted).write("tilted.msh")


def gradient(plane, load, ranks=1):
    r = run(CASE % (plane, load), ranks, verb="gradient", name="%s%g-%d" % (plane, load, ranks))
    check("%s, %g Pa on %d ranks" % (plane, load, ranks), r.status == 0, r.stderr)
    return r.json


def same(label, a, b):
    for name, value in a["functions"].items():
        close("%s: %s" % (label, name), b["functions"][name], value, 1e-10)
        close("%s: gradient of %s" % (label, name), b["gradient"][name]["skin"][0],
              a["gradient"][name]["skin"][0], 1e-10)


def show(label, data):
    print("%-16s %d Newton iterations, %d factorisations, %d iterations in the adjoint, factors of %d MB"
          % (label, data["newton_iterations"], data["factorisations"] + data["gradient_factorisations"],
             data["krylov_iterations"], data["memory"]["factor_mb"]))


for load in (WEAK, STRONG):
    flat, other = gradient("flat", load), gradient("tilted", load)
    show("flat, %g Pa" % load, flat)
    show("tilted, %g Pa" % load, other)
    same("tilted, %g Pa" % load, flat, other)
    for ranks in (2, 3):
        same("%g Pa, %d ranks" % (load, ranks), flat, gradient("flat", load, ranks))
    if load == WEAK:
        check("one factor for each sigma",
              flat["factorisations"] == 2 and flat["gradient_factorisations"] == 0, flat)
        check("factors of a flat plate are smaller",
              flat["memory"]["factor_mb"] < 0.9 * other["memory"]["factor_mb"], flat["memory"])

v = run(CASE % ("flat", WEAK), verb="verify", options=["--steps", "1e-30"], timeout=200)
check("verify runs", v.status == 0, v.stderr)
for name, errors in v.json["verify"].items():
    close("%s: adjoint against complex step" % name, errors["skin"], 0, 0, 1e-10)
