"""Sections of shells of .inp decks that are given by stiffnesses or by axes of a cylinder, and equations of sets of
nodes.

Claims: *SHELL GENERAL SECTION with 21 numbers, in the order of the manual, with *TRANSVERSE SHEAR STIFFNESS and DENSITY
is a section of type general_shell of a case, and that of a homogeneous plate its *SHELL SECTION, to 1e-10; without
transverse shear stiffness it has Abaqus's own. *ORIENTATION, SYSTEM=CYLINDRICAL gives each element the axes at its
middle, by radius, around and along, turned about the normal: laminates on a disc and on a roof are those of sections of
single elements, on 1 and 2 ranks. *EQUATION of sets is an equation for each pair. Of sections of sets that overlap
CalculiX has the last one, Abaqus none. Wrong ones are refused with line and field.
"""
import math
from pathlib import Path

from common import agree, refused, same_motions
from helper import check, close, run

STATIC = "time: {scheme: linear, step: 1, steps: 1}\n"
NX, NY = 3, 2


def node(i, j):
    return 1 + i + (NX + 1) * j


def mesh(place):
    nodes = "*NODE, NSET=ALL\n" + "".join("%d, %.17g, %.17g, %.17g\n" % ((node(i, j),) + place(i / NX, j / NY))
                                          for j in range(NY + 1) for i in range(NX + 1))
    return (nodes + "*ELEMENT, TYPE=S4, ELSET=SKIN\n" + "".join(
        "%d, %d, %d, %d, %d\n" % (1 + i + NX * j, node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1))
        for j in range(NY) for i in range(NX)))


def flat(s, t):
    return 2 * s + .1 * t, t + .2 * s * t, 0.0


HELD = "*NSET, NSET=LEFT\n" + ", ".join(str(node(0, j)) for j in range(NY + 1)) + "\n*BOUNDARY\nLEFT, ENCASTRE\n"
PUSH = "*STEP\n*STATIC\n*CLOAD\n%d, 1, 2.\n%d, 2, 3.\n%d, 3, .5\n%d, 4, .1\n*END STEP\n" % ((node(NX, NY),) * 4)
SEEN = "probes: [{name: a, node: %d}, {name: b, node: %d}]\n" % (node(NX, NY), node(NX, 0))


def deck(text, keys="", verb="run", ranks=1, march=STATIC):
    Path("deck.inp").write_text(text)
    return run("gimbal: 1\nmesh: deck.inp\n" + keys + ("" if "probes" in keys else SEEN) + march, ranks, verb)


def lines(D):
    """The 21 numbers by columns, eight in a line."""
    words = ["%.17g" % D[i][j] for j in range(6) for i in range(j + 1)]
    return "\n".join(", ".join(words[k:k + 8]) for k in range(0, 21, 8)) + "\n"


def matrix(A, B, D):
    at = ((0, 1, 2), (1, 3, 4), (2, 4, 5))
    return [[(A if i < 3 and j < 3 else D if i > 2 and j > 2 else B)[at[i % 3][j % 3]] for j in range(6)]
            for i in range(6)]


