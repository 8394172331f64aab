"""*TIE of .inp decks.

Claims: two plates in two parts, one of them turned and standing on the other at matching nodes, that *TIE joins, are
those of one mesh whose nodes both have, to 1e-12, on 1 and 3 ranks; so are their modes, and loads on a set with both
nodes of a pair act twice, masses add up, equations of sets keep their pairs, and supports, springs, bodies and ties of
ties are at the nodes that stand for others. Surfaces whose nodes are apart, decks of CalculiX or of neither, elements
between tied nodes, thicknesses of nodes and ties without rotation are refused.
"""
import re
from pathlib import Path

from common import agree, refused, same_motions
from helper import check, run

SECTIONS = ("*MATERIAL, NAME=M\n*ELASTIC\n7.E7, 0.3\n*DENSITY\n2700.\n*SHELL SECTION, ELSET=%sFLOOR, MATERIAL=M\n0.02\n"
            "*SHELL SECTION, ELSET=%sWALL, MATERIAL=M\n0.01\n")
NX, NY, NZ = 4, 4, 2
ABAQUS = "deck: {dialect: abaqus}\n"
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"


def floor(i, j):
    return 1 + i + (NX + 1) * j


def wall(i, k, shared):
    """The wall stands on the middle line of the floor; its own nodes begin at 101."""
    return floor(i, NY // 2) if shared and k == 0 else 101 + i + (NX + 1) * k


def quads(name, first, node, nu, nv):
    return ("*ELEMENT, TYPE=S4, ELSET=%s\n" % name + "".join(
        "%d, %d, %d, %d, %d\n" % (first + i + nu * j, node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1))
        for j in range(nv) for i in range(nu)))


