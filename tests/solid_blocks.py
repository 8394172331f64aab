"""Structured meshes of solids: boxes, bent or distorted, of all shapes of volume elements."""
import random

from helper import Mesh

CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
HEXAHEDRON = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7)]
TETRAHEDRON = [(0, 1), (1, 2), (2, 0), (3, 0), (2, 3), (1, 3)]
WEDGE = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (3, 5), (4, 5)]
QUADRILATERALS = [(0, 3, 2, 1), (0, 1, 5, 4), (0, 4, 7, 3), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7)]

# Of each kind: the corners of its elements in a cell, among the corners of a cube and, last, its middle; the edges
# whose midpoints are nodes, and the faces whose middles are; the faces, by corners.
TETRAHEDRA = [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]
WEDGES = [(0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)]
PYRAMIDS = [tuple(reversed(face)) + (8,) for face in QUADRILATERALS]
FACES = {"hex": QUADRILATERALS, "tet": [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)],
         "wedge": [(0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)],
         "pyramid": [(0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]}
KINDS = {"hex8": ("hex", [tuple(range(8))], [], []),
         "hex20": ("hex", [tuple(range(8))], HEXAHEDRON, []),
         "hex27": ("hex", [tuple(range(8))], HEXAHEDRON, QUADRILATERALS + [tuple(range(8))]),
         "tet4": ("tet", TETRAHEDRA, [], []), "tet10": ("tet", TETRAHEDRA, TETRAHEDRON, []),
         "wedge6": ("wedge", WEDGES, [], []), "wedge15": ("wedge", WEDGES, WEDGE, []),
         "pyramid5": ("pyramid", PYRAMIDS, [], [])}
SIDES = ("left", "right", "front", "back", "bottom", "top")


def _mean(places):
    return tuple(sum(p[i] for p in places) / len(places) for i in range(3))


def block(kind, cells, size=(1.0, 1.0, 1.0), place=None, distort=0.0, seed=1, straight=False, group="solid",
          turned=False):
    """A box of cells[0] x cells[1] x cells[2] cells of one kind, [0, size_x] x [0, size_y] x [0, size_z], or moved by
    place(x, y, z). distort: inner corners are shifted at random by at most this part of a cell. straight: midpoints of
    edges are in the middle between their ends, else where `place` puts them. Groups: `group`, the surfaces of the six
    sides, and the points `boundary` on them. turned: the surfaces' nodes are in an order whose normals point
    inwards."""
    mesh, shift = Mesh(), random.Random(seed)
    family, elements, edges, middles = KINDS[kind]
    number, at = {}, {}

    def corner(key):
        if key not in at:
            x = [key[i] / (2 * cells[i]) for i in range(3)]
            if all(0 < key[i] < 2 * cells[i] for i in range(3)):
                x = [v + distort * shift.uniform(-1, 1) / cells[i] for i, v in enumerate(x)]
            x = [v * size[i] for i, v in enumerate(x)]
            at[key] = place(*x) if place else tuple(x)
        return at[key]

    def node(keys):
        key = tuple(sum(k[i] for k in keys) // len(keys) for i in range(3))
        if key not in number:
            where = corner(key) if len(keys) == 1 or not (straight or distort) else _mean([corner(k) for k in keys])
            number[key] = mesh.node(*where)
        return number[key]

    sides = {name: set() for name in SIDES}
    for cell in [(i, j, k) for k in range(cells[2]) for j in range(cells[1]) for i in range(cells[0])]:
        lattice = [tuple(2 * (cell[i] + c[i]) for i in range(3)) for c in CORNERS]
        lattice.append(tuple(2 * cell[i] + 1 for i in range(3)))
        for element in elements:
            own = [lattice[c] for c in element]
            nodes = [node([k]) for k in own]
            nodes += [node([own[c] for c in edge]) for edge in edges + middles]
            mesh.element(kind, group, nodes)
            for face in FACES[family]:
                for axis in range(3):
                    for end in range(2):
                        if all(own[c][axis] == 2 * cells[axis] * end for c in face):
                            corners = [own[c] for c in face]
                            sides[SIDES[2 * axis + end]].add(tuple(reversed(corners) if turned else corners))
    quadratic, centre = bool(edges), any(len(m) == 4 for m in middles)
    for name in SIDES:
        for face in sorted(sides[name]):
            nodes = [node([k]) for k in face]
            if quadratic:
                nodes += [node([face[c], face[(c + 1) % len(face)]]) for c in range(len(face))]
            if centre:
                nodes.append(node(list(face)))
            names = {3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8", 9: "quad9"}
            mesh.element(names[len(nodes)], name, nodes)
    on = [n for key, n in number.items() if any(key[i] in (0, 2 * cells[i]) for i in range(3))]
    for n in sorted(on):
        mesh.element("point", "boundary", [n])
    return mesh


def members(mesh, group):
    """The nodes of a group, ascending, as lists of values for nodes need them."""
    return sorted({n for _, name, _, nodes in mesh.elements if name == group for n in nodes})
