"""Solids in cases: meshes of gmsh in all forms of a bar, results on 1, 2 and 4 ranks, the fields of results, the mass
of the check, pressures that push inwards whatever the order of the faces' nodes, resultants of a pressure and a
following one, rigid and averaging links, springs, a march, and refusals: volumes without an entry, groups of surfaces,
elements turned inside out or folded, pressures between solids, moments, unknown materials."""
import math

from hdf5 import File
from common import ended
from helper import ROOT, check, close, example, program, run
from solid_blocks import KINDS, block

CASE = """gimbal: 1
mesh: block.msh
materials: {m: {young: 2e5, poisson: 0.3, density: 40, yield: 900}}
solids: [{group: solid, material: m}]
supports: [{group: left, fix: all}]
loads: [{name: push, group: top, type: pressure, value: 100}]
probes: [{name: tip, at: [1.2, 0.4, 0.3]}]
functions: [{name: mass, type: mass}, {name: compliance, type: compliance}]
time: {scheme: linear, step: 1, steps: 1}
"""
SIZE = (1.2, 0.4, 0.3)


def tip(r):
    return r.json["probes"]["tip"]["u"][-1]


# ---- ranks, orders, resultants -------------------------------------------------------------------

for kind in KINDS:
    mesh = block(kind, (4, 2, 2), SIZE).write("block.msh")
    r = ended(kind + " is solved", run(CASE))
    check(kind + ": a pressure on the top pushes down", tip(r)[2] < 0, tip(r))
    close(kind + ": mass", r.json["functions"]["mass"], 40 * math.prod(SIZE), 1e-12)
    for ranks in (2, 4) if kind in ("hex8", "hex20") else (2,):
        again = run(CASE, ranks)
        for i in range(3):
            close("%s on %d ranks, %d" % (kind, ranks, i), tip(again)[i], tip(r)[i], 0, 1e-11 * abs(tip(r)[2]))
    block(kind, (4, 2, 2), SIZE, turned=True).write("block.msh")
    close(kind + ": faces in the other order", tip(run(CASE))[2], tip(r)[2], 1e-12)
    checked = program(["check", "case.yaml"])
    wanted = "force (0, 0, %.6g)" % (-100 * SIZE[0] * SIZE[1])
    check(kind + ": resultant of the pressure", wanted in checked.stdout.replace("-0,", "0,"), checked.stdout)

# ---- fields of results ---------------------------------------------------------------------------

block("hex20", (3, 1, 1), SIZE).write("block.msh")
r = run(CASE + "output: {every: 1, sections: true}\n")
file = File("case.vtkhdf") if check("results with sections", r.status == 0, r.stderr) else None
if file:
    for name in ("solid_stress", "solid_shear_stress", "solid_strain", "solid_shear_strain", "von_mises", "failure"):
        check("field " + name, file.exists("/VTKHDF/CellData/" + name), name)
    types = file.dataset("/VTKHDF/Types")[2]
    check("cells are quadratic hexahedra of VTK", set(types) == {25}, types)
    kinds = file.dataset("/VTKHDF/CellData/kind")[2]
    check("their kind is that of solids", set(kinds) == {5}, kinds)

# Midpoints of edges in the order of VTK, from its file formats, and its numbers of the types.
VTK = {"tet10": (24, [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]),
       "wedge15": (26, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]),
       "hex20": (25, [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)])}
