"""The speed at which a wing begins to flutter: a march by steps, in which this program gives the forces of the flow, and
the modes of the wing with the same flow. Then how the thickness of its skin changes the motion.

usage: python3 flutter.py [SPEED [STEPS]]         (or mpirun -np N python3 flutter.py SPEED: motion and derivatives alone)
"""
import os
import sys
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # of a checkout
import gimbal

DENSITY = 1.225  # of air, kg/m^3


class Flow:
    """Quasi-steady flow along x over strips between the nodes of the leading and of the trailing edge: the lift
    2 pi q c (theta - w'/U), where w' is the velocity at three quarters of the chord, acts at a quarter of it, with the
    moment -pi/16 rho U c^3 theta'. Forces are stiffness u + damping v."""

    def __init__(self, points, speed):
        front, rear = (numpy.flatnonzero(numpy.isclose(points[:, 0], x)) for x in (points[:, 0].min(), points[:, 0].max()))
        self.edges = [nodes[numpy.argsort(points[nodes, 1])] for nodes in (front, rear)]
        along, chord = points[self.edges[0], 1], numpy.ptp(points[:, 0])
        ends = numpy.concatenate([[0], (along[1:] + along[:-1]) / 2, along[-1:]])
        ends[0] = along[0] / 2  # half a strip is at the root, which does not move
        self.width = numpy.diff(ends)
        lift, angle = numpy.array([0.75, 0.25]), numpy.array([1, -1]) / chord
        pressure = DENSITY / 2 * speed**2 * chord * 2 * numpy.pi
        self.stiffness = pressure * numpy.outer(lift, angle)
        self.damping = (pressure * numpy.outer(lift, [-0.25, -0.75]) / speed
                        - numpy.pi / 16 * DENSITY * speed * chord**3 * numpy.outer(angle, angle))

    def apply(self, matrix, motion):
        """Forces [nodes, 3] by a matrix, from the motion [nodes, 3] of the nodes; its transpose also takes derivatives by
        forces to those by the motion."""
        forces = numpy.zeros_like(motion)
        pair = numpy.array([motion[edge, 2] for edge in self.edges])
        for edge, force in zip(self.edges, matrix @ pair * self.width):
            forces[edge, 2] = force
        return forces

    def forces(self, u, v):
        return self.apply(self.stiffness, u) + self.apply(self.damping, v)


def march(case, speed, adjoint=False):
    """March with the flow of this speed. Values of the functionals, deflections of the tip, and with `adjoint` the
    derivatives of the functionals by the designs."""
    nodes = sum(name.startswith("forces.") for name in case.designs) // 3
    u, v = case.begin("forces", numpy.zeros((nodes, 3)), method="adjoint" if adjoint else None)
    flow = Flow(case.coupled_coordinates(), speed)
    tip, steps = [u[flow.edges[1][-1], 2]], STEPS
    for _ in range(steps):
        forces = flow.forces(u, v)
        for again in range(50):
            u, v = case.repeat(forces) if again else case.step(forces)
            change, forces = forces, flow.forces(u, v)
            if abs(forces - change).max() <= 1e-14 * abs(forces).max():
                break
        case.accept()
        tip.append(u[flow.edges[1][-1], 2])
    values = case.end()
    for step in range(steps, -1, -1) if adjoint else ():
        part = case.adjoint_step()
        for _ in range(50):  # what the forces of this step get back from its motion
            by = [numpy.array([flow.apply(matrix.T, one) for one in part]) for matrix in (flow.stiffness, flow.damping)]
            if step == 0 or not abs(part).max() > 1e-14 * abs(by[0]).max() + 1e-300:
                break
            part = case.adjoint_repeat(*by)
    return values, numpy.array(tip), case.gradient() if adjoint else None


def poles(signal):
    """The poles 1/s of a sum of damped oscillations, sampled at the ends of steps, by a matrix pencil."""
    rows = len(signal) // 3
    hankel = numpy.array([signal[k:k + rows] for k in range(len(signal) - rows)]).T
    left, sizes, _ = numpy.linalg.svd(hankel, full_matrices=False)
    left = left[:, sizes > 1e-9 * sizes[0]]
    z = numpy.linalg.eigvals(numpy.linalg.pinv(left[:-1]) @ left[1:])
    return 2 / STEP * (z - 1) / (z + 1)  # of average_acceleration


def eigenvalues(case, speed, count=40):
    """Eigenvalues 1/s of the wing in the flow, whose motion is a sum of its lowest modes. The mass of a mode is the
    integral of its squared displacements, which are bilinear in each element."""
    frequencies, shapes = case.modes(count)
    case.run(method=None)
    points = case.coordinates()
    x, y = (numpy.unique(points[:, i].round(9)) for i in (0, 1))
    grid = numpy.lexsort((points[:, 1].round(9), points[:, 0].round(9))).reshape(len(x), len(y))
    by_area = [density * t for density, t in zip((2700, 8100), case.x[:2]) for _ in range(len(x) // 2)]
    line = lambda p, weight: sum(numpy.pad(w * h / 6 * numpy.array([[2, 1], [1, 2]]), (k, len(p) - 2 - k))
                                 for k, (h, w) in enumerate(zip(numpy.diff(p), weight)))
    masses = numpy.einsum("mxyi,xX,yY,mXYi->m", shapes[:, grid], line(x, by_area), line(y, numpy.ones(len(y) - 1)),
                          shapes[:, grid])
    free = numpy.concatenate([grid[0, 1:], grid[-1, 1:]])
    flow, modes = Flow(points[free], speed), shapes[:, free]
    stiffness, damping = (numpy.array([[(a * flow.apply(matrix, b)).sum() for b in modes] for a in modes]) / masses[:, None]
                          for matrix in (flow.stiffness, flow.damping))
    zero, one = numpy.zeros((count, count)), numpy.eye(count)
    return numpy.linalg.eigvals(numpy.block([[zero, one], [stiffness - numpy.diag((2 * numpy.pi * frequencies)**2), damping]]))


def zero(function, below, above):
    """Where a function vanishes, by secants."""
    values = function(below), function(above)
    for _ in range(6):
        below, above = above, above - values[1] * (above - below) / (values[1] - values[0])
        values = values[1], function(above)
        if abs(above - below) < 1e-4 * above:
            break
    return above


STEP, STEPS = 2e-3, int(sys.argv[2]) if len(sys.argv) > 2 else 300
case = gimbal.Case(Path(__file__).parents[2] / "meshes/flutter-wing.yaml", set={"time.step": STEP, "time.steps": STEPS})
def torsion(poles):
    """The growth in 1/s of the torsion of the wing, which is the mode that flutters."""
    return poles[abs(poles - 65j).argmin()].real


def main():
    speed = float(sys.argv[1]) if len(sys.argv) > 1 else zero(lambda speed: torsion(poles(march(case, speed)[1][1:])), 14, 16)
    if len(sys.argv) < 2:
        by_modes = zero(lambda speed: torsion(eigenvalues(case, speed)), 14, 16)
        print("flutter at %.4f m/s by modes, %.4f m/s by the march" % (by_modes, speed))
    values, tip, gradient = march(case, speed, adjoint=True)
    first = int(os.environ.get("OMPI_COMM_WORLD_RANK", 0)) == 0  # all ranks have the same
    if first:
        print("at %.4f m/s the tip ends at %.9e m" % (speed, tip[-1]))
    for design, derivative in zip(case.designs[:2], gradient[1]) if first else ():
        print("derivative of tip by the thickness of %-5s %.12e" % (design, derivative))


if __name__ == "__main__":
    main()
