"""Decks that other programs run, and this one refused: each has its closed form, or is the same written in another way.

Claims: an RBE3 of grids with springs alone, a CELAS2 between two components, a rod that twists alone, a PLOAD1 without
P2, gradients of TEMPRB across a bar, shells of the same grids, long lines of free fields, SEQGP, TEMPERATURE(INITIAL),
MATS1 in linear solutions, the field F of old CBARs, BEGIN BULK twice, CONM2s in statics whose inertia is of no body, CW
without SA and SB, CBUSHs of nearly no length, moments on supports, and many notes alike in one line; and of .inp decks
nodes that only equations have, rigid bodies without a reference node, gravity of a part.
"""
# quick
from pathlib import Path

from common import agree, passed, refused
from helper import check, run

BAR = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCBAR,1,1,1,2,0.,1.,0.\nPBAR,1,1,1.-3,1.-8,1.-8,1.-8\n"
       "MAT1,1,2.+11,,.3,,1.-5,0.\nSPC1,1,123456,1\nSEQGP,1,2,2,1\n")
PLATE = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\nCQUAD4,1,1,1,2,3,4\n%s"
         "PSHELL,1,1,%s,1,,1\nMAT1,1,2.+11,,.3\nFORCE,1,2,,1.,1.,0.,0.\nFORCE,1,3,,1.,1.,0.,1.\nSPC1,1,123456,1,4\n")
TRIANGLE = "".join("GRID,%d,,%g,%g,0.\nSPC1,1,456,%d\n" % (i, x, y, i)
                   + "".join("CELAS2,%d%d,100.,%d,%d\n" % (i, c, i, c) for c in (1, 2, 3))
                   for i, x, y in ((1, 0, 0), (2, 1, 0), (3, 0, 1)))
TWIST = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,2.,0.\nCROD,1,1,1,2\nPROD,1,1,0.,1.-8\nMAT1,1,2.+11,,.3\n"
         "RBE2,9,2,123456,3\nMOMENT,1,2,,1.,1.,0.,0.\nSPC1,1,123456,1\nSPC1,1,12356,2\n")
BLOCK = ("*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n9,0,0,2\n10,1,0,2\n11,1,1,2\n"
         "12,0,1,2\n99,5,5,5\n*ELEMENT,TYPE=C3D8,ELSET=A\n1,1,2,3,4,5,6,7,8\n*ELEMENT,TYPE=C3D8,ELSET=B\n"
         "2,5,6,7,8,9,10,11,12\n*ELSET,ELSET=E\nA,B\n*NSET,NSET=TOP\n9,10,11,12\n*MATERIAL,NAME=M\n*ELASTIC\n1000,0\n"
         "*DENSITY\n3\n*SOLID SECTION,ELSET=E,MATERIAL=M\n%s*BOUNDARY\n1,1,3\n2,1,3\n3,1,3\n4,1,3\n*STEP\n*STATIC\n%s"
         "*END STEP\n")


def displacements(label, text, nodes, name="deck.bdf", control="SOL 101\nCEND\nSPC=1\nLOAD=1\nBEGIN BULK\n"):
    Path(name).write_text(control + text + "ENDDATA\n" if name.endswith("bdf") else text)
    seen = "".join(("{name: p%d, node: %d}, " if n > 0 else "{name: p%d, mass: GRID %d}, ") % (n, abs(n))
                   for n in nodes)
    r = passed(label, run("gimbal: 1\nmesh: %s\ndeck: {dialect: calculix}\nprobes: [%s]\n"
                          "time: {scheme: linear, step: 1, steps: 1}\n" % (name, seen)
                          if name.endswith("inp") else "gimbal: 1\nmesh: %s\nprobes: [%s]\n"
                          "time: {scheme: linear, step: 1, steps: 1}\n" % (name, seen)))
    return [r.json["probes"]["p%d" % n]["u"][-1] for n in nodes] if r else None


def has(label, found, expected, relative=1e-9):
    if found:
        agree(label, found, expected, relative, 1e-15)


