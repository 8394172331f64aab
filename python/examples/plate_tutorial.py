"""The plate of pyTACS' tutorial: a static load, values, derivatives by thickness and by nodes, and a results file.

usage: python3 plate_tutorial.py      (or mpirun -np N python3 plate_tutorial.py)
"""
import json
from pathlib import Path

import gimbal

plate = {"gimbal": 1, "mesh": str(Path(__file__).resolve().parents[2] / "meshes" / "plate.geo"),
         "materials": {"aluminium": {"young": 70e9, "poisson": 0.3, "density": 2500, "yield": 464e6}},
         "shells": [{"group": "plate", "material": "aluminium", "thickness": 0.01}],
         "supports": [{"group": "root", "fix": "all"}],
         "loads": [{"name": "pressure", "type": "pressure", "group": "plate", "value": 1e3}],
         "design": [{"name": "t", "thickness": "plate", "lower": 2e-3, "upper": 0.05},    # setDesignVars
                    {"name": "X", "coordinates": "plate"}],                               # setNodes
         "functions": [{"name": "mass", "type": "mass"}, {"name": "ks", "type": "ks", "weight": 100}],
         "time": {"scheme": "static", "step": 1, "steps": 1}}                             # createStaticProblem
case = gimbal.Case("plate.yaml", text=json.dumps(plate))
f = dict(zip(case.functionals, case.run()))                                               # solve, evalFunctions
g = dict(zip(case.functionals, case.gradient()[:, 0]))                                    # evalFunctionsSens
dX = case.dX()                                                                            # [functionals, nodes, 3]
case.write_results("plate")                                                               # writeSolution
print("mass %.6f, ks %.6f, d mass/dt %.6f, d ks/dt %.6f" % (f["mass"], f["ks"], g["mass"], g["ks"]))
if len(dX[0]):
    print("largest d ks/dX %.6g at node %d" % (abs(dX[1]).max(), case.node_numbers()[abs(dX[1]).max(axis=1).argmax()]))
