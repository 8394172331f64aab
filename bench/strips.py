#!/usr/bin/env python3
"""A chain of folded strips of shells, in which every kind of connection crosses from strip to strip: bodies on the edges of
strips with revolute joints about two axes in turn and springs that turn them, an average link, bodies that follow the mean of
lines of two strips, an equation, and ties of nodes to the edge of another strip, each node to the mean of two. The links, ties
and the equation lead from the first half of the chain to the second, so that they cross from rank to rank.

usage: bench/strips.py write FILE [--strips N] [--along N] [--across N] [--scheme SCHEME] [--steps N]
       bench/strips.py compare ONE.json OTHER.json...
  write: FILE.msh and FILE.yaml, of strips with so many elements along and across each of two legs; 1,001 strips of 110 and 4
         have 999,999 nodes
  compare: the largest relative differences of functions and of derivatives from those of the first file
"""
import argparse
import json

LENGTH, WIDTH, PITCH = 0.2, 0.1, 0.22
PARTS = 4  # of the chain, each of which has a thickness of its own
TIES = 5   # of each tie, nodes; and so many ties and links from half to half
CASE = """gimbal: 1
mesh: %(mesh)s
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: skin, material: aluminium, thickness: 2e-3}]
supports: [{group: l0, fix: all}, {group: r%(last)d, fix: all}]
gravity: [0, 0, -9.81]
bodies:
%(bodies)s
links:
%(links)s
joints:
%(joints)s
equations:
%(equations)s
springs:
  - {name: s, between: [ground, l%(middle)d], at: [[0, 0, 1], [%(place).17g, 0.05, 0]], stiffness: 100, damping: 1}
%(springs)s
design: [{name: t, thickness: skin, per: patch}, {name: k, spring: s, parameter: stiffness}]
functions: [{name: c, type: compliance}, {name: ks, type: ks, weight: 30}]
output: {every: 0}
time: {scheme: %(scheme)s, step: 2e-3, steps: %(steps)d}
"""


