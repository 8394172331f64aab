"""The fields of a results file are those of a motion that is known.

Claims: of a plate that turns about an axis in its plane and falls, and of a box that tumbles about a principal axis,
displacement, velocity, acceleration and director at each node of each frame are those of the rigid motion, on 1
and 3 ranks; a body has no stress.
"""
import math

from common import ended
from helper import check, close, grid, run
from hdf5 import File

CASE = """gimbal: 1
mesh: plate.msh
gravity: [0, "4*t", -9.81]
materials: {stiff: {young: 1e9, poisson: 0.3, density: 1000, yield: 1e6}}
shells: [{group: plate, material: stiff, thickness: 0.02}]
initial: [{group: plate, velocity: [1, 2, 0.5], angular_velocity: [2, 0, 0], about: [0.5, 0.25, 0]}]
bodies:
  - {name: box, box: [0.4, 0.2, 0.6], density: 1000, at: [3, 0.5, 0.2], velocity: [-1, 0, 2],
     angular_velocity: [0, 3, 0]}
time: {scheme: bdf2, step: 1e-3, steps: 200}
output: {every: 100}
"""


def rigid(X, C, v, w, axis, t):
    """Displacement, velocity, acceleration of X on a body that spins by w about an axis through C."""
    j, k = (axis + 1) % 3, (axis + 2) % 3
    c, s, arm = math.cos(w * t), math.sin(w * t), [a - b for a, b in zip(X, C)]
    now = list(arm)
    now[j], now[k] = c * arm[j] - s * arm[k], s * arm[j] + c * arm[k]
    fall = [0, 4 * t ** 3 / 6, -9.81 * t * t / 2], [0, 2 * t * t, -9.81 * t], [0, 4 * t, -9.81]
    turn = [0.0] * 3
    turn[j], turn[k] = -w * now[k], w * now[j]
    inwards = [0.0] * 3
    inwards[j], inwards[k] = -w * w * now[j], -w * w * now[k]
    return ([v[i] * t + fall[0][i] + now[i] - arm[i] for i in range(3)],
            [v[i] + fall[1][i] + turn[i] for i in range(3)], [fall[2][i] + inwards[i] for i in range(3)])


def fields(file, name, nodes):
    rows = file.rows("/VTKHDF/PointData/" + name)
    return [rows[k:k + nodes] for k in range(0, len(rows), nodes)]


grid(2, 2, size=(1, 0.5)).write("plate.msh")
for ranks in (1, 3):
    ended("it moves on %d ranks" % ranks, run(CASE, ranks))
    file = File("case.vtkhdf")
    points, times = file.rows("/VTKHDF/Points"), file.dataset("/VTKHDF/Steps/Values")[2]
    found = {name: fields(file, name, len(points)) for name in ("displacement", "velocity", "acceleration", "director")}
    check("nine nodes, the box' centre and its corners", len(points) == 18 and len(times) == 3, (points, times))
    for frame, t in enumerate(times):
        worst = dict.fromkeys(found, 0.0)
        for n, X in enumerate(points):
            plate = n < 9
            body = ((0.5, 0.25, 0), (1, 2, 0.5), 2, 0) if plate else ((3, 0.5, 0.2), (-1, 0, 2), 3, 1)
            u, v, a = rigid(X, *body, t)
            exact = {"displacement": u, "velocity": v, "acceleration": a,
                     "director": (0, -math.sin(2 * t), math.cos(2 * t)) if plate else None}
            if frame == 0 and plate:
                del exact["acceleration"]  # at rest in itself: the turn pulls from now on
            for name, value in exact.items():
                if value:
                    worst[name] = max(worst[name], math.dist(found[name][frame][n], value))
        for name, error in worst.items():
            close("%s at %g s on %d ranks" % (name, t, ranks), error, 0, 0, 1e-3)
    stress = file.dataset("/VTKHDF/CellData/von_mises")[2]
    check("no stress of the box", all(stress[k] == 0 for k in range(4, len(stress), 5)), stress)
