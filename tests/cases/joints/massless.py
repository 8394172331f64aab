# quick
# memcheck
"""Bodies without mass and inertia that joints determine.

Claims: a bar between two cranks without mass swings as a simple pendulum of the cranks' length (values of the elliptic
integral), by schemes that enforce positions and accelerations; redundant rows of the planar loop are found; derivatives
by the bar's mass and a pin's place agree with complex step on 1 and 3 ranks; a crank that no loop closes, and a rod
that may turn about itself, are named. In statics no body needs inertia: one on a bushing goes where the forces put it,
and what hangs on it vibrates as on springs in series; a deck's rigid body alike. Shells without mass that move are
refused by name, whatever holds them.
"""
from pathlib import Path

from common import ended, refused
from helper import check, close, gradients_agree, grid, run

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
    r = ended("a bar on cranks without mass by " + scheme, run(CASE, settings=["time.scheme=" + scheme]))
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
    refused(name, text, "body '%s' has no inertia of its own" % body, status=3)


# ---- statics -------------------------------------------------------------------------------------

HELD = """gimbal: 1
bodies: [{name: plate, mass: 0, inertia: [0, 0, 0, 0, 0, 0], at: [0.5, 0, 0]}]
bushings: [{between: [ground, plate], at: [0, 0, 0], stiffness: [1e3, 1e3, 1e3, 10, 10, 10]}]
masses: [{name: bob, at: [1, 0, 0], mass: 2, fix: [y, z]}]
springs: [{between: [plate, bob], at: [[0.5, 0, 0], ~], stiffness: 3e3}]
loads:
  - {type: force, body: plate, at: [1, 0, 0], value: [0, 0, "1e-7*t"]}
  - {type: force, mass: bob, value: ["1e-7*t", 0, 0]}
probes: [{name: tip, body: plate, at: [1, 0, 0]}, {name: bob, mass: bob}]
modes: {count: 1}
time: {scheme: %s, step: 1, steps: 1}
output: {every: 0}
"""
for scheme in ("static", "linear"):
    for ranks in (1, 2):
        r = ended("a body without mass in statics, %s" % scheme, run(HELD % scheme, ranks))
        # by the force, and by its moment about the bushing
        close("it goes down and turns", r.json["probes"]["tip"]["u"][-1][2], 1e-7 * (1 / 1e3 + 1 / 10), 1e-6)
        close("and the mass along", r.json["probes"]["bob"]["u"][-1][0], 1e-7 * (1 / 1e3 + 1 / 3e3), 1e-6)
r = ended("modes of what hangs on it", run(HELD % "static", verb="modes"))
close("springs in series", r.json["modes"]["frequency"][0], (750 / 2) ** 0.5 / 6.283185307179586, 1e-10)
refused("in dynamics it is named", HELD % "bdf2", "or the static scheme", status=3)
Path("deck.bdf").write_text("""SPC = 1
LOAD = 2
BEGIN BULK
GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID,9,,2.,.5,0.
CQUAD4,1,1,1,2,3,4
PSHELL,1,1,.02,1
MAT1,1,7.+10,,0.
RBE2,7,9,123456,2,3
SPC1,1,123456,1,4
FORCE,2,9,,1.,100.,0.,0.
ENDDATA
""")
r = ended(
    "a deck without density", run("gimbal: 1\nmesh: deck.bdf\nprobes: [{name: tip, body: RBE2 7, at: [2, 0.5, 0]}]\n"
        "time: {scheme: static, step: 1, steps: 1}\noutput: {every: 0}\n"))
close("is pulled", r.json["probes"]["tip"]["u"][-1][0], 100 / (7e10 * 0.02), 1e-5)

# Shells without mass on a body with a joint: more than a small dense factor, which would run out of workspace for
# pivots.
grid(8, 8).write("light.msh")
LIGHT = """gimbal: 1
mesh: light.msh
materials: {m: {young: 2e7, poisson: 0.3, yield: 1e6%s}}
shells: [{group: plate, material: m, thickness: 0.02}]
%s
loads: [{type: pressure, group: plate, value: 10}]
time: {scheme: bdf2, step: 0.01, steps: 2}
output: {every: 0}
"""
HINGE = """bodies: [{name: hub, at: [0, 0.5, 0], mass: 2, inertia: [1, 1, 1, 0, 0, 0]}]
links: [{body: hub, group: left, type: rigid}]
joints: [{name: j, type: revolute, between: [ground, hub], at: [0, 0.5, 0], axis: [0, 1, 0]}]"""
for held in (HINGE, "supports: [{group: left, fix: all}]"):
    for verb, ranks in (("run", 1), ("run", 2), ("check", 1)):
        refused("shells without mass, %s on %d ranks" % (verb, ranks), LIGHT % ("", held),
                "shells[0]: the shells have no mass, and nothing else gives node", ranks=ranks, verb=verb)
    ended("shells with mass", run(LIGHT % (", density: 900", held)))
