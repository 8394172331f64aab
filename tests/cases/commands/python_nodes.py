"""Claims, of python/gimbal for derivatives by nodes: `dX` has the derivatives of `gimbal gradient` by coordinates, on
one rank and the parts of three, of the adjoint and the tangent, and nan at nodes whose coordinates are no designs; a
case read from a mesh file whose nodes were moved by an array gives them by differences, to 1e-7; coordinates set as an
array of designs are that mesh. Forces and velocities of nodes are set as arrays; `dloads` has the derivatives by the
forces, which forces set as designs confirm by differences, on one rank and three, and `dvelocities` those by initial
velocities. `reactions` balance forces and moments of the loads at the present positions of the nodes, and are the sums
of those of single nodes.
"""
from pathlib import Path

from helper import check, close, grid, run
from python_package import python

PLATE = """gimbal: 1
mesh: plate.msh
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: plate, material: aluminium, thickness: 2e-2}]
supports: [{group: left, fix: all}]
loads: [{type: traction, group: right, value: [0, 100, 1000]}]
groups: [{name: outer, of: plate, box: [[0.4, -1, -1], [2, 1, 1]]}]
design:
  - {name: t, thickness: plate}
  - {name: X, coordinates: outer}
time: {scheme: static, step: 1, steps: 1}
functions: [{name: mass, type: mass}, {name: c, type: compliance}, {name: ks, type: ks, weight: 8}]
output: {every: 0}
"""

mesh = grid(6, 3, size=(1, 0.4), place=lambda x, y: (x, y, 0.1 * x * y))
mesh.write("plate.msh")
Path("right.txt").write_text("".join("%d\n" % n for n, at in sorted(mesh.nodes.items()) if at[0] > 0.99))
Path("plate.yaml").write_text(PLATE)
r = run("plate.yaml", 1, "gradient", name="wanted")
check("a gradient", r.status == 0, r.stderr)

Path("coordinates.py").write_text(r'''
import json, sys
import numpy as np
import gimbal

wanted = json.load(open("wanted.json"))["gradient"]
whole = gimbal.Case("plate.yaml", set={"time.steps": 1})
table = {}
for k, name in enumerate(whole.designs):
    if name.startswith("X."):
        node, axis = name.split(".")[1:]
        table[int(node), "xyz".index(axis)] = [wanted[f]["X"][k - 1] for f in whole.functionals]
for method in "tangent", "adjoint":
    whole.set("design[1].coordinates", "right" if method == "tangent" else "outer")
    whole.run(method=method)
    dX, numbers = whole.dX(), whole.node_numbers()
    assert dX.shape == (3, len(numbers), 3)
    free = whole.coordinates()[:, 0] > (0.99 if method == "tangent" else 0.4)
    assert np.isnan(dX[:, ~free]).all()
    for f in range(3):
        most = max(abs(values[f]) for values in table.values())
        for k in np.flatnonzero(free):
            for i in range(3):
                value = table[numbers[k], i][f]
                assert np.isclose(dX[f, k, i], value, rtol=1e-9, atol=1e-9 * most), (f, numbers[k], i)

# Coordinates as an array of designs.
X = whole.x[1:].reshape(-1, 3)
moved = X + 0.01 * np.sin(7 * X[:, ::-1])
f = whole.run(np.concatenate([whole.x[:1], moved.ravel()]))
whole.set_designs(X.ravel(), "X")
assert not np.allclose(whole.run(), f, rtol=1e-4)
whole.set_designs(moved, "X")
assert np.array_equal(whole.run(), f)
again = gimbal.Case("plate.yaml", set={"design[1].values": moved.ravel()})
assert np.allclose(again.run(), f, rtol=1e-12)

def fails(part, case):
    try:
        case.dX()
    except gimbal.Error as e:
        assert part in str(e), str(e)
        return
    raise AssertionError("no error: " + part)

fails("there is no run", gimbal.Case("plate.yaml"))
plain = gimbal.Case("plate.yaml", set={"design": None})
plain.run()
fails("coordinates: GROUP", plain)
print("good")
''')
for ranks in (1, 3):
    out = python("coordinates", ranks, "coordinates.py")
    check("coordinates on %d" % ranks, out.count("good") == ranks, out)

Path("differences.py").write_text(r'''
import numpy as np
import gimbal

lines = open("plate.msh").read().split("\n")
first = lines.index("$Nodes") + 2
case = gimbal.Case("plate.yaml")
case.run()
dX, numbers = case.dX(), case.node_numbers()
V = np.zeros((len(numbers), 3))
V[~np.isnan(dX[0, :, 0])] = np.random.default_rng(1).standard_normal((int((~np.isnan(dX[0, :, 0])).sum()), 3))
where = case.coordinates()

def functions(h):
    """Those of a mesh file whose nodes are moved along V."""
    moved = list(lines)
    for node, position in zip(numbers, where + h * V):
        for k in range(first, len(lines)):
            if lines[k].startswith("$End"):
                break
            if lines[k].split()[0] == str(node):
                moved[k] = "%d %.17g %.17g %.17g" % (node, *position)
    open("moved.msh", "w").write("\n".join(moved))
    with gimbal.Case("plate.yaml", set={"mesh": "moved.msh", "design": None}) as other:
        return other.run()

h = 2e-5
slope = (8 * (functions(h) - functions(-h)) - (functions(2 * h) - functions(-2 * h))) / (12 * h)
found = np.nansum(dX * V, axis=(1, 2))
assert np.allclose(found, slope, rtol=1e-7), (found, slope)
print("good")
''')
check("differences", "good" in python("differences", 1, "differences.py"))

