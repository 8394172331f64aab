"""Claims, of marches by steps with python/gimbal: forces that are given step by step move a plate as the same forces by
an expression of t do, with BDF, generalised-alpha, Newmark and Runge-Kutta schemes, and their derivatives add up to
those by the designs, also where the adjoint of each step is repeated; a step that was repeated is the step with the last forces; the gradient of a plate under forces
that depend on its motion, found again in each step, agrees with differences to 1e-9, on one rank and three, with all
states kept and with few; so does, to 1e-7, that of a plate on a given motion by its designs and by coordinates of nodes
with forces; a call out of order is refused and the march goes on. Claim of python/examples/flutter.py: the speed of
flutter by the march is that by the modes of the wing in the same flow, to 0.05 %.
"""
# timeout: 400
import re
from pathlib import Path

from helper import ROOT, check, close
from python_package import forced_plate, python

forced_plate(steps=12, value="0")

Path("given.py").write_text(r'''
import os, sys, warnings
import numpy as np
import gimbal

F, STEP, STEPS = np.array([[0, 3, 30], [1, 0, 20.]]), 2e-3, 12
for scheme in "galpha", "bdf2", "newmark", "sdirk2":
    at = lambda t: 1 if scheme == "sdirk2" else np.cos(90 * t)  # stages within a step have the forces of the step
    alone = gimbal.Case("plate.yaml", set={"time.scheme": scheme,
                                           "loads.air.value": "1" if scheme == "sdirk2" else "cos(90*t)"})
    alone.set("design[1].values", F.ravel())
    wanted, slopes = alone.run(), alone.gradient()
    case = gimbal.Case("plate.yaml", set={"time.scheme": scheme, "loads.air.value": 1, "time.error_limit": 9})
    case.begin("F", F * at(0))
    assert np.allclose(case.coupled_coordinates(), [[1, 0, 0], [1, 0.4, 0]])
    for step in range(1, STEPS + 1):
        if step % 3 == 0:
            case.step(-2 * F)
            case.repeat(5 * F)
            u, v = case.repeat(F * at(step * STEP))
        else:
            u, v = case.step(F * at(step * STEP))
        case.accept()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        f = case.end()
    idle = scheme in ("bdf2", "sdirk2") and os.environ.get("OMPI_COMM_WORLD_RANK", "0") == "0"  # no use for the limit
    told = [str(w.message).split()[-1] for w in told if w.filename == __file__]
    assert told == ["[unused-key]"] * idle, (scheme, told)
    assert np.allclose(f, wanted, rtol=1e-9, atol=0), (scheme, f, wanted)
    total = 0
    for step in range(STEPS, -1, -1):
        total = total + (case.adjoint_step() + case.adjoint_repeat()) * at(step * STEP)  # again by nothing
    total = total.reshape(3, -1)
    gradient = case.gradient()
    assert np.allclose(gradient[:, 0], slopes[:, 0], rtol=1e-8, atol=0), (scheme, gradient[:, 0], slopes[:, 0])
    most = abs(slopes[:, 1:]).max(axis=1, keepdims=True)
    assert (abs(total - slopes[:, 1:]) <= 1e-8 * most).all(), (scheme, total, slopes[:, 1:])
print("done")
''')
python("given forces", 1, "given.py")
python("given forces", 3, "given.py")

