"""Bodies in the results file: boxes, cylinders, spheres and surfaces of the mesh move with their frames.

Claims: the points of a shape lie where its form says, and keep their distances while it moves; each closes
(its edges have two cells); a joint is a vertex with the number of its type, which stays on its first partner and has
its axis; the file is sound by check-results.py, and the same on 1 and 3 ranks.
"""
import math
import subprocess
import sys

from common import ended
from helper import ROOT, Mesh, check, close, run
from hdf5 import File

mesh = Mesh()
n = [mesh.node(*p) for p in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
for a, b, c in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)):
    mesh.element("tri3", "solid", (n[a], n[b], n[c]))
mesh.write("solid.msh")
CASE = """gimbal: 1
mesh: solid.msh
gravity: [0, 0, -9.81]
bodies:
  - {name: solid, surface: solid, density: 2700, angular_velocity: [1, 2, 3]}
  - {name: drum, cylinder: [0.2, 1.0], density: 1000, at: [2.5, 0.5, 0.2],
     rotation: {axis: [0, 1, 0], angle: 1.5707963267948966}, angular_velocity: [3, 0, 0]}
  - {name: ball, sphere: 0.3, density: 1000, at: [3.6, 0.5, 0.2], velocity: [1, 0, 0]}
  - {name: brick, box: [0.4, 0.2, 0.6], density: 1000, at: [3.6, 0.5, -0.8]}
joints: [{type: revolute, name: four, between: [ball, brick], at: [3.6, 0.5, -0.3], axis: [0, 1, 0]}]
time: {scheme: galpha, step: 1e-2, steps: 40}
output: {every: 20}
"""
# points, the largest and least of x, y, z in the reference configuration
SHAPES = [(4, (0, 1), (0, 1), (0, 1)), (50, (2, 3), (0.3, 0.7), (0.0, 0.4)),
          (266, (3.3, 3.9), (0.2, 0.8), (-0.1, 0.5)), (8, (3.4, 3.8), (0.4, 0.6), (-1.1, -0.5))]
CELLS = [4, 3 * 24, 12 * 24, 1]


def read():
    file = File("case.vtkhdf")
    points = file.dataset("/VTKHDF/Points")[2]
    offsets = file.dataset("/VTKHDF/Offsets")[2]
    nodes = file.dataset("/VTKHDF/Connectivity")[2]
    moved = file.dataset("/VTKHDF/PointData/displacement")[2]
    stress = file.dataset("/VTKHDF/CellData/von_mises")[2]
    return [points[i:i + 3] for i in range(0, len(points), 3)], \
        [nodes[offsets[i]:offsets[i + 1]] for i in range(len(offsets) - 1)], \
        [moved[i:i + 3] for i in range(0, len(moved), 3)], stress


def compare_joint(points, cells, moved):
    """The joint is between the ball and the brick, and turns with the ball about the axis y."""
    file, joint = File("case.vtkhdf"), len(points) - 1
    kinds = file.dataset("/VTKHDF/CellData/kind")[2]
    check("kinds: 4 of bodies, 11 of a revolute joint", kinds == [4] * sum(CELLS) + [11], kinds)
    check("the joint is a vertex", cells[-1] == [joint] and file.dataset("/VTKHDF/Types")[2][-1] == 1, cells[-1])
    check("place of the joint", points[joint] == [3.6, 0.5, -0.3], points[joint])
    now = [[x + u for x, u in zip(point, move)] for point, move in zip(points, moved[2 * len(points):])]
    for name, (first, last) in (("ball", (-275, -9)), ("brick", (-9, -1))):
        worst = max(abs(math.dist(now[joint], now[k]) - math.dist(points[joint], points[k]))
                    for k in range(len(points) + first, len(points) + last))
        close("the joint stays on the " + name, worst, 0, 0, 1e-7)
    axis = file.dataset("/VTKHDF/PointData/director")[2][3 * joint:3 * joint + 3]
    check("axis of the joint", max(abs(a - b) for a, b in zip(axis, (0, 1, 0))) < 1e-12, axis)


def compare(points, cells, moved):
    first = len(points) - 1 - sum(shape[0] for shape in SHAPES)
    last = moved[2 * len(points):]
    for count, *ranges in SHAPES:
        mine = range(first, first + count)
        for axis, (low, high) in enumerate(ranges):
            values = [points[k][axis] for k in mine]
            close("least %d" % axis, min(values), low, 0, 1e-9)
            close("largest %d" % axis, max(values), high, 0, 1e-9)
        now = {k: [x + u for x, u in zip(points[k], last[k])] for k in mine}
        worst = max(abs(math.dist(now[k], now[first]) - math.dist(points[k], points[first])) for k in mine)
        close("a shape stays rigid", worst, 0, 0, 1e-9)
        check("it moves", max(math.dist(now[k], points[k]) for k in mine) > 0.1)
        faces = [c for c in cells if c[0] in mine and len(c) < 8]
        edges = [tuple(sorted((c[i - 1], c[i]))) for c in faces for i in range(len(c))]
        check("it closes", all(edges.count(e) == 2 for e in set(edges)))
        first += count


seen = []
for ranks in (1, 3):
    ended("it runs", run(CASE, ranks))
    sound = subprocess.run([sys.executable, ROOT / "tests" / "check-results.py", "case.vtkhdf"],
                           capture_output=True, text=True, stdin=subprocess.DEVNULL)
    check("the results file is sound", sound.returncode == 0, sound.stdout + sound.stderr)
    points, cells, moved, stress = read()
    check("cells of the shapes and the joint", len(cells) == sum(CELLS) + 1, len(cells))
    compare_joint(points, cells, moved)
    check("no stress of bodies", len(stress) == 3 * len(cells) and not any(stress))
    compare(points, cells, moved)
    seen.append((points, cells, moved))
if len(seen) == 2:
    check("the same cells on 3 ranks", seen[0][1] == seen[1][1])
    check("the same points", seen[0][0] == seen[1][0])
    worst = max(abs(a - b) for p, q in zip(seen[0][2], seen[1][2]) for a, b in zip(p, q))
    close("the same displacements", worst, 0, 0, 1e-10)