def stiffnesses():
    A, B, D = [9e4, 3e4, 2e3, 7e4, -1e3, 2.5e4], [900.0, 211.0, 50.0, -400.0, 70.0, 150.0], [
        250.0, 60.0, 8.0, 200.0, -5.0, 70.0]
    t = math.sqrt(12 * (250 + 200 + 70) / (9e4 + 7e4 + 2.5e4))
    shear = "*TRANSVERSE SHEAR STIFFNESS\n2.E4, 1.5E4, 1.E3\n"
    section = "*SHELL GENERAL SECTION, ELSET=SKIN, DENSITY=3.5\n" + lines(matrix(A, B, D))
    own = ("sections: {s: {type: general_shell, A: %s, B: %s, D: %s, shear: %s, thickness: %r, area_mass: 3.5, "
           "rotary_inertia: %r}}\nshells: [{group: SKIN, section: s, axis: [1, 0, 0]}]\n")
    plain = mesh(flat) + HELD + PUSH
    for shears, text in (([2e4, 1e3, 1.5e4], section + shear),
                         ([(9e4 + 7e4) / 6 + 2.5e4 / 3, 0, (9e4 + 7e4) / 6 + 2.5e4 / 3], section)):
        keys = own % (A, B, D, shears, t, 3.5 * t * t / 12)
        for ranks in (1, 2):
            same_motions("21 numbers", deck(mesh(flat) + text + HELD + PUSH, ranks=ranks), deck(plain, keys))
        a = deck(mesh(flat) + text + HELD, "modes: {count: 3}\n", "modes")
        b = deck(mesh(flat) + HELD, keys + "modes: {count: 3}\n", "modes")
        if check("modes by 21 numbers", a.status == b.status == 0, a.stderr + b.stderr):
            agree("their frequencies", a.json["modes"]["frequency"], b.json["modes"]["frequency"], 1e-11, each=True)
    # a homogeneous plate
    E, nu, h = 7e7, 0.3, 0.02
    plane = [E / (1 - nu * nu) * x for x in (1, nu, 0, 1, 0, (1 - nu) / 2)]
    D6 = matrix([h * x for x in plane], [0.0] * 6, [h ** 3 / 12 * x for x in plane])
    Q = 5 / 6 * h * E / 2 / (1 + nu)
    plate = (mesh(flat) + "*SHELL GENERAL SECTION, ELSET=SKIN\n" + lines(D6) +
             "*TRANSVERSE SHEAR STIFFNESS\n%r, %r, 0.\n" % (Q, Q) + HELD + PUSH)
    same = (mesh(flat) + "*MATERIAL, NAME=M\n*ELASTIC\n%r, %r\n*SHELL SECTION, ELSET=SKIN, MATERIAL=M\n%r\n" %
            (E, nu, h) + HELD + PUSH)
    same_motions("a homogeneous plate", deck(plate), deck(same), 1e-10)
    for old, new, words in (("%.17g" % B[1], "7.", "D24 = "),
                            ("%.17g, " % A[0], "-9., ", "the stiffness A is not positive definite"),
                            ("DENSITY=3.5", "DENSITY=-1", "DENSITY=-1; accepted: a number >= 0"),
                            (lines(matrix(A, B, D)).split("\n", 1)[1], "", "a line of data is missing: the 21 numbers"),
                            ("2.E4, 1.5E4", "2.E4, -1.5E4", "K22")):
        refused(words, deck(mesh(flat) + (section + shear).replace(old, new, 1) + HELD + PUSH, verb="check"), 3, words,
                "deck.inp:")
    refused("a shear stiffness of a material", deck(same.replace(HELD, shear + HELD), verb="check"), 3,
            "*TRANSVERSE SHEAR STIFFNESS: it stands behind no *SHELL GENERAL SECTION with 21 numbers")


LAMINA = "*MATERIAL, NAME=K\n*ELASTIC, TYPE=LAMINA\n7.E7, 5.E6, .25, 3.E6, 3.E6, 2.E6\n"


def disc(s, t):
    r, a = 1 + s, 1.2 * t
    return 3 + r * math.cos(a), 1 + r * math.sin(a), .5


def roof(s, t):
    r, a = 2.0, .3 + s
    return 3 + r * math.cos(a), 1 + r * math.sin(a), t


