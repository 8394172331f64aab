"""The same command on the same ranks gives the same bits and counts: a large plate whose factors are
light, a static one in double precision, and a small one whose factors are dense.
"""
# quick
from helper import check, grid, run

CASE = """gimbal: 1
mesh: %s.msh
materials: {aluminium: {young: 70e9, poisson: 0.3, density: 2700, yield: 350e6}}
shells: [{group: plate, material: aluminium, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "1e3*sin(200*t)"}]
design: [{name: skin, thickness: plate, per: group}]
time: {scheme: %s, step: 1e-3, steps: 2}
functions:
  - {type: compliance}
  - {name: ks, type: ks, weight: 20, sum: continuous}
output: {every: 0}
"""
KEPT = ("functions", "gradient", "newton_iterations", "factorisations", "gradient_factorisations",
        "krylov_iterations", "recomputed_steps")


def result(mesh, scheme, ranks):
    r = run(CASE % (mesh, scheme), ranks, "gradient")
    check("%s %s plate on %d ranks ends well" % (scheme, mesh, ranks), r.status == 0, r.stderr)
    if r.status != 0:
        return None
    return [(key, r.json.get(key)) for key in KEPT] + [r.json["memory"]["factor_mb"]]


grid(62, 62).write("large.msh")
grid(6, 6).write("small.msh")
for mesh, scheme, ranks, times in (("large", "bdf2", 2, 2), ("large", "bdf2", 3, 3),
                                   ("large", "static", 2, 2), ("small", "bdf2", 4, 6)):
    first = result(mesh, scheme, ranks)
    for _ in range(times - 1):
        again = result(mesh, scheme, ranks)
        check("%s %s plate on %d ranks repeats" % (scheme, mesh, ranks), again == first, "%s\n%s" % (first, again))
