"""Flat plates, whose factors leave out what couples membrane and bending.

Claims, on a swinging plate of 9,600 unknowns: values and gradients are those of the same plate in a tilted plane to
1e-10, weakly bent (one factor for each sigma of BDF 2) as well as strongly (the coupled factor takes over), also where
its edges slide, which the tilted one factors coupled; they are the same on 1, 2 and 3 ranks; factors of either plane
are smaller than those of a slightly curved shell; the adjoint agrees with complex step to 1e-10. Compressed far beyond
buckling, where the operator is indefinite, all is as with whole factors at each solve.
"""
# timeout: 240
import math

from common import ended
from helper import check, close, grid, run

SIDE, TILT = 40, 0.5
WEAK, STRONG = 1e3, 1e5  # Pa: weakly and strongly bent

CASE = """
gimbal: 1
mesh: %s.msh
materials: {aluminium: {young: 70e9, poisson: 0.3, density: 2700, yield: 350e6}}
shells: [{group: plate, material: aluminium, thickness: 0.01}]
supports:
  - {group: left, fix: &side all}
  - {group: right, fix: *side}
  - {group: bottom, fix: all}
  - {group: top, fix: all}
loads: [{type: pressure, group: plate, value: "%g*sin(200*t)"}]
design: [{name: skin, thickness: plate}]
time: {scheme: bdf2, step: 1e-3, steps: 4}
functions:
  - {name: compliance, type: compliance}
  - {name: ks, type: ks, weight: 20}
output: {every: 0}
"""


def tilted(x, y):
    return x, y * math.cos(TILT), y * math.sin(TILT)


def curved(x, y):
    return x, y, 0.1 * x * x


grid(SIDE, SIDE).write("flat.msh")
grid(SIDE, SIDE, place=curved).write("curved.msh")
grid(SIDE, SIDE, place=tilted).write("tilted.msh")


def gradient(plane, load, ranks=1, case=CASE):
    r = ended("%s, %g Pa on %d ranks" % (plane, load, ranks),
              run(case % (plane, load), ranks, verb="gradient", name="%s%g-%d" % (plane, load, ranks)))
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
        same("%g Pa, %d ranks" % (load, ranks), flat, gradient("tilted", load, ranks))
    if load == WEAK:
        shell = gradient("curved", load)
        for plane in (flat, other):
            check("one factor for each sigma",
                  plane["factorisations"] == 2 and plane["gradient_factorisations"] == 0, plane)
            check("factors of a flat plate are smaller",
                  plane["memory"]["factor_mb"] < 0.9 * shell["memory"]["factor_mb"], plane["memory"])

# A new factor costs six corrections; what it would save of a linear solve by the factor that the march leaves is one.
grid(16, 16).write("small.msh")
small = gradient("small", WEAK, case=CASE.replace("steps: 4", "steps: 12"))
show("12 steps", small)
check("an adjoint of a weakly bent plate keeps the factor of its march", small["gradient_factorisations"] == 0, small)
check("with few corrections more than by a new one", small["krylov_iterations"] <= 76 + 6, small)

SLIDING = CASE.replace("&side all", "&side [x, rotation]")
flat, other = gradient("flat", WEAK, case=SLIDING), gradient("tilted", WEAK, case=SLIDING)
same("sliding edges", flat, other)
check("a tilted plate with sliding edges has larger factors",
      other["memory"]["factor_mb"] > 1.1 * flat["memory"]["factor_mb"], other["memory"])

v = ended("verify runs", run(CASE % ("tilted", WEAK), verb="verify", options=["--steps", "1e-30"], timeout=200))
for name, errors in v.json["verify"].items():
    close("%s: adjoint against complex step" % name, errors["skin"], 0, 0, 1e-10)

COMPRESSED = """
gimbal: 1
mesh: flat.msh
gravity: ["-3e5*t", 0, 0]
materials: {aluminium: {young: 70e9, poisson: 0.3, density: 2700, yield: 350e6}}
shells: [{group: plate, material: aluminium, thickness: 0.001}]
supports: [{group: left, fix: all}]
design: [{name: skin, thickness: plate}]
time: {scheme: bdf2, step: 1e-2, steps: 4, factor: %s}
functions: [{name: compliance, type: compliance}]
output: {every: 0}
"""
kept, each = (run(COMPRESSED % factor, verb="gradient", name=factor) for factor in ("keep", "each"))
check("a compressed plate", kept.status == 0 and each.status == 0, kept.stderr + each.stderr)
show("compressed", kept.json)
same("compressed", each.json, kept.json)
check("few factors without a search for pivots", kept.json["factorisations"] <= 3, kept.json)