Path("mutual.py").write_text(r'''
import os
import sys
import numpy as np
import gimbal

STEP, STEPS, N = 2e-3, 12, 2
case = gimbal.Case("plate.yaml", set={"loads.air.value": 1,
                                      **({"checkpoint.memory": sys.argv[1]} if sys.argv[1:] else {})})

def forces(t, u, v):
    return np.outer([1, 0.7], [0, 0, 30 * np.sin(40 * t)]) - 800 * u - 3 * v * (1 + 10 * v**2)

def back(v, by):  # derivatives by the motion from those by the forces
    return -800 * by, -3 * by * (1 + 30 * v**2)

def march(x):
    u, v = case.begin("F", np.zeros((N, 3)), x=x)
    motion = [v]
    for step in range(1, STEPS + 1):
        given = forces(step * STEP, u, v)
        u, v = case.step(given)
        for _ in range(40):
            found = forces(step * STEP, u, v)
            if abs(found - given).max() <= 1e-13 * abs(found).max():
                break
            given = found
            u, v = case.repeat(given)
        case.accept()
        motion.append(v)
    return case.end(), motion

x = case.x.copy()
values, motion = march(x)
for step in range(STEPS, 0, -1):
    by = case.adjoint_step()
    for _ in range(80):
        if not abs(by).max() > 1e-16:
            break
        by = case.adjoint_repeat(*back(motion[step], by))
case.adjoint_step()
gradient = case.gradient()[:, 0]

def moved(h):
    y = x.copy()
    y[0] += h
    return march(y)[0]

if int(os.environ.get("OMPI_COMM_WORLD_RANK", 0)) == 0:
    print(*("%.17e" % value for value in gradient))
if int(os.environ.get("OMPI_COMM_WORLD_SIZE", 1)) > 1 or sys.argv[1:]:
    sys.exit()  # what is printed is compared with that of one rank with all states
h = 4e-3 * x[0]
slope = lambda h: (moved(h) - moved(-h)) / (2 * h)
third = [slope(h), slope(h / 2), slope(h / 4)]
second = [(4 * third[k + 1] - third[k]) / 3 for k in range(2)]
slopes = (16 * second[1] - second[0]) / 15  # error of sixth order
error = abs(gradient - slopes) / abs(slopes)
assert (error <= 1e-9).all(), (gradient, slopes, error)
''')
found = [[float(word) for word in python("mutual forces", ranks, "mutual.py", *memory).split()]
         for ranks, memory in ((1, []), (3, []), (1, ["8 kB"]))]
for other in found[1:]:
    for a, b in zip(found[0], other):
        close("a derivative on other ranks, with other memory", b, a, 1e-9)

Path("driven.yaml").write_text("""gimbal: 1
mesh: plate.msh
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: plate, material: aluminium, thickness: 5e-3}]
supports: [{group: left, fix: rotation, motion: [0, 0, "a*sin(60*t)"]}]
controls: [{name: a, from: 0, to: 1, nodes: 4, values: 0.01}]
groups: [{name: side, of: plate, box: [[-1, -1e-6, -1], [2, 1e-6, 1]]}]
loads: [{name: air, type: force, group: side, values: [%s]}]
design:
  - {name: t, thickness: plate}
  - {name: a, control: a}
  - {name: X, coordinates: right}
  - {name: F, load: air, parameter: values}
time: {scheme: galpha, step: 2e-3, steps: 8}
probes: [{name: tip, node: 12}]
functions: [{name: tip, type: end, of: tip, value: uz}]
output: {every: 0}
""" % ", ".join(["[0, 0, 0]"] * 6))

