"""Published static problems of shells on meshes of any element: the cases of meshes/, structured meshes for them, their
solutions and reference values, for the case tests.

Sources: see tests/cases/statics/statics.py; Mindlin's plate under a load sin(pi x/a) sin(pi y/a), simply supported
(hard): w0 = q (1 + 2 D k^2/S)/(4 D k^4), k = pi/a, S = 5/6 G t.
"""
import math
import sys
from pathlib import Path

from helper import ROOT, check, close, grid, run
from shell_strains import quadrature, shape

# Displacements at 1/20, 2/20 ... of the full load: back and up at the cantilever's tip, outwards
# and inwards at the hemisphere's forces. Sze's tables are printed to 0.001.
SHEAR = list(zip(
    [0.026, 0.103, 0.224, 0.381, 0.563, 0.763, 0.971, 1.184, 1.396, 1.604,
     1.807, 2.002, 2.190, 2.370, 2.541, 2.705, 2.861, 3.010, 3.151, 3.286],
    [0.663, 1.309, 1.922, 2.493, 3.015, 3.488, 3.912, 4.292, 4.631, 4.933,
     5.202, 5.444, 5.660, 5.855, 6.031, 6.190, 6.335, 6.467, 6.588, 6.698]))
HEMISPHERE = list(zip(
    [0.855, 1.499, 1.969, 2.321, 2.596, 2.819, 3.002, 3.158, 3.291, 3.406,
     3.508, 3.598, 3.678, 3.750, 3.816, 3.875, 3.929, 3.979, 4.025, 4.067],
    [0.955, 1.840, 2.604, 3.261, 3.833, 4.339, 4.790, 5.196, 5.565, 5.902,
     6.212, 6.497, 6.761, 7.006, 7.234, 7.448, 7.647, 7.835, 8.011, 8.178]))
ROUNDING = 0.0005
# A clamped plate under a pressure that turns with it, of the mesh plate.msh, for tests of linear solvers; they add
# `time`.
PRESSED_PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 2e3, follow: true}]
functions: [{name: mass, type: mass}, {name: C, type: compliance}, {name: ks, type: ks, weight: 50}]
design: [{name: t, thickness: plate}]
output: {every: 0}
"""
# Hinged roof of thickness 12.7: deflection of its middle, part of the load 3000.
ROOF = [(0.693, 0.0877), (1.638, 0.1980), (3.087, 0.3473), (4.477, 0.4686), (5.802, 0.5647),
        (7.057, 0.6381), (8.237, 0.6908), (9.339, 0.7246), (10.358, 0.7412), (11.293, 0.7421),
        (12.141, 0.7286), (12.903, 0.7023), (13.583, 0.6649), (14.188, 0.6182), (14.728, 0.5643),
        (15.217, 0.5055), (15.676, 0.4442), (16.125, 0.3830), (16.590, 0.3245), (17.094, 0.2717),
        (17.657, 0.2272), (18.299, 0.1940), (19.028, 0.1750), (19.852, 0.1729), (20.771, 0.1905),
        (21.780, 0.2303), (22.875, 0.2950), (24.049, 0.3871), (24.663, 0.4443), (25.293, 0.5093),
        (25.940, 0.5826), (26.601, 0.6644), (27.276, 0.7551), (27.964, 0.8549), (28.663, 0.9643)]
LINEAR = ["time.step=1e-6", "time.steps=1"]  # displacements are 1e-6 of those of linear theory


def roll_up(t, length=12.0):
    """The tip's exact displacement (back, up) of an inextensible strip at t of a full circle."""
    angle = 2 * math.pi * t
    return (length * (1 - math.sin(angle) / angle), length * (1 - math.cos(angle)) / angle)


