"""Folded shells in a results file, apart from the program's way: a director on the wrong side of the
surface, d.(x,1 x x,2) <= 0 at a node of an element, or a normal there that points away from the mean
of the element's. Frame 0 is the reference, and tells on which side a director belongs; where it lies
across the normal there (the first director of a frame at a fold) it is not looked at.
"""
import math

from hdf5 import File
from shell_strains import ORDER, PLACES, shape

CORNERS = {5: 3, 9: 4, 28: 9}  # nodes of VTK's triangle, quad, biquadratic quad
MOST = 40000                   # nodes of elements that are looked at: beyond it frames are left out


def slopes(nodes):
    """N,xi and N,eta at each node: those that are not zero, with the node they belong to."""
    places = ([(0, 0), (1, 0), (0, 1)] if nodes == 3 else
              [(PLACES[nodes][i], PLACES[nodes][j]) for i, j in ORDER[:nodes]])
    return [[[(k, v) for k, v in enumerate(part) if v] for part in shape(nodes, *p)[1:]] for p in places]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def tangent(part, x):
    a = b = c = 0.0
    for k, v in part:
        p = x[k]
        a += v * p[0]
        b += v * p[1]
        c += v * p[2]
    return a, b, c


def normals(table, x):
    """x,1 x x,2 at each node, by components: all results of tests with shells pass through here."""
    found = []
    for one, two in table:
        a, b, c = tangent(one, x)
        d, e, f = tangent(two, x)
        found.append((b * f - c * e, c * d - a * f, a * e - b * d))
    return found


class Results:
    """The shells of a results file, and their positions and directors at each frame."""

    def __init__(self, path):
        file = File(path)
        self.frames = file.attribute("/VTKHDF/Steps", "NSteps")[1][0]
        self.position = file.rows("/VTKHDF/Points")
        self.node_id = file.dataset("/VTKHDF/PointData/node_id")[2]
        self.displacement, self.director = (file.rows("/VTKHDF/PointData/" + name)
                                            for name in ("displacement", "director"))
        kind, start, node, number = (file.dataset("/VTKHDF/" + name)[2] for name in (
            "Types", "Offsets", "Connectivity", "CellData/cell_id"))
        self.cells = [(number[c], node[start[c]:start[c + 1]]) for c in range(len(kind)) if kind[c] in CORNERS]

    def at(self, frame, nodes):
        """Positions and directors of some nodes."""
        first, place, moved, director = frame * len(self.position), self.position, self.displacement, self.director
        x = []
        for n in nodes:
            p, u = place[n], moved[first + n]
            x.append((p[0] + u[0], p[1] + u[1], p[2] + u[2]))
        return x, [director[first + n] for n in nodes]


def cosine(a, b):
    size = math.sqrt(dot(a, a) * dot(b, b))
    return dot(a, b) / size if size > 0 else 0.0


def folds(path):
    """(frame, element, node) of each fold that is found, by the file's numbers."""
    results, found = Results(path), []
    tables = {nodes: slopes(nodes) for nodes in CORNERS.values()}
    corners = sum(len(nodes) for _, nodes in results.cells)
    stride = max(1, math.ceil(results.frames * corners / MOST))
    frames = sorted(set(range(0, results.frames, stride)) | {results.frames - 1})
    for number, nodes in results.cells:
        table = tables[len(nodes)]
        X, D = results.at(0, nodes)
        sides = [cosine(d, n) for d, n in zip(D, normals(table, X))]
        for frame in frames:
            x, d = results.at(frame, nodes)
            n = normals(table, x)
            mean = [sum(parts) for parts in zip(*n)]
            for a, side in enumerate(sides):
                turned = abs(side) > 0.3 and dot(d[a], n[a]) * side <= 0
                if turned or dot(n[a], mean) <= 0:
                    found.append((frame, number, results.node_id[nodes[a]]))
    return found