VTK["hex27"] = (29, VTK["hex20"][1] + [(0, 7), (1, 6), (0, 5), (3, 6), (0, 2), (4, 6), (0, 6)])
for kind, (number, pairs) in VTK.items():
    block(kind, (2, 1, 1), SIZE).write("block.msh")
    if not check("results of " + kind, run(CASE).status == 0):
        continue
    file = File("case.vtkhdf")
    places, nodes = file.dataset("/VTKHDF/Points")[2], file.dataset("/VTKHDF/Connectivity")[2]
    first = file.dataset("/VTKHDF/Offsets")[2][0]
    corners = {"tet10": 4, "wedge15": 6}.get(kind, 8)
    place = [[places[3 * n + i] for i in range(3)] for n in nodes[first:first + corners + len(pairs)]]
    worst = max(math.dist(place[corners + k], [(place[a][i] + place[b][i]) / 2 for i in range(3)])
                for k, (a, b) in enumerate(pairs))
    check(kind + ": VTK's type", file.dataset("/VTKHDF/Types")[2][0] == number)
    check(kind + ": VTK's order of nodes", worst < 1e-12, worst)

# ---- following pressure, links, springs ----------------------------------------------------------

block("hex8", (6, 2, 2), (2.4, 0.4, 0.3)).write("block.msh")
LINKED = CASE.replace("loads:", """bodies: [{name: end, at: [2.4, 0.2, 0.15], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]
links: [{type: %s, body: end, group: right}]
loads: [{type: moment, body: end, value: [0, 3, 0]}]
#""").replace("at: [1.2, 0.4, 0.3]", "body: end, at: [2.4, 0.2, 0.15]")
bent = 3 * 2.4 ** 2 / (2 * 2e5 * 0.4 * 0.3 ** 3 / 12)
for link in ("rigid", "average"):
    for ranks in (1, 3):
        r = ended("a %s link on %d ranks" % (link, ranks), run(LINKED % link, ranks))
        close("%s link: deflection under a moment" % link, abs(tip(r)[2]), bent, 0.03)
SPRUNG = CASE.replace("loads:", "springs: [{between: [group:corner, ground], at: [[2.4, 0.4, 0.3], [2.4, 0.4, 5]], "
                      "stiffness: 1e9}]\nloads:").replace(
    "supports:", "groups: [{name: corner, at: [2.4, 0.4, 0.3]}]\nsupports:").replace(
        "at: [1.2, 0.4, 0.3]", "group: corner")
r = ended("a spring at a node of solids", run(SPRUNG))
check("it holds the node", abs(tip(r)[2]) < 1e-6, tip(r))

# ---- a march -------------------------------------------------------------------------------------

MOVING = CASE.replace("scheme: linear, step: 1, steps: 1", "scheme: bdf2, step: 2e-3, steps: 12").replace(
    "value: 100", 'value: "900*sin(300*t)", follow: true')
block("hex8", (4, 2, 2), SIZE).write("block.msh")
ends = [tip(run(MOVING, ranks)) for ranks in (1, 3)]
check("the block moves", abs(ends[0][2]) > 1e-6, ends)
for i in range(3):
    close("a march on 3 ranks, %d" % i, ends[1][i], ends[0][i], 0, 1e-9 * abs(ends[0][2]))

# ---- the lug -------------------------------------------------------------------------------------

r = ended("the lug", run(example("lug", n=2, layers=1), 2))
close("its mass", r.json["functions"]["mass"],
      4430 * 0.02 * (0.08 * 0.06 + math.pi * 0.03 ** 2 / 2 - math.pi * 0.015 ** 2) + 7800 * 0.03 * math.pi * 0.015 ** 2,
      2e-3)

# ---- geometry of gmsh ----------------------------------------------------------------------------

r = ended("a geometry with volumes",
          run(CASE.replace("block.msh", str(ROOT / "meshes" / "bar.geo")).replace("group: solid", "group: bar").replace(
    "group: left", "group: root").replace("group: top, type: pressure, value: 100", "group: tip, type: traction, "
                                          "value: [0, 0, -1]").replace("at: [1.2, 0.4, 0.3]", "at: [10, 0.5, 0.5]")))
close("deflection of the bar", -tip(r)[2], 1000 / (3 * 2e5 / 12) * (1 + 0.78 * 0.01), 0.03)

# ---- refusals ------------------------------------------------------------------------------------