def roll_up_of_directors(t, length=12.0, young=1.2e6, thickness=0.1):
    """The same for the shell's equations (docs/theory.md, section 3): under a bending moment m the
    energy of (lambda^2 - 1)/2, of kappa = l lambda theta' and of (l^2 - 1)/2 is stationary, so the
    mid-surface shortens by lambda and the director by l, both of the order of (t theta')^2 / 12."""
    bending = young * thickness ** 3 / 12
    moment, stretch, director = 2 * math.pi * bending / length * t, 1.0, 1.0
    for _ in range(50):
        slope = moment / (bending * stretch ** 2)
        squares = 2 * bending * slope ** 2 / (young * thickness)
        stretch, director = (math.sqrt(1 - squares * director ** 2), math.sqrt(1 - squares * stretch ** 2))
    angle = slope * length
    return (length * (1 - stretch * math.sin(angle) / angle), length * stretch * (1 - math.cos(angle)) / angle)


# ---- the four problems ---------------------------------------------------------------------------

def arc(radius, angle):
    return radius * math.sin(math.radians(angle)), radius * math.cos(math.radians(angle))


def on_hemisphere(x, y):
    """x: longitude, y: latitude, both in degrees."""
    across, up = arc(10.0, 90 - y)
    sine, cosine = arc(across, x)
    return (cosine, sine, up)


def on_roof(x, y):
    """x: degrees from the crown, y: along the span."""
    side, up = arc(25.0, x)
    return (side, y, up)


# Per problem: case, the grid's cells, its size and shape, and its groups by the case's names.
PROBLEMS = {
    "roof": ("scordelis-lo", lambda n: (n, n), (40, 25), on_roof,
             {"plate": "roof", "bottom": "diaphragm", "top": "middle", "left": "crown",
              "corner11": "edge"}),
    "hemisphere": ("hemisphere", lambda n: (n, n), (90, 72), on_hemisphere,
                   {"plate": "shell", "left": "plane y = 0", "right": "plane x = 0",
                    "corner00": "pulled", "corner10": "pushed"}),
    "shear": ("cantilever-shear", lambda n: (n, 1), (10, 1), None,
              {"plate": "strip", "left": "root", "right": "tip"}),
    "moment": ("cantilever-moment", lambda n: (n, 1), (12, 1), None,
               {"plate": "strip", "left": "root", "right": "tip"}),
}


def slit_annulus(radial, around, kind="quad4"):
    """The text of a case: a slit annular plate, radii 6 and 10, clamped on one side of the slit and
    lifted on the other by 0.8 per length. Sze, Liu and Lo (2004), section 3.3."""
    def place(x, y):
        angle = 2 * math.pi * y
        return ((6 + 4 * x) * math.cos(angle), (6 + 4 * x) * math.sin(angle), 0.0)
    mesh = "annulus-%d-%d-%s.msh" % (radial, around, kind)
    grid(radial, around, place=place, kind=kind).write(mesh)
    return """gimbal: 1
mesh: %s
materials: {m: {young: 21e6, poisson: 0}}
shells: [{group: plate, material: m, thickness: 0.03}]
supports: [{group: bottom, fix: all}]
loads: [{type: traction, group: top, value: [0, 0, "0.8*t"]}]
probes: [{name: A, group: corner01}, {name: B, group: corner11}]
time: {scheme: static, step: 0.05, steps: 20}
output: {every: 0}
""" % mesh


def hinged_roof(n, thickness=12.7):
    """The text of a case: a quarter of a shallow cylindrical roof with hinged straight edges under
    a force of 3000 in its middle. Sze, Liu and Lo (2004), section 3.8."""
    mesh = "roof-%d.msh" % n
    grid(n, n, size=(254, 0.1), place=lambda x, y: (x, 2540 * math.sin(y), 2540 * (math.cos(y) - 1))).write(mesh)
    return """gimbal: 1
mesh: %s
materials: {m: {young: 3102.75, poisson: 0.3}}
shells: [{group: plate, material: m, thickness: %g}]
supports:
  - {group: left, symmetry: x}
  - {group: bottom, symmetry: y}
  - {group: top, fix: [x, y, z, ry, rz]}
loads: [{type: force, group: corner00, value: [0, 0, "-750*t"]}]
probes: [{name: C, group: corner00}]
design: [{name: skin, thickness: plate, per: group}]
functions:
  - {name: compliance, type: compliance}
  - {name: w, type: end, of: C, value: uz}
time: {scheme: static, step: 0.05, steps: 20, arc_length: true}
output: {every: 0}
""" % (mesh, thickness)


