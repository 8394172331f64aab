"""Claims, of `Case.verify` of python/gimbal: on 1, 2 and 3 ranks it has the names and the errors of `gimbal verify`, by
adjoint and tangent, for values of a list too; it verifies at the current designs; the last run, its gradient and later
runs keep all bits; derivatives that are all zero pass; text with a zero byte is refused; a wrong derivative is an Error with the error's size and status 4; what has no complex step, wrong
methods and a closed case are refused; Ctrl-C ends it on all ranks, and the case can be verified again.
Runs pass on their warnings, each code once a case.
"""
from pathlib import Path

from helper import check, run
from python_package import python

Path("flight.yaml").write_text("""gimbal: 1
gravity: [0, 0, -9.81]
masses: [{name: p, at: [1, 0, 0], mass: 2, velocity: [0.5, 0.25, 0]}]
springs: [{name: s, between: [ground, p], at: [[0, 0, 0], ~], stiffness: 200, length: 1}]
probes: [{name: p, mass: p}]
design:
  - {name: vx, mass: p, parameter: velocity.x}
  - {name: k, spring: s, parameter: stiffness}
functions:
  - {name: line, type: end, of: p, value: "x + y"}
  - {name: path, type: value, of: p, value: "x*x + z", at: {mesh: 3}}
time: {scheme: dirk2, step: 0.01, steps: 10}
output: {every: 0}
""")
Path("rest.yaml").write_text("""gimbal: 1
materials: {al: {young: 7e7, poisson: 0.33, density: 2700}}
sections: {s: {type: circle, material: al, radius: 0.02}}
beams: [{name: bm, points: [[0,0,0],[1,0,0]], elements: 4, order: 1, section: s, orientation: [0,0,1], ends: [ground, ~]}]
loads: [{name: F, type: force, group: bm, values: [[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]], value: 1}]
probes: [{name: tip, group: bm.end}]
design: [{name: F, load: F, parameter: values}, {name: r, section: s, parameter: radius}]
functions: [{name: u, type: end, value: tip.uz^2}, {name: e, type: energy, form: total}]
time: {scheme: galpha, step: 1e-3, steps: 6}
output: {every: 0}
""")
r = run("flight.yaml", 1, "verify", name="wanted")
check("a verification", r.status == 0, r.stderr)

# A function too steep for the step, where vx is above 0.6: its derivative is off by 1 - T / sinh T, T = 1.
Path("verify.py").write_text(r'''
import os, signal, sys, threading
import numpy as np
import gimbal

last = int(os.environ.get("OMPI_COMM_WORLD_RANK", 0)) == int(sys.argv[1]) - 1
case = gimbal.Case("flight.yaml")
f = case.run()
found = case.verify()
assert list(found) == case.functionals == ["line", "path[0]", "path[1]", "path[2]"], found
assert all(list(errors) == ["vx", "k"] for errors in found.values())
assert all(error < 1e-10 for errors in found.values() for error in errors.values()), found
for method in "tangent", "auto":
    assert max(error for errors in case.verify(method).values() for error in errors.values()) < 1e-10
g = case.gradient()
with gimbal.Case("flight.yaml") as other:
    assert np.array_equal(other.run(), f) and np.array_equal(other.gradient(), g)
assert np.array_equal(case.run(), f) and np.array_equal(case.gradient(), g)

def fails(part, status, call, *arguments):
    try:
        call(*arguments)
    except gimbal.Error as e:
        assert e.status == status and part in str(e), str(e)
        return e
    raise AssertionError("no error: " + part)

rest = gimbal.Case("rest.yaml")
assert len(rest.designs) == 16 and set(rest.verify()["u"].values()) == {0}
fails("text: found a zero byte in line 2", 2, gimbal.Case, "zero.yaml", None, "gimbal: 1\ntitle: \0")
fails("method: found None", 2, case.verify, None)
fails("method: found 'steps'", 2, case.verify, "steps")
steep = gimbal.Case("flight.yaml", set={
    "functions": [{"name": "steep", "type": "end", "of": "p", "value": "if(vx > 0.6, sin(1e30*(y - 0.5)), y)"}],
    "springs": None, "gravity": [0, 0, 0], "time.step": 0.1, "masses[0].velocity": [0.5, 0.5, 0],
    "design": [{"name": "vy", "mass": "p", "parameter": "velocity.y"},
               {"name": "vx", "mass": "p", "parameter": "velocity.x"}]})
assert steep.verify()["steep"]["vy"] < 1e-10
steep.set_designs(0.7, "vx")
error = fails("d steep / d vy is off by", 4, steep.verify)
assert error.code == "wrong-derivative", error.code
steep.set_designs(0.5, "vx")
assert steep.verify()["steep"]["vy"] < 1e-10
case.set("functions", None)
fails("needs functions", 2, case.verify)
case.set("design", None)
fails("needs designs", 2, case.verify)

# Ctrl-C.
case = gimbal.Case("flight.yaml", set={"time.steps": 10**5})
timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
if last: timer.start()
try:
    case.verify()
    raise AssertionError("no interrupt")
except KeyboardInterrupt:
    timer.cancel()
case.set("time.steps", 10)
assert case.verify() == found
case.close()
fails("closed", 2, case.verify)
print("good", found["line"]["vx"], max(found["path[%d]" % k]["k"] for k in range(3)))
''')
for ranks in (1, 2, 3):
    out = python("verify", ranks, "verify.py", ranks)
    check("verify on %d" % ranks, out.count("good") == ranks, out)
    wanted = r.json["verify"]
    check("as the program", ranks > 1 or
          [float(word) for word in out.split()[1:]] == [wanted["line"]["vx"], wanted["path"]["k"]], (out, wanted))

# The warnings of a run are told where the user calls it, on rank 0, each code once.
Path("warned.py").write_text(r'''
import sys, warnings
import gimbal

with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    case = gimbal.Case("rest.yaml", set={"materials.al.young": 7})
    before = len(told)
    case.run()
    case.run()
print(before, [(str(w.message).split()[-1], w.filename == __file__) for w in told])
''')
for ranks in (1, 2):
    out = python("warnings", ranks, "warned.py").splitlines()
    check("warnings of runs, %d" % ranks, out == ["0 [('[implausible-material]', True)]", "0 []"][:ranks], out)