block("hex8", (2, 1, 1), SIZE).write("block.msh")
inside_out = block("hex8", (2, 1, 1), SIZE)
kind, group, patch, nodes = inside_out.elements[0]
inside_out.elements[0] = (kind, group, patch, nodes[4:] + nodes[:4])
inside_out.write("inside-out.msh")
folded = block("hex8", (2, 1, 1), SIZE)
folded.nodes[folded.nearest(0.6, 0.4, 0.3)] = (-0.5, 0.4, 0.3)
folded.write("folded.msh")
between = block("hex8", (2, 1, 1), SIZE)
middle = [between.nearest(0.6, y, z) for y, z in ((0, 0), (0.4, 0), (0.4, 0.3), (0, 0.3))]
between.element("quad4", "inner", middle)
between.write("between.msh")
for label, text, status, words in (
        ("volumes without an entry", CASE.replace("solids: [{group: solid, material: m}]\n",
                                                  "shells: [{group: top, material: m, thickness: 0.1}]\n"), 3,
         ["no material for 2 volume elements", "solids:"]),
        ("a group of surfaces", CASE.replace("group: solid", "group: top"), 3,
         ["no volume group 'top'", "solid (volume)"]),
        ("an unknown group", CASE.replace("group: solid", "group: soild"), 3, ["no volume group 'soild'"]),
        ("an unknown material", CASE.replace("material: m}", "material: n}"), 2, ["solids[0].material", "m"]),
        ("a key that is not there", CASE.replace("material: m}", "material: m, thickness: 1}"), 2,
         ["solids[0].thickness: unknown key", "group, material, axes, mass"]),
        ("no material", CASE.replace(", material: m}", "}"), 2, ["solids[0].material", "missing"]),
        ("two entries of a group", CASE.replace("material: m}]", "material: m}, {group: solid, material: m}]"),
         2, ["solids[1].group"]),
        ("elements of two entries", CASE.replace("material: m}]", "material: m}, {group: all, material: m}]"),
         3, ["is a solid already"]),
        ("an element turned inside out", CASE.replace("block.msh", "inside-out.msh"), 3,
         ["turns them inside out", ": 1"]),
        ("a folded element", CASE.replace("block.msh", "folded.msh"), 3, ["folded"]),
        ("a pressure between solids", CASE.replace("block.msh", "between.msh").replace("group: top", "group: inner"),
         3, ["between two solids"]),
        ("a moment on solids", CASE.replace("type: pressure, value: 100", "type: moment, value: [0, 1, 0]"),
         3, ["solids only", "no rotations"]),
        ("a shell on a volume group", CASE.replace(
            "loads:", "shells: [{group: solid, material: m, thickness: 1}]\nloads:"), 3, ["no surface group 'solid'"]),
        ("poisson of one half", CASE.replace("poisson: 0.3", "poisson: 0.5"), 2, ["poisson"]),
        ("no young's modulus", CASE.replace("young: 2e5, ", ""), 2, ["young", "missing"]),
        ("an orthotropic material",
         CASE.replace("young: 2e5, poisson: 0.3", "E1: 2e5, E2: 1e4, G12: 5e3, G13: 5e3, G23: 5e3, poisson: 0.3"),
         2, ["has no E3", "a solid of a material with E1"]),
        ("a section of solids", CASE.replace("loads:", "sections: {s: {type: solid}}\nloads:"), 2,
         ["sections.s.type", "laminate"]),
        ("a support that leaves the block loose", CASE.replace("fix: all", "fix: [x]"), 5,
         ["mechanism", "3 of 6 rigid motions"])):
    for ranks in (1, 3) if label in ("a group of surfaces", "a folded element") else (1,):
        r = run(text, ranks)
        check("%s: status on %d ranks" % (label, ranks), r.status == status,
              "%d, wanted %d: %s" % (r.status, status, r.stderr))
        for word in words:
            check("%s: says %s" % (label, word), word in r.stderr, r.stderr)