def roof_curve(result):
    """(deflection, load) of the roof's middle at all steps."""
    history = result.json["probes"]["C"]
    return [(-u[2], t) for u, t in zip(history["u"], history["t"])]


def load_at(curve, deflection):
    """On the lines between the points of a curve, the first that passes there."""
    for (a, p), (b, q) in zip(curve, curve[1:]):
        if a <= deflection <= b:
            return p + (q - p) * (deflection - a) / (b - a)
    return math.nan


def write_mesh(problem, n, kind):
    """A mesh of n elements along an edge whose groups have the names of the problem's case."""
    _, cells, size, place, names = PROBLEMS[problem]
    mesh = grid(*cells(n), size=size, place=place, kind=kind)
    mesh.groups = {names.get(name, name): group for name, group in mesh.groups.items()}
    mesh.elements = [(shape, names.get(name, name), patch, nodes) for shape, name, patch, nodes in mesh.elements]
    path = Path("%s-%d-%s.msh" % (problem, n, kind)).resolve()
    mesh.write(path)
    return path


def solve(problem, n=None, kind="quad4", ranks=1, settings=()):
    """Displacements of each probe after each load step; on the example's own mesh without n."""
    settings = ["output.every=0"] + list(settings)
    if n:
        settings.append("mesh=%s" % write_mesh(problem, n, kind))
    result = run(ROOT / "meshes" / (PROBLEMS[problem][0] + ".yaml"), ranks, settings=settings)
    name = "%s with n = %s, %s on %d ranks" % (problem, n, kind, ranks)
    if not check(name + " ends well", result.status == 0, result.stderr):
        sys.exit(1)
    return {probe: history["u"][1:] for probe, history in result.json["probes"].items()}


def tip_curve(u):
    """(back, up) of the cantilever's tip after each step."""
    return [(-x, z) for x, _, z in u["tip"]]


def hemisphere_curve(u):
    """(outwards, inwards) after each step."""
    return [(a[0], -b[1]) for a, b in zip(u["pulled"], u["pushed"])]


def row(*cells):
    print("| " + " | ".join(c if isinstance(c, str) else "%.6g" % c for c in cells) + " |", flush=True)


def title(text, *heads):
    print("\n" + text + "\n", flush=True)
    row(*heads)
    row(*["---"] * len(heads))


NAME = {"quad4": "MITC4", "tri3": "MITC3", "quad9": "MITC9", "tri6": "MITC6"}


def worst_of_curve(name, curve, reference, tolerance, rounding):
    """Check every value of a curve; the largest relative error beyond the table's rounding."""
    worst = 0
    check(name + " has all its points", len(curve) == len(reference), len(curve))
    for k, (found, expected) in enumerate(zip(curve, reference)):
        for i, what in enumerate(("first", "second")):
            close("%s, %s displacement at load %d of %d" % (name, what, k + 1, len(reference)),
                  found[i], expected[i], tolerance, rounding)
            worst = max(worst, (abs(found[i] - expected[i]) - rounding) / expected[i])
    return worst


def check_ranks(problem, n, kind, counts, settings=()):
    one = solve(problem, n, kind, 1, settings)
    for ranks in counts:
        many = solve(problem, n, kind, ranks, settings)
        for probe, history in one.items():
            size = max(abs(x) for u in history for x in u)
            error = max(abs(a - b) for u, v in zip(history, many[probe]) for a, b in zip(u, v))
            check("%s, %s is the same on %d ranks" % (problem, probe, ranks),
                  error <= 1e-10 * size, "differs by %.1e of %.3g" % (error, size))


# ---- Mindlin's plate under a sine load -----------------------------------------------------------

PLATE_YOUNG, PLATE_POISSON = 1e6, 0.3


