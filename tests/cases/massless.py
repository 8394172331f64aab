# quick
"""Bodies without mass and inertia that joints determine.

Claims: a bar between two cranks without mass swings as a simple pendulum of the cranks' length (values of the elliptic
integral), by schemes that enforce positions and accelerations; redundant rows of the planar loop are found; derivatives
by the bar's mass and a pin's place agree with complex step on 1 and 3 ranks; a crank that no loop closes, and a rod that
may turn about itself, are named.
"""
from helper import check, close, gradients_agree, run

CASE = """gimbal: 1
gravity: [9.81, 0, 0]
bodies:
  - {name: bar, mass: 3, inertia: [0.1, 0.2, 0.3, 0, 0, 0], at: [0.3, -1, 0]}
  - {name: left, mass: 0, inertia: [0, 0, 0, 0, 0, 0], at: [0, -0.5, 0]}
  - {name: right, mass: 0, inertia: [0, 0, 0, 0, 0, 0], at: [1, -0.5, 0]}
joints:
  - {type: revolute, name: a, between: [ground, left], at: [0, 0, 0]}
  - {type: revolute, name: b, between: [ground, right], at: [1, 0, 0]}
  - {type: revolute, name: c, between: [left, bar], at: [0, -1, 0]}
  - {type: revolute, name: d, between: [bar, right], at: [1, -1, 0]}
probes:
  - {name: p, body: bar, at: [0, -1, 0]}
time: {scheme: galpha, step: 1e-3, steps: 1000}
output: {every: 0}
"""

# The pendulum starts across gravity: x here is -y of the reference, y is x (IFToMM A01, elliptic integral).
END = (0.1650108531, 0.9862917511)
for scheme, bound in (("galpha", 2e-5), ("dirk4", 1e-9)):
    r = run(CASE, settings=["time.scheme=" + scheme])
    if check("a bar on cranks without mass by " + scheme, r.status == 0, r.stderr):
        u = r.json["probes"]["p"]["u"][-1]
        close("x by " + scheme, u[0], END[0], 0, bound)
        close("y by " + scheme, u[1] - 1, END[1], 0, bound)
r = run(CASE, verb="check")
check("redundant rows of the loop are found", r.json["redundant_rows"] == 3 and r.json["degrees_of_freedom"] == 1,
      r.stdout)

DESIGNS = CASE.replace("time:", """design:
  - {name: mass, body: bar, parameter: mass}
  - {name: pin, joint: c, parameter: at.y}
functions:
  - {name: f, type: integral, of: p, value: "x^2 + vy^2"}
time:""").replace("steps: 1000", "steps: 40")
gradients_agree("a bar on cranks without mass", DESIGNS, ("galpha", "bdf2", "dirk4"))

for name, old, new, body in (
        ("an open chain", "  - {type: revolute, name: d, between: [bar, right], at: [1, -1, 0]}\n", "", "right"),
        ("a rod that turns about itself", "- {type: revolute, name: c, between: [left, bar], at: [0, -1, 0]}",
         "- {type: prismatic, name: c, between: [ground, bar], at: [0, 0, 0]}\n"
         "  - {type: spherical, name: e, between: [left, bar], at: [0, -1, 0]}", "left")):
    text = CASE.replace(old, new)
    if body == "left":
        text = text.replace("type: revolute, name: a", "type: spherical, name: a")
    r = run(text)
    check(name, r.status == 3 and "body '%s' has no inertia of its own" % body in r.stderr, r.stderr)
