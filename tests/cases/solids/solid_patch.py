"""Patch tests of all shapes of solids: distorted meshes whose boundary has a linear displacement have this displacement
inside, constant stresses and the energy of these, to 1e-12, in linear statics and at strains of 0.2; bodies move
rigidly without stress; and free solids expand without stress when they are heated, to 1e-12."""
# quick
import math

from common import ended
from helper import close, run
from solid_blocks import KINDS, block, members

YOUNG, POISSON, YIELD = 3e6, 0.28, 2.5e4
SLOPES = [[0.02, 0.015, -0.01], [0.007, -0.012, 0.02], [-0.013, 0.004, 0.016]]
CELLS, SIZE = (2, 2, 2), (1.2, 0.9, 0.7)
CASE = """gimbal: 1
mesh: block.msh
materials: {m: {young: %g, poisson: %g, yield: %g, density: 3.5}}
solids: [{group: solid, material: m}]
supports: [{group: boundary, displacements: %s}]
probes: [{name: inside, element_at: [0.6, 0.45, 0.35]}]
functions: [{name: largest, type: induced, form: exponential, weight: 1e12}, {name: mass, type: mass}]
time: {scheme: %s, step: 1, steps: 1}
"""


def stresses(F, linear):
    """Of the gradient of the displacement: stresses of Green's strains, or of their linear part."""
    E = [[(F[i][j] + F[j][i] + (0 if linear else sum(F[m][i] * F[m][j] for m in range(3)))) / 2 for j in range(3)]
         for i in range(3)]
    shear = YOUNG / (2 * (1 + POISSON))
    cross = 2 * shear * POISSON / (1 - 2 * POISSON)
    trace = sum(E[i][i] for i in range(3))
    S = [[2 * shear * E[i][j] + (cross * trace if i == j else 0) for j in range(3)] for i in range(3)]
    mean = sum(S[i][i] for i in range(3)) / 3
    deviator = sum((S[i][j] - (mean if i == j else 0)) ** 2 for i in range(3) for j in range(3))
    return S, math.sqrt(1.5 * deviator)


def displaced(mesh, n, slopes):
    return [sum(slopes[i][j] * mesh.nodes[n][j] for j in range(3)) for i in range(3)]


def check_patch(kind, mesh, slopes, linear, ranks, settings=""):
    boundary = members(mesh, "boundary")
    values = [displaced(mesh, n, slopes) for n in boundary]
    r = run(CASE % (YOUNG, POISSON, YIELD, values, "linear" if linear else "static, tolerance: 1e-14"), ranks)
    label = "%s, %s strains, %d ranks" % (kind, "linear" if linear else "large", ranks)
    ended(label, r)
    S, size = stresses(slopes, linear)
    close(label + ": von Mises stress", r.json["functions"]["largest"] * YIELD, size, 1e-11)
    close(label + ": mass", r.json["functions"]["mass"], 3.5 * SIZE[0] * SIZE[1] * SIZE[2], 1e-12)
    found = r.json["sections"]["inside"]
    for word, (i, j) in {"s11": (0, 0), "s22": (1, 1), "s33": (2, 2), "s12": (0, 1), "s23": (1, 2),
                         "s13": (0, 2)}.items():
        close("%s: %s" % (label, word), found[word][-1], S[i][j], 0, 1e-11 * size)


for kind in KINDS:
    mesh = block(kind, CELLS, SIZE, distort=0.2, seed=3).write("block.msh")
    check_patch(kind, mesh, SLOPES, True, 1)
    check_patch(kind, mesh, [[10 * v for v in row] for row in SLOPES], False, 2 if kind in ("hex8", "tet10") else 1)


TURNED = """gimbal: 1
mesh: block.msh
materials: {m: {young: %g, poisson: %g, yield: 1, density: 3.5}}
solids: [{group: solid, material: m}]
supports: [{group: boundary, angle: "0.7*t", axis: [1, 2, -1], about: [0.3, 0, 0]}]
functions: [{name: largest, type: induced, form: exponential, weight: 1e12}]
time: {scheme: static, step: 0.5, steps: 2, tolerance: 1e-14}
""" % (YOUNG, POISSON)
HEATED = """gimbal: 1
mesh: block.msh
materials: {m: {young: %g, poisson: %g, yield: 1, expansion: 1.2e-3}}
solids: [{group: solid, material: m}]
groups: [{name: origin, at: [0, 0, 0]}, {name: along, at: [%g, 0, 0]}, {name: beside, at: [0, %g, 0]}]
supports: [{group: origin, fix: [x, y, z]}, {group: along, fix: [y, z]}, {group: beside, fix: [z]}]
temperatures: [{group: solid, value: 80}]
probes: [{name: corner, at: [%g, %g, %g]}]
functions: [{name: largest, type: induced, form: exponential, weight: 1e12}]
time: {scheme: static, step: 1, steps: 1, tolerance: 1e-14}
""" % (YOUNG, POISSON, SIZE[0], SIZE[1], *SIZE)

for kind in KINDS:
    block(kind, CELLS, SIZE, distort=0.2, seed=5).write("block.msh")
    r = ended(kind + " turns", run(TURNED))
    close(kind + ": stress of a turned block", r.json["functions"]["largest"], 0, 0, 1e-10 * YOUNG)
    r = ended(kind + " is heated", run(HEATED, 2 if kind == "wedge15" else 1))
    close(kind + ": stress of a heated block", r.json["functions"]["largest"], 0, 0, 1e-11 * YOUNG)
    for i in range(3):
        close("%s: expansion along %d" % (kind, i), r.json["probes"]["corner"]["u"][-1][i],
              1.2e-3 * 80 * SIZE[i], 1e-11)

# a temperature that is linear in the position bends a free block without stress: its displacements are of second order
BENT = HEATED.replace("value: 80", 'value: 80, field: "2*x - y + 3*z"').replace("scheme: static", "scheme: linear")
for kind in ("hex8", "tet10", "wedge15", "hex20", "hex27"):
    block(kind, (1, 1, 1), SIZE).write("block.msh")
    r = ended(kind + " with a gradient", run(BENT))
    close(kind + ": stress of a block with a gradient", r.json["functions"]["largest"], 0, 0, 1e-10 * YOUNG)
