"""Solids of an orthotropic material. Tension along each axis of the material and along others has the strains of its
compliance, in all shapes, to 1e-11; turned axes, meshes and loads turn the displacements; the energy is the work of the
loads; numbers of an isotropic material give its results; free expansion by axis has no stresses; gradients by all
numbers agree with complex step, and central differences of models that are built anew; refusals: what is missing, no
positive definite stiffness, no axes, numbers of solids in plies and of plies in solids."""
import math

from common import ended, times
from helper import built_anew, check, close, gradients_agree, run
from solid_blocks import KINDS, block

SIZE = (1.2, 0.5, 0.4)
NUMBERS = {"E1": 150.0, "E2": 30.0, "E3": 12.0, "poisson": 0.3, "poisson13": 0.25, "poisson23": 0.4,
           "G12": 9.0, "G13": 7.0,
           "G23": 4.0}
EXPANSIONS = (2e-4, 9e-4, -5e-4)
TENSOR = [[0, 3, 5], [3, 1, 4], [5, 4, 2]]
MATERIAL = ", ".join("%s: %.17g" % item for item in NUMBERS.items())


def about(axis, angle):
    """The rotation about an axis, by Rodrigues."""
    n = [v / math.hypot(*axis) for v in axis]
    cross = [[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]]
    return [[math.cos(angle) * (i == j) + math.sin(angle) * cross[i][j] + (1 - math.cos(angle)) * n[i] * n[j]
             for j in range(3)] for i in range(3)]


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transposed(A):
    return [list(row) for row in zip(*A)]


def listed(vectors):
    return "[%s]" % ", ".join("[%.17g, %.17g, %.17g]" % tuple(v) for v in vectors)


def strains(axes, stress):
    """The strains of a stress, both in axes of space, for the axes of the material as rows."""
    s, n = product(product(axes, stress), transposed(axes)), NUMBERS
    cross = {(0, 1): n["poisson"] / n["E1"], (0, 2): n["poisson13"] / n["E1"], (1, 2): n["poisson23"] / n["E2"]}
    e = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        e[i][i] = s[i][i] / n["E%d" % (i + 1)] - sum(cross[min(i, j), max(i, j)] * s[j][j] for j in range(3) if j != i)
        for j in range(i + 1, 3):
            e[i][j] = e[j][i] = s[i][j] / (2 * n["G%d%d" % (i + 1, j + 1)])
    return product(product(transposed(axes), e), axes)


# ---- tension, free expansion ---------------------------------------------------------------------

HELD = """gimbal: 1
mesh: block.msh
materials: {m: {%s, yield: 1%s}}
solids: [{group: solid, material: m, axes: %s}]
groups: [{name: origin, at: [0, 0, 0]}, {name: along, at: [%g, 0, 0]}, {name: beside, at: [0, %g, 0]}]
supports: [{group: origin, fix: [x, y, z]}, {group: along, fix: [y, z]}, {group: beside, fix: [z]}]
%s
probes: [{name: corner, at: [%g, %g, %g]}, {name: inside, element_at: [0.6, 0.2, 0.2]}]
functions: [{name: largest, type: induced, form: exponential, weight: 1e12}]
time: {scheme: %s, step: 1, steps: 1}
"""
PULL = "loads: [{group: right, type: traction, value: [0.1, 0, 0]}, {group: left, type: traction, value: [-0.1, 0, 0]}]"
HEATED = "".join(", expansion%d: %g" % (i + 1, a) for i, a in enumerate(EXPANSIONS))
HEAT = "temperatures: [{group: solid, value: 80}]"
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
AXES = {"1": UNIT, "2": [UNIT[2], UNIT[0], UNIT[1]], "3": [UNIT[1], UNIT[2], UNIT[0]],
        "1 and 2": about([0, 0, 1], math.pi / 4), "all": about([1, -2, 0.7], 0.9)}


def held(axes, more, scheme, extra=""):
    return run(HELD % (MATERIAL, extra, listed(axes[:2]), SIZE[0], SIZE[1], more, *SIZE, scheme))


