"""Thickness and numbers of plies of shells between control points, whose values are the designs.

Claims: constants are exact by each interpolation, linear fields by hats along the axis, and all values lie between
those of the points; a field has the functions of the same thicknesses given element by element, and the gradient is
theirs by the chain rule; gradients equal complex steps for thicknesses, ply thicknesses and angles on 1 to 3 ranks;
values come from and go to tables and HDF5; the example is balanced by the thicknesses that it finds; what is wrong with
points is refused by name.
"""
# quick
import math
import re
from pathlib import Path

from common import ended, refused
from helper import check, close, example, grid, program, run
from optimization import optimize

NX, NY, LX, LY = 6, 3, 2.0, 0.9
mesh = grid(NX, NY, size=(LX, LY), patch=lambda i, j: 1 + (i > 2))
mesh.write("plate.msh")
CASE = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e9, poisson: 0.3, density: 2700, yield: 3e8}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "3e3*sin(300*t)"}]
design: [{name: t, thickness: plate, %s}]
functions:
  - {name: m, type: mass}
  - {name: x, type: mass_centre, form: x}
  - {name: i, type: inertia, form: yy, about: [0, 0, 0]}
  - {name: ks, type: ks, weight: 20}
  - {name: e, type: energy, form: total, at: end}
  - {name: c, type: compliance}
time: {scheme: galpha, step: 1e-3, steps: 5}
output: {every: 0}
"""
POINTS = [[0, 0, 0], [0.7, 0.5, 0.1], [2, 0.9, 0], [1.4, 0.1, 0], [1.1, -0.3, 0.2]]
WAYS = {"linear": "interpolation: linear, axis: [2, 0.5, 0]", "inverse": "interpolation: inverse_distance, power: 3",
        "shepard": "interpolation: inverse_distance", "radial": "interpolation: radial, radius: 0.4"}
middles = [(LX * (i + 0.5) / NX, LY * (j + 0.5) / NY, 0.0) for j in range(NY) for i in range(NX)]


def weights(way, x):
    """The formulas once more."""
    if way == "linear":
        along = lambda p: (2 * p[0] + 0.5 * p[1]) / math.hypot(2, 0.5)
        order = sorted(range(len(POINTS)), key=lambda c: along(POINTS[c]))
        out, s = [0.0] * len(POINTS), along(x)
        if s <= along(POINTS[order[0]]):
            out[order[0]] = 1
        elif s >= along(POINTS[order[-1]]):
            out[order[-1]] = 1
        for a, b in zip(order, order[1:]):
            if along(POINTS[a]) <= s <= along(POINTS[b]):
                out[b] = (s - along(POINTS[a])) / (along(POINTS[b]) - along(POINTS[a]))
                out[a] = 1 - out[b]
                break
        return out
    d = [math.dist(x, p) for p in POINTS]
    w = [math.exp(-(r / 0.4) ** 2) if way == "radial" else r ** -(3 if way == "inverse" else 2) for r in d]
    return [v / sum(w) for v in w]


def words(way, values=None, points=None):
    return "points: %s, %s%s" % (points or POINTS, WAYS[way], ", values: %s" % values if values else "")


# Constants; values and gradients as those of the elements.
uniform = run(CASE % "per: element", 1, "gradient").json
VALUES = [0.011, 0.004, 0.02, 0.0093, 0.015]
for way in WAYS:
    r = ended("a constant by %s" % way, run(CASE % words(way), 1, "gradient"))
    for f, value in r.json["functions"].items():
        close("constant %s by %s" % (f, way), value, uniform["functions"][f], 1e-12)
    N = [weights(way, x) for x in middles]
    check("five designs", len(r.json["gradient"]["m"]["t"]) == 5)
    for f, by in r.json["gradient"].items():
        scale = max(abs(g) for g in uniform["gradient"][f]["t"])
        for c in range(5):
            chain = sum(N[e][c] * g for e, g in enumerate(uniform["gradient"][f]["t"]))
            close("d %s / d t.%d by %s" % (f, c + 1, way), by["t"][c], chain, 1e-10, 1e-11 * scale)
    t = [sum(n * v for n, v in zip(w, VALUES)) for w in N]
    check("between the least and the largest", all(min(VALUES) <= v <= max(VALUES) for v in t), t)
    each = run(CASE % ("per: element, values: %s" % t), 1, "gradient").json
    for ranks in (1, 2, 3) if way == "radial" else (2,):
        r = ended("values by %s on %d ranks" % (way, ranks), run(CASE % words(way, VALUES), ranks, "gradient"))
        for f, value in r.json["functions"].items():
            close("%s by %s on %d ranks" % (f, way, ranks), value, each["functions"][f], 1e-11)
            scale = max(abs(g) for g in each["gradient"][f]["t"])
            for c in range(5):
                chain = sum(N[e][c] * g for e, g in enumerate(each["gradient"][f]["t"]))
                close("d %s / d t.%d by %s" % (f, c + 1, way), r.json["gradient"][f]["t"][c], chain,
                      1e-9, 1e-10 * scale)
    m = sum(2700 * LX * LY / NX / NY * v for v in t)
    close("mass by " + way, r.json["functions"]["m"], m, 1e-12)
    close("centre by " + way, r.json["functions"]["x"],
          sum(2700 * LX * LY / NX / NY * v * x[0] for v, x in zip(t, middles)) / m, 1e-12)
    c = program(["check", "case.yaml"])
    close("mass of `check` by " + way, float(re.search(r"mass ([-0-9.e+]+)", c.stdout)[1]), m, 1e-4)
# A linear field from two points is linear, and constant beyond them.
line = ended("a linear field", run(
    CASE % "points: [[0.5, 7, 0], [1.5, 0, 3]], interpolation: linear, axis: [1, 0, 0], values: [0.01, 0.03]", 2))
t = [0.01 + 0.02 * min(1, max(0, x[0] - 0.5)) for x in middles]
close("its mass", line.json["functions"]["m"], sum(2700 * LX * LY / NX / NY * v for v in t), 1e-13)

# Gradients by complex step, of a plate and of a laminate's plies, with folds between shells.
for way, scheme, ranks in (("linear", "bdf2", 1), ("inverse", "dirk3", 2), ("radial", "galpha", 3)):
    r = ended("complex step by %s on %d ranks" % (way, ranks),
              run(CASE.replace("galpha", scheme) % words(way, VALUES), ranks, "verify"))
# whose frames have shares of shells
grid(4, 2, size=(LX, LY), place=lambda x, y: (x, y, abs(x - 1))).write("folded.msh")
r = ended("complex step of a folded plate", run(CASE.replace("plate.msh", "folded.msh").replace(
    "{name: x, type: mass_centre, form: x}", "{name: y, type: mass_centre, form: y}") % words("shepard", VALUES),
                                                2, "verify"))
LAMINATE = """
gimbal: 1
mesh: plate.msh
materials: {cfrp: {E1: 3.3e9, E2: 1.1e9, G12: 6.6e8, G13: 6.6e8, G23: 6.6e8, poisson: 0.25, density: 1500,
                   damping: {stiffness: 1e-4}}}
