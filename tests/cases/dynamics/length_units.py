"""Norms do not depend on the unit of length.

Claim: one model in three units of length, whose long steps under a sudden load are hard for Newton's method, moves
alike and has the same error of a step.
"""
from helper import check, close, run

CASE = """gimbal: 1
sections: {b: {type: general, stiffness: [%(f).17g, %(f).17g, %(f).17g, %(m).17g, %(m).17g, %(m).17g],
               mass: [1, 0, 0, %(j).17g, %(j).17g, 0]}}
beams: [{name: b, points: [[0, 0, 0], [%(l).17g, 0, 0]], elements: 6, section: b, orientation: [0, 1, 0],
         ends: [ground, ~]}]
loads: [{type: force, body: b.end, at: [%(l).17g, 0, 0], value: [0, %(p).17g, %(q).17g]}]
probes: [{name: p, body: b.end, at: [%(l).17g, 0, 0]}]
time: {scheme: euler, step: 0.2, steps: 12, error_limit: 1e9}
constraints: {enforce: index3}
output: {every: 0}
"""


def march(unit):
    """Forces are masses per length times squares of speeds: with the mass of a unit of length kept they grow as the
    square."""
    u = unit
    case = CASE % dict(l=u, f=1e4 * u ** 2, m=u ** 4, j=1e-4 * u ** 2, p=0.3 * u ** 2, q=-2 * u ** 2)
    return run(case, name="units")


metre = march(1)
for unit in (0.125, 8):
    r = march(unit)
    if check("a unit of %g" % unit, r.status == 0 and metre.status == 0, r.stderr + metre.stderr):
        close("error of a step in a unit of %g" % unit, r.json["step_error"], metre.json["step_error"], 1e-7)
        for a, b in zip(r.json["probes"]["p"]["u"][-1], metre.json["probes"]["p"]["u"][-1]):
            close("displacement in a unit of %g" % unit, a / unit, b, 1e-7, 1e-9)