def mesh(shared=False):
    text = "*NODE\n" + "".join("%d, %.17g, %.17g, 0.\n" % (floor(i, j), 2.0 * i / NX, 1.0 * j / NY)
                               for j in range(NY + 1) for i in range(NX + 1))
    text += "".join("%d, %.17g, 0.5, %.17g\n" % (wall(i, k, shared), 2.0 * i / NX, 0.4 * k / NZ)
                    for k in range(1 if shared else 0, NZ + 1) for i in range(NX + 1))
    text += quads("FLOOR", 1, floor, NX, NY) + quads("WALL", 51, lambda i, k: wall(i, k, shared), NX, NZ)
    line = ", ".join(str(floor(i, NY // 2)) for i in range(NX + 1))
    foot = ", ".join(str(wall(i, 0, shared)) for i in range(NX + 1))
    return text + "*NSET, NSET=LINE\n%s\n*NSET, NSET=FOOT\n%s\n*NSET, NSET=HELD\n%s\n" % (
        line, foot, ", ".join(str(floor(0, j)) for j in range(NY + 1)))


SURFACES = "*SURFACE, NAME=SLAVE, TYPE=NODE\nFOOT\n*SURFACE, NAME=MASTER\nFLOOR, SPOS\n"
TIE = SURFACES + "*TIE, NAME=T, ADJUST=YES, POSITION TOLERANCE=0.01\nSLAVE, MASTER\n"
TOP = 101 + NX + (NX + 1) * NZ
FREE = "*STEP\n*STATIC\n*CLOAD\n%d, 2, 3.\n%d, 3, -.5\n%s*END STEP\n"


def loads(more=""):
    return FREE % (TOP, floor(NX, 0), more)


def deck(text, keys=ABAQUS, verb="run", ranks=1, march=STATIC, name="deck"):
    Path(name + ".inp").write_text(text)
    probes = "probes: [{name: a, node: %d}, {name: b, node: %d}, {name: c, node: %d}]\n" % (
        TOP, floor(NX, NY // 2), floor(NX, NY))
    return run("gimbal: 1\nmesh: %s.inp\n" % name + keys + probes + march, ranks, verb, name=name)


OWN = SECTIONS % ("", "")
HELD = "*BOUNDARY\nHELD, ENCASTRE\n"


def joined():
    for ranks in (1, 3):
        tied = deck(mesh() + OWN + TIE + HELD + loads(), ranks=ranks, name="tied")
        same_motions("a wall on a floor, %d ranks" % ranks, tied, deck(mesh(True) + OWN + HELD + loads()))
        check("it is told", "5 nodes are replaced" in tied.stdout + tied.stderr, tied.stdout + tied.stderr)
    moved = re.sub(r"^(\d+), ([-\d.e+]+), ([-\d.e+]+), ([-\d.e+]+)$",
                   lambda m: "%s, %s, %.17g, %s" % (m[1], m[2], float(m[3]) - 0.5, m[4]), mesh(), flags=re.M)
    check("a node of the wall is at the origin", "\n101, 0, 0, 0\n" in moved, moved)
    same_motions("a node at the origin but for round-off",
                 deck(moved.replace("\n101, 0, 0, 0\n", "\n101, 1e-13, -2e-16, 1e-15\n") + OWN + TIE + HELD + loads()),
                 deck(mesh(True) + OWN + HELD + loads()), 1e-9)
    a, b = (deck(text + OWN + more + HELD, ABAQUS + "modes: {count: 3}\n", "modes")
            for text, more in ((mesh(), TIE), (mesh(True), "")))
    if check("modes", a.status == b.status == 0, a.stderr + b.stderr):
        agree("frequencies", a.json["modes"]["frequency"], b.json["modes"]["frequency"], 1e-11, each=True)
    apart = deck(mesh() + OWN + HELD + loads("FOOT, 1, 0.\n"))
    check("it does not stand without", apart.status != 0, apart.status)


def instances():
    """The wall lies in its part, and its instance is turned upwards and shifted."""
    flat = "*NODE\n" + "".join("%d, %.17g, %.17g, 0.\n" % (1 + i + (NX + 1) * k, 2.0 * i / NX, 0.4 * k / NZ)
                               for k in range(NZ + 1) for i in range(NX + 1))
    flat += quads("WALL", 1, lambda i, k: 1 + i + (NX + 1) * k, NX, NZ)
    whole = mesh()
    first = whole[:whole.index("101, ")] + quads("FLOOR", 1, floor, NX, NY)
    text = "*PART, NAME=F\n%s*SHELL SECTION, ELSET=FLOOR, MATERIAL=M\n0.02\n*END PART\n" % first
    text += "*PART, NAME=W\n%s*SHELL SECTION, ELSET=WALL, MATERIAL=M\n0.01\n*END PART\n" % flat
    text += ("*ASSEMBLY, NAME=A\n*INSTANCE, NAME=F1, PART=F\n*END INSTANCE\n*INSTANCE, NAME=W1, PART=W\n0., 0.5, 0.\n"
             "0., 0.5, 0., 1., 0.5, 0., 90.\n*END INSTANCE\n")
    text += "*NSET, NSET=FOOT, INSTANCE=W1\n%s\n*NSET, NSET=HELD, INSTANCE=F1\n%s\n" % (
        ", ".join(str(1 + i) for i in range(NX + 1)), ", ".join(str(floor(0, j)) for j in range(NY + 1)))
    text += TIE.replace("FLOOR, SPOS", "F1.FLOOR, SPOS") + "*END ASSEMBLY\n" + OWN[:OWN.index("*SHELL")]
    load = loads().replace("%d, 2" % TOP, "W1.%d, 2" % (TOP - 100)).replace(
        "%d, 3" % floor(NX, 0), "F1.%d, 3" % floor(NX, 0))
    last = floor(NX, NY) + (NX + 1) * (NZ + 1)
    Path("parts.inp").write_text(text + HELD + load)
    probes = "probes: [{name: a, node: %d}, {name: b, node: %d}, {name: c, node: %d}]\n" % (
        last, floor(NX, NY // 2), floor(NX, NY))
    same_motions("parts", run("gimbal: 1\nmesh: parts.inp\n" + probes + STATIC, name="parts"),
                 deck(mesh(True) + OWN + HELD + loads()), 1e-11)


def everything():
    """Lines that name tied nodes, by numbers and sets."""
    i = NX - 1
    foot, line = wall(i, 0, False), floor(i, NY // 2)
    both = "*NSET, NSET=BOTH\n%d, %d\n" % (foot, line)
    points = ("*ELEMENT, TYPE=MASS, ELSET=P\n901, %d\n*ELEMENT, TYPE=MASS, ELSET=Q\n902, %d\n*MASS, ELSET=P\n3.\n"
              "*MASS, ELSET=Q\n2.\n*NODE\n903, 0.7, 0.2, 1.\n*ELEMENT, TYPE=SPRINGA, ELSET=S\n903, %d, 903\n"
              "*SPRING, ELSET=S\n\n50.\n*BOUNDARY\n903, 1, 3\n")
    gravity = "*DLOAD\n, GRAV, 0.1, 0., 0.6, -0.8\n"
    a = mesh() + both + points % (foot, line, foot) + OWN + TIE + HELD
    b = mesh(True) + points % (line, line, line) + OWN + HELD
    same_motions("loads on both", deck(a + loads("BOTH, 3, -2.\n" + gravity)),
                 deck(b + loads("%d, 3, -4.\n" % line + gravity)))
    same_motions("a load on one", deck(a + loads("%d, 5, 2.\n" % foot)), deck(b + loads("%d, 5, 2.\n" % line)))
    same_motions("a load on a set", deck(a + loads("FOOT, 3, -2.\n")), deck(b + loads("LINE, 3, -2.\n")))
    held = "*BOUNDARY\n%d, 3, 3\n"
    same_motions("a support", deck(a + held % foot + loads()), deck(b + held % line + loads()))
    # pairs: nodes of the foot in ascending order, but the nodes that stand for them descend
    pairs = "*NSET, NSET=TWO\n%d, %d\n*NSET, NSET=TOPS\n%d, %d\n*EQUATION\n2\nTWO, 3, 1., TOPS, 3, -1.\n"
    tops = (101 + (NX + 1) * NZ + 1, 101 + (NX + 1) * NZ + 2)
    at = (floor(NX, 0), wall(2, 0, False))
    one = "*EQUATION\n2\n%d, 3, 1., %d, 3, -1.\n" * 2
    linear = STATIC.replace("static", "linear")
    same = (at[0], tops[0], floor(2, NY // 2), tops[1])
    swapped = deck(a + pairs % (at + tops) + loads(), march=linear)
    same_motions("equations", swapped, deck(b + one % same + loads(), march=linear))
    body = "*NODE\n950, %s, 0.5, -0.3\n*RIGID BODY, REF NODE=950, TIE NSET=%%s\n" % (2.0 * i / NX)
    near = loads("950, 4, 2.\n")
    same_motions("a body on both", deck(a + body % "BOTH" + near),
                 deck(b + "*NSET, NSET=BOTH\n%d\n" % line + body % "BOTH" + near), 1e-10)


def by_lines():
    """TIE of *MPC, and a support, a load and a mass on the node that it ties."""
    ties = "*MPC\n" + "".join("TIE, %d, %d\n" % (wall(i, 0, False), floor(i, NY // 2)) for i in range(NX + 1))
    foot, line = wall(NX - 1, 0, False), floor(NX - 1, NY // 2)
    more = "*ELEMENT, TYPE=MASS, ELSET=P\n901, %d\n*MASS, ELSET=P\n3.\n*BOUNDARY\n%d, 3, 4\n%d, 1, 1, 1e-3\n"
    for ranks in (1, 2):
        tied = deck(mesh() + OWN + ties + HELD + more % (foot, foot, wall(1, 0, False)) + loads("%d, 2, 2.\n" % foot),
                    ranks=ranks)
        same_motions("TIE of *MPC", tied, deck(
            mesh(True) + OWN + HELD + more % (line, line, floor(1, NY // 2)) + loads("%d, 2, 2.\n" % line)))
    for said, text in (("both are node", "*MPC\nTIE, 101, 101\n"), ("the nodes lie apart", "*MPC\nTIE, 102, 1\n"),
                       ("the second is no single node", "*MPC\nTIE, 101, LINE\n")):
        refused(said, deck(mesh() + OWN + text + HELD + loads()), 3, said)


def chain():
    """A third plate hangs at nodes that are tied already."""
    third = "*NODE\n" + "".join("%d, %.17g, 0.5, %.17g\n" % (201 + i + (NX + 1) * k, 2.0 * i / NX, -0.3 * k)
                                for k in range(2) for i in range(NX + 1))
    third += quads("WALL", 71, lambda i, k: 201 + i + (NX + 1) * k, NX, 1)
    head = ("*NSET, NSET=HEAD\n%s\n*SURFACE, NAME=HEAD, TYPE=NODE\nHEAD\n*SURFACE, NAME=FOOT, TYPE=NODE\nFOOT\n" %
            ", ".join(str(201 + i) for i in range(NX + 1)))
    shared = third.replace("*NODE\n" + "".join("%d, %.17g, 0.5, -0\n" % (201 + i, 2.0 * i / NX) for i in range(NX + 1)),
                           "*NODE\n")
    for i in range(NX + 1):
        shared = shared.replace(" %d," % (201 + i), " %d," % floor(i, NY // 2))
    wanted = deck(mesh(True) + shared + OWN + HELD + loads())
    for label, ties in (("down", "*TIE, NAME=U\nHEAD, FOOT\n" + TIE[len(SURFACES):]),
                        ("up", TIE[len(SURFACES):] + "*TIE, NAME=U\nHEAD, FOOT\n")):
        same_motions("ties of ties, " + label, deck(mesh() + third + OWN + head + SURFACES + ties + HELD + loads()),
                     wanted)


def wrong():
    good = mesh() + OWN + "%s" + HELD + loads()
    cross = "*ELEMENT, TYPE=S3, ELSET=WALL\n99, %d, %d, %d\n" % (wall(1, 0, False), floor(1, NY // 2), TOP)
    thick = mesh() + (OWN.replace("ELSET=WALL,", "ELSET=WALL, NODAL THICKNESS,") + "*NODAL THICKNESS\n1, 0.1\n" +
                      "%s") + HELD + loads()
    for said, text, keys in (
            ("node 101 of 'SLAVE' is at no node", (good % TIE).replace("101, 0,", "101, 0.001,"), ABAQUS),
            ("of CalculiX joins faces", good % TIE, "deck: {dialect: calculix}\n"),
            ("nothing in the deck says", good % TIE, ""),
            ("'NONE' is no surface", good % TIE.replace("\nSLAVE, MASTER", "\nNONE, MASTER"), ABAQUS),
            ("element 99 has two of the nodes", mesh() + cross + OWN + TIE + HELD + loads(), ABAQUS),
            ("beside *TIE", thick % TIE, ABAQUS),
            ("NO ROTATION", good % TIE.replace("*TIE,", "*TIE, NO ROTATION,"), ABAQUS),
            ("CYCLIC SYMMETRY", good % TIE.replace("*TIE,", "*TIE, CYCLIC SYMMETRY,"), ABAQUS)):
        refused(said, deck(text, keys), (2, 3), said)


for part in (joined, instances, everything, by_lines, chain, wrong):
    part()