Path("driven.py").write_text(r'''
import os
import sys
import numpy as np
import gimbal

N, STEPS = 6, 8
case = gimbal.Case("driven.yaml")
random = np.random.default_rng(3)
K, C = 100 * random.standard_normal((N, N)), 0.5 * random.standard_normal((N, N))

def along_z(values):
    return np.stack([0 * values, 0 * values, values], axis=-1)

def march(x):
    u, v = case.begin("F", np.zeros((N, 3)), x=x)
    for _ in range(STEPS):
        for again in range(50):
            given = along_z(K @ u[:, 2] + C @ v[:, 2])
            u, v = case.repeat(given) if again else case.step(given)
            if again and abs(given - before).max() <= 1e-13 * abs(given).max():
                break
            before = given
        case.accept()
    return case.end()[0]

x = case.x.copy()
march(x)
for step in range(STEPS, -1, -1):
    by = case.adjoint_step()
    while step > 0 and abs(by).max() > 1e-17:
        by = case.adjoint_repeat(along_z(by[:, :, 2] @ K), along_z(by[:, :, 2] @ C))
gradient = case.gradient()[0]
if int(os.environ.get("OMPI_COMM_WORLD_RANK", 0)) == 0:
    print(*("%.17e" % value for value in gradient))
if int(os.environ.get("OMPI_COMM_WORLD_SIZE", 1)) > 1:
    sys.exit()
for name, h in (("t", 1e-5), ("a.1", 1e-5), ("X.6.x", 1e-4), ("X.6.z", 1e-4), ("X.12.y", 1e-4)):
    j = case.designs.index(name)
    def moved(change):
        y = x.copy()
        y[j] += change
        return march(y)
    slope = lambda h: (moved(h) - moved(-h)) / (2 * h)
    wanted = (4 * slope(h / 2) - slope(h)) / 3
    assert abs(gradient[j] - wanted) <= 1e-7 * abs(wanted), (name, gradient[j], wanted)
''')
one, three = ([float(word) for word in python("driven nodes and moved coordinates", ranks, "driven.py").split()]
              for ranks in (1, 3))
check("as many derivatives on three ranks", len(one) == len(three) > 5, (len(one), len(three)))
for a, b in zip(one, three):
    close("a derivative of driven nodes on three ranks", b, a, 1e-9, 1e-9 * max(map(abs, one)))

Path("order.py").write_text(r'''
import numpy as np
import gimbal

case = gimbal.Case("plate.yaml")
Z = np.zeros((2, 3))

def refused(text, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except gimbal.Error as error:
        assert error.status == 2 and text in str(error), error
    else:
        raise AssertionError(text)

refused("found 't'", case.begin, "t", Z)
refused("found 'G'", case.begin, "G", Z)
refused("shape (3, 3)", case.begin, "F", np.zeros((3, 3)))
refused("found nan", case.begin, "F", Z * np.nan)
refused("method", case.begin, "F", Z, method="tangent")
case.begin("F", Z)
refused("no step to accept", case.accept)
refused("no step can be repeated", case.repeat, Z)
refused("has not ended", case.end)
refused("has not ended", case.adjoint_step)
case.step(Z)
refused("neither accepted nor repeated", case.step, Z)
refused("found inf", case.repeat, Z + np.inf)
case.accept()
for _ in range(11):
    case.step(Z)
    case.accept()
refused("no further step", case.step, Z)
case.end()
refused("has ended", case.end)
refused("has ended", case.accept)
refused("no step can be passed again", case.adjoint_repeat)
refused("has not passed all steps", case.gradient)
for _ in range(13):
    case.adjoint_step()
refused("has passed all steps", case.adjoint_step)
case.gradient()
case.run()  # ends it
refused("no march by steps", case.accept)
patient = gimbal.Case("plate.yaml", set={"time.retry": 3})
refused("time.retry: found 3", patient.begin, "F", Z)
case.begin("F", Z, method=None, histories=True)
for _ in range(12):
    case.step(Z)
    case.accept()
case.end()
refused("stored no states", case.adjoint_step)
assert len(case.history()[0]) == 13 and np.isfinite(case.displacements()).all()
''')
python("the order of calls", 1, "order.py")
python("the order of calls", 3, "order.py")

out = python("flutter", 1, ROOT / "python" / "examples" / "flutter.py")
by_modes, by_march = map(float, re.search(r"flutter at (\S+) m/s by modes, (\S+) m/s", out).groups())
close("speed of flutter", by_march, by_modes, 5e-4)
slopes = {ranks: [float(line.split()[-1]) for line in python("derivatives in the flow", ranks, ROOT / "python" /
                                                              "examples" / "flutter.py", 15, 12).splitlines()
                  if "derivative" in line]
          for ranks in (1, 3)}
check("two derivatives", len(slopes[1]) == 2, out)
for a, b in zip(slopes[1], slopes[3]):
    close("a derivative in the flow on three ranks", b, a, 1e-8)
