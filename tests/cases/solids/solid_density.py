"""Relative densities of solids. A bar of one density has 1/(v + (1 - v) r^p) times the displacements of the full one, r
times its mass, sqrt((v + (1 - v) r^p)/r) times its frequencies, and failure indices by the stresses of the material
times sqrt(r), to 1e-10; densities of entries, of patches and of elements agree, and the mass of `check` and the fields
of the results have them; gradients by densities agree with complex step and with central differences of runs anew, on 1
to 3 ranks, by laws that are linear, orthotropic and neo-Hookean, of frequencies and of buckling too; a filter has the
means of its formula, and keeps constants; what is wrong is refused."""
import math
import random
from pathlib import Path

from hdf5 import File
from common import ended
from helper import check, close, gradients_agree, grid, run
from solid_blocks import block

SIZE = (1.2, 0.4, 0.3)
LINEAR = "{young: 2e5, poisson: 0.3, density: 40, yield: 900, expansion: 1e-4, damping: {mass: 0.4, stiffness: 2e-3}}"
NEO = LINEAR.replace("{young", "{law: neo_hookean, young")
ORTHOTROPIC = ("{E1: 3e5, E2: 1e5, E3: 2e5, poisson: 0.3, poisson13: 0.2, poisson23: 0.1, G12: 5e4, "
               "G13: 6e4, G23: 7e4, density: 40, "
               "yield: 900, expansion1: 1e-4}")
CASE = """gimbal: 1
mesh: block.msh
gravity: [0, 0, -9.81]
materials: {m: %s}
solids: [{group: solid, material: m%s}]
supports: [{group: left, fix: all}]
temperatures: [{name: heat, group: solid, value: "20*(1 + t)", field: "1 + x"}]
loads:
  - {name: push, group: top, type: pressure, value: "40*t", follow: true}
  - {name: pull, group: right, type: traction, value: ["300*t", 0, "-20*t"]}
probes: [{name: middle, element_at: [0.5, 0.2, 0.2]}, {name: tip, at: [1.2, 0.4, 0.3]}]
functions:
  - {name: mass, type: mass}
  - {name: compliance, type: compliance}
  - {name: energy, type: energy, form: strain, at: end}
  - {name: stress, type: ks, weight: 20}
  - {name: reach, type: integral, of: tip, value: "10*uz*uz + 0.2*ux"}
  - {name: inside, type: end, value: "tip.z*middle.s11"}
time: {scheme: %s, step: 0.05, steps: 2, tolerance: 1e-13}
%s"""
GRAVITY, HEAT = "gravity: [0, 0, -9.81]\n", CASE[CASE.index("temperatures"):CASE.index("loads:")]
PER = "design: [{name: rho, relative_density: solid, per: element%s}]\n"


def stiffness(r, p=3.0, v=1e-9):
    return v + (1 - v) * r ** p


def patches(mesh, of):
    """Give the volume elements patches of their own, by their index."""
    k = 0
    for i, e in enumerate(mesh.elements):
        if e[0].startswith(("hex", "tet")):
            mesh.elements[i] = (e[0], e[1], of(k), e[3])
            k += 1
    return mesh


# ---- one density -----------------------------------------------------------------------------------

DEAD = CASE.replace(", follow: true", "").replace(GRAVITY, "").replace(HEAT, "")
MODES = "modes: {count: 3}\n"


def ratio(label, found, full, factor, limit=1e-10):
    for one, other in zip(found, full):
        close(label, one, factor * other, limit, 1e-12 * max(abs(v) for v in full))