def upper(C):
    """The triangular matrix F with positive diagonal and F^T F = C, by Cholesky."""
    F = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        F[i][i] = math.sqrt(C[i][i] - sum(F[k][i] ** 2 for k in range(i)))
        for j in range(i + 1, 3):
            F[i][j] = (C[i][j] - sum(F[k][i] * F[k][j] for k in range(i))) / F[i][i]
    return F


for kind in KINDS:
    block(kind, (2, 2, 2), SIZE, distort=0.2, seed=3).write("block.msh")
    for along, axes in AXES.items():
        r = ended("%s, tension between axes %s" % (kind, along), held(axes, PULL, "linear"))
        e = strains(axes, [[0.1, 0, 0], [0, 0, 0], [0, 0, 0]])
        wanted = [e[i][i] * SIZE[i] + sum(2 * e[i][j] * SIZE[j] for j in range(i + 1, 3)) for i in range(3)]
        for i in range(3):
            close("%s, axes %s: displacement %d" % (kind, along, i), r.json["probes"]["corner"]["u"][-1][i],
                  wanted[i], 0, 1e-11 * max(map(abs, wanted)))
            close("%s, axes %s: strain %d" % (kind, along, i),
                  r.json["sections"]["inside"][("g12", "g23", "g13")[i]][-1], 2 * e[i][(i + 1) % 3], 0, 1e-13)
        close("%s, axes %s: von Mises stress" % (kind, along), r.json["functions"]["largest"], 0.1, 1e-11)
    axes = AXES["all"]
    r = ended(kind + " is heated", held(axes, HEAT, "static, tolerance: 1e-14", HEATED))
    stretch = [[80 * sum(EXPANSIONS[k] * axes[k][i] * axes[k][j] for k in range(3)) + (i == j) for j in range(3)]
               for i in range(3)]
    C = product(stretch, stretch)
    linear = held(axes, HEAT, "linear", HEATED)
    for j, i in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)):  # E = (C - 1)/2, e = stretch - 1
        name = "eg"[i != j] + "%d%d" % (j + 1, i + 1)
        for free, s in (((C[i][j] - (i == j)) / 2, r), (stretch[i][j] - (i == j), linear)):
            close("%s: free strain %s" % (kind, name), s.json["sections"]["inside"][name][-1],
                  free * (1 + (i != j)), 0, 1e-12)
    F = upper(C)
    for i in range(3):
        close("%s: free expansion along %d" % (kind, i), r.json["probes"]["corner"]["u"][-1][i],
              sum((F[i][j] - (i == j)) * SIZE[j] for j in range(3)), 0, 1e-12)
    close(kind + ": stress of free expansion", r.json["functions"]["largest"], 0, 0, 1e-10)

# ---- energy --------------------------------------------------------------------------------------

BENT = """gimbal: 1
mesh: block.msh
materials: {m: {%s}}
solids: [{group: solid, material: m, axes: %s}]
groups: [{name: end, at: [%g, %g, %g]}]
supports: [{group: left, fix: all}]
loads: [{group: end, type: force, value: [0.1, -0.02, 0.03]}]
probes: [{name: end, group: end}]
functions: [{name: compliance, type: compliance}]
time: {scheme: linear, step: 1, steps: 1}
"""
for kind in KINDS:
    block(kind, (2, 1, 1), SIZE, distort=0.2, seed=3).write("block.msh")
    r = ended(kind + " is bent", run(BENT % (MATERIAL, listed(AXES["all"][:2]), *SIZE)))
    work = sum(f * u for f, u in zip((0.1, -0.02, 0.03), r.json["probes"]["end"]["u"][-1]))
    close(kind + ": twice the energy is the work of the force", r.json["functions"]["compliance"], work, 1e-11)

# ---- turned axes, numbers of an isotropic material -----------------------------------------------

