"""In-plane bending of four-node shells: MacNeal & Harder's straight and curved beams, Cook's membrane, a pretwisted
beam.

R. H. MacNeal, R. L. Harder: A proposed standard set of problems to test finite element accuracy. Finite Elem. Anal.
Des. 1, 1985: the beams' geometry and theoretical tip displacements, 0.1081, 0.4321, 0.03208 (twist), 0.08734, and
0.001754, 0.005424 of the twisted beam. R. D. Cook: J. Struct. Div. ASCE 100, 1974: the membrane; 23.96 is its limit of
fine meshes. Assumed-stress elements have 0.993, 0.05, 0.63 for rectangles, trapezoids, parallelograms, and 0.888 for
the curved beam.
"""
# timeout: 200
import math
from pathlib import Path

from common import ended
from helper import check, close, grid, run

QUARTER = math.pi / 2


def number(x):
    text = "%.15g" % x
    return text if "." in text or "e" in text else text + "."


def solve(name, points, quads, section, held, forces, tips):
    """Displacements at some nodes by linear statics; held: (node, components), forces: (node, vector)."""
    young, poisson, thickness = section
    lines = ["SOL 101", "CEND", "SPC=1", "LOAD=1", "BEGIN BULK"]
    lines += ["GRID,%d,,%s,%s,%s" % (i + 1, *map(number, p)) for i, p in enumerate(points)]
    lines += ["CQUAD4,%d,1,%d,%d,%d,%d" % (i + 1, *[a + 1 for a in q]) for i, q in enumerate(quads)]
    lines += ["PSHELL,1,1,%s,1,,1" % number(thickness), "MAT1,1,%s,,%s" % (number(young), number(poisson))]
    lines += ["SPC1,1,%s,%d" % (c, n + 1) for n, c in held]
    lines += ["FORCE,1,%d,,1.,%s,%s,%s" % (n + 1, *map(number, f)) for n, f in forces]
    Path(name + ".bdf").write_text("\n".join(lines + ["ENDDATA", ""]))
    case = "gimbal: 1\nmesh: %s.bdf\ntime: {scheme: linear, step: 1, steps: 1}\nprobes:\n" % name
    case += "".join("  - {name: t%d, at: [%.15g, %.15g, %.15g]}\n" % (k, *points[n]) for k, n in enumerate(tips))
    r = ended(name + " runs", run(case, name=name))
    return [r.json["probes"]["t%d" % k]["u"][-1] for k in range(len(tips))]


def straight(shape, turn=0, axes=None):
    """In-plane, out-of-plane and twist of the beam of six elements, by theory; each element begun at another corner,
    and the whole turned."""
    slopes = {"rectangles": lambda i: 0, "trapezoids": lambda i: 0.2 if i % 2 else -0.2,
              "parallelograms": lambda i: 0.2}
    points = [(i + (slopes[shape](i) * (v - 0.5) if 0 < i < 6 else 0), 0.2 * v, 0.0) for i in range(7) for v in (0, 1)]
    quads = [[2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1] for i in range(6)]
    quads = [q[(turn * k) % 4:] + q[:(turn * k) % 4] for k, q in enumerate(quads)]
    held = [(0, "123456"), (1, "123456")]
    turned = (lambda v: tuple(sum(axes[j][i] * v[j] for j in range(3)) for i in range(3))) if axes else tuple
    back = (lambda u: [sum(axes[j][i] * u[i] for i in range(3)) for j in range(3)]) if axes else list
    found = []
    for k, pull in enumerate((((0, .5, 0), (0, .5, 0)), ((0, 0, .5), (0, 0, .5)), ((0, 0, -5), (0, 0, 5)))):
        u = solve("beam", [turned(p) for p in points], quads, (1e7, 0.3, 0.1), held,
                  [(12 + a, turned(f)) for a, f in enumerate(pull)], [12, 13])
        a, b = map(back, u)
        found.append([(a[1] + b[1]) / 2 / 0.1081, (a[2] + b[2]) / 2 / 0.4321, (b[2] - a[2]) / 0.2 / 0.03208][k])
    return found


for shape, bounds in (("rectangles", (0.98, 0.97, 0.9)), ("trapezoids", (0.15, 0.96, 0.88)),
                      ("parallelograms", (0.63, 0.97, 0.84))):
    values = straight(shape)
    print("straight beam of %-14s in plane %.4f, out of plane %.4f, twist %.4f" % (shape, *values))
    for what, value, bound in zip(("in plane", "out of plane", "in twist"), values, bounds):
        check("%s %s" % (shape, what), bound <= value <= 1.005, value)
    for other in (straight(shape, 1), straight(shape, 3),
                  straight(shape, 0, ((0.36, 0.48, -0.8), (-0.8, 0.6, 0), (0.48, 0.64, 0.6)))):
        for value, same in zip(values, other):
            close("%s by other corners and axes" % shape, same, value, 1e-9)