# Components by complex steps, relative to the component, or to a part of the functional's largest one where that is
# more: what cancels in the smallest has its own round-off. In statics the round-off of thin shells grows as
# (length/thickness)^2.
for kind in ("quad4", "tri3", "quad9", "tri6"):
    grid(6, 3, size=(1, 0.4), place=lambda x, y: (x, y, 0.1 * x * y), distort=0.1, kind=kind).write(kind + ".msh")
Path("complex.py").write_text(r"""
import sys
import numpy as np
import gimbal

seed = int(sys.argv[1])
rng = np.random.default_rng(seed)
beam = {"sections": {"rod": {"type": "circle", "material": "aluminium", "radius": 0.01}},
        "beams": [{"group": "right", "section": "rod", "orientation": [0, 0, 1]}],
        "groups": [{"name": "outer", "of": "plate", "box": [[0.2, -1, -1], [0.6, 1, 1]]}]}
worst = (0,)
for kind, scheme, extra, thickness, part in (
        ("quad4", "static", beam, 0.2, 0.02), ("quad4", "static", {}, 0.02, 1), ("tri3", "static", {}, 0.2, 0.02),
        ("quad9", "static", beam, 0.2, 0.2), ("quad4", "dirk2", beam, 0.02, 1e-4), ("tri3", "galpha", beam, 0.02, 1e-4),
        ("tri6", "bdf2", {}, 0.02, 1e-3)):
    time = {"scheme": scheme, "step": 0.5 if scheme == "static" else 1e-4, "steps": 2 if scheme == "static" else 4}
    case = gimbal.Case("plate.yaml", set={"mesh": kind + ".msh", "time": time, "shells[0].thickness": thickness,
                                          **extra})
    f = case.run()
    dX, numbers, gradient = case.dX(), case.node_numbers().tolist(), case.gradient()
    most = abs(gradient[:, 1:]).max(axis=1)
    for j in rng.choice(np.arange(1, len(case.designs)), 4, replace=False):
        name = case.designs[j]
        exact, (node, axis) = case.complex_step(name), name.split(".")[1:]
        if int(node) in numbers:
            found = dX[:, numbers.index(int(node)), "xyz".index(axis)]
            error = (abs(found - exact) / np.maximum(abs(exact), part * most)).max()
            worst = max(worst, (error, kind, scheme, thickness, name))
    V = rng.standard_normal(len(case.designs))
    error = (abs(gradient @ V - case.complex_step(V)) / abs(gradient * V).max(axis=1)).max()
    worst = max(worst, (error, kind, scheme, thickness, "all"))
    with gimbal.Case("plate.yaml", set={"time.steps": 1}) as other:
        other.run()  # another march between leaves no trace
    assert np.array_equal(case.run(), f) and np.array_equal(case.dX(), dX, equal_nan=True)
assert worst[0] < 1e-11, (seed, worst)

def fails(part, along, case=case):
    try:
        case.complex_step(along)
    except gimbal.Error as e:
        assert e.status == 2 and part in str(e), str(e)
        return
    raise AssertionError("no error: " + part)

V[3] = np.nan
fails("direction: found nan for X.", V)
fails("along: found the shape (2,)", [1, 2])
fails("along: found 'X.999.x'; accepted: t, X.", "X.999.x")
case.set("functions", [{"name": "f1", "type": "frequency", "mode": 1}])
fails("which frequencies do not have", "t")
case.set("functions", [{"name": "mass", "type": "mass"}])
case.set("design", None)
fails("needs designs", [])
print("good", worst)
""")
seed = 1
for ranks in (1, 2):
    out = python("complex steps of seed %d" % seed, ranks, "complex.py", seed)
    check("complex steps of seed %d on %d" % (seed, ranks), out.count("good") == ranks, out)