LOADED = """gimbal: 1
mesh: block.msh
gravity: %s
materials: {m: {%s, density: 0.05}}
solids: [{group: solid, material: m%s}]
supports: [{group: left, fix: all}]
temperatures: [{group: solid, value: 40}]
loads: [{group: right, type: traction, value: %s}, {group: top, type: pressure, value: 0.2, follow: true}]
probes: [{name: tip, at: %s}]
time: {scheme: static, step: 0.5, steps: 2, tolerance: 1e-14}
"""
GRAVITY, TRACTION = [0.5, -2, 1], [0.02, 0.05, -0.03]
HOT = ", ".join([MATERIAL] + ["expansion%d: %g" % (i + 1, a) for i, a in enumerate(EXPANSIONS)])
ISOTROPIC = "young: 20, poisson: 0.3, expansion: 3e-4"
SAME = ("E1: 20, E2: 20, E3: 20, poisson: 0.3, poisson13: 0.3, poisson23: 0.3, G12: {0}, G13: {0}, G23: {0}, "
        "expansion1: 3e-4, expansion2: 3e-4, expansion3: 3e-4").format(repr(20 / 2.6))


def tip_of(kind, Q, material, axes):
    block(kind, (3, 1, 1), SIZE, place=lambda *at: tuple(times(Q, at)), distort=0.1, seed=2).write("block.msh")
    vector = lambda v: listed([times(Q, v)])[1:-1]
    r = ended(kind + " is solved", run(LOADED % (
        vector(GRAVITY), material, ", axes: " + listed(axes[:2]) if axes else "", vector(TRACTION), vector(SIZE))))
    return r.json["probes"]["tip"]["u"][-1]


for kind in ("hex8", "hex20", "tet10", "wedge6"):
    Q, axes = about([0.3, 1, -0.5], 1.1), AXES["all"]
    first = tip_of(kind, UNIT, HOT, axes)
    again = tip_of(kind, Q, HOT, [times(Q, a) for a in axes])
    for i, v in enumerate(times(Q, first)):
        close("%s, turned: displacement %d" % (kind, i), again[i], v, 0, 1e-11 * math.hypot(*first))
    pair = tip_of(kind, UNIT, ISOTROPIC, None), tip_of(kind, UNIT, SAME, axes)
    for i in range(3):
        close("%s, isotropic: displacement %d" % (kind, i), pair[1][i], pair[0][i], 0, 1e-12 * math.hypot(*pair[0]))

# ---- gradients -----------------------------------------------------------------------------------

CASE = """gimbal: 1
mesh: block.msh
gravity: [0, 0, -9.81]
materials: {m: {%s, density: 0.05, yield: 2, damping: {mass: 0.4, stiffness: 2e-3}}}
solids: [{group: solid, material: m, axes: [[1, 0.4, 0.2], [-0.1, 1, 0.3]]}]
supports: [{group: left, fix: all}]
temperatures: [{group: solid, value: "20*(1 + t)", field: "1 + x"}]
loads: [{group: right, type: traction, value: ["0.3*t", 0, "-0.2*t"]}]
probes: [{name: middle, element_at: [0.5, 0.2, 0.2]}, {name: tip, at: [1.2, 0.5, 0.4]}]
functions:
  - {name: compliance, type: compliance}
  - {name: stress, type: ks, weight: 20}
  - {name: reach, type: integral, value: "tip.z*tip.z + tip.x"}
  - {name: inside, type: end, value: "middle.s13 + 0.1*middle.e11*middle.s11 + middle.g12"}
time: {scheme: static, step: 0.05, steps: 2, tolerance: 1e-13}
design:
%s"""
DESIGNS = "".join("  - {name: %s, material: m, parameter: %s, lower: -1e9, upper: 1e9}\n" % (n.replace(".", "_"), n)
                  for n in list(NUMBERS)
                  + ["expansion1", "expansion2", "expansion3", "density", "yield", "damping.stiffness"])
DESIGNS = DESIGNS.replace("poisson, lower: -1e9, upper: 1e9", "poisson, lower: 0, upper: 0.45")
for name in ("E1", "E2", "E3", "G12", "G13", "G23", "density", "yield", "damping.stiffness"):
    DESIGNS = DESIGNS.replace("parameter: %s, lower: -1e9" % name, "parameter: %s, lower: 1e-9" % name)
