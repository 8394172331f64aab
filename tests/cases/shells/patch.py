"""Patch tests of MITC4, MITC3, MITC9 and MITC6 on five distorted quadrilaterals (ten triangles): under loads of a
constant membrane, bending or twisting stress the displacement of every node is that of the
continuous plate, and the von Mises stress is constant, to 1e-12: in the functionals, and in each cell of the results
file, as it is and over the yield stress.

The patch is that of MacNeal & Harder (1985), 0.24 x 0.12, in a tilted plane; its supports are six
displacements. The loads are tractions of the edges, or moments on their nodes that are consistent
with a constant moment along them. Six- and nine-node elements have straight edges. These states are
solved by linear statics. A large membrane strain, whose homogeneous state is exact at any size, is tested as well.
"""
# quick
import math

from common import cross, ended
from helper import Mesh, check, run
from hdf5 import File

YOUNG, POISSON, THICKNESS = 1e6, 0.25, 0.01
YIELD = 1.6  # over the stress
CORNERS = [(0, 0), (0.24, 0), (0.24, 0.12), (0, 0.12)]
INNER = [(0.04, 0.02), (0.18, 0.03), (0.16, 0.08), (0.08, 0.08)]
QUADS = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)]
SIDES = [((0, 1), (0, -1)), ((1, 2), (1, 0)), ((2, 3), (0, 1)), ((3, 0), (-1, 0))]
NAME = {"quad4": "MITC4", "tri3": "MITC3", "quad9": "MITC9", "tri6": "MITC6"}


# ---- small vectors -------------------------------------------------------------------------------


def turn(axes, v):
    """From the patch's axes (rows) to the global ones."""
    return [sum(axes[k][i] * v[k] for k in range(3)) for i in range(3)]


def rotation(z, y, x):
    """Rows: the patch's axes after turns about the global z, y and x axes."""
    axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    for (i, j), angle in (((0, 1), z), ((2, 0), y), ((1, 2), x)):
        c, s = math.cos(angle), math.sin(angle)
        for v in axes:
            v[i], v[j] = c * v[i] - s * v[j], s * v[i] + c * v[j]
    return axes


