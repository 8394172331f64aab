"""Meshes of lines for the tests of beams."""
import math

from helper import Mesh


def add(mesh, group, points, order):
    """Elements of a group through all points (nodes that are there are used again). Returns their nodes."""
    nodes = []
    for p in points:
        n = mesh.nearest(*p) if mesh.nodes else None
        nodes.append(n if n and math.dist(mesh.nodes[n], p) < 1e-9 else mesh.node(*p))
    for k in range(0, len(nodes) - 1, order):
        ends = (nodes[k], nodes[k + order])
        mesh.element("line2" if order == 1 else "line3", group, ends + tuple(nodes[k + 1:k + order]))
    return nodes


def line(count, order, place, group="beam"):
    """Elements along place(s), 0 <= s <= 1, with the points root and tip."""
    mesh, last = Mesh(), count * order
    nodes = add(mesh, group, [place(i / last) for i in range(last + 1)], order)
    mesh.element("point", "root", (nodes[0],))
    mesh.element("point", "tip", (nodes[-1],))
    return mesh