def middle(place, i, j):
    at = [place((i + a) / NX, (j + b) / NY) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return [sum(p[k] for p in at) / 4 for k in range(3)]


def cylinders():
    """Each element with an orientation of its own, by a vector."""
    for label, place, normal, angle in (("a disc", disc, 3, 0), ("a disc, turned", disc, 3, 25), ("a roof", roof, 1, 0),
                                        ("a roof, turned", roof, 1, -35)):
        head = mesh(place) + LAMINA
        section = "*SHELL SECTION, ELSET=%s, ORIENTATION=%s, COMPOSITE\n.01, 3, K, 20.\n.02, 3, K, -60.\n"
        text = (head + "*ORIENTATION, NAME=O, SYSTEM=CYLINDRICAL\n3., 1., -1., 3., 1., 4.\n%d, %g\n" %
                (normal, angle) + section % ("SKIN", "O"))
        one = head
        for j in range(NY):
            for i in range(NX):
                e = 1 + i + NX * j
                m = middle(place, i, j)
                x = [m[0] - 3, m[1] - 1, 0.0]
                r = [c / math.hypot(*x) for c in x]
                around, along = [-r[1], r[0], 0.0], [0.0, 0.0, 1.0]
                p, q = (r, around) if normal == 3 else (around, along)
                c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                axis = [c * a + s * b for a, b in zip(p, q)]
                other = [-s * a + c * b for a, b in zip(p, q)]
                one += ("*ELSET, ELSET=E%d\n%d\n*ORIENTATION, NAME=O%d\n%s\n3, 0.\n" %
                        (e, e, e, ", ".join("%.17g" % v for v in axis + other)) + section % ("E%d" % e, "O%d" % e))
        dialect = "deck: {dialect: abaqus}\n" + SEEN
        for ranks in (1, 2):
            same_motions(label, deck(text + HELD + PUSH, dialect, ranks=ranks), deck(one + HELD + PUSH, dialect), 1e-10)
        if label == "a disc":
            single = text.replace("COMPOSITE\n.01, 3, K, 20.\n.02, 3, K, -60.\n", "MATERIAL=K\n.03\n")
            plies = text.replace(".01, 3, K, 20.\n.02, 3, K, -60.\n", ".03, 3, K, 0.\n")
            same_motions("one lamina", deck(single + HELD + PUSH, dialect), deck(plies + HELD + PUSH, dialect))
            for words, old, new in (("both points of the axis are one", "3., 1., 4.", "3., 1., -1."),
                                    ("SYSTEM=SPHERICAL", "CYLINDRICAL", "SPHERICAL"),
                                    ("the middle of element", "3., 1., -1., 3., 1., 4.",
                                     "%.17g, %.17g, 0., %.17g, %.17g, 1." % tuple(middle(disc, 0, 0)[:2] * 2)),
                                    ("a ply names an orientation, and the section has a cylindrical one", "K, 20.",
                                     "K, O")):
                refused(words, deck(text.replace(old, new) + HELD + PUSH, dialect, "check"), 3, words, "deck.inp:")


def pairs():
    """Two edges that move together, by one equation of sets and by one for each pair."""
    plate = mesh(flat) + "*MATERIAL, NAME=M\n*ELASTIC\n7.E7, .3\n*SHELL SECTION, ELSET=SKIN, MATERIAL=M\n.02\n" + HELD
    sets = "".join("*NSET, NSET=C%d\n%s\n" % (i, ", ".join(str(node(i, j)) for j in range(NY + 1))) for i in (1, 2, 3))
    for cards, single in (("2\nC3, 3, 1., C2, 3, -1.5\n",
                           ["2\n%d, 3, 1., %d, 3, -1.5\n" % (node(3, j), node(2, j)) for j in range(NY + 1)]),
                          ("3\nC3, 1, 1., C1, 2, .5, %d, 3, -.1\n" % node(2, 1),
                           ["3\n%d, 1, 1., %d, 2, .5, %d, 3, -.1\n" % (node(3, j), node(1, j), node(2, 1))
                            for j in range(NY + 1)])):
        a = deck(plate + sets + "*EQUATION\n" + cards + PUSH, ranks=2)
        same_motions("pairs of sets", a, deck(plate + "*EQUATION\n" + "".join(single) + PUSH), 1e-11)
    for words, text in (("a set of 3 nodes behind a node of 1", "2\n%d, 3, 1., C2, 3, -1.5\n" % node(3, 0)),
                        ("a set of 2 nodes behind a set of 3", "2\nC3, 3, 1., TWO, 3, 1.\n"),
                        ("the set 'WILD' is UNSORTED", "2\nC3, 3, 1., WILD, 3, 1.\n")):
        refused(words, deck(plate + sets + "*NSET, NSET=TWO\n1, 2\n*NSET, NSET=WILD, UNSORTED\n5, 1, 3\n*EQUATION\n" +
                            text + PUSH, verb="check"), 3, words, "deck.inp:")


def overlaps():
    """The last section of an element, in CalculiX; of shells and of beams."""
    material = "*MATERIAL, NAME=M\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.\n"
    beams = "*ELEMENT, TYPE=B31, ELSET=BARS\n21, %d, %d\n22, %d, %d\n" % (
        node(0, 0), node(1, 1), node(1, 1), node(2, 2))
    sets = ("*ELSET, ELSET=SOME\n2, 3, 5\n*ELSET, ELSET=LESS\n3\n*ELSET, ELSET=REST\n1, 4, 6\n*ELSET, ELSET=PART\n"
            "2, 5\n*ELSET, ELSET=BAR\n22\n*ELSET, ELSET=OTHER\n21\n")
    section = "*SHELL SECTION, ELSET=%s, MATERIAL=M\n%g\n"
    bar = "*BEAM SECTION, ELSET=%s, MATERIAL=M, SECTION=RECT\n%g, .05\n0., 0., 1.\n"
    head = mesh(flat) + beams + sets + material
    text = (head + section % ("SKIN", .01) + section % ("SOME", .02) + section % ("LESS", .03) + bar % ("BARS", .04) +
            bar % ("BAR", .06) + HELD + PUSH)
    apart = (head + section % ("REST", .01) + section % ("PART", .02) + section % ("LESS", .03) + bar %
             ("OTHER", .04) + bar % ("BAR", .06) + HELD + PUSH)
    keys = "deck: {dialect: %s}\n" + SEEN
    for ranks in (1, 2):
        same_motions("sections one over the other", deck(text, keys % "calculix", ranks=ranks),
                     deck(apart, keys % "calculix"), 1e-11)
    a, b = deck(text, keys % "calculix", "check"), deck(apart, keys % "calculix", "check")
    close("their mass", a.json["mass"], b.json["mass"], 1e-13)
    for dialect, words in (("auto", "*SHELL SECTION: of Abaqus: an error, for elements have one section; of CalculiX"),
                           ("abaqus", "has a shell section already")):
        refused("of %s" % dialect, deck(text, keys % dialect, "check"), (2, 3), words, "deck.inp:")


for part in (stiffnesses, overlaps, cylinders, pairs):
    part()
