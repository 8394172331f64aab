"""A mesh of shells with a fold and of a beam, for tests of forces."""
from helper import Mesh


def write(path):
    """An angle of two plates along x with a point `tip` on its fold, and a beam beside it with a point `end`; the
    points `root` are those at x = 0 of both."""
    mesh, at = Mesh(), {}
    for i in range(5):
        for j in range(3):
            at[i, j, 0] = mesh.node(0.2 * i, 0.1 * j, 0)
        for j in range(1, 3):
            at[i, 0, j] = mesh.node(0.2 * i, 0, 0.1 * j)
    for i in range(4):
        for j in range(2):
            mesh.element("quad4", "plate", (at[i, j, 0], at[i + 1, j, 0], at[i + 1, j + 1, 0], at[i, j + 1, 0]))
            mesh.element("quad4", "plate", (at[i, 0, j], at[i, 0, j + 1], at[i + 1, 0, j + 1], at[i + 1, 0, j]))
    line = [mesh.node(0.25 * i, -0.5, 0) for i in range(5)]
    for i in range(4):
        mesh.element("line2", "stringer", (line[i], line[i + 1]))
    mesh.element("point", "tip", (at[4, 0, 0],))
    mesh.element("point", "end", (line[4],))
    for node in (at[0, 0, 0], at[0, 1, 0], at[0, 2, 0], at[0, 0, 1], at[0, 0, 2], line[0]):
        mesh.element("point", "root", (node,))
    mesh.write(path)
