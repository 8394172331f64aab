"""Numbers whose squares leave a double's range: axes of any length are the same axes, more steps than can be counted
are refused, and no number, however large or small, makes a run hang, crash or succeed with values that are none.
"""
# quick
# memcheck
import json
import os
import subprocess
from pathlib import Path

from common import in_turn
from helper import GIMBAL, PATIENCE, WRAP, check, grid

CASE = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials:
  foam: {young: 5e6, poisson: 0.3, density: 200, yield: 1e5}
shells:
  - {group: plate, material: foam, thickness: 0.02}
bodies:
  - {name: hub, box: [0.1, 0.5, 0.1], density: 100, at: [-0.05, 0.25, 0]}
  - {name: gyre, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [3, 0, 0]}
joints:
  - {type: revolute, name: hinge, between: [ground, hub], at: [-0.1, 0.25, 0], axis: [0, 1, 0]}
  - {type: universal, name: cross, between: [ground, gyre], at: [3, 0, 0], axis: [0, 1, 0],
     second: [1, 0, 0]}
links:
  - {body: hub, group: left, type: rigid}
masses:
  - {name: m, at: [2, 0, 0], mass: 1}
springs:
  - {name: k, between: [hub, m], stiffness: 10, at: [[0.1, 0.25, 0.1], [2, 0, 0]]}
loads:
  - {type: pressure, group: plate, value: 10}
probes:
  - {name: corner, group: corner11}
functions:
  - {type: compliance}
time: {scheme: dirk2, step: 1e-3, steps: 2}
output: {every: 0}
"""
OUTPUT = Path("out.json")


def run(*settings):
    """Status (None: no end), message, and the JSON summary."""
    OUTPUT.unlink(missing_ok=True)
    words = WRAP + [GIMBAL, "run", "case.yaml", "--quiet", "--json", OUTPUT]
    for setting in settings:
        words += ["--set", setting]
    try:
        p = subprocess.run([str(w) for w in words], capture_output=True, text=True,
                           stdin=subprocess.DEVNULL, timeout=20 * PATIENCE,
                           env=dict(os.environ, OMP_NUM_THREADS="1"))
    except subprocess.TimeoutExpired:
        return None, "no end", None
    return p.returncode, p.stderr, json.loads(OUTPUT.read_text()) if OUTPUT.exists() else None


def has_null(value):
    if isinstance(value, dict):
        return any(has_null(v) for k, v in value.items() if k != "drift")
    return any(map(has_null, value)) if isinstance(value, list) else value is None


def axes():
    status, said, unit = run()
    check("the case", status == 0, said)
    for size in ("1e200", "1e308", "1e-120"):
        for setting in ("joints[0].axis=[0, %s, 0]", "joints[1].axis=[0, %s, 0]", "joints[1].second=[%s, 0, 0]"):
            status, said, found = run(setting % size)
            check(setting % size, status == 0 and "redundant" not in said
                  and found["probes"] == unit["probes"], (status, said))
    status, said, turned = run("bodies[0].rotation={axis: [0, 0, 1], angle: 1}")
    status, said, found = run("bodies[0].rotation={axis: [0, 0, 1e200], angle: 1}")
    check("an axis of rotation", status == 0 and found["probes"] == turned["probes"], said)


def steps():
    for count in ("2147483647", "1000000001"):
        status, said, _ = run("time.steps=" + count)
        check(count + " steps", status == 2 and "time.steps" in said and "at most" in said, (status, said))


def anything():
    for size in ("1e200", "1e-200"):
        for key in ("materials.foam.young", "materials.foam.density", "shells[0].thickness",
                    "bodies[1].mass", "masses[0].mass", "springs[0].stiffness", "loads[0].value",
                    "time.step", "gravity", "bodies[0].at", "bodies[0].velocity", "joints[0].at",
                    "bodies[0].angular_velocity", "masses[0].velocity"):
            vector = key == "gravity" or key.endswith(("at", "velocity"))
            setting = key + ("=[%s, 0, 0]" if vector else "=%s") % size
            status, said, found = run(setting)
            check(setting, status in (0, 2, 3, 4, 5, 6) and (status or not has_null(found)), (status, said))


grid(3, 2, size=(1, 0.5)).write("plate.msh")
Path("case.yaml").write_text(CASE)
in_turn(axes, steps, anything)
