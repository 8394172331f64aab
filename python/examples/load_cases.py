"""The lightest wing box under three load cases, by the thickness of its walls and of its rib; scipy's SLSQP.

usage: python3 load_cases.py      Each evaluation of the three cases takes one factorisation.
"""
from pathlib import Path

import numpy
from scipy.optimize import minimize

import gimbal

case = gimbal.Case(Path(__file__).resolve().parents[2] / "meshes" / "wing-box.yaml", set={
    "loads": [{"name": "lift", "type": "traction", "group": "walls", "value": [0, 0, 1600]},
              {"name": "drag", "type": "traction", "group": "walls", "value": [900, 0, 0]}],
    "design": [{"name": n, "load": n, "parameter": "amplitude"} for n in ("lift", "drag")] +
              [{"name": n, "thickness": n, "lower": 3e-3, "upper": 0.03} for n in ("walls", "rib")]})
CASES = numpy.array([[1, 0], [0.6, 1], [-0.4, 0.5]])  # amplitudes of lift and drag


def evaluate(t):
    """Weight and 0.2 - ks of each load case, and their gradients, by the thickness in cm."""
    runs = [(case.run(numpy.append(amplitudes, t / 100), same_factor=True), case.gradient()[:, 2:] / 100)
            for amplitudes in CASES]
    weight, ks = case.functionals.index("weight"), case.functionals.index("ks")
    return (runs[0][0][weight] / 100, runs[0][1][weight] / 100,
            numpy.array([0.2 - f[ks] for f, _ in runs]), numpy.array([-g[ks] for _, g in runs]))


low, high = (100 * bound[2:] for bound in case.bounds)
result = minimize(lambda t: evaluate(t)[0], 100 * case.x[2:], jac=lambda t: evaluate(t)[1], method="SLSQP",
                  bounds=list(zip(low, high)), options={"ftol": 1e-9},
                  constraints={"type": "ineq", "fun": lambda t: evaluate(t)[2], "jac": lambda t: evaluate(t)[3]})
print("weight %.4f, thickness %s, left %s" % (100 * result.fun, result.x / 100, evaluate(result.x)[2]))
