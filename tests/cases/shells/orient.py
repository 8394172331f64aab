"""Surfaces turned over by `orient`.

Claims: of plates, tubes and closed boxes whose elements are turned at random, `consistent` and `outwards` make the
model whose elements all face one way, on 1 and 2 ranks; `consistent` follows the most; what cannot face one way is
refused, as are decks whose own pressures or plies go by the way that elements face; opposed normals are an error that
names the key.
"""
# quick
# memcheck
import math
import random
from pathlib import Path

from common import refused
from helper import Mesh, check, close, grid, prism, program, run

SEED = 11
print("seed", SEED)
chance = random.Random(SEED)
TURNED = {"quad4": (0, 3, 2, 1), "tri3": (0, 2, 1), "quad9": (0, 3, 2, 1, 7, 6, 5, 4, 8), "tri6": (0, 2, 1, 5, 4, 3)}


def mixed(mesh, name, share=0.3):
    """Write a mesh with a share of its surfaces turned; and as it is."""
    mesh.write(name + "-own.msh")
    own, turned = list(mesh.elements), 0
    for i, (kind, group, patch, nodes) in enumerate(own):
        if kind in TURNED and chance.random() < share:
            mesh.elements[i] = (kind, group, patch, tuple(nodes[k] for k in TURNED[kind]))
            turned += 1
    mesh.write(name + ".msh")
    mesh.elements = own
    return turned


CASE = """
gimbal: 1
mesh: %s.msh
orient: %s
materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}
shells: [{group: all, material: m, thickness: 0.01}]
groups: [{name: held, side: -%s}]
supports: [{group: held, fix: all}]
loads: [{type: pressure, group: all, value: 1e3}]
functions: [{name: work, type: value, of: tip, value: ux + 2*uy - 3*uz, at: end}]
probes: [{name: tip, at: %s}]
time: {scheme: static, step: 1, steps: 1}
"""


def work(mesh, orient, axis, tip, ranks=1):
    r = run(CASE % (mesh, orient, axis, tip), ranks)
    return r, (r.json["functions"]["work"] if r.status == 0 else float("nan"))


def tube(kind="quad4"):
    sides = [((1, 0), (0.6, 0.8)), ((0.6, 0.8), (-0.6, 0.8)), ((-0.6, 0.8), (-1, 0)), ((-1, 0), (-0.6, -0.8)),
             ((-0.6, -0.8), (0.6, -0.8)), ((0.6, -0.8), (1, 0))]
    return prism(sides, 2.0, 3, 2, ["a", "b", "c", "d", "e", "f"])[0]


def bent(kind):
    return grid(5, 4, kind=kind, place=lambda x, y: (x, y, 0.3 * x * x - 0.2 * x * y))


for name, mesh, axis, tip, ways in (
        ("quads", bent("quad4"), "x", "[1, 1, 0.1]", ["consistent"]),
        ("nines", bent("quad9"), "x", "[1, 1, 0.1]", ["consistent"]),
        ("sixes", bent("tri6"), "x", "[1, 1, 0.1]", ["consistent"]),
        ("triangles", bent("tri3"), "x", "[1, 1, 0.1]", ["consistent"]),
        ("tube", tube(), "x", "[2, 1, 0]", ["consistent", "outwards"])):
    count = mixed(mesh, name)
    Path("said.yaml").write_text(CASE % (name, "consistent", axis, tip))
    said = program(["check", "said.yaml"], 2).stdout
    check("%s: how many is said" % name, "%d turned over" % count in said, said)
    _, expected = work(name + "-own", "file", axis, tip)
    check("%s bends" % name, expected != 0)
    r, _ = work(name, "file", axis, tip)
    if name != "tube":  # its walls are groups of their own
        check("%s: opposed normals" % name, r.status == 3 and "orient: consistent" in r.stderr, r.stderr)
    for way in ways:
        for ranks in (1, 2):
            r, found = work(name, way, axis, tip, ranks)
            if check("%s, %s" % (name, way), r.status == 0, r.stderr):
                own = work(name + "-own", way, axis, tip)[1] if way == "outwards" else expected
                close("%s, %s on %d ranks" % (name, way, ranks), found, own, 1e-9)
_, first = work("tube", "outwards", "x", "[2, 1, 0]")
mixed(tube(), "tube", 0.9)
_, second = work("tube", "outwards", "x", "[2, 1, 0]")
close("outwards does not follow the most", second, first, 1e-9)
_, most = work("tube", "consistent", "x", "[2, 1, 0]")
r = run((CASE % ("tube", "outwards", "x", "[2, 0, 0.8]")).replace("value: ux + 2*uy - 3*uz", "value: uz"), 1)
check("pressure from inside, along the normals outwards, moves the wall out",
      r.status == 0 and r.json["functions"]["work"] > 0, r.stderr)

# A strip that is turned by half a turn before it is closed has one side.
strip, across = Mesh(), []
for i in range(12):
    turn = math.pi * i / 12
    across.append(
        [strip.node((3 + x * math.cos(turn)) * math.cos(2 * turn), (3 + x * math.cos(turn)) * math.sin(2 * turn),
                    x * math.sin(turn)) for x in (-0.5, 0.5)])
across.append(across[0][::-1])
for (a, b), (c, d) in zip(across, across[1:]):
    strip.element("quad4", "plate", (a, b, d, c))
strip.write("moebius.msh")
r, _ = work("moebius", "consistent", "y", "[3.5, 0, 0]")
check("a strip with one side", r.status == 3 and "Moebius" in r.stderr, r.stderr)

# Words of a deck that go by the way of its elements.
DECK = """SOL 101
CEND
SPC = 1
LOAD = 2
BEGIN BULK
GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,2.,0.,0.
GRID,4,,0.,1.,0.
GRID,5,,1.,1.,0.
GRID,6,,2.,1.,0.
CQUAD4,1,1,1,2,5,4
CQUAD4,2,2,3,2,5,6
MAT1,1,7.+10,,.3,2700.
PSHELL,1,1,.01,1,,1
PSHELL,2,1,.01,1,,1
SPC1,1,123456,1,4
PLOAD4,2,1,300.
ENDDATA
"""
TURNED_CASE = """
gimbal: 1
mesh: two.bdf
orient: consistent
%stime: {scheme: static, step: 1, steps: 1}
"""
Path("two.bdf").write_text(DECK)
refused("pressures of a deck", TURNED_CASE % "", "pressures", "orient: file", ranks=2)
Path("offset.bdf").write_text(DECK.replace("PLOAD4,2,1,300.\n", "FORCE,2,3,,1.,0.,0.,1.\n").replace(
    "CQUAD4,2,2,3,2,5,6\n", "CQUAD4,2,2,3,2,5,6,,.01\n"))
refused("offsets of a deck", (TURNED_CASE % "").replace("two.bdf", "offset.bdf"),
        "the deck has offsets that go by the way they face", verb="check")
r = run(TURNED_CASE % "loads: [{type: pressure, group: all, value: 300}]\n", 2)
check("pressures of the case", r.status == 0, r.stderr)
refused("an unknown way", (TURNED_CASE % "").replace("consistent", "inwards"), "outwards")
