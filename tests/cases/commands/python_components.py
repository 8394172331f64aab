"""Components of OpenMDAO have the values of the case, and products by the transposed Jacobian of a march under given forces.

Claims: a Component has the functionals and the gradient of `run`, also at other designs. A MarchComponent under forces
that are given for each step has the displacements and velocities of `run` with the same forces; its products by designs
and forces are those of differences to 1e-7, whichever functionals have a weight, and equal on 3 ranks to 1e-8; a second
product marches again. OpenMDAO itself is not needed: where it is missing, the classes have its methods.
"""
from pathlib import Path

from helper import check, close
from python_package import forced_plate, python

forced_plate(steps=8, value="1")

Path("component.py").write_text("""
import numpy as np
import gimbal
from gimbal.openmdao import Component
case = gimbal.Case("plate.yaml")
component = Component(case=case)
component.setup()
assert list(component.inputs) == ["t", "F"] and list(component.outputs) == case.functionals, component.inputs
alone = gimbal.Case("plate.yaml")
for factor in 1, 1.1:
    inputs = {name: factor * value for name, value in component.inputs.items()}
    outputs, partials = {}, {}
    component.compute(inputs, outputs)
    component.compute_partials(inputs, partials)
    values, gradient = alone.run(factor * case.x if factor == 1 else factor * alone.x), alone.gradient()
    assert np.array_equal(np.concatenate(list(outputs.values())), values), (outputs, values)
    assert np.array_equal(partials["ks", "t"], gradient[1:2, :1]) and np.array_equal(partials["c", "F"], gradient[2:, 1:])
print("good")
""")
check("a component", "good" in python("a component", 1, "component.py"))

Path("march.py").write_text("""
import numpy as np
import gimbal
from gimbal.openmdao import MarchComponent
component = MarchComponent(case=gimbal.Case("plate.yaml"), forces="F", steps=8)
component.setup()
assert list(component.inputs) == ["t", "forces"] and component.inputs["forces"].shape == (9, 2, 3)
random = np.random.default_rng(3)
F = np.array([[0, 3, 30], [1, 0, 20.]])
inputs = {"t": component.inputs["t"], "forces": np.array([F] * 9)}
outputs = {name: np.zeros_like(value) for name, value in component.outputs.items()}
component.compute(inputs, outputs)
alone = gimbal.Case("plate.yaml", set={"output.every": 0})
values = alone.run(histories=True)
assert np.allclose(np.concatenate([outputs[name] for name in alone.functionals]), values, rtol=1e-10, atol=0)
history = dict(zip(alone.histories, alone.history()[1].T))
for own, words in (("displacements", ("tip.ux", "tip.uy", "tip.uz")), ("velocities", ("tip.vx", "tip.vy", "tip.vz"))):
    for i, word in enumerate(words):
        most = abs(history[word]).max()
        assert abs(outputs[own][:, 1, i] - history[word][1:]).max() <= 1e-9 * max(most, 1e-9), (own, word)

inputs["forces"] = inputs["forces"] * np.cos(np.arange(9) / 3)[:, None, None]
seeds = {"tip": [0.4], "ks": [-1e-2], "c": [0.3], "displacements": random.normal(size=(8, 2, 3)),
         "velocities": 1e-2 * random.normal(size=(8, 2, 3))}
dt, dF = 1e-3 * inputs["t"], 1e-2 * random.normal(size=(9, 2, 3)) * abs(F).max()

def total(h, own):
    found = {name: np.zeros_like(value) for name, value in component.outputs.items()}
    component.compute({"t": inputs["t"] + h * dt, "forces": inputs["forces"] + h * dF}, found)
    return sum(np.sum(np.asarray(own[name]) * found[name]) for name in own)

for left_out in (), ("tip",), ("tip", "ks", "c"), ("displacements", "velocities"), ("ks", "velocities"):
    own = {name: value for name, value in seeds.items() if name not in left_out}
    products = []
    for repeat in range(2):  # the second one has no states left
        found = {"t": np.zeros(1), "forces": np.zeros((9, 2, 3))}
        component.compute_jacvec_product(inputs, found, own, "rev")
        products.append((found["t"] * dt).sum() + (found["forces"] * dF).sum())
    slope = lambda h: (total(h, own) - total(-h, own)) / (2 * h)
    wanted = (4 * slope(0.05) - slope(0.1)) / 3
    assert abs(products[0] - wanted) <= 1e-7 * abs(wanted), (left_out, products, wanted)
    assert abs(products[1] - products[0]) <= 1e-10 * abs(wanted), (left_out, products)
    print("%.15e" % products[0])
try:
    MarchComponent(case=gimbal.Case("plate.yaml"), forces="G", steps=8).setup()
except ValueError as failure:
    assert "found 'G'" in str(failure)
else:
    assert False, "forces that no design has are not refused"
try:
    MarchComponent(case=gimbal.Case("plate.yaml", set={"functions": []}), forces="F", steps=8).setup()
except ValueError as failure:
    assert "no functional" in str(failure)
else:
    assert False, "a case without functionals is not refused"
try:
    component.compute_jacvec_product(inputs, {}, {}, "fwd")
except NotImplementedError as failure:
    assert "accepted: rev" in str(failure)
else:
    assert False, "forward products are not refused"
""")
one, three = ([float(line) for line in python("a march", ranks, "march.py").splitlines()] for ranks in (1, 3))
check("five products of each rank", len(one) == 5 and len(three) == 15, three)
for k, value in enumerate(three):
    close("a product on three ranks", value, one[k % 5], 1e-8)
