"""A load step that is too large for Newton's method: the message names the place and the element.
"""
# quick
from helper import check, grid, run

ROLL_UP = """gimbal: 1
mesh: strip.msh
materials:
  steel: {young: 1.2e6, poisson: 0, density: 1, yield: 1e4}
shells:
  - {group: plate, material: steel, thickness: 0.1}
supports:
  - {group: left, fix: all}
loads:
  - {type: moment, group: right, value: [0, "-25*pi/3*t", 0]}
probes:
  - {name: tip, at: [12, 0, 0]}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 0}
"""


def reports_the_place(ranks):
    result = run(ROLL_UP, ranks)
    check("two steps for a full circle fail on %d ranks" % ranks, result.status == 4, result.status)
    message = result.stderr
    for part in ("step 1 of 2 (t = 0.5)", "largest residual: node ", "), element ",
                 "smaller time.step"):
        check("the message has '%s'" % part, part in message, message)


grid(8, 1, size=(12, 1)).write("strip.msh")
for count in (1, 2):
    reports_the_place(count)
