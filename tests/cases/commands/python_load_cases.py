"""Claims: three load cases of a wing box in linear statics take one factorisation in all, with their gradients; each
has the values and the gradient of a run of its own to 1e-9, on one rank and three; own forces of nodes are such load
cases too; thickness that changes, a march that is not linear and a run without `same_factor` have factors of their own;
load cases follow each other also where a gradient is missing or a run has failed.
"""
# timeout: 300
import shutil
from pathlib import Path

from helper import ROOT, check, example
from python_package import python

shutil.copy(ROOT / "meshes" / "wing-box.geo", "wing-box.geo")
Path("wing-box.yaml").write_text(example("wing-box"))
Path("load_cases.py").write_text(r'''
import sys
import numpy as np
import gimbal

one = int(sys.argv[1]) == 1
case = gimbal.Case("wing-box.yaml", set={
    "loads": [{"name": "pressure", "type": "pressure", "group": "walls", "value": 300},
              {"name": "lift", "type": "traction", "group": "walls", "value": [0, 0, 1600]},
              {"name": "drag", "type": "traction", "group": "walls", "value": [300, 0, 0]}],
    "functions": [{"name": "weight", "type": "mass"}, {"name": "ks", "type": "ks", "weight": 50},
                  {"name": "c", "type": "compliance"}],
    "design": [{"name": name, "load": name, "parameter": "amplitude"} for name in ("pressure", "lift", "drag")] +
              [{"name": "panel", "thickness": "walls", "per": "patch"}]})
x = case.x.copy()
cases = np.array([[1, 0, 0], [0.2, 1, 0], [1, 1, 1.5]])

def evaluate(amplitudes, **options):
    x[:3] = amplitudes
    f = case.run(x, **options)
    return f, case.gradient().copy()

def same(found, wanted):
    for a, b in zip(found, wanted):
        assert np.allclose(a, b, rtol=1e-9, atol=(1e-11 if one else 1e-9) * np.abs(b).max())

wanted = []
for k in range(3):
    wanted.append(evaluate(cases[k]))
    assert case.factorisations() == 1, case.factorisations()
for first in (0, 2):
    count = 0
    for k in (first, 1, 2):
        same(evaluate(cases[k], same_factor=True), wanted[k])
        count += case.factorisations()
        case.set_designs(case.x[:1], "pressure")
    assert count == (1 if first == 0 else 0), count
assert not np.allclose(wanted[0][0], wanted[1][0], rtol=1e-3)

# No gradient between, or no states for one.
for options in ({"same_factor": True}, {"same_factor": True, "method": None}):
    x[:3] = cases[1]
    assert np.allclose(case.run(x, **options), wanted[1][0], rtol=1e-12) and case.factorisations() == 0

# Other factors.
x[7] *= 1.25
f, g = evaluate(cases[0], same_factor=True)
assert case.factorisations() == 1 and not np.allclose(f, wanted[0][0], rtol=1e-6)
same(evaluate(cases[0]), (f, g))
assert case.factorisations() == 1
evaluate(cases[1], same_factor=True)
case.modes(2)
same(evaluate(cases[0], same_factor=True), (f, g))
assert case.factorisations() == 0
case.set("title", "another model")
assert len(evaluate(cases[0], same_factor=True)) == 2 and case.factorisations() == 1

# Forces of nodes.
box = gimbal.Case("wing-box.yaml")
box.run()
ends = np.flatnonzero(box.coordinates()[:, 1] > box.coordinates()[:, 1].max() - 1e-9) if one else ()
if one:
    rng = np.random.default_rng(0)
    numbers = sorted(box.node_numbers()[ends].tolist())
    F = rng.standard_normal((len(numbers), 3)) * 100
    forces = gimbal.Case("wing-box.yaml", set={
        "groups": [{"name": "end", "nodes": numbers}],
        "loads": [{"name": "own", "type": "force", "group": "end", "values": F}],
        "design": [{"name": "F", "load": "own", "parameter": "values"}]})
    own = []
    for k in range(3):
        forces.set_designs((k + 1) * F, "F")
        own.append(forces.run(same_factor=True))
        assert forces.factorisations() == (k == 0)
    for k in range(3):
        forces.set_designs((k + 1) * F, "F")
        assert np.allclose(forces.run(), own[k], rtol=1e-12)

# Nonlinear statics.
walk = gimbal.Case("wing-box.yaml", set={
    "time": {"scheme": "static", "step": 1, "steps": 1}, "optimize": None,
    "loads": [{"name": "lift", "type": "traction", "group": "walls", "value": [0, 0, 16]}],
    "design": [{"name": "lift", "load": "lift", "parameter": "amplitude"}]})
f = walk.run(same_factor=True)
walk.set_designs(2, "lift")
walk.run(same_factor=True)
assert walk.factorisations() > 0
walk.set_designs(1, "lift")
assert np.array_equal(walk.run(same_factor=True), f)
print("good")
''')
for ranks in (1, 3):
    out = python("load cases", ranks, "load_cases.py", ranks)
    check("load cases on %d" % ranks, out.count("good") == ranks, out)
