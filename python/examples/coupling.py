"""A wing whose forces another program computes, here a drag of its motion, and the gradient through both programs.

usage: python3 coupling.py [THICKNESS]      (or mpirun -np N python3 coupling.py)
"""
import sys
from pathlib import Path

import numpy

import gimbal

DRAG, STEPS = 0.3, 40                                      # N s/m of each node
case = gimbal.Case(Path(__file__).resolve().parents[2] / "meshes/flutter-wing.yaml", set={"time.steps": STEPS})
if len(sys.argv) > 1:
    case.set("shells[0].thickness", float(sys.argv[1]))
nodes = sum(name.startswith("forces.") for name in case.designs) // 3
u, v = case.begin("forces", numpy.zeros((nodes, 3)), method="adjoint")   # displacements and velocities, [nodes, 3]
for step in range(STEPS):
    forces = -DRAG * v
    u, v = case.step(forces)
    while abs(forces + DRAG * v).max() > 1e-14 * abs(forces).max():      # until both programs agree
        forces = -DRAG * v
        u, v = case.repeat(forces)
    case.accept()
values = dict(zip(case.functionals, case.end()))
for step in range(STEPS, -1, -1):                                        # the adjoint goes back
    part = case.adjoint_step()                                           # by the forces, [functionals, nodes, 3]
    while step > 0 and abs(part).max() > 1e-15:
        part = case.adjoint_repeat(0 * part, -DRAG * part)               # by displacements and velocities
print("tip %.12e, derivative by the thickness of the front %.9e" % (values["tip"], case.gradient()[1, 0]))