def linear_solve(rows, right):
    """Gauss elimination with pivoting."""
    n, a = len(rows), [list(r) + [b] for r, b in zip(rows, right)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[p] = a[p], a[k]
        for i in range(n):
            if i != k:
                f = a[i][k] / a[k][k]
                a[i] = [x - f * y for x, y in zip(a[i], a[k])]
    return [a[k][n] / a[k][k] for k in range(n)]


# ---- the patch -----------------------------------------------------------------------------------

def places_of(kind):
    """Places of the nodes, the elements' nodes, and the nodes of the sides with the part that
    each takes of what is constant along a side."""
    places = CORNERS + INNER
    halves = [(q[0], q[k], q[k + 1]) for q in QUADS for k in (1, 2)]
    if kind in ("quad4", "tri3"):
        return places, QUADS if kind == "quad4" else halves, [[(n, 1 / 2) for n in ends] for ends, _ in SIDES]
    numbers = {}

    def between(*nodes):
        if frozenset(nodes) not in numbers:
            numbers[frozenset(nodes)] = len(places)
            places.append(tuple(sum(places[n][i] for n in nodes) / len(nodes) for i in (0, 1)))
        return numbers[frozenset(nodes)]

    elements = [e + tuple(between(a, b) for a, b in zip(e, e[1:] + e[:1])) + ((between(*e),) if len(e) == 4 else ())
                for e in (QUADS if kind == "quad9" else halves)]
    return places, elements, [[(a, 1 / 6), (b, 1 / 6), (between(a, b), 2 / 3)] for (a, b), _ in SIDES]


def write_patch(kind, axes):
    """Groups: plate, the edges side0 .. side3, the nodes node0, node1 ..."""
    mesh = Mesh()
    places, elements, sides = places_of(kind)
    for place in places:
        mesh.node(*turn(axes, (*place, 0.0)))
    for element in elements:
        mesh.element(kind, "plate", [n + 1 for n in element])
    for k, side in enumerate(sides):
        mesh.element("line%d" % len(side), "side%d" % k, [n + 1 for n, _ in side])
    for k in range(len(places)):
        mesh.element("point", "node%d" % k, [k + 1])
    return mesh.write("patch.msh")


def solve(kind, axes, supports, loads, stress, ranks=1, steps=1, scheme="linear"):
    """Displacements of the nodes and the failure indices times the yield stress over `stress`: the largest, by an
    exponential weight, and <f^2>/<f> by areas, equal to it only where the failure index is constant."""
    write_patch(kind, axes)
    nodes = len(places_of(kind)[0])
    lines = ["gimbal: 1", "mesh: patch.msh",
             "materials: {m: {young: %g, poisson: %g, yield: %.17g}}" % (YOUNG, POISSON, YIELD * stress),
             "shells: [{group: plate, material: m, thickness: %g}]" % THICKNESS, "supports:"]
    lines += ["  - {group: node%d, fix: [%s]}" % (n, ", ".join(held)) for n, held in supports]
    lines.append("loads:")
    lines += ['  - {type: %s, group: %s, value: ["%.17g*t", "%.17g*t", "%.17g*t"]}' % (t, g, *v) for t, g, v in loads]
    lines.append("probes:")
    lines += ["  - {name: node%d, group: node%d}" % (k, k) for k in range(nodes)]
    lines += ["time: {scheme: %s, step: %.17g, steps: %d}" % (scheme, 1 / steps, steps),
              "functions:",
              "  - {name: largest, type: induced, form: exponential, weight: 1e12}",
              "  - {name: mean, type: induced, form: power, weight: 1}",
              "output: {every: %d}" % steps, ""]
    result = ended("the patch is solved", run("\n".join(lines), ranks))
    check_cells(stress)
    probes, functions = result.json["probes"], result.json["functions"]
    return ([probes["node%d" % k]["u"][-1] for k in range(nodes)], YIELD * functions["largest"],
            YIELD * functions["mean"])


def check_cells(stress):
    """Of two frames the first is at rest."""
    file = File("case.vtkhdf")
    for name, size in (("von_mises", stress), ("failure", 1 / YIELD)):
        values = file.dataset("/VTKHDF/CellData/" + name)[2]
        cells = len(values) // 2
        check(name + " at rest", cells >= 5 and not any(values[:cells]), values)
        worst = max(abs(value / size - 1) for value in values[cells:])
        check(name + " of each cell", worst <= 1e-12, (values, size))


def compare(name, found, exact):
    """Largest errors of the displacements, relative to the largest, and of the stress."""
    u, largest, mean = found
    size = max(math.hypot(*v) for v in exact)
    error = max(math.dist(a, b) for a, b in zip(u, exact)) / size
    stress = max(abs(largest - 1), abs(mean - 1))
    print("%-36s displacements %.1e, von Mises stress %.1e" % (name, error, stress))
    check(name + ": displacements", error <= 1e-12, "%.3e" % error)
    check(name + ": constant von Mises stress", stress <= 1e-12, (largest, mean))


# ---- linear states -------------------------------------------------------------------------------

def von_mises(s):
    return math.sqrt(s[0] ** 2 - s[0] * s[1] + s[1] ** 2 + 3 * s[2] ** 2)


def strains_of(s):
    """Plane stress: xx, yy and the engineering shear xy."""
    return [(s[0] - POISSON * s[1]) / YOUNG, (s[1] - POISSON * s[0]) / YOUNG, 2 * (1 + POISSON) * s[2] / YOUNG]


def on_normal(s, n):
    return [s[0] * n[0] + s[2] * n[1], s[2] * n[0] + s[1] * n[1]]


def side_length(ends):
    return math.dist(CORNERS[ends[0]], CORNERS[ends[1]])


def membrane_state(s, kind):
    """Displacement at a place of the patch, and loads, of a constant membrane stress."""
    e = strains_of(s)
    loads = []
    for k, (_, normal) in enumerate(SIDES):
        t = on_normal(s, normal)
        loads.append(("traction", "side%d" % k, [THICKNESS * t[0], THICKNESS * t[1], 0.0]))
    return lambda x, y: [e[0] * x + e[2] / 2 * y, e[2] / 2 * x + e[1] * y, 0.0], loads


def bending_state(s, kind):
    """The same of a constant moment, with stress s at the face on the director's side. The director
    turns by delta = -grad w, so curvatures are those of the strains at the face over t/2, and the
    nodes of an edge share the moment vector D x (M n) of the edge."""
    k = [2 * e / THICKNESS for e in strains_of(s)]
    moment = {}
    for (ends, normal), side in zip(SIDES, places_of(kind)[2]):
        m = [x * THICKNESS ** 2 / 6 * side_length(ends) for x in on_normal(s, normal)]
        for n, part in side:
            x, y, _ = moment.get(n, (0.0, 0.0, 0.0))
            moment[n] = [x - part * m[1], y + part * m[0], 0.0]
    loads = [("moment", "node%d" % n, m) for n, m in moment.items()]
    return lambda x, y: [0.0, 0.0, -(k[0] * x * x + k[1] * y * y + k[2] * x * y) / 2], loads


def with_rigid_motion(places, field, supports):
    """The field at the places plus the small rigid motion by which the supports are met."""
    rows, right = [], []
    for node, held in supports:
        x, y, z = places[node]
        motion = [[1, 0, 0, 0, z, -y], [0, 1, 0, -z, 0, x], [0, 0, 1, y, -x, 0]]
        for axis in held:
            i = "xyz".index(axis)
            rows.append(motion[i])
            right.append(-field[node][i])
    rigid = linear_solve(rows, right)
    return [[f + c + r for f, c, r in zip(v, rigid[:3], cross(rigid[3:], x))] for v, x in zip(field, places)]


def check_linear(kind, ranks=1):
    axes = rotation(0.7, 0.4, -0.3)
    places = [turn(axes, (*p, 0.0)) for p in places_of(kind)[0]]
    supports = [(0, "xyz"), (1, "yz"), (3, "z")]
    size = 1e-3 * YOUNG
    for name, state, s in (("tension", membrane_state, (1, 0, 0)),
                           ("tension and shear", membrane_state, (0.3, -0.5, 0.8)),
                           ("bending", bending_state, (1, 0, 0)),
                           ("bending both ways", bending_state, (0.6, 1, 0)),
                           ("twist", bending_state, (0, 0, 1)),
                           ("bending and twist", bending_state, (0.7, -0.4, 0.5))):
        s = [size * x for x in s]
        field, loads = state(s, kind)
        flat = [turn(axes, field(*p)) for p in places_of(kind)[0]]
        loads = [(t, g, turn(axes, v)) for t, g, v in loads]
        found = solve(kind, axes, supports, loads, von_mises(s), ranks)
        if found:
            compare("%s on %d rank%s, %s" % (NAME[kind], ranks, "s"[ranks < 2:], name), found,
                    with_rigid_motion(places, flat, supports))


# ---- a large membrane strain ---------------------------------------------------------------------

def check_large_membrane(kind):
    """Stretches of 1.3 and 0.9 along the diagonal of the patch and across it. With dead tractions
    P n, P = F S, S plane stress of Green's strain, the homogeneous state is the solution; the
    diagonal lies on the x axis so that three supports in the plane fit it."""
    angle = math.atan2(0.12, 0.24)
    axes = rotation(-angle, 0.0, 0.0)
    stretch = [1.3, 0.9, 1.0]
    e = [(x * x - 1) / 2 for x in stretch]
    factor = YOUNG / (1 - POISSON ** 2)
    s = [factor * (e[0] + POISSON * e[1]), factor * (e[1] + POISSON * e[0]), 0.0]
    loads = []
    for k, (_, normal) in enumerate(SIDES):
        n = turn(axes, (*normal, 0.0))
        loads.append(("traction", "side%d" % k, [THICKNESS * stretch[i] * s[i] * n[i] for i in range(3)]))
    places = [turn(axes, (*p, 0.0)) for p in places_of(kind)[0]]
    exact = [[(f - 1) * x for f, x in zip(stretch, place)] for place in places]
    supports = [(0, "xyz"), (1, "z"), (2, "yz")]
    found = solve(kind, axes, supports, loads, von_mises(s), steps=4, scheme="static, tolerance: 1e-14, unstable: warn")
    if found:
        compare("%s, stretches of 1.3 and 0.9" % NAME[kind], found, exact)


for kind in NAME:
    check_linear(kind)
    check_large_membrane(kind)
for kind in ("quad4", "quad9", "tri6"):
    check_linear(kind, ranks=2)