block("hex8", (3, 2, 1), SIZE, distort=0.15, seed=2).write("block.msh")
for name, law in (("linear", LINEAR), ("orthotropic", ORTHOTROPIC), ("neo-Hookean", NEO)):
    full = run(DEAD % (law, "", "linear", MODES), verb="run").json
    tones = run(DEAD % (law, "", "linear", MODES), verb="modes").json["modes"]["frequency"]
    same = run(DEAD % (law, ", relative_density: 1, penalization: 4, void_stiffness: 0.1", "linear", MODES)).json
    check(name + ": a density of 1 changes nothing", same["functions"] == full["functions"], same["functions"])
    same = run(DEAD % (law, "", "linear", PER % "" + MODES)).json
    for f, value in full["functions"].items():
        close("%s: %s of designs of 1" % (name, f), same["functions"][f], value, 1e-13)
    for more, r, s in ((", relative_density: 0.5", 0.5, stiffness(0.5)),
                       (", relative_density: 0.3, penalization: 1.5, void_stiffness: 0.01", 0.3,
                        stiffness(0.3, 1.5, 0.01)),
                       (", relative_density: 1e-3, void_stiffness: 0", 1e-3, 1e-9)):
        label = "%s%s" % (name, more)
        found = run(DEAD % (law, more, "linear", MODES), 2).json
        ratio(label + ": displacement", found["probes"]["tip"]["u"][-1], full["probes"]["tip"]["u"][-1], 1 / s)
        for f, factor in (("mass", r), ("compliance", 1 / s)):
            close("%s: %s" % (label, f), found["functions"][f], factor * full["functions"][f], 1e-10)
        strongest = "functions: [{name: f, type: induced, form: exponential, weight: 1e13, at: end}]\n"
        index = [run(
            DEAD.replace(DEAD[DEAD.index("functions"):DEAD.index("time")], strongest) % (law, text, "linear", "")).json
                 ["functions"]["f"] for text in (more, "")]
        close(label + ": failure index", index[0], index[1] / s * math.sqrt(r), 1e-10)
        modes = run(DEAD % (law, more, "linear", MODES), verb="modes").json["modes"]["frequency"]
        ratio(label + ": frequencies", modes, tones, math.sqrt(s / r))
        ratio(label + ": stresses", [v[-1] for k, v in found["sections"]["middle"].items() if k[0] == "s"],
              [v[-1] for k, v in full["sections"]["middle"].items() if k[0] == "s"], 1, 1e-9)

# a block that cannot expand has the stiffness's part of the stress, and one under its weight moves by both factors
HOT = """gimbal: 1
mesh: block.msh
gravity: [0, 0, %g]
materials: {m: %s}
solids: [{group: solid, material: m%s}]
supports: [{group: %s, fix: all}]
temperatures: [{group: solid, value: %g}]
probes: [{name: middle, element_at: [0.5, 0.2, 0.2]}, {name: tip, at: [1.2, 0.4, 0.3]}]
time: {scheme: linear, step: 1, steps: 1}
"""
block("hex8", (3, 2, 2), SIZE, distort=0.15, seed=2).write("block.msh")
for of, weight, heat, support, factor in (("heat", 0, 50, "boundary", stiffness(0.6)),
                                          ("weight", -9.81, 0, "left", 0.6)):
    found = [run(HOT % (weight, LINEAR, more, support, heat)).json for more in ("", ", relative_density: 0.6")]
    first, second = (r["sections"]["middle"]["s11"][-1] for r in found)
    close("stress by " + of, second, factor * first, 1e-10)

# ---- densities of entries, patches and elements ----------------------------------------------------

DENSITY = [0.4, 0.9, 0.55, 1.0, 0.7, 0.2]
VALUES = ", values: [%s]" % ", ".join("%g" % v for v in DENSITY)
FILTER = ", filter: 0.43"
mesh = patches(block("hex8", (3, 2, 1), SIZE, distort=0.15, seed=2), lambda k: 1 + k % 2)
mesh.write("block.msh")
found = []
for more, entry in (("", PER % (", values: [%s]" % ", ".join("%g" % DENSITY[k % 2] for k in range(6)))),
                    ("", "design: [{name: rho, relative_density: solid, per: patch, values: [0.4, 0.9]}]\n"),
                    (", relative_density: 0.3",
                     PER % (", values: [%s]" % ", ".join("%g" % DENSITY[k % 2] for k in range(6))))):
    r = run(CASE % (LINEAR, more, "bdf2", entry), 1 + len(found))
    c = run(CASE % (LINEAR, more, "bdf2", entry), verb="check")
    if check("densities by values", r.status == 0 and c.status == 0, r.stderr + c.stderr):
        found.append(r.json["functions"])
        close("mass of the check", c.json["mass"], r.json["functions"]["mass"], 1e-12)
        for f, value in found[0].items():
            close("%s of densities by values" % f, found[-1][f], value, 1e-10)