def write(name, strips=24, along=8, across=4, scheme="galpha", steps=6):
    """Write NAME.msh and NAME.yaml; the text of the case is returned."""
    columns, rows, half = along + 1, 2 * across + 1, strips // 2
    crossing = [(a, a + half) for a in range(1, half - 1, max(1, (half - 2) // TIES))][:TIES]

    def node(k, i, j):
        return 1 + (k * rows + j) * columns + i

    def mean(k, j):
        return ", ".join("{node: %d, uy: -0.5}" % node(k, along // 4 + i, rows - 1) for i in (j, j + 1))

    _write_mesh(name + ".msh", node, (strips, along, across), crossing)
    ends = [("r%d" % k, k * PITCH + LENGTH, "average" if k == 7 else "rigid") for k in range(strips - 1)]
    ends += [("l%d" % k, k * PITCH, "rigid") for k in range(1, strips)]
    ends += [("m%d" % a, (a + b) / 2 * PITCH + LENGTH / 2, "average") for a, b in crossing]
    equations = ["{name: rod, terms: [{node: %d, uz: 1}, {node: %d, uz: -1}]}"
                 % (node(strips // 8, along // 2, rows - 1), node(5 * strips // 6, along // 2, rows - 1))]
    equations += ["{name: tie%d.%d, terms: [{node: %d, uy: 1}, %s]}" % (a, j, node(a, along // 4 + j, rows - 1), mean(b, j))
                  for a, b in crossing for j in range(min(TIES, along // 2))]
    text = CASE % {
        "mesh": name.rsplit("/", 1)[-1] + ".msh", "last": strips - 1, "middle": half, "place": half * PITCH,
        "bodies": _entries("{name: %s, at: [%.17g, 0.05, 0], mass: 0.05, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0]}" % (n, x) for n, x, _ in ends),
        "links": _entries("{body: %s, group: %s, type: %s}" % (n, n, kind) for n, _, kind in ends),
        "joints": _entries("{name: j%d, type: revolute, between: [r%d, l%d], at: [%.17g, 0.05, 0], axis: [0, %d, %d]}"
                           % (k, k, k + 1, (k + 1) * PITCH - 0.01, k % 2, 1 - k % 2) for k in range(strips - 1)),
        "equations": _entries(equations),
        "springs": _entries("{name: turn%d, joint: j%d, stiffness: 2}" % (k, k) for k in range(strips - 1)),
        "scheme": scheme, "steps": steps}
    with open(name + ".yaml", "w") as file:
        file.write(text)
    return text


def _entries(texts):
    return "\n".join("  - " + text for text in texts)


def _write_mesh(path, node, size, crossing):
    """gmsh MSH 2.2, ASCII: the surface skin, edges l0, r0, l1, ... and the lines m1, ... of two strips each."""
    strips, along, across = size
    groups = ["skin"] + ["%s%d" % (side, k) for k in range(strips) for side in "lr"] + ["m%d" % a for a, _ in crossing]
    lines = {"%s%d" % (side, k): [(k, i)] for k in range(strips) for side, i in (("l", 0), ("r", along))}
    lines.update(("m%d" % a, [(a, along // 2), (b, along // 2)]) for a, b in crossing)
    elements = []
    for k in range(strips):
        part = 1 + PARTS * k // strips
        for j in range(2 * across):
            for n in range(node(k, 0, j), node(k, along, j)):
                elements.append("3 2 1 %d %d %d %d %d" % (part, n, n + 1, n + along + 2, n + along + 1))
    for number, name in enumerate(groups[1:], 2):
        for k, i in lines[name]:
            for j in range(2 * across):
                elements.append("1 2 %d 1 %d %d" % (number, node(k, i, j), node(k, i, j + 1)))
    with open(path, "w") as file:
        file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n" % len(groups))
        file.writelines('%d %d "%s"\n' % (2 if g == "skin" else 1, 1 + n, g) for n, g in enumerate(groups))
        file.write("$EndPhysicalNames\n$Nodes\n%d\n" % (strips * (along + 1) * (2 * across + 1)))
        for k in range(strips):
            for j in range(2 * across + 1):
                place = "%.17g %.17g" % (min(j, across) * WIDTH / across, max(j - across, 0) * WIDTH / across)
                file.writelines("%d %.17g %s\n" % (node(k, i, j), k * PITCH + i * LENGTH / along, place) for i in range(along + 1))
        file.write("$EndNodes\n$Elements\n%d\n" % len(elements))
        file.writelines("%d %s\n" % entry for entry in enumerate(elements, 1))
        file.write("$EndElements\n")


def differences(one, other):
    """(name, relative difference) of each function, and of each derivative, of two results."""
    def relative(a, b):
        return abs(a - b) / abs(a) if a else abs(b)
    functions = [(f, relative(v, other["functions"][f])) for f, v in one["functions"].items()]
    return functions, [("d %s / d %s[%d]" % (f, design, i), relative(v, other["gradient"][f][design][i]))
                       for f, by in one.get("gradient", {}).items() for design, values in by.items() for i, v in enumerate(values)]


def compare(paths):
    first, *others = [json.load(open(path)) for path in paths]
    for path, other in zip(paths[1:], others):
        functions, derivatives = differences(first, other)
        print("%s, %d ranks, from %d ranks: functions %.2e (%s), derivatives %.2e (%s)" % (
            path, other["ranks"], first["ranks"],
            *[x for found in (functions, derivatives) for x in reversed(max(found, key=lambda entry: entry[1], default=("none", 0)))]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    of_write = verbs.add_parser("write")
    of_write.add_argument("file")
    for option, default in (("strips", 24), ("along", 8), ("across", 4), ("steps", 2)):
        of_write.add_argument("--" + option, type=int, default=default)
    of_write.add_argument("--scheme", default="galpha")
    verbs.add_parser("compare").add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.verb == "write":
        write(options.file, options.strips, options.along, options.across, options.scheme, options.steps)
    else:
        compare(options.files)
