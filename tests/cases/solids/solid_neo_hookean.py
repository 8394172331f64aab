"""Solids of a neo-Hookean material. A stretched block with free sides has the stretches, stresses, force and energy of
the scalar equations of Bonet and Wood's law, solved here, to 1e-10, in all shapes; simple shear has Cauchy stresses
mu*gamma and mu*gamma^2, and compression from all sides those of the law; a bar that is stretched vibrates by its
tangent; small loads move it as linear statics do; free expansion has no stress, and a heated block is stretched from
there; units and turned axes; gradients against complex step and central differences; states inside out and misplaced
laws are refused."""
import math
import re

from common import ended
from helper import built_anew, check, close, example, gradients_agree, run
from solid_blocks import KINDS, block, members

SIZE = (1.0, 0.8, 0.7)
MATERIAL = "materials: {m: {young: %.17g, poisson: %g, yield: 1, density: 2, expansion: 1e-3, law: neo_hookean}}"
STRESSES = {"s11": (0, 0), "s22": (1, 1), "s33": (2, 2), "s12": (0, 1), "s23": (1, 2), "s13": (0, 2)}


def lame(young, poisson):
    return young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))


def root(f, low, high):
    """Of an increasing function, by bisection."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


# ---- stretch with free sides ---------------------------------------------------------------------

PULLED = """gimbal: 1
mesh: block.msh
%s
solids: [{group: solid, material: m}]
supports: [{group: left, fix: x}, {group: front, fix: y}, {group: bottom, fix: z},
           {group: right, motion: ["%.17g*t", ~, ~]}]
%s
probes:
  - {name: corner, at: [%.17g, %.17g, %.17g]}
  - {name: inside, element_at: [0.6, 0.45, 0.35]}
  - {name: force, reaction: right}
