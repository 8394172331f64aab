"""Claims, of python/gimbal for those who know arrays: `set` writes arrays, tuples, lists and dicts as the case file has
them, and refuses others by their type; a Case says in one line what it is, shows values and designs in notebooks
without scripts, and can be neither copied nor pickled; the type stubs name all public methods with their parameters.
One rank ends a search for modes on all ranks, after a step of it. Numbers and positions of nodes, displacements,
velocities and all fields of elements are those of the last frame of the results file at the same designs: all bits on
one rank, and to 1e-9 the parts of three ranks, which have each node once. `write_results` writes these again.
Frequencies, shapes and derivatives of `modes` are those of `gimbal modes`.
"""
import ast
import json
from pathlib import Path

from helper import ROOT, check, close, example, grid, run
from hdf5 import File
from python_package import python

PLATE = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: plate, material: aluminium, thickness: 5e-3}]
supports: [{group: left, fix: all}]
loads: [{name: gust, type: force, group: corner11, value: [0, 0, "10*sin(100*pi*t)"]}]
bodies: [{name: box, box: [0.1, 0.2, 0.3], density: 1000, at: [3, 0, 0], velocity: [1, 2, 3]}]
probes: [{name: tip, group: corner11}]
design:
  - {name: "a<b", thickness: plate, per: patch, lower: 1e-3}
  - {name: strength, material: aluminium, parameter: yield}
time: {scheme: bdf2, step: 1e-3, steps: 10}
functions:
  - {name: mass, type: mass}
  - {name: tip, type: end, of: tip, value: uz}
