"""Components of OpenMDAO have the values of the case, and products by the transposed Jacobian of a march under given
forces.

Claims: a Component has the functionals and the gradient of `run`, also at other designs. A MarchComponent under forces
that are given for each step has the displacements and velocities of `run` with the same forces; its products by designs
and forces are those of differences to 1e-7, whichever functionals have a weight, and equal on 3 ranks to 1e-8; a second
product marches again. So do they with moments and a given motion as inputs, and rotations and angular velocities as
outputs. A StaticComponent, linear or not, has the functionals of `run`, and products that agree with differences to
1e-7. OpenMDAO itself is not needed: where it is missing, the classes have its methods.
"""
from pathlib import Path

from helper import check, close
from python_package import forced_plate, python

forced_plate(steps=8, value="1")

Path("component.py").write_text("""
import numpy as np
import gimbal
from gimbal.openmdao import Component, _groups
assert _groups(["a b", "a_b.1", "a_b.2"]) == {"a_b": [0], "a_b_": [1, 2]}
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
    assert np.array_equal(partials["ks", "t"], gradient[1:2, :1])
    assert np.array_equal(partials["c", "F"], gradient[2:, 1:])
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
Path("nodal.py").write_text("""
import numpy as np
import gimbal
from gimbal.openmdao import MarchComponent, StaticComponent

def products(component, inputs, names, settings, seeds):
    random = np.random.default_rng(3)
    change = {name: 1e-2 * random.normal(size=np.shape(value)) * (abs(value).max() or 1e-4) for name,
              value in inputs.items()}
    if "U" in change and change["U"].ndim == 3:
        change["U"][0] = 0
    def total(h):
        found = {name: np.zeros_like(value) for name, value in component.outputs.items()}
        component.compute({name: value + h * change[name] for name, value in inputs.items()}, found)
        return sum(np.sum(np.asarray(seeds[name]) * found[name]) for name in seeds)
    slope = lambda h: (total(h) - total(-h)) / (2 * h)
    wanted = (4 * slope(0.05) - slope(0.1)) / 3
    for repeat in range(2):
        found = {name: np.zeros_like(value) for name, value in inputs.items()}
        component.compute_jacvec_product(inputs, found, seeds, "rev")
        product = sum((found[name] * change[name]).sum() for name in inputs)
        assert abs(product - wanted) <= 1e-7 * abs(wanted), (settings, product, wanted)
    print("%.15e" % product)

def seeds_of(component):
    random = np.random.default_rng(4)
    size = {"displacements": 1, "rotations": 0.1, "velocities": 1e-2, "angular_velocities": 1e-3,
            "tip": 1, "ks": 1e-3, "c": 0.1}
    return {name: size[name] * random.normal(size=value.shape) for name, value in component.outputs.items()}

random = np.random.default_rng(6)
component = MarchComponent(case=gimbal.Case("moved.yaml"), nodal=["F", "M", "U", "V", "A"], steps=8)
component.setup()
assert {name: value.shape for name, value in component.inputs.items() if name != "t"} == {
    name: (9, 2, 3) for name in "FMUVA"}
assert component.outputs["rotations"].shape == (8, 4, 3)
t = 2e-3 * np.arange(9)[:, None, None]
a = random.normal(size=(2, 3))
inputs = {"t": component.inputs["t"], "F": np.cos(100 * t) * 20 * random.normal(size=(2, 3)),
          "M": np.sin(100 * t) * random.normal(size=(2, 3)), "U": a * t**2 / 2, "V": a * t, "A": a + 0 * t}
products(component, inputs, "FMUVA", "dynamics", seeds_of(component))
for scheme in "static", "linear":
    settings = {"time": {"scheme": scheme, "step": 0.5, "steps": 2}}
    case = gimbal.Case("moved.yaml", set=settings)
    component = StaticComponent(case=case, nodal=["F", "M", "U"], steps=2)
    component.setup()
    assert component.outputs["displacements"].shape == (4, 3) and "velocities" not in component.outputs
    inputs = {**{name: value.copy() for name, value in component.inputs.items()},
              "F": np.array([[0, 3, 30], [1, 0, 20.]]),
              "M": np.array([[0, 2, 0], [1, 3, 0.]]), "U": np.array([[1e-4, 0, 1e-3], [0, 1e-4, 2e-3]])}
    outputs = {name: np.zeros_like(value) for name, value in component.outputs.items()}
    component.compute(inputs, outputs)
    alone = gimbal.Case("moved.yaml", set={**settings, "output.every": 0, "loads.air.value": "t",
                                           "loads.turn.value": "t"})
    for name in "F", "M":
        alone.set_designs(inputs[name].ravel(), name)
    alone.set_designs(inputs["U"].ravel(), "U")
    values = alone.run()
    assert np.allclose([outputs[name][0] for name in alone.functionals], values, rtol=1e-9, atol=0), (outputs, values)
    products(component, inputs, "FMU", scheme, seeds_of(component))
for named, said in (dict(nodal=["F", "G"]), "found 'G'"), (dict(nodal=["t"]), "found 't'"), (dict(), "found no name"):
    try:
        StaticComponent(case=gimbal.Case("moved.yaml"), steps=2, **named).setup()
    except ValueError as failure:
        assert said in str(failure), failure
    else:
        assert False, said
""")
Path("moved.yaml").write_text(Path("plate.yaml").read_text().replace(
    "supports: [{group: left, fix: all}]",
    "supports: [{group: left, fix: rotation}, {name: wall, group: left, displacements: Z, velocities: Z, "
    "accelerations: Z}]").replace(
    "loads: [", "loads: [{name: turn, type: moment, group: right, values: Z, value: 1}, ").replace(
    "design:", """design:
  - {name: M, load: turn, parameter: values}
  - {name: U, support: wall, parameter: displacements}
  - {name: V, support: wall, parameter: velocities}
  - {name: A, support: wall, parameter: accelerations}""").replace("Z", "[[0, 0, 0], [0, 0, 0]]"))
one, three = ([float(line) for line in python("nodal inputs", ranks, "nodal.py").splitlines()] for ranks in (1, 3))
check("three products of each rank", len(one) == 3 and len(three) == 9, three)
for k, value in enumerate(three):
    close("a product on three ranks", value, one[k % 3], 1e-8)

one, three = ([float(line) for line in python("a march", ranks, "march.py").splitlines()] for ranks in (1, 3))
check("five products of each rank", len(one) == 5 and len(three) == 15, three)
for k, value in enumerate(three):
    close("a product on three ranks", value, one[k % 5], 1e-8)