def curved(elements, out):
    points = [
        ((4.12 + 0.2 * v) * math.sin(QUARTER * i / elements), (4.12 + 0.2 * v) * math.cos(QUARTER * i / elements), 0.0)
        for i in range(elements + 1) for v in (0, 1)]
    quads = [[2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2] for i in range(elements)]
    tip, axis = 2 * elements, 2 if out else 0
    force = (0, 0, .5) if out else (.5, 0, 0)
    u = solve("curved", points, quads, (1e7, 0.25, 0.1), [(0, "123456"), (1, "123456")],
              [(tip, force), (tip + 1, force)], [tip, tip + 1])
    return (u[0][axis] + u[1][axis]) / 2 / (0.5022 if out else 0.08734)


# beam theory with shear; the element's limit of fine meshes is 1.0148 of MacNeal & Harder's number
values = [curved(n, False) for n in (6, 12, 24)]
print("curved beam in plane, 6, 12, 24 elements: %.4f %.4f %.4f; out of plane %.4f" % (*values, curved(6, True)))
check("the curved beam of six elements", 0.95 <= values[0] <= 1.015, values)
check("of twelve and more", all(abs(v / 1.0148 - 1) < 0.005 for v in values[1:]), values)


def cook(n):
    points = [(48 * i / n, 44 * i / n + j / n * (44 - 28 * i / n), 0.0) for i in range(n + 1) for j in range(n + 1)]
    quads = [[i * (n + 1) + j, (i + 1) * (n + 1) + j, (i + 1) * (n + 1) + j + 1, i * (n + 1) + j + 1]
             for i in range(n) for j in range(n)]
    held = [(k, "3456") for k in range((n + 1) ** 2)] + [(k, "12") for k in range(n + 1)]
    edge = [n * (n + 1) + j for j in range(n + 1)]
    forces = [(k, (0, (1 if edge[0] < k < edge[-1] else 0.5) / n, 0)) for k in edge]
    return solve("cook", points, quads, (1.0, 1 / 3, 1.0), held, forces, [edge[n // 2]])[0][1] / 23.96


values = [cook(n) for n in (2, 4, 8)]
print("Cook's membrane, 2, 4, 8 elements a side: %.4f %.4f %.4f" % tuple(values))
check("Cook's membrane", values[0] > 0.85 and abs(values[1] - 1) < 0.05 and abs(values[2] - 1) < 0.015, values)


def twisted(axis, thickness=0.32):
    points = [(i, 1.1 * (j / 2 - 0.5) * math.cos(QUARTER * i / 12), 1.1 * (j / 2 - 0.5) * math.sin(QUARTER * i / 12))
              for i in range(13) for j in range(3)]
    quads = [[3 * i + j, 3 * i + 3 + j, 3 * i + 4 + j, 3 * i + 1 + j] for i in range(12) for j in (0, 1)]
    force = [0.0, 0.0, 0.0]
    force[axis] = 1.0
    u = solve("twisted", points, quads, (29e6, 0.22, thickness), [(j, "123456") for j in range(3)], [(37, force)], [37])
    return u[0][axis] / {1: 0.001754, 2: 0.005424}[axis]


values = [twisted(1), twisted(2)]
print("pretwisted beam of 12 x 2 warped elements: %.4f %.4f" % tuple(values))
check("the pretwisted beam", all(0.98 < v < 1.005 for v in values), values)


PLATE = """gimbal: 1
mesh: %s.msh
materials: {m: {young: 1e7, poisson: 0.3, density: 1}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 1}]
time: {scheme: linear, step: 1, steps: 1}
"""

# meshes of 3-node triangles and of 6-node triangles that are bowed by more than a third of the thickness are warned of
# once
for kind, thickness, three, six in (("tri3", 0.01, 1, 0), ("tri6", 0.01, 0, 1), ("tri6", 0.03, 0, 0),
                                    ("quad4", 0.01, 0, 0)):
    grid(4, 2, size=(1, 0.5), kind=kind, place=lambda x, y: (x, y, x * x / 2)).write(kind + ".msh")
    r = run((PLATE % kind).replace("thickness: 0.01", "thickness: %g" % thickness), name=kind)
    found = r.stderr.count("are 3-node triangles"), r.stderr.count("are 6-node triangles")
    check("%s of thickness %g: %d and %d warnings" % (kind, thickness, three, six),
          r.status == 0 and found == (three, six), r.stderr)