output: {every: 5, sections: true}
"""
grid(6, 2, size=(1, 0.4), patch=lambda i, j: 1 + i).write("plate.msh")
Path("plate.yaml").write_text(PLATE)
run("plate.yaml", 1, "gradient", settings=["gravity=[1, 2, -3]", "loads.gust.value=[0, t, 2.5]",
                            "functions=[{name: tip, type: end, of: tip, value: uy}, {name: mass, type: mass}]"],
    name="changed")

Path("refusals.py").write_text(r'''
import gimbal

def fails(part, call, *arguments):
    try:
        call(*arguments)
    except gimbal.Error as e:
        assert e.status == 2 and part in str(e), str(e)
        return
    raise AssertionError("no error: " + part)
''')

# ---- settings and texts ----------------------------------------------------------------------------

Path("settings.py").write_text(r'''
import copy, enum, json, pathlib, pickle
import numpy as np
import gimbal
from refusals import fails

wanted = json.load(open("changed.json"))["functions"]
case = gimbal.Case("plate.yaml", set={"gravity": np.array([1.0, 2, -3]),
                                      "loads.gust.value": (0, "t", np.float64(2.5))})
case.set("functions", [{"name": "tip", "type": "end", "of": "tip", "value": "uy"},
                       {"name": "mass", "type": "mass"}])
assert case.functionals == ["tip", "mass"] and np.array_equal(case.run(), list(wanted.values()))
case.set("time.steps", np.int64(3))
assert case.run(histories=True) is not None and len(case.history()[0]) == 4
case.set("mesh", pathlib.Path("plate.msh"))
case.set("title", "naïve: [1]".replace(": [1]", ""))
case.set("output.swept", np.bool_(True))
case.set("output", {"every": 0, "sections": False})
case.set("modes", None)
fails("found nan", case.set, "gravity", [0, 0, np.nan])
fails("found a value of type complex", case.set, "gravity", [0, 0, 1j])
fails("type set", case.set, "gravity", {1, 2, 3})
fails("gravity", case.set, "gravity", [0, 0])
assert np.isfinite(case.run()).all()

# One line, HTML, and no copies.
case = gimbal.Case("plate.yaml")
assert repr(case) == "<gimbal.Case 'plate.yaml': 7 designs, 2 values of functionals, has not run>", repr(case)
shown = case._repr_html_()
assert "<td>mass</td><td></td>" in shown and "a&lt;b.1" in shown and "a<b" not in shown and "script" not in shown, shown
f = case.run()
assert "has run" in repr(case) and "<td>mass</td><td>%.8g</td>" % f[0] in case._repr_html_()
assert "<td>0.005</td><td>0.001</td><td>inf</td>" in case._repr_html_()
for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
    try:
        duplicate(case)
        raise AssertionError("a copy")
    except TypeError as e:
        assert "another gimbal.Case" in str(e)
assert np.array_equal(case.run(), f)
case.close()
assert repr(case) == "<gimbal.Case 'plate.yaml', closed>" and "closed" in case._repr_html_()
error = pickle.loads(pickle.dumps(gimbal.Error(4, "text", "diverged")))
assert (error.status, str(error), error.code) == (4, "text", "diverged")
print("good")
''')
check("settings", python("settings", 1, "settings.py").count("good") == 1)

# ---- arrays ----------------------------------------------------------------------------------------

run("plate.yaml", 1, "gradient", settings=["shells[0].thickness=6e-3", "materials.aluminium.yield=2e8"])
file, last = File("plate.vtkhdf"), {}
for kind, rows in (("Point", "node_id"), ("Cell", "cell_id")):
    last[rows] = file.dataset("/VTKHDF/%sData/%s" % (kind, rows))[2]
    for name in file.members("/VTKHDF/%sData" % kind):
        shape, _, values = file.dataset("/VTKHDF/%sData/%s" % (kind, name))
        if name not in (rows, "property", "kind"):
            width = shape[1] if len(shape) > 1 else 1
            last[name] = [rows, width, values[-width * len(last[rows]):]]
last["coordinates"] = ["node_id", 3, file.dataset("/VTKHDF/Points")[2]]
Path("last.json").write_text(json.dumps(last))

r = run("plate.yaml", 1, "modes", settings=["shells[0].thickness=6e-3", "modes.count=4", "bodies=~"], name="vibration")
file = File("plate.modes.vtkhdf")
Path("modes.json").write_text(json.dumps({
    **r.json["modes"], "nodes": file.dataset("/VTKHDF/PointData/node_id")[2],
    "shapes": file.dataset("/VTKHDF/PointData/displacement")[2]}))

Path("arrays.py").write_text(r'''
import json, os, sys
import numpy as np
import gimbal
from refusals import fails
exact = int(sys.argv[1]) == 1
last = json.load(open("last.json"))
table = {name: dict(zip(last[rows], np.reshape(values, (-1, width) if width > 1 else -1)))
         for name, (rows, width, values) in ((n, v) for n, v in last.items() if not n.endswith("_id"))}

def compare(name, numbers, found):
    wanted = np.array([table[name][number] for number in numbers]).reshape(found.shape)
    scale = np.abs(last[name][2]).max()
    assert np.array_equal(found, wanted) if exact else np.allclose(found, wanted, rtol=1e-9, atol=1e-9 * scale), name

case = gimbal.Case("plate.yaml")
for call in (case.node_numbers, case.coordinates, case.displacements, case.velocities, case.cell_numbers, case.fields):
    fails("there is no run", call)
fails("there is no run", case.field, "failure")
first = case.run()
early = case.displacements()
x = case.x
assert not x.flags.writeable
x = x.copy()
x[:6], x[6] = 6e-3, 2e8
case.run(x, histories=True)
numbers, cells = case.node_numbers(), case.cell_numbers()
assert numbers.dtype == cells.dtype == np.int64 and len(set(numbers)) == len(numbers) and len(set(cells)) == len(cells)
compare("coordinates", numbers, case.coordinates())
assert set(case.fields()) == set(table) - {"coordinates"} and {"failure", "shell_moment"} <= set(case.fields())
for name in case.fields():
    compare(name, cells if last[name][0] == "cell_id" else numbers, case.field(name))
assert np.array_equal(case.displacements(), case.field("displacement"))
assert np.array_equal(case.velocities(), case.field("velocity"))
assert exact == (len(numbers) == len(last["node_id"])) == (len(cells) == len(last["cell_id"]))
with open("part-%s.json" % os.environ.get("OMPI_COMM_WORLD_RANK", 0), "w") as part:
    json.dump([numbers.tolist(), cells.tolist()], part)

# Only reading, as long as the array lives.
for array in (numbers, cells, case.coordinates(), case.displacements(), case.field("von_mises")):
    assert not array.flags.writeable
fails("found 'stress'; accepted: displacement, velocity", case.field, "stress")
fails("found 3", case.field, 3)
kept, copy = early, early.copy()
u, tip = case.displacements(), case.history()[1][-1, [case.histories.index("tip." + c) for c in ("ux", "uy", "uz")]]
at = np.abs(case.coordinates() - [1, 0.4, 0]).max(axis=1) < 1e-12
assert np.array_equal(u[at], np.tile(tip, (at.sum(), 1)))
assert np.array_equal(case.run(method=None), case.run()) and np.array_equal(case.displacements(), u)
assert np.array_equal(case.node_numbers(), numbers)

# Results of an earlier run are written too.
case.write_results("written" if exact else "written-3.vtkhdf")
fails("path: found ''; accepted", case.write_results, "")
try:
    case.write_results("no-folder/written")
    raise AssertionError("no error")
except gimbal.Error as e:
    assert e.status == 6 and "no-folder" in str(e), str(e)

# A static march, and one with a gradient before its arrays are taken.
case.set("bodies", None)
case.set("time", {"scheme": "static", "step": 0.0025, "steps": 2})
case.run(histories=True)
case.gradient()
at = np.abs(case.coordinates() - [1, 0.4, 0]).max(axis=1) < 1e-12
assert np.array_equal(case.displacements()[at, 2], case.history()[1][-1:, 2][:at.sum()]) and not case.velocities().any()

# Modes, at designs of no run yet.
fails("there are no modes", case.modes_gradient)
fails("modes: found -1; accepted", case.modes, -1)
fails("modes: found 2.5", case.modes, 2.5)
wanted = json.load(open("modes.json"))
case.run()
g = case.gradient().copy()
case.x = np.array([6e-3] * 6 + [2e8])
frequencies, shapes = case.modes(4)
assert np.allclose(frequencies, wanted["frequency"], rtol=1e-9, atol=0)
slopes = np.array([wanted["derivative"]["a<b.%d" % k] for k in range(1, 7)])
table = dict(zip(wanted["nodes"], np.swapaxes(np.reshape(wanted["shapes"], (4, -1, 3)), 0, 1)))
assert shapes.shape == (4, len(case.node_numbers()), 3) and not shapes.flags.writeable
found = np.swapaxes(shapes, 0, 1)
assert np.allclose(found, np.array([table[n] for n in case.node_numbers()]).reshape(found.shape), rtol=0, atol=1e-7)
assert np.allclose(case.modes_gradient()[:, :6], slopes.T, rtol=1e-7, atol=1e-7 * abs(slopes).max())
assert np.array_equal(case.gradient(), g)
case.set("time.steps", 3)
fails("there are no modes", case.modes_gradient)
fails("there is no run", case.gradient)
case.close()
fails("closed", case.modes)
assert np.array_equal(kept, copy) and np.isfinite(u).all()
print("good")
''')
for ranks in (1, 3):
    out = python("arrays", ranks, "arrays.py", ranks)
    check("arrays on %d" % ranks, out.count("good") == ranks, out)
    parts = [json.loads(Path("part-%d.json" % rank).read_text()) for rank in range(ranks)]
    for k, rows in enumerate(("node_id", "cell_id")):
        check("each of %s once" % rows, sorted(n for part in parts for n in part[k]) == sorted(last[rows]), parts)

for written in ("written", "written-3"):
    file = File(written + ".vtkhdf")
    check("one frame", file.dataset("/VTKHDF/Steps/Values")[2] == [0.01], file.dataset("/VTKHDF/Steps/Values"))
    for name, (rows, width, values) in ((n, v) for n, v in last.items() if isinstance(v[0], str)):
        kind = {"node_id": "PointData", "cell_id": "CellData"}[rows]
        found = file.dataset("/VTKHDF/Points" if name == "coordinates" else "/VTKHDF/%s/%s" % (kind, name))[2]
        most = max(map(abs, values))
        check("written " + name, len(found) == len(values) and
              all(abs(a - b) <= (1e-9 * most if "3" in written else 0) for a, b in zip(found, values)))

# ---- modes end early -------------------------------------------------------------------------------

grid(24, 24, size=(1, 1)).write("large.msh")
Path("stopped.py").write_text(r'''
import ctypes, os, sys
import numpy as np
import gimbal
last = int(os.environ.get("OMPI_COMM_WORLD_RANK", 0)) == int(sys.argv[1]) - 1
case = gimbal.Case("plate.yaml", set={"mesh": "large.msh", "bodies": None, "probes": None, "functions": None,
                                      "loads": None, "design": None})
wanted, _ = case.modes(3)

# What _march does with a signal, at the sixth question to one rank.
calls, handle = [], ctypes.c_void_p()
stop = gimbal._STOP(lambda _: bool(calls.append(1)) or last and len(calls) == 6)
case._call("set_stop", stop, None)
status = case._call("find_modes", 30, ctypes.byref(handle))
case._call("set_stop", None, None)
assert status == gimbal._STOPPED and not handle.value and len(calls) == 6, (status, len(calls))
assert np.array_equal(case.modes(3)[0], wanted)
print("good")
''')
for ranks in (1, 2):
    out = python("stopped modes", ranks, "stopped.py", ranks)
    check("all ranks end their search", out.count("good") == ranks, out)

# ---- the example -----------------------------------------------------------------------------------

Path("wing-box.yaml").write_text(example("wing-box"))
r = run("wing-box.yaml", settings=["output.every=1"])
out = python("the example", 1, ROOT / "python" / "examples" / "wing_fields.py", "wing-box.yaml")
words, file = out.split(), File("wing-box.vtkhdf")
deflections = [sum(u * u for u in row) ** 0.5 for row in file.rows("/VTKHDF/PointData/displacement")]
failures = file.dataset("/VTKHDF/CellData/failure")[2]
close("deflection", float(words[words.index("deflection") + 1]), max(deflections), 1e-4)
close("failure", float(words[words.index("index") + 1]), max(failures), 1e-4)
cells = file.dataset("/VTKHDF/CellData/cell_id")[2]
weakest = cells[failures.index(max(failures)) % len(cells)]
check("element", words[words.index("element") + 1] == str(weakest), out)


def signatures(path):
    """Names of functions and public methods with their parameters."""
    found = {}
    for one in ast.parse(path.read_text()).body:
        for method in one.body if isinstance(one, ast.ClassDef) and one.name[0] != "_" else ():
            if isinstance(method, ast.FunctionDef) and (method.name[0] != "_" or method.name == "__init__"):
                found[one.name, method.name] = [a.arg for a in method.args.args]
    return found


package = ROOT / "python" / "gimbal"
program, stub = signatures(package / "__init__.py"), signatures(package / "__init__.pyi")
check("stubs", {key for key in program if key != ("Case", "x")} == set(stub), set(program) ^ set(stub))
for key in stub:
    check("parameters of " + ".".join(key), program[key] == stub[key], "%s, %s" % (program[key], stub[key]))
