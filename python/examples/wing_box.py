"""The lightest wing box whose stress is allowed, by the thickness of each of its 104 panels.

usage: python3 wing_box.py [CASE]      (or mpirun -np N python3 wing_box.py)
"""
import sys
from pathlib import Path

import numpy
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # of a checkout
import gimbal

case = gimbal.Case(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2] / "meshes/wing-box.yaml")
weight, ks = map(case.functionals.index, ("weight", "ks"))
start, scale, most = case.x, case.run()[weight], 0.2
seen = {}


def functions(x):
    """Values and gradient at relative designs: each march serves objective and constraint."""
    if not numpy.array_equal(seen.get("x"), x):
        seen.update(x=x.copy(), f=case.run(x * start), g=case.gradient() * start)
    return seen["f"], seen["g"]


optimum = minimize(
    lambda x: functions(x)[0][weight] / scale, numpy.ones(len(start)),
    jac=lambda x: functions(x)[1][weight] / scale, method="SLSQP", options={"maxiter": 500, "ftol": 1e-10},
    bounds=list(zip(*(bound / start for bound in case.bounds))),
    constraints={"type": "ineq", "fun": lambda x: 1 - functions(x)[0][ks] / most,
                 "jac": lambda x: -functions(x)[1][ks] / most})
f, _ = functions(optimum.x)
print("%s: weight %.9f, ks %.9f, %d panels, %d marches"
      % (optimum.message, f[weight], f[ks], len(start), optimum.nfev))