cells = File("case.vtkhdf").dataset("/VTKHDF/CellData/relative_density")[2][-6:]
check("densities in the results", all(abs(v - w) < 1e-15 for v, w in zip(sorted(cells), [0.4] * 3 + [0.9] * 3)), cells)
one = ended("one density", run(CASE % (LINEAR, ", relative_density: 0.4", "bdf2",
                                       "design: [{name: rho, relative_density: solid}]\n"), verb="gradient"))
each = run(CASE % (LINEAR, ", relative_density: 0.4", "bdf2", PER % ""), 2, "gradient").json
for f, by in one.json["gradient"].items():
    close("d %s / d density as the sum of the elements'" % f, by["rho"][0], sum(each["gradient"][f]["rho"]), 1e-9)

each = run(CASE % (LINEAR, "", "bdf2", PER % (VALUES + FILTER)), 2, "gradient")
Path("case.designs.csv").rename("start.csv")
again = run(CASE % (LINEAR, ", relative_density: 0.5", "bdf2", PER % FILTER + "initial: start.csv\n"))
for f, value in each.json["functions"].items():
    close("%s of a start from a file" % f, again.json["functions"][f], value, 1e-10)

DECK = """SOL 101
CEND
BEGIN BULK
MAT1,1,2.+5,,0.3,40.
PSOLID,5,1
CHEXA,1,5,1,2,3,4,5,6
,7,8
CHEXA,2,5,2,9,10,3,6,11
,12,7
"""
PLACES = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1),
          (2, 0, 0), (2, 1, 0), (2, 0, 1), (2, 1, 1)]
Path("deck.bdf").write_text(
    DECK + "".join("GRID,%d,,%g,%g,%g\n" % (i + 1, *x) for i, x in enumerate(PLACES)) + "ENDDATA\n")
OF_DECK = """gimbal: 1
mesh: deck.bdf
groups: [{name: root, side: -x}, {name: tip, side: +x}]
supports: [{group: root, fix: all}]
loads: [{type: force, group: tip, value: [0, 0, -1]}]
functions: [{name: m, type: mass}, {name: c, type: compliance}]
time: {scheme: linear, step: 1, steps: 1}
%s"""
full, half = run(OF_DECK % ""), run(
    OF_DECK % 'design: [{name: rho, relative_density: "5", per: element, values: [0.5, 0.5]}]\n')
if check("solids of a deck", full.status == 0 and half.status == 0, full.stderr + half.stderr):
    close("stiffness of solids of a deck", full.json["functions"]["c"], stiffness(0.5) * half.json["functions"]["c"],
          1e-10)
    close("mass of solids of a deck", 0.5 * full.json["functions"]["m"], half.json["functions"]["m"], 1e-12)

# ---- gradients -------------------------------------------------------------------------------------



def along(label, text, h=5e-5, settings=(), limit=2e-6):
    """The gradient along a direction against central differences of runs anew."""
    r = ended(label + ", a gradient", run(text, 2, "gradient", settings))
    shift = random.Random(5)
    w, moved = [shift.uniform(-1, 1) for _ in DENSITY], []
    for step in (h, -h):
        values = [v + step * d - (0.5 * (v == 1)) for v, d in zip(DENSITY, w)]
        moved.append(run(text, settings=[*settings, "design.rho.values=%s" % values]))
        if not check(label + ", moved", moved[-1].status == 0, moved[-1].stderr):
            return
    r = run(text, 2, "gradient", [*settings, "design.rho.values=%s" % [v - (0.5 * (v == 1)) for v in DENSITY]])
    for f, by in r.json["gradient"].items():
        slope = sum(a * b for a, b in zip(by["rho"], w))
        size = math.sqrt(sum(a * a for a in by["rho"]))
        close("%s: d %s along a direction" % (label, f),
              (moved[0].json["functions"][f] - moved[1].json["functions"][f]) / (2 * h), slope, 0, limit * size)