Path("loads.py").write_text(r'''
import os
import numpy as np
import gimbal

rng = np.random.default_rng(2)
F = rng.standard_normal((4, 3)) * [1, 10, 100]
v = rng.standard_normal((28, 3))
settings = {"loads": [{"name": "own", "type": "force", "group": "right", "values": F, "value": "1 + t"}],
            "initial": [{"name": "start", "group": "plate", "velocities": v}],
            "time": {"scheme": "bdf2", "step": 1e-4, "steps": 3},
            "design": [{"name": "t", "thickness": "plate"}, {"name": "F", "load": "own", "parameter": "values"},
                       {"name": "X", "coordinates": "outer"},
                       {"name": "V", "initial": "start", "parameter": "velocities"}]}
case = gimbal.Case("plate.yaml", set=settings)
f = case.run()
numbers, d, dX = case.node_numbers(), case.dloads("F"), case.dX()
loaded = case.coordinates()[:, 0] > 0.99
assert d.shape == dX.shape == (3, len(numbers), 3)
assert np.isfinite(d[:, loaded]).all() and np.isnan(d[:, ~loaded]).all()
first = case.designs.index(next(name for name in case.designs if name.startswith("F.")))
order = [int(name.split(".")[1]) for name in case.designs[first:first + 12:3]]
for k, node in enumerate(order):
    for i in range(3):
        value = []
        for h in (1, -1):
            moved = F.copy()
            moved[k, i] += h
            case.set_designs(moved, "F")
            value.append(case.run())
        slope = (value[0] - value[1]) / 2
        if node in numbers:
            found = d[:, list(numbers).index(node), i]
            assert np.allclose(found, slope, rtol=1e-4, atol=1e-5 * abs(slope)), (node, i, found, slope)
case.set_designs(F, "F")
assert np.array_equal(case.run(), f)

# Initial velocities: along a direction, and the derivatives by forces again beside them.
dv, along = case.dvelocities("V"), rng.standard_normal(v.shape)
assert np.array_equal(case.dloads("F"), d, equal_nan=True)
first = case.designs.index(next(name for name in case.designs if name.startswith("V.")))
order = [int(name.split(".")[1]) for name in case.designs[first::3]]
assert sorted(set(numbers) & set(order)) == sorted(numbers) and np.isfinite(dv).all()
share = [along[order.index(node)] for node in numbers]
found = np.array([(one * share).sum() for one in dv])
value = []
for h in (-2e-3, -1e-3, 1e-3, 2e-3):
    case.set_designs(v + h * along, "V")
    value.append(case.run())
slope = (8 * (value[2] - value[1]) - (value[3] - value[0])) / 12e-3
np.savetxt("velocities-%s.txt" % os.environ.get("OMPI_COMM_WORLD_RANK", 0), [found, slope])
case.set_designs(v, "V")
assert np.array_equal(case.run(), f)
try:
    case.dvelocities("F")
    raise AssertionError("no error")
except gimbal.Error as e:
    assert "parameter: velocities" in str(e), str(e)
for name in ("X", "F.1", None, 3):
    try:
        case.dloads(name)
        raise AssertionError("no error")
    except gimbal.Error as e:
        assert "parameter: values" in str(e), str(e)
for wrong in (F[:3], F[:, :2], F[0], 5):
    try:
        case.set("loads.own.values", wrong)
        raise AssertionError("no error")
    except gimbal.Error as e:
        assert "values" in str(e), str(e)
print("good")
''')
for ranks in (1, 3):
    out = python("loads", ranks, "loads.py")
    check("loads on %d" % ranks, out.count("good") == ranks, out)
    parts = [[list(map(float, line.split())) for line in open("velocities-%d.txt" % rank)] for rank in range(ranks)]
    for f in range(3):
        close("f%d by velocities on %d" % (f, ranks), sum(part[0][f] for part in parts), parts[0][1][f], 1e-7, 1e-12)

Path("reactions.py").write_text(r'''
import os
import numpy as np
import gimbal

F = np.random.default_rng(3).standard_normal((4, 3)) * [100, 1000, 3000]
case = gimbal.Case("plate.yaml", set={
    "design": None, "loads": [{"name": "own", "type": "force", "group": "right", "values": F}],
    "probes": [{"name": "root", "reaction": "left", "about": [0.1, 0.2, 0.3]},
               {"name": "each", "reaction": "left", "per": "node"}]})

def fails(part):
    try:
        case.reactions()
    except gimbal.Error as e:
        assert part in str(e), str(e)
        return
    raise AssertionError("no error: " + part)

fails("there is no run")
case.run()
fails("run(histories=True)")
case.run(histories=True)
found = case.reactions()
root = found.pop("root")
assert len(found) == 4 and all(name.startswith("each.node") for name in found), found
assert np.allclose(root[:3], -F.sum(axis=0), rtol=1e-9)
assert np.allclose(sum(found.values())[:3], root[:3], rtol=1e-9)

# Moments of the loads about the point, by this rank's nodes, whose sum is of all ranks.
numbers, position = case.node_numbers(), case.coordinates() + case.displacements()
right = np.flatnonzero(case.coordinates()[:, 0] > 0.99)
order = [int(line) for line in open("right.txt")]
moment = sum((np.cross(position[k] - [0.1, 0.2, 0.3], F[order.index(numbers[k])]) for k in right), np.zeros(3))
with open("moment-%s.txt" % os.environ.get("OMPI_COMM_WORLD_RANK", 0), "w") as file:
    print(*moment, *root[3:], file=file)
case.set("probes", None)
case.run(histories=True)
fails("no reactions")
print("good")
''')
for ranks in (1, 3):
    out = python("reactions", ranks, "reactions.py")
    check("reactions on %d" % ranks, out.count("good") == ranks, out)
    parts = [list(map(float, Path("moment-%d.txt" % rank).read_text().split())) for rank in range(ranks)]
    for i in range(3):
        close("moment %d on %d" % (i, ranks), -sum(part[i] for part in parts), parts[0][3 + i], 1e-8)
