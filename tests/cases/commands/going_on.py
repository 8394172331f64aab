"""A run that goes on from a file of `checkpoint.every`, of the march or of the sweep, gives what it would have given at
once: values, probes, reactions and corrections bit by bit on as many ranks, all and the gradient to 1e-10 on others; a
file of another run is refused. The short form of restart.py, for bodies, joints and linked shells.
"""
# quick
from pathlib import Path

from common import refused
from helper import check, grid, run

CASE = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials: {foam: {young: 5e6, poisson: 0.3, density: 200, yield: 1e4}}
shells: [{group: plate, material: foam, thickness: 0.02}]
bodies:
  - {name: hub, mass: 0.5, inertia: [0.02, 0.01, 0.02, 0, 0, 0], at: [-0.05, 0.25, 0], angular_velocity: [0, -1, 0]}
joints: [{type: revolute, name: hinge, between: [ground, hub], at: [-0.1, 0.25, 0], axis: [0, 1, 0]}]
links: [{body: hub, group: left}]
probes: [{name: tip, group: corner11}]
design:
  - {name: t, thickness: plate}
  - {name: m, body: hub, parameter: mass}
functions:
  - {type: compliance}
  - {name: ks, type: ks, weight: 20}
  - {name: path, type: integral, of: tip, value: "z^2 + vx"}
time: {scheme: %s, step: 2e-3, steps: 11}
checkpoint: {every: 4, keep: true}
output: {every: 0}
"""
SAME = ("functions", "probes", "joints", "newton_iterations", "drift")


def numbers(found):
    for f in sorted(found["functions"]):
        yield found["functions"][f]
        for design in sorted(found.get("gradient", {f: []})[f]):
            yield from found["gradient"][f][design]
    for u in found["probes"]["tip"]["u"]:
        yield from u


grid(3, 2, size=(1, 0.5)).write("plate.msh")
file = Path("case.restart")
for scheme, verb in (("bdf2", "run"), ("dirk2", "gradient")):
    for ranks in (2, 1):  # the file of one rank stays
        file.unlink(missing_ok=True)
        r = run(CASE % scheme, ranks, verb)
        if not check("%s on %d ranks leaves a file" % (scheme, ranks), r.status == 0 and file.exists(), r.stderr):
            continue
        kept = Path("kept%d.restart" % ranks)
        file.rename(kept)
        for other in (1, 2):
            on = run(CASE % scheme, other, verb, options=["--restart", kept])
            name = "%s of %d ranks on %d" % (scheme, ranks, other)
            if not check(name + " goes on", on.status == 0 and on.json, on.stderr):
                continue
            if other == ranks:
                differs = [key for key in SAME if on.json[key] != r.json[key]]
                check(name + ": bit by bit", not differs, differs)
            worst = max(abs(a - b) / max(abs(b), 1e-3) for a, b in zip(numbers(on.json), numbers(r.json)))
            check(name + ": the same to 1e-10", worst <= 1e-10, worst)
for what, setting in (("another thickness", "shells.plate.thickness=0.021"),
                      ("another gravity", "gravity=[0, 0, -9.8]"),
                      ("another step", "time.step=1e-3")):
    refused(what, CASE % "dirk2", "is of another run", verb="gradient", settings=[setting],
            options=["--restart", "kept1.restart"])
