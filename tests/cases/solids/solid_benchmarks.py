"""NAFEMS' benchmarks with solids: stresses and frequencies, with hexahedra of 20, 27 and 8 nodes. LE10, a thick
elliptic plate under pressure: the stress s22 at D is -5.38 MPa. LE11, a cylinder, taper and sphere whose temperature is
r + z: the stress s33 at A is -105 MPa. FV32, a tapered membrane that vibrates in its plane: six frequencies, also with
prisms of 15 nodes.

A probe gives the mean stress of an element. The stress at a corner of the mesh is that of the polynomial, of second
degree along each axis of the mesh, that has the same means in the three elements next to the corner along the axis.

Source: National Agency for Finite Element Methods and Standards, The standard NAFEMS benchmarks, TNSB rev. 3, 1990.
"""
import itertools
import math

from common import ended
from helper import close, run
from solid_blocks import block

CASE = """gimbal: 1
mesh: mesh.msh
materials: {steel: {young: 210e3, poisson: 0.3, expansion: 2.3e-4}}
solids: [{group: solid, material: steel}]
%s
probes: [%s]
time: {scheme: linear, step: 1, steps: 1}
"""
WEIGHTS = (11 / 6, -7 / 6, 1 / 3)  # of the means of three elements, for the value at the end of the first


def graded(x):
    """From 0 to 1 with cells near 0 that are smaller."""
    return x * (0.4 + 0.6 * x)


def stress_at(label, kind, cells, place, ends, word, more, mesh_of=lambda mesh: mesh):
    """The stress at a corner of a block of cells. ends: of each axis, whether the corner is at its end; None: the
    stress is the same all along the axis."""
    mesh = mesh_of(block(kind, cells, place=place))
    mesh.write("mesh.msh")
    rows = [[0] if end is None else [c - 1 - i if end else i for i in range(3)] for c, end in zip(cells, ends)]
    share, number = {}, {c: k for k, c in enumerate(itertools.product(*(range(c) for c in reversed(cells))))}
    for place_of in itertools.product(*(range(len(row)) for row in rows)):
        cell = tuple(row[i] for row, i in zip(rows, place_of))
        weights = [1 if end is None else WEIGHTS[i] for i, end in zip(place_of, ends)]
        share["e%d%d%d" % place_of] = number[cell[::-1]], math.prod(weights)
    volumes = [e for e, (_, group, _, _) in enumerate(mesh.elements, 1) if group == "solid"]
    probes = ["{name: %s, element: %d}" % (name, volumes[k]) for name, (k, _) in share.items()]
    r = ended(label + " is solved", run(CASE % (more, ", ".join(probes))))
    return sum(weight * r.json["sections"][name][word][-1] for name, (_, weight) in share.items())


# ---- LE10 ----------------------------------------------------------------------------------------

def plate(x, y, z):
    x, y = graded(x), graded(y) * math.pi / 2
    c, s = math.cos(y), math.sin(y)
    return (2 + 1.25 * x) * c, (1 + 1.75 * x) * s, 0.6 * z


def with_middle(mesh):
    """With the nodes of the outer face in the middle of the thickness as a group."""
    middle = sorted({n for _, group, _, nodes in mesh.elements if group == "right" for n in nodes
                     if abs(mesh.nodes[n][2] - 0.3) < 1e-9})
    for n in middle:
        mesh.element("point", "middle", [n])
    return mesh


HELD = """supports: [{group: front, fix: [y]}, {group: back, fix: [x]}, {group: right, fix: [x, y]},
           {group: middle, fix: [z]}]
loads: [{group: top, type: pressure, value: 1}]"""
for kind, cells, error in (("hex20", (9, 12, 6), 0.012), ("hex27", (6, 8, 4), 0.017), ("hex8", (9, 12, 6), 0.032)):
    found = stress_at("LE10, " + kind, kind, cells, plate, (False, False, True), "s22", HELD, with_middle)
    close("LE10, %s: s22 at D" % kind, found, -5.38, error)

# ---- LE11 ----------------------------------------------------------------------------------------

INNER = [(math.cos(math.pi / 8), math.sin(math.pi / 8)), (math.sqrt(0.5), math.sqrt(0.5)),
         (math.sqrt(0.5), (math.sqrt(0.5) + 1.79) / 2), (math.sqrt(0.5), 1.79)]
OUTER = [(1.4 * math.cos(math.pi / 6), 0.7), (1.1062, 1.045), (1, 1.39), (1, 1.79)]


def taper(x, y, z):
    """x: through the thickness; y: along the section, of which half is next to A; z: about the axis."""
    x = graded(x)
    if y <= 0.5:
        ends = [(r * math.cos(a * y), r * math.sin(a * y)) for r, a in ((1, math.pi / 4), (1.4, math.pi / 3))]
    else:
        k, part = divmod(6 * (y - 0.5), 1)
        k, part = (2, 1) if k == 3 else (int(k), part)
        ends = [[a + part * (b - a) for a, b in zip(points[k], points[k + 1])] for points in (INNER, OUTER)]
        if k == 0:  # the sphere goes on to the cylinder inside
            angle = (1 + part) * math.pi / 8
            ends[0] = math.cos(angle), math.sin(angle)
    radius, height = (a + x * (b - a) for a, b in zip(*ends))
    angle = (1 - z) * math.pi / 2
    return radius * math.cos(angle), radius * math.sin(angle), height


HEATED = """supports: [{group: bottom, fix: [x]}, {group: top, fix: [y]}, {group: front, fix: [z]},
           {group: back, fix: [z]}]
temperatures: [{group: solid, value: 1, field: "sqrt(x*x + y*y) + z"}]"""
for kind, cells, error in (("hex20", (6, 18, 6), 0.005), ("hex27", (6, 18, 6), 0.005), ("hex8", (12, 36, 12), 0.005)):
    found = stress_at("LE11, " + kind, kind, cells, taper, (False, False, None), "s33", HEATED)
    close("LE11, %s: s33 at A" % kind, found, -105, error)

# ---- FV32 ----------------------------------------------------------------------------------------

MEMBRANE = """gimbal: 1
mesh: mesh.msh
materials: {steel: {young: 200e9, poisson: 0.3, density: 8000}}
solids: [{group: solid, material: steel}]
supports: [{group: left, fix: [x, y]}, {group: bottom, fix: [z]}]
time: {scheme: linear, step: 1, steps: 1}
modes: {count: 6}
"""
FREQUENCIES = (44.623, 130.03, 162.70, 246.05, 379.90, 391.44)


def membrane(x, y, z):
    """Half of the thickness, whose middle does not move along z."""
    return 10 * x, (2.5 - 2 * x) * (2 * y - 1), 0.025 * z


for kind, cells, error in (("hex20", (16, 8, 1), 0.0005), ("hex27", (16, 8, 1), 0.0005), ("hex8", (48, 24, 1), 0.004),
                           ("wedge15", (16, 8, 1), 0.0005)):
    block(kind, cells, place=membrane).write("mesh.msh")
    r = ended("FV32, %s is solved" % kind, run(MEMBRANE, 1, "modes"))
    for i, (found, wanted) in enumerate(zip(r.json["modes"]["frequency"], FREQUENCIES), 1):
        close("FV32, %s: frequency %d" % (kind, i), found, wanted, error)