functions: [{name: largest, type: induced, form: exponential, weight: 1e12}, {name: energy, type: compliance}]
time: {scheme: static, step: %g, steps: %d, tolerance: 1e-13}
"""
HOT = "temperatures: [{group: solid, value: 80}]"


def check_stretch(kind, young, poisson, stretch, hot, ranks=1, unit=1.0, steps=4):
    size = [unit * v for v in SIZE]
    block(kind, (2, 2, 2), size, distort=0.2, seed=3).write("block.msh")
    material = MATERIAL % (young, poisson)
    r = run(PULLED % (material, (stretch - 1) * size[0], HOT if hot else "", *size, 1 / steps, steps), ranks)
    label = "%s, poisson %g, stretch %g%s" % (kind, poisson, stretch, ", hot" if hot else "")
    ended(label, r)
    mu, lam = lame(young, poisson)
    free = 1 + 80e-3 if hot else 1
    along = stretch / free
    across = root(lambda v: mu * (v * v - 1) + lam * math.log(along * v * v), 0.2, 5)
    pressure = lam * math.log(along * across ** 2)
    stress = free * (mu * (1 - 1 / along ** 2) + pressure / along ** 2)
    energy = free ** 3 * (mu * (along ** 2 + 2 * across ** 2 - 3) - 2 * mu * math.log(along * across ** 2)
                          + lam * math.log(along * across ** 2) ** 2)
    for i in (1, 2):
        close("%s: displacement %d" % (label, i), r.json["probes"]["corner"]["u"][-1][i], (across * free - 1) * size[i],
              0, 1e-10 * size[i])
    for word, value in r.json["sections"]["inside"].items():
        if word in STRESSES:
            close("%s: %s" % (label, word), value[-1], stress if word == "s11" else 0, 0,
                  1e-10 * max(abs(stress), young))
    force = r.json["reactions"]["force"]["force"][-1][0]
    close(label + ": force", force, stress * stretch * size[1] * size[2], 1e-10)
    close(label + ": von Mises stress", r.json["functions"]["largest"], abs(stress), 1e-10)
    close(label + ": twice the energy", r.json["functions"]["energy"], energy * size[0] * size[1] * size[2], 1e-9)


for kind in KINDS:
    for poisson, stretch, steps in ((0.3, 2.0, 4), (0.3, 0.6, 4), (0.499, 1.1, 5), (-0.2, 1.5, 4)):
        check_stretch(kind, 3.0, poisson, stretch, False, 3 if kind == "hex20" else 1, steps=steps)
    check_stretch(kind, 3.0, 0.4, 1.4, True)
check_stretch("hex27", 3e6, 0.45, 1.7, False, unit=1e-3)

# ---- given displacements of the boundary -----------------------------------------------------------

GIVEN = """gimbal: 1
mesh: block.msh
%s
solids: [{group: solid, material: m}]
supports: [{group: boundary, %s: %s}]
probes: [{name: inside, element_at: [0.6, 0.45, 0.35]}]
time: {scheme: static, step: 0.25, steps: 4, tolerance: 1e-14}
"""


def given(kind, F, ranks=1, how="velocities", settings=()):
    """Run a block whose boundary moves by F."""
    mesh = block(kind, (2, 2, 2), SIZE, distort=0.2, seed=3).write("block.msh")
    values = [[sum((F[i][j] - (i == j)) * mesh.nodes[n][j] for j in range(3)) for i in range(3)]
              for n in members(mesh, "boundary")]
    return run(GIVEN % (MATERIAL % (3, 0.45), how, values), ranks, settings=settings)


def cauchy(F, found):
    S = [[0.0] * 3 for _ in range(3)]
    for word, (i, j) in STRESSES.items():
        S[i][j] = S[j][i] = found[word][-1]
    J = sum(F[0][i] * (F[1][(i + 1) % 3] * F[2][(i + 2) % 3] - F[1][(i + 2) % 3] * F[2][(i + 1) % 3]) for i in range(3))
    return [[sum(F[i][k] * S[k][m] * F[j][m] for k in range(3) for m in range(3)) / J for j in range(3)]
            for i in range(3)]


MU, LAMBDA = lame(3, 0.45)
for kind in KINDS:
    F = [[1, 0.8, 0], [0, 1, 0], [0, 0, 1]]
    r = ended(kind + " is sheared", given(kind, F, 3 if kind == "tet10" else 1))
    s = cauchy(F, r.json["sections"]["inside"])
    close(kind + ": shear stress", s[0][1], MU * 0.8, 1e-11)
    close(kind + ": difference of normal stresses", s[0][0] - s[1][1], MU * 0.64, 1e-11)
    for i, j in ((1, 1), (2, 2), (1, 2), (0, 2)):
        close("%s: stress %d%d" % (kind, i + 1, j + 1), s[i][j], 0, 0, 1e-11)
    F = [[0.8 * (i == j) for j in range(3)] for i in range(3)]
    r = ended(kind + " is compressed", given(kind, F))
    s = cauchy(F, r.json["sections"]["inside"])
    for i in range(3):
        close("%s: pressure %d" % (kind, i), s[i][i], (MU * (0.64 - 1) + 3 * LAMBDA * math.log(0.8)) / 0.512, 1e-11)
    F = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]
    r = given(kind, F, settings=["time.retry=7"])
    check(kind + ", through no volume", r.status != 0 and re.search("the walk came to t = 0.(4|5 )", r.stderr),
          r.stderr)
    if kind in ("hex8", "tet4"):
        r = given(kind, F, how="displacements")
        check(kind + ", inside out at once", r.status == 4 and "turned inside out" in r.stderr, r.stderr)

# ---- vibration about a stretched state -------------------------------------------------------------

BAR = """gimbal: 1
mesh: block.msh
%s
solids: [{group: solid, material: m}]
groups: [{name: all, box: [[-1, -1, -1], [9, 9, 9]]}]
supports: [{group: left, fix: all}, {group: solid, fix: [y, z]}, {group: right, motion: ["%g*t", ~, ~]}]
time: {scheme: static, step: 0.25, steps: 4}
modes: {count: 1, at: equilibrium}
""".replace("groups: [{name: all, box: [[-1, -1, -1], [9, 9, 9]]}]\n", "")
for kind in ("hex8", "hex20", "tet10", "wedge15"):
    for stretch in (1.5, 0.7):
        block(kind, (40 if kind == "hex8" else 12, 1, 1), (1, 0.1, 0.1)).write("block.msh")
        r = ended("modes of a stretched bar of " + kind, run(BAR % (MATERIAL % (3, 0.3), stretch - 1), 1, "modes"))
        mu, lam = lame(3, 0.3)
        slope = mu * (1 + stretch ** -2) + lam * (1 - math.log(stretch)) / stretch ** 2
        close("%s, stretch %g: frequency" % (kind, stretch), r.json["modes"]["frequency"][0], math.sqrt(slope / 2) / 2,
              1e-3 if kind == "hex8" else 1e-4)

# ---- small loads, turned axes ----------------------------------------------------------------------

LOADED = """gimbal: 1
mesh: block.msh
%s
solids: [{group: solid, material: m}]
supports: [{group: left, fix: all}]
loads: [{group: right, type: traction, value: [%.17g, %.17g, %.17g]}]
probes: [{name: tip, at: [%.17g, %.17g, %.17g]}]
time: {scheme: %s, step: 0.5, steps: 2, tolerance: 1e-13}
"""
TURN = [[0.36, 0.48, 0.8], [-0.8, 0.6, 0.0], [-0.48, -0.64, 0.6]]


def turned(v):
    return [sum(row[j] * v[j] for j in range(3)) for row in TURN]


def tip(kind, scale, scheme, turn=list):
    block(kind, (3, 1, 1), SIZE, place=lambda x, y, z: tuple(turn([x, y, z])), distort=0.1, seed=2).write("block.msh")
    r = ended("%s, %s" % (kind, scheme), run(
        LOADED % (MATERIAL % (3, 0.49), *turn([scale * v for v in (0.3, 0.2, -0.1)]), *turn(list(SIZE)), scheme)))
    return r.json["probes"]["tip"]["u"][-1]


for kind in KINDS:
    linear, small = tip(kind, 1e-7, "linear"), tip(kind, 1e-7, "static")
    first, again = tip(kind, 1, "static"), tip(kind, 1, "static", turned)
    for i in range(3):
        close("%s, small loads: displacement %d" % (kind, i), small[i], linear[i], 0, 2e-6 * math.hypot(*linear))
        close("%s, turned: displacement %d" % (kind, i), again[i], turned(first)[i], 0, 1e-10 * math.hypot(*first))

# ---- gradients -------------------------------------------------------------------------------------

CASE = """gimbal: 1
mesh: block.msh
gravity: [0, 0, "-100*t"]
materials: {m: {young: 30, poisson: 0.4, density: 0.05, yield: 2, expansion: 2e-3, law: neo_hookean,
                damping: {mass: 0.4, stiffness: 2e-3}}}