has("an RBE3 of springs", displacements(
    "springs", TRIANGLE + "GRID,9,,.5,.3,0.\nRBE3,20,,9,123,1.,123,1,2\n,3\nFORCE,1,9,,30.,0.,0.,1.\n", (-1, -2, -3)),
    [[0, 0, 0.06], [0, 0, 0.15], [0, 0, 0.09]])
has("a spring of two components", displacements(
    "components", "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCELAS2,1,100.,1,1,2,2\nCELAS2,2,100.,1,1\nCELAS2,3,100.,2,2\n"
    "FORCE,1,1,,1.,1.,0.,0.\nSPC1,1,23456,1\nSPC1,1,13456,2\n", (-1, -2)), [[1 / 150, 0, 0], [0, 1 / 300, 0]])
has("a rod that twists alone", displacements("twist", TWIST, (3,)), [[0, 0, 2 * 1 / (2e11 / 2.6 * 1e-8)]])
has("PLOAD1 without P2", displacements("part", BAR + "PLOAD1,1,1,FY,FR,.5,10.,1.\n", (2,)),
    [[0, 10 / (6 * 2000) * (0.75 - 0.125 + 0.5 ** 4 / 4), 0]], 1e-5)
for cards, expected in (("100.,100.", [0, -1e-5 * 100 / 2, 0]), ("60.,120.,,30.", [0, -1e-5 * (60 / 3 + 120 / 6),
                                                                                   -1e-5 * 30 / 6])):
    heat = "SOL 101\nCEND\nSPC=1\nTEMPERATURE(LOAD)=1\nBEGIN BULK\n"
    has("TEMPRB " + cards, displacements("gradients", BAR + "TEMPRB,1,1,0.,0.,%s\n" % cards, (2,), control=heat),
        [expected])
for sol, tref in (("101", 0), ("106", 30)):  # a nonlinear solution has TREF for materials that vary alone
    has("initial temperatures in SOL " + sol, displacements(
        "expands", BAR.replace("1.-5,0.", "1.-5,%d." % tref) + "TEMPD,1,120.\nTEMPD,2,20.\n", (2,),
        control="SOL %s\nCEND\nSPC=1\nTEMP(LOAD)=1\nTEMP(INIT)=2\nBEGIN BULK\n" % sol), [[1e-5 * 100, 0, 0]])
yields = "MATS1,1,,PLASTIC,0.,1,1,2.+8\nFORCE,1,2,,1.,7.,0.,0.\n"
has("MATS1 in SOL 101", displacements("yields", BAR + yields, (2,)), [[7 / 2e8, 0, 0]])
Path("deck.bdf").write_text("SOL 106\nCEND\nSPC=1\nLOAD=1\nBEGIN BULK\n" + BAR + yields + "ENDDATA\n")
refused("MATS1 in SOL 106", run("gimbal: 1\nmesh: deck.bdf\ntime: {scheme: static, step: 1, steps: 1}\n"), 3,
        "the card MATS1 is not read: materials are linear")
old = BAR.replace("0.,1.,0.\n", "0.,1.,0.,1\nBEGIN BULK\n", 1).replace("BEGIN BULK\n", "")
beam = BAR.replace("CBAR", "CBEAM").replace("PBAR,1,1,1.-3,1.-8,1.-8,1.-8", "PBEAM,1,1,1.-3,1.-8,1.-8,,2.-8\n,\n"
                                            ",1.,1.,,,,,1.-3,1.-3")
light = "CONM2,8,2,,2.,,,,,\n,1.,5.,1.,9.,0.,1.\n"
for name, text in (("the field F of old decks", old), ("BEGIN BULK twice", "BEGIN BULK\n" + BAR),
                   ("an inertia of no body", BAR + light), ("a warping constant without SA and SB", beam)):
    has(name, displacements("bends", text + "FORCE,1,2,,1.,0.,1.,0.\n", (2,)), [[0, 1 / (3 * 2000), 0]], 1e-3)