sections: {skin: {type: laminate,
                  plies: [{material: cfrp, thickness: 2e-3, angle: 45}, {material: cfrp, thickness: 3e-3, angle: -20}]}}
shells: [{group: plate, section: skin, axis: [1, 0, 0]}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "3e2*sin(300*t)"}, {type: force, group: corner11, value: [0, 1, 2]}]
design:
  - {name: angle, section: skin, parameter: "plies[0].angle", %s}
  - {name: thick, section: skin, parameter: "plies[1].thickness", lower: 1e-3, upper: 5e-3, %s}
  - {name: other, section: skin, parameter: "plies[1].angle"}
functions: [{name: m, type: mass}, {name: e, type: energy, form: total, at: end},
            {name: c, type: compliance}, {name: x, type: mass_centre, form: x}]
time: {scheme: galpha, step: 1e-3, steps: 4}
output: {every: 0}
"""
field = ("points: [[0, 0, 0], [2, 0, 0]], interpolation: linear, axis: [1, 0, 0], values: [10, 80]",
         "points: [[0, 0, 0], [1, 0, 0], [2, 0.9, 0]], values: [1.1e-3, 4e-3, 2e-3]")
for ranks in (1, 3):
    r = run(LAMINATE.replace(", {name: m, type: mass}", "") % field, ranks, "gradient")
    t = run(LAMINATE % field, ranks, "gradient", options=["--tangent"])
    ended("plies on %d ranks" % ranks, r, t)
    for f, by in r.json["gradient"].items():
        scale = max(abs(v) for d in by.values() for v in d)
        for d in by:
            for c, value in enumerate(by[d]):
                close("tangent and adjoint of d %s / d %s.%d" % (f, d, c + 1), t.json["gradient"][f][d][c],
                      value, 0, 1e-10 * scale)
r = ended("complex step of plies", run(LAMINATE.replace("functions: [{name: m, type: mass}, ", "functions: [").replace(
    ", {name: x, type: mass_centre, form: x}", "") % field, 2, "verify"))
# An angle that is the same at both points is that of the section.
same = run(LAMINATE % ("points: [[0, 0, 0], [2, 0, 0]], values: [45, 45]",
                       "points: [[0, 0, 0], [2, 0, 0]], values: [3e-3, 3e-3]"), 1)
plain = run(LAMINATE % ("upper: 90", "scale: 1"), 1)
if check("constant plies", same.status == 0 and plain.status == 0, (same.stderr, plain.stderr)):
    for f, value in plain.json["functions"].items():
        close("constant plies: " + f, same.json["functions"][f], value, 1e-12)

# Values from files, and what optimisation makes of them.
Path("start.csv").write_text("name,value\n" + "".join("t.%d,%r\n" % (c + 1, v) for c, v in enumerate(VALUES)))
given = run(CASE % words("linear", VALUES), 1, "gradient")
r = ended("a table of designs",
          run(CASE % words("linear"), 2, "gradient", options=["--designs", "start.csv", "--out", "out.h5"]))
for f, value in given.json["functions"].items():
    close("from a table: " + f, r.json["functions"][f], value, 1e-11)
r = run(CASE % words("linear"), 1, "gradient", options=["--designs", "out.h5"])
check("from HDF5, bit for bit", r.status == 0 and r.json["functions"] == given.json["functions"], r.stderr)
flap = example("balanced-flap", n=1)
for ranks in (1, 2):
    o = ended("the flap on %d ranks" % ranks, optimize(flap, ranks, name="flap"))
    found = o.json["optimize"]["designs"]["chord"]
    s = [-0.1, -0.02, 0.03, 0.12, 0.3]

    def thickness(x):
        for a in range(4):
            if s[a] <= x <= s[a + 1]:
                return found[a] + (found[a + 1] - found[a]) * (x - s[a]) / (s[a + 1] - s[a])

    moment = sum(0.1 * x * thickness(x) for x in (-0.05, 0.05, 0.15, 0.25))
    mass = sum(0.1 * thickness(x) for x in (-0.05, 0.05, 0.15, 0.25))
    close("its mass centre is on the hinge line", moment / mass, 0, 0, 1e-7)
    close("its mass", o.json["functions"]["mass"], 2700 * mass, 1e-10)
    again = run("flap.optimum.yaml", ranks, name="again")
    check("the case that it writes", again.status == 0 and abs(again.json["functions"]["balance"]) < 1e-7, again.stderr)

for what, entry, said in (
        ("one point", "points: [[0, 0, 0]]", ["points"]),
        ("points that coincide", "points: [[0, 0, 0], [1, 0, 0], [0, 0, 0]]", ["points [0] and [2]", "coincide"]),
        ("points side by side", "points: [[0, 0, 0], [0, 1, 0]], interpolation: linear, axis: [1, 0, 0]",
         ["along the axis"]),
        ("no axis", "points: [[0, 0, 0], [0, 1, 0]], interpolation: linear", ["axis", "missing"]),
        ("no radius", "points: [[0, 0, 0], [0, 1, 0]], interpolation: radial", ["radius", "missing"]),
        ("a radius of inverse distances", "points: [[0, 0, 0], [0, 1, 0]], radius: 1", ["radius", "not used"]),
        ("an axis without points", "axis: [1, 0, 0]", ["axis", "without points"]),
        ("points per element", "points: [[0, 0, 0], [0, 1, 0]], per: element", ["per", "not used"]),
        ("a far point", "points: [[0, 0, 0], [1, 0, 0], [50, 0, 0]], interpolation: radial, radius: 0.5",
         ["points", "no influence"]),
        ("too few values", "points: [[0, 0, 0], [0, 1, 0]], values: [1]", ["values", "accepted: 2"]),
        ("no thickness", "points: [[0, 0, 0], [0, 1, 0]], values: [1, 0]", ["values", "numbers > 0"]),
        ("twice", "points: [[0, 0, 0], [0, 1, 0]]}, {name: s, thickness: plate", ["already", "'t'"]),
        ("twice otherwise", "per: patch}, {name: s, thickness: plate, points: [[0, 0, 0], [0, 1, 0]]", ["already"]),
        ("of a load", "per: patch}, {name: y, material: m, parameter: young, points: [[0, 0, 0], [0, 1, 0]]",
         ["points", "not used"]),
        ("NaN", "points: [[0, 0, 0], [0, .nan, 0]]", ["points"])):
    r = run(CASE % entry, 1, "check")
    check("%s: refused" % what, r.status in (2, 3), (r.status, r.stdout, r.stderr))
    for word in said:
        check("%s: says %s" % (what, word), word in r.stderr, r.stderr)
refused("a number that is a field already", (LAMINATE % ("points: [[0, 0, 0], [2, 0, 0]]", "scale: 1")).replace(
    '"plies[1].angle"', '"plies[0].angle"'), "already", status=(2, 3), verb="check")
MIXED = CASE.replace("shells: [{group: plate,", "groups: [{name: near, elements: [1, 2]}, "
                     "{name: far, elements: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]}]\nshells: "
                     "[{group: near, material: m, thickness: 0.02}, {group: far,")
refused("two thicknesses need values", MIXED % words("linear"), "0.02")
r = ended("with values", run(MIXED % words("linear", VALUES), 2))
for f, value in given.json["functions"].items():
    close("whatever the entries' thickness: " + f, r.json["functions"][f], value, 1e-11)
