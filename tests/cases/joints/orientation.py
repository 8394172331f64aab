"""Where bodies are and how they are turned, in the JSON summary and the results file.

Claim: a ball that spins freely about an axis n, turned at the start, has the quaternion
(cos a/2, n sin a/2) of its angle a = w t times that of its start, continuous through full turns, directors
that are this rotation of the axes, and the place of its centre; on 1 and 3 ranks, and after a restart.
"""
import math
import subprocess
import sys

from helper import ROOT, check, close, run
from hdf5 import File

CASE = """gimbal: 1
bodies:
  - {name: still, sphere: 0.1, density: 1000, at: [3, 0, 0]}
  - {name: ball, sphere: 0.1, density: 1000, at: [1, 2, 3], velocity: [0.5, 0, 0],
     angular_velocity: [4, 8, 8], rotation: {axis: [1, 0, 0], angle: 0.5}}
time: {scheme: dirk4, step: 5e-4, steps: 2000}
output: {every: 200}
"""
N, W = (1 / 3, 2 / 3, 2 / 3), 12.0


def times(p, q):
    a, b, c, d = p
    e, f, g, h = q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


def turn(q, v):
    inverse = (q[0], -q[1], -q[2], -q[3])
    return times(times(q, (0.0,) + tuple(v)), inverse)[1:]


def compare(name, r):
    if not check(name + " runs", r.status == 0, r.stderr):
        return
    ball, still = r.json["bodies"]["ball"], r.json["bodies"]["still"]
    check(name + ": frames", len(ball["t"]) == 11 == len(ball["quaternion"]), ball["t"])
    start = (math.cos(0.25), math.sin(0.25), 0.0, 0.0)
    for k, t in enumerate(ball["t"]):
        half = W * t / 2
        q = times((math.cos(half),) + tuple(n * math.sin(half) for n in N), start)
        for i in range(4):
            close("%s: quaternion %d at %g" % (name, i, t), ball["quaternion"][k][i], q[i], 0, 1e-7)
        for axis in range(3):
            d = turn(q, [float(i == axis) for i in range(3)])
            for i in range(3):
                close("%s: director at %g" % (name, t), ball["directors"][k][3 * axis + i], d[i], 0, 1e-7)
        for i, x in enumerate((1 + 0.5 * t, 2, 3)):
            close("%s: place at %g" % (name, t), ball["position"][k][i], x, 0, 1e-12)
        check(name + ": the other is still", still["quaternion"][k] == [1, 0, 0, 0], still)


one = run(CASE, 1)
compare("one rank", one)
compare("three ranks", run(CASE, 3))
stopped = run(CASE, 1, options=["--max-time", "00:00:00.001"])
check("it stops", stopped.status == 75, stopped.stderr)
rest = run(CASE, 1, options=["--restart", "case.restart"])
compare("a restart", rest)
if rest.json and one.json:
    check("bit by bit", rest.json["bodies"] == one.json["bodies"])
checked = subprocess.run([sys.executable, ROOT / "tests" / "check-results.py", "case.vtkhdf"],
                         capture_output=True, text=True, stdin=subprocess.DEVNULL)
columns = File("case.vtkhdf").dataset("/columns/bodies")[2]
check("its columns", "ball.q0" in columns and "still.d3z" in columns, columns)
check("the results file is sound", checked.returncode == 0, checked.stdout + checked.stderr)
