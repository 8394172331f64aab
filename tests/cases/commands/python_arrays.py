"""Claims, of python/gimbal for those who know arrays: `set` writes arrays, tuples, lists and dicts as the case file has
them, and refuses others by their type; a Case says in one line what it is, shows values and designs in notebooks without
scripts, and can be neither copied nor pickled; the type stubs name all public methods with their parameters.
"""
import ast
from pathlib import Path

from helper import ROOT, check, grid, run
from python_package import python

PLATE = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: plate, material: aluminium, thickness: 5e-3}]
supports: [{group: left, fix: all}]
loads: [{name: gust, type: force, group: corner11, value: [0, 0, "10*sin(100*pi*t)"]}]
probes: [{name: tip, group: corner11}]
design: [{name: "a<b", thickness: plate, per: patch, lower: 1e-3}]
time: {scheme: bdf2, step: 1e-3, steps: 10}
functions:
  - {name: mass, type: mass}
  - {name: tip, type: end, of: tip, value: uz}
output: {every: 5, sections: true}
"""
grid(6, 2, size=(1, 0.4), patch=lambda i, j: 1 + i).write("plate.msh")
Path("plate.yaml").write_text(PLATE)
run("plate.yaml", 1, "gradient", settings=["gravity=[1, 2, -3]", "loads.gust.value=[0, t, 2.5]",
                            "functions=[{name: tip, type: end, of: tip, value: uy}, {name: mass, type: mass}]"], name="changed")

# ---- settings and texts ----------------------------------------------------------------------------

Path("settings.py").write_text(r'''
import copy, enum, json, pathlib, pickle
import numpy as np
import gimbal

def fails(part, call, *arguments):
    try:
        call(*arguments)
    except gimbal.Error as e:
        assert e.status == 2 and part in str(e), str(e)
        return
    raise AssertionError("no error: " + part)

wanted = json.load(open("changed.json"))["functions"]
case = gimbal.Case("plate.yaml", set={"gravity": np.array([1.0, 2, -3]),
                                      "loads.gust.value": (0, "t", np.float64(2.5))})
case.set("functions", [{"name": "tip", "type": "end", "of": "tip", "value": "uy"}, {"name": "mass", "type": "mass"}])
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
assert repr(case) == "<gimbal.Case 'plate.yaml': 6 designs, 2 values of functionals, has not run>", repr(case)
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