for scheme, more, said in (("bdf2", "", "I32 of 5, 9, 0"), ("static", "RFORCE,1,1,,1.,1.,0.,0.\n", "RFORCE or INREL")):
    Path("deck.bdf").write_text("SOL 101\nCEND\nSPC=1\nLOAD=1\nBEGIN BULK\n" + BAR + light + more + "ENDDATA\n")
    refused("an inertia of no body", run("gimbal: 1\nmesh: deck.bdf\ntime: {scheme: %s, step: 1, steps: 1}\n" % scheme),
            3, "is negative about some axis", said)
row = "".join("GRID,%d,,%d.,0.,0.\nCBAR,%d,%d,%d,%d,0.,1.,0.\nPBAR,%d,1,1.-3,1.-8,1.-8,1.-8\n" % (
    i, i, i, i, i, i + 1, i) for i in range(1, 40)) + "SPC1,1,123456,1\nGRID,40,,40.,0.,0.\nMAT1,1,2.+11,,.3\n"
Path("deck.bdf").write_text("SPC=1\nBEGIN BULK\n" + row + "ENDDATA\n")
if r := passed("forty properties", "deck.bdf", verb="run", settings=["loads=[]"]):
    check("two notes in full, one line for the others", r.stderr.count("rigid in shear in Nastran") == 2
          and "37 more notes like that of deck.bdf:5: deck.bdf:11, deck.bdf:14, deck.bdf:17, ..." in r.stderr, r.stderr)
bush = PLATE % ("", ".02") + "PBUSH,7,K,90.,70.,50.\nCBUSH,7,7,3,9%s\nSPC1,1,123456,9\n"
has("a CBUSH of nearly no length", displacements("near", bush % ",,,,0\nGRID,9,,1.000005,1.,0.", (2, 3)),
    displacements("at one place", bush % ",,,,0\nGRID,9,,1.,1.,0.", (2, 3)), 1e-4)
has("a moment on a support of a spring", displacements(
    "held", "GRID,1,,0.,0.,0.\nGRID,2,,0.,0.,1.\nPBUSH,7,K,1500.\nCBUSH,7,7,1,2,,,,0\nSPC1,1,123456,1\nSPC1,1,23456,2\n"
    "MOMENT,1,2,,1.,3.,4.,5.\nFORCE,1,2,,3.,1.,0.,0.\n", (-2,)), [[3 / 1500, 0, 0]])
twice = displacements("two shells", PLATE % ("CQUAD4,2,1,1,2,3,4\n", ".02"), (2, 3))
once = displacements("a shell", PLATE % ("", ".02"), (2, 3))
if once and twice:
    agree("both shells", [[2 * x for x in u] for u in twice], once, 1e-9, 1e-15)
system = "GRID,2,,1.,0.,0.,1\nCORD2C,1,0,0.,0.,0.,0.,0.,1.%s0.,1.,0.\n"
loaded = BAR.replace("GRID,2,,1.,0.,0.\n", system) + "FORCE,1,2,,1.,0.,1.,0.\n"
has("a long line", displacements("long", loaded % ",", (2,)), displacements("two lines", loaded % ",+\n+,", (2,)))

pulled = "2\n9,3,1,99,1,-1\n2\n10,3,1,99,1,-1\n2\n11,3,1,99,1,-1\n2\n12,3,1,99,1,-1\n"
for action, u in (("*CLOAD\n99,1,10\n", 0.02), ("*BOUNDARY\n99,1,1,.03\n", 0.03)):
    has("a node of equations alone", displacements(
        "equations", BLOCK % ("*EQUATION\n" + pulled, action), (9,), "deck.inp"), [[0, 0, u]])
has("a rigid body without a node", displacements(
    "rigid", BLOCK % ("*RIGID BODY,NSET=TOP\n", "*CLOAD\n9,3,5\n11,3,5\n"), (9,), "deck.inp"),
    [[0, 0, 0.02]])
for part, u in (("B", 3 * 10 * 1.5 / 1000), ("A", 3 * 10 * 0.5 / 1000)):
    has("gravity of a part", displacements(
        "part", BLOCK % ("", "*DLOAD\n%s,GRAV,10.,0,0,-1\n" % part), (9,), "deck.inp"), [[0, 0, -u]])
