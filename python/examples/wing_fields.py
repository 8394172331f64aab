"""The panel of the wing box that fails first, and the largest deflection, from arrays of nodes and elements.

usage: python3 wing_fields.py [CASE]      (or mpirun -np N python3 wing_fields.py: each rank has its part)
"""
import sys
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # of a checkout
import gimbal

case = gimbal.Case(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2] / "meshes/wing-box.yaml")
print(case)
functionals = dict(zip(case.functionals, case.run()))          # pyTACS: problem.solve(), evalFunctions
sensitivities = dict(zip(case.functionals, case.gradient()))   # evalFunctionsSens

points, moves = case.coordinates(), case.displacements()       # getNodes(), getVariables(), this rank's part
failure, elements = case.field("failure"), case.cell_numbers()
if len(points) and len(failure):
    far, weak = numpy.linalg.norm(moves, axis=1).argmax(), failure.argmax()
    print("largest deflection %.6f at node %d, %s"
          % (numpy.linalg.norm(moves[far]), case.node_numbers()[far], points[far]))
    print("largest failure index %.6f in element %d" % (failure[weak], elements[weak]))
print("ks %.6f, most sensitive to %s" % (functionals["ks"], case.designs[abs(sensitivities["ks"]).argmax()]))