block("hex8", (3, 2, 1), SIZE, distort=0.15, seed=2).write("block.msh")
for name, law, schemes in (("linear", LINEAR, ("linear", "static", "bdf2")), ("neo-Hookean", NEO, ("static", "bdf2")),
                           ("orthotropic", ORTHOTROPIC, ("bdf2",))):
    for filtered in ("", FILTER):
        text = CASE % (law, ", penalization: 2.5, void_stiffness: 1e-4", schemes[0], PER % (VALUES + filtered))
        text = text.replace("form: strain", "form: total" if name == "orthotropic" else "form: strain")
        # adjoint and tangent solve to this tolerance, and some derivatives are a hundredth of the largest
        text = text.replace("tolerance: 1e-13", "tolerance: 1e-14")
        gradients_agree("%s solids%s" % (name, filtered), text, schemes, ranks=(1, 2, 3) if name == "linear" else (1,))
        along(name + filtered, text.replace("1e-13", "1e-14"))
for more in ("", FILTER):  # one density is 1, the largest
    r = run(CASE % (LINEAR, "", "linear", PER % (VALUES + more)), verb="verify", options=["--differences"])
    check("differences%s" % more, r.status == 0 and r.json["wrong"] == 0 and r.json["unclear"] == 0, r.stderr)
BUCKLED = """gimbal: 1
mesh: block.msh
materials: {m: %s}
solids: [{group: solid, material: m}]
supports: [{group: left, fix: all}]
loads: [{group: right, type: traction, value: ["-12*t", 0, 0]}]
time: {scheme: static, step: 0.5, steps: 2, tolerance: 1e-14}
modes: {count: 2, at: equilibrium}
functions: [{name: b, type: buckling, mode: 1}, {name: f, type: frequency, mode: 1}]
%s"""
for filtered in ("", FILTER):
    along("modes" + filtered, BUCKLED % (LINEAR, PER % (VALUES + filtered)), limit=1e-5)
for kind, cells in (("tet10", (1, 1, 1)), ("hex20", (6, 1, 1)), ("tet4", (1, 1, 1))):
    block(kind, cells, SIZE).write("block.msh")
    gradients_agree("%s with densities" % kind, CASE % (LINEAR, "", "bdf2", PER % (", values: %s" % DENSITY + FILTER)),
                    ("bdf2",), ranks=(2,))

# ---- the filter ------------------------------------------------------------------------------------

CELLS = (7, 5, 3)
mesh = block("hex8", CELLS, SIZE, distort=0.2, seed=4)
mesh.write("block.msh")
middles = [[sum(mesh.nodes[n][i] for n in e[3]) / 8 for i in range(3)] for e in mesh.elements if e[0] == "hex8"]
shift = random.Random(8)
designs = [shift.uniform(0.1, 1) for _ in middles]
for radius in (0.05, 0.16, 0.35, 9.0):
    weight = [[max(0.0, radius - math.dist(a, b)) for b in middles] for a in middles]
    means = [sum(w * x for w, x in zip(row, designs)) / sum(row) for row in weight]
    own, plain = (run(CASE % (LINEAR, "", "linear", PER % (", values: %s%s" % (values, more))), ranks, "gradient")
                  for values, more, ranks in ((designs, ", filter: %g" % radius, 1 + (radius > 0.1)), (means, "", 1)))
    ended("a filter of %g" % radius, own, plain)
    for f, value in plain.json["functions"].items():
        close("%s with a filter of %g" % (f, radius), own.json["functions"][f], value, 1e-10)
        by = plain.json["gradient"][f]["rho"]
        for k in range(0, len(by), 11):
            close("d %s / d rho.%d with a filter of %g" % (f, k, radius), own.json["gradient"][f]["rho"][k],
                  sum(b * row[k] / sum(row) for b, row in zip(by, weight)), 1e-9, 1e-11 * max(map(abs, by)))
    c = run(CASE % (LINEAR, ", relative_density: 0.35", "linear", PER % (", filter: %g" % radius)), 3)
    d = run(CASE % (LINEAR, ", relative_density: 0.35", "linear", ""))
    for f, value in d.json["functions"].items():
        close("%s of a constant with a filter of %g" % (f, radius), c.json["functions"][f], value, 1e-10)