def integrals(mesh, load):
    """Integral of N_a load and of N_a, for each node."""
    force, area = ({n: 0.0 for n in mesh.nodes} for _ in range(2))
    for kind, group, _, nodes in mesh.elements:
        if group != "plate":
            continue
        for xi, eta, weight in quadrature(6 if kind == "tri6" else 9):
            weights = shape(len(nodes), xi, eta)
            (x, y), first, second = ([sum(m * mesh.nodes[n][k] for m, n in zip(M, nodes))
                                      for k in (0, 1)] for M in weights)
            part = weight * (first[0] * second[1] - first[1] * second[0])
            for n, value in zip(nodes, weights[0]):
                force[n] += part * value * load(x, y)
                area[n] += part * value
    return force, area


def trapezoids(n, shift):
    """n x n trapezoids on [0, 1/2]^2: inner vertices move up and down in turn by a part of a cell."""
    def vertex(i, j):
        return i / (2 * n), (j + (shift if 0 < j < n else 0) * (-1) ** (i + j)) / (2 * n)

    def place(x, y):
        i, j = (min(int(2 * n * v + 1e-9), n - 1) for v in (x, y))
        r, s = 2 * n * x - i, 2 * n * y - j
        corners = ((vertex(i, j), (1 - r) * (1 - s)), (vertex(i + 1, j), r * (1 - s)),
                   (vertex(i, j + 1), (1 - r) * s), (vertex(i + 1, j + 1), r * s))
        return (*(sum(w * p[k] for p, w in corners) for k in (0, 1)), 0.0)
    return place


def plate_errors(kind, n, t, shift, straight=True):
    """Errors of the deflection at the nodes, in the mean square, and of the load's work, which is
    twice the energy; a quarter of the plate, symmetric about its middle. The sides of triangles are straight, or the
    diagonals go through the middles of the quadrilaterals."""
    mesh = grid(n, n, size=(0.5, 0.5), kind=kind, place=trapezoids(n, shift))
    for nodes in (nodes for shape, _, _, nodes in mesh.elements if shape == "tri6" and straight):
        for k in range(3):
            ends = [mesh.nodes[nodes[(k + i) % 3]] for i in (0, 1)]
            mesh.nodes[nodes[3 + k]] = tuple((a + b) / 2 for a, b in zip(*ends))
    force, area = integrals(mesh, lambda x, y: math.sin(math.pi * x) * math.sin(math.pi * y))
    bending = PLATE_YOUNG * t ** 3 / 12 / (1 - PLATE_POISSON ** 2)
    shear = 5 / 6 * PLATE_YOUNG / 2 / (1 + PLATE_POISSON) * t
    w0 = (1 + 2 * bending * math.pi ** 2 / shear) / (4 * bending * math.pi ** 4)
    small = 1e-6 * t / w0  # linear theory
    lines = ["gimbal: 1", "mesh: plate.msh",
             "materials: {m: {young: %g, poisson: %g}}" % (PLATE_YOUNG, PLATE_POISSON),
             "shells: [{group: plate, material: m, thickness: %g}]" % t, "supports:",
             "  - {group: plate, fix: [x, y]}", "  - {group: left, fix: [z, rx]}",
             "  - {group: bottom, fix: [z, ry]}", "  - {group: right, symmetry: x}",
             "  - {group: top, symmetry: y}", "loads:"]
    for node in list(mesh.nodes):
        mesh.element("point", "node%d" % node, (node,))
    lines += ['  - {type: force, group: node%d, value: [0, 0, "%.17g*t"]}' % (k, small * f) for k, f in force.items()]
    lines += ["probes:"] + ["  - {name: node%d, group: node%d}" % (k, k) for k in mesh.nodes]
    mesh.write("plate.msh")
    r = run("\n".join(lines + ["time: {scheme: static, step: 1, steps: 1}", "output: {every: 0}", ""]))
    if not check("the plate bends", r.status == 0, r.stderr):
        sys.exit(1)
    error = square = work = 0
    for k, (x, y, _) in mesh.nodes.items():
        found = r.json["probes"]["node%d" % k]["u"][-1][2] / small
        exact = w0 * math.sin(math.pi * x) * math.sin(math.pi * y)
        error += area[k] * (found - exact) ** 2
        square += area[k] * exact ** 2
        work += force[k] * found
    return math.sqrt(error / square), abs(work / (w0 / 16) - 1)