for kind in ("hex8", "tet10", "hex20"):
    block(kind, (3, 2, 1) if kind == "hex8" else (2, 1, 1), SIZE, distort=0.15, seed=2).write("block.msh")
    gradients_agree("orthotropic " + kind, CASE % (HOT, DESIGNS), ("static", "bdf2") if kind == "hex8" else ("bdf2",),
                    ranks=(1, 2) if kind == "tet10" else (1,), settings=["time.step=0.02"])
block("hex8", (2, 1, 1), SIZE, distort=0.15, seed=2).write("block.msh")
for name, value in (("E3", 12), ("poisson23", 0.4), ("G13", 7), ("expansion3", -5e-4)):
    built_anew("orthotropic hexahedra", CASE % (HOT, "%s"), {
        name: ("material: m, parameter: %s" % name, {"materials.m." + name: (value, 1)})},
               abs(value) * 1e-4)

# ---- refusals ------------------------------------------------------------------------------------

BASE = """gimbal: 1
mesh: block.msh
materials: {m: {%s}}
solids: [{group: solid, material: m, axes: [[1, 0, 0], [0, 1, 0]]}]
supports: [{group: left, fix: all}]
loads: [{group: right, type: traction, value: [0, 0, 1]}]
time: {scheme: linear, step: 1, steps: 1}
"""
GOOD = BASE % MATERIAL
SHELL = GOOD.replace("solids: [{group: solid, material: m, axes: [[1, 0, 0], [0, 1, 0]]}]", """ignore: [solid]
sections: {s: {type: laminate, plies: [{material: m, thickness: 0.1}]}}
shells: [{group: top, section: s}]""").replace("group: right, type: traction", "group: top, type: traction")
for label, text, status, words in (
        ("no modulus along the third axis", GOOD.replace("E3: 12, ", ""), 2, ["E3: is missing"]),
        ("no numbers of the third axis",
         GOOD.replace("E3: 12, ", "").replace("poisson13: 0.25, poisson23: 0.40000000000000002, ", ""), 2,
         ["has no E3", "a solid of a material with E1"]),
        ("no poisson23", GOOD.replace("poisson23: 0.40000000000000002, ", ""), 2, ["poisson23: is missing"]),
        ("a third axis of an isotropic material", BASE % "young: 1, poisson: 0.3, E3: 2", 2, ["E1: is missing"]),
        ("poisson13 out of range", GOOD.replace("poisson13: 0.25", "poisson13: 4"), 2,
         ["positive definite", "poisson13^2 < E1/E3"]),
        ("poisson23 out of range", GOOD.replace("poisson23: 0.4", "poisson23: -1.6"), 2, ["poisson23^2 < E2/E3"]),
        ("all three together",
         GOOD.replace("poisson: 0.29999999999999999", "poisson: 1.5").replace("poisson13: 0.25", "poisson13: 2"), 2,
         ["positive definite", "2 poisson poisson13 poisson23 E3/E1 > 0"]),
        ("axes that are parallel", GOOD.replace("[0, 1, 0]]}]", "[2, 0, 0]]}]"), 2, ["solids[0].axes", "not parallel"]),
        ("strengths of plies", GOOD.replace("G12: 9", "Xt: 4, G12: 9"), 2, ["has Xt", "in solids"]),
        ("a third axis of plies", SHELL, 2, ["has E3", "but in solids"]),
        ("an expansion of all axes", GOOD.replace("G12: 9", "expansion: 1e-4, G12: 9")
         + "temperatures: [{group: solid, value: 1}]\n", 2,
         ["no expansion1", "expansion1, expansion2 and expansion3"])):
    r = run(text)
    check("%s: status" % label, r.status == status, "%d, wanted %d: %s" % (r.status, status, r.stderr))
    for word in words:
        check("%s: says %s" % (label, word), word in r.stderr, r.stderr)