# thicknesses by the same filter, and densities between control points
grid(4, 3, size=(1, 0.6), distort=0.1).write("plate.msh")
PLATE = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e9, poisson: 0.3, density: 2700, yield: 3e8}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 3e2}]
design: [{name: t, thickness: plate, per: element, filter: 0.4, values: %s}]
functions: [{name: m, type: mass}, {name: ks, type: ks, weight: 20}, {name: c, type: compliance}]
time: {scheme: static, step: 0.5, steps: 2, tolerance: 1e-13}
""" % [0.01 + 0.001 * (k % 5) for k in range(12)]
gradients_agree("thicknesses with a filter", PLATE, ("static",), ranks=(1, 2))
r = run(PLATE, verb="check")
close("mass of filtered thicknesses", r.json["mass"], run(PLATE).json["functions"]["m"], 1e-12)
block("hex8", (3, 2, 1), SIZE).write("block.msh")
POINTS = "design: [{name: rho, relative_density: solid, points: [[0, 0, 0], [1.2, 0, 0]], interpolation: linear, " \
         "axis: [1, 0, 0], values: [0.4, 1]}]\n"
gradients_agree("densities between points", CASE % (LINEAR, "", "linear", POINTS), ("linear",), ranks=(1,))

# ---- refusals --------------------------------------------------------------------------------------

BASE = CASE % (LINEAR, ", relative_density: 0.5", "linear", PER % ", filter: 0.5")
SHELLS = BASE.replace("loads:", "shells: [{group: front, material: m, thickness: 0.01}]\nloads:")
for label, text, words in (
        ("a density of 0", BASE.replace("density: 0.5", "density: 0"), ["solids[0].relative_density", "> 0 and <= 1"]),
        ("a density above 1", BASE.replace("density: 0.5", "density: 1.01"), ["relative_density", "> 0 and <= 1"]),
        ("no penalization", BASE.replace("density: 0.5", "density: 0.5, penalization: 0"), ["penalization", "> 0"]),
        ("a stiffness of voids below 0", BASE.replace("density: 0.5", "density: 0.5, void_stiffness: -1e-9"),
         ["void_stiffness", ">= 0"]),
        ("shells", SHELLS.replace("relative_density: solid", "relative_density: front"),
         ["no volume group 'front'", "solid"]),
        ("a thickness of solids", BASE.replace("relative_density: solid", "thickness: solid"),
         ["no surface group 'solid'"]),
        ("a filter of a group", BASE.replace("per: element", "per: group"), ["filter", "per: element"]),
        ("a filter of a patch", BASE.replace("per: element", "per: patch"), ["filter", "per: element"]),
        ("a filter of control points", BASE.replace("per: element", "points: [[0, 0, 0], [1, 0, 0]]"),
         ["filter", "per: element"]),
        ("a filter without a radius", BASE.replace("filter: 0.5", "filter: 0"), ["filter", "> 0"]),
        ("two things that vary", BASE.replace("relative_density: solid", "thickness: front, relative_density: solid"),
         ["found 2"]),
        ("a parameter", BASE.replace("per: element", "parameter: young"), ["parameter", "relative density"]),
        ("two designs of an element", BASE.replace("design: [", "design: [{name: other, relative_density: solid}, "),
         ["relative density of element", "'other' already"]),
        ("a bound above 1", BASE.replace("per: element", "per: element, upper: 1.5"), ["upper 1.5", "from 0 to 1"]),
        ("a value of 0", BASE.replace("per: element", "per: element, values: [1, 1, 0, 1, 1, 1]"),
         ["values", "found 0 at [2]", "numbers > 0 and <= 1"]),
        ("a value above 1", BASE.replace("per: element", "per: element, values: [1, 1, 2, 1, 1, 1]"),
         ["values", "found 2 at [2]", "numbers > 0 and <= 1"]),
        ("too few values", BASE.replace("per: element", "per: element, values: [1, 1]"), ["found 2", "accepted: 6"]),
        ("an unknown group", BASE.replace("relative_density: solid", "relative_density: solids"),
         ["no volume group 'solids'"])):
    r = run(text)
    check(label + ": status", r.status in (2, 3), "%d: %s" % (r.status, r.stderr))
    for word in words:
        check("%s: says %s" % (label, word), word in r.stderr, r.stderr)