solids: [{group: solid, material: m}]
supports: [{group: left, fix: all}]
temperatures: [{name: heat, group: solid, value: "400*t", field: "1 + x"}]
loads: [{name: push, group: right, type: traction, value: ["150*t", 0, "-50*t"]}]
probes: [{name: middle, element_at: [0.5, 0.2, 0.2]}, {name: tip, at: [1.2, 0.4, 0.3]}]
functions:
  - {name: compliance, type: compliance}
  - {name: stress, type: ks, weight: 20}
  - {name: reach, type: integral, value: "tip.z*tip.z + tip.x"}
  - {name: inside, type: end, value: "middle.s13 + 0.1*middle.e11*middle.s11"}
time: {scheme: static, step: 0.01, steps: 2, tolerance: 1e-13}
design:
%s"""
DESIGNS = "".join(
    "  - {name: %s, material: m, parameter: %s, lower: %s, upper: %s}\n" % (name.replace(".", "_"), name, low, high)
    for name, low,
    high in (("young", 1, 1e9), ("poisson", 0, 0.499), ("density", 0, 1e9), ("yield", 0.1, 1e9),
             ("expansion", -1, 1), ("damping.stiffness", 0, 1), ("damping.mass", 0, 10)))
DESIGNS += "  - {name: heat, temperature: heat, parameter: amplitude, lower: 0, upper: 10}\n"
for kind in ("hex8", "hex20", "tet4", "tet10", "wedge6", "pyramid5"):
    block(kind, (2, 1, 1), (1.2, 0.4, 0.3), distort=0.15, seed=2).write("block.msh")
    several = kind in ("hex8", "tet10")
    gradients_agree("neo-Hookean " + kind, CASE % DESIGNS, ("static", "bdf2") if several else ("static",),
                    ranks=(1, 3) if several else (1,))
block("hex8", (3, 2, 1), (1.2, 0.4, 0.3), distort=0.15, seed=2).write("block.msh")
gradients_agree("neo-Hookean hexahedra in linear statics", CASE % DESIGNS, ("linear",), ranks=(1,))
AGAIN = (CASE % "%s").replace("tolerance: 1e-13", "tolerance: 1e-14")
built_anew("neo-Hookean hexahedra", AGAIN, {
    "young": ("material: m, parameter: young, lower: 1, upper: 1e9", {"materials.m.young": (30, 1)})}, 3e-3)
built_anew("neo-Hookean hexahedra", AGAIN, {
    "poisson": ("material: m, parameter: poisson, lower: 0, upper: 0.499", {"materials.m.poisson": (0.4, 1)})})
built_anew("neo-Hookean hexahedra whose nodes move", AGAIN, {
    "shape": ('shape: {group: solid, vector: ["0.3*x*x", "0.1*x*z", "0.2*x + y*z"]}, values: 0',
              {"design[0].values": (0, 1)})})
PRESSED = """gimbal: 1
mesh: block.msh
materials: {m: {young: 1e3, poisson: 0.3, density: 2, law: neo_hookean}}
solids: [{group: solid, material: m}]
supports: [{group: left, fix: all}]
loads: [{group: right, type: traction, value: ["-1.2*t", 0, 0]}]
time: {scheme: static, step: 0.5, steps: 2, tolerance: 1e-14}
modes: {count: 2, at: %s}
functions: [{name: b, type: buckling, mode: 1}%s]
design:
%%s"""
block("hex20", (6, 1, 1), (10, 1, 0.8)).write("block.msh")
# Load factors scatter by 5e-10 with round-off, which differences by a shorter step would show.
for at, more in (("reference", ""), ("equilibrium", ", {name: f, type: frequency, mode: 1}")):
    built_anew("buckling at " + at, PRESSED % (at, more), {
        "poisson": ("material: m, parameter: poisson, lower: 0, upper: 0.499", {"materials.m.poisson": (0.3, 1)})},
               2e-3)

# ---- a mount of rubber ---------------------------------------------------------------------------

r = ended("the mount", run(example("rubber-mount", n=1, layers=3), 2, "gradient"))
# of a low cylinder between plates by its shape factor (Gent and Lindley 1959)
stiffness = 2.39e6 * (1 + 2 * (0.025 / 0.06) ** 2) * math.pi * 0.025 ** 2 / 3
height = root(lambda v: v - v ** -2 + 2400 / stiffness, 0.5, 1)
close("settlement of the mount", r.json["functions"]["settlement"], 0.03 * (1 - height), 0.04)

# ---- refusals --------------------------------------------------------------------------------------

BASE = LOADED % (MATERIAL % (3, 0.3), 0, 0, 0.1, *SIZE, "static")
SHELL = BASE.replace("solids: [{group: solid, material: m}]",
                     "ignore: [solid]\nshells: [{group: top, material: m, thickness: 0.1}]")
BEAM = BASE.replace("supports:", """sections: {s: {type: circle, material: m, radius: 0.1}}
beams: [{points: [[2, 0, 0], [3, 0, 0]], elements: 2, name: b, section: s, orientation: [0, 0, 1]}]
supports:""")
for label, text, words in (
        ("shells", SHELL, ["material 'm' has law: neo_hookean", "of solids alone", "law: linear"]),
        ("beams", BEAM, ["material 'm' has law: neo_hookean", "of solids alone"]),
        ("an orthotropic material", BASE.replace("young: 3,", "E1: 3, E2: 3, G12: 1, G13: 1, G23: 1,"),
         ["materials.m.law", "beside E1", "young"]),
        ("an unknown law", BASE.replace("neo_hookean", "neo_hooke"), ["law", "linear, neo_hookean"])):
    r = run(text)
    check(label + ": status", r.status == 2, "%d: %s" % (r.status, r.stderr))
    for word in words:
        check("%s: says %s" % (label, word), word in r.stderr, r.stderr)
