"""CONM1, CMASS1 and CMASS2 of a Nastran deck are the masses that their cards mean.

Claims: a mass along one component vibrates on its spring where supports hold the others; the same mass along all three
is a CONM2; the matrix of a rigid body is the CONM2 of its mass, offset and inertia, and moves as that does; both are in
the axes of CID at their grid; masses that differ along the components of a grid act along each of its axes CD;
PARAM,WTMASS scales them; on 1 and 2 ranks. What is no mass of a body, or differs along components under gravity, is
refused with file and line.
"""
# quick
import math

from common import passed, refused, same_motions
from helper import check, close, run

MARCH = "time: {scheme: bdf2, step: 0.01, steps: 5}\n"
BAR = ("MAT1,1,7.+7,,.3,2700.\nPBAR,5,1,1.-2,2.-5,1.-5,3.-5\nGRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\n"
       "CBAR,1,5,1,2,0.,1.,0.\nFORCE,3,2,,5.,1.,2.,3.\nMOMENT,3,2,,1.,1.,2.,3.\n")
SPRING = "GRID,2,,0.,0.,0.,,%s\nCELAS2,1,100.,2,1\nCELAS2,2,100.,2,2\nCELAS2,3,100.,2,3\n"


def deck(text, keys="", verb="run", ranks=1, march=MARCH):
    with open("deck.bdf", "w") as f:
        f.write("BEGIN BULK\n" + text + "ENDDATA\n")
    return run("gimbal: 1\nmesh: deck.bdf\n" + keys + march, ranks, verb)


def same(label, one, other, ranks=1):
    seen = "probes: [{name: tip, node: 2}]\n"
    same_motions(label, deck(BAR + one, seen, ranks=ranks), deck(BAR + other, seen))


def matrix(m, r, J):
    """Fields of a CONM1 from M11 on: mass, offset, inertia about the centre (a symmetric matrix)."""
    x, y, z = r
    S = [[0, -z, y], [z, 0, -x], [-y, x, 0]]  # r x
    square = x * x + y * y + z * z
    M = [[0.0] * 6 for _ in range(6)]
    for i in range(3):
        M[i][i] = m
        for j in range(3):
            M[3 + i][j] = m * S[i][j]
            M[3 + i][3 + j] = J[i][j] + m * ((i == j) * square - r[i] * r[j])
    words = [repr(float(M[i][j])) for i in range(6) for j in range(i + 1)]
    lines = [",".join(words[:5])] + [",".join(words[k:k + 8]) for k in (5, 13)]
    return "\n,".join(lines) + "\n"


for component in (1, 2, 3):
    held = "123".replace(str(component), "")
    for cards in ("CMASS2,9,4.,2,%d\n", "CMASS2,9,4.,,,2,%d\n", "CMASS1,9,7,2,%d\nPMASS,6,1.,7,4.\n",
                  "CMASS2,9,1.,2,%d\nCMASS2,8,3.,2,%d\n"):
        cards = cards.replace("%d", str(component))
        if r := passed("a spring and a mass", deck(SPRING % held + cards, "modes: {count: 1}\n", verb="modes")):
            close("its frequency", r.json["modes"]["frequency"][0], math.sqrt(100 / 4.0) / (2 * math.pi), 1e-9)
# masses of a grid that differ along its components, along axes CD; CONM1 beside them
SYSTEM = "CORD2R,9,0,0.,0.,0.,-.6,0.,.8,+\n+,.8,0.,.6\n"
for cards, masses in (("CMASS2,31,4.,2,1\nCMASS2,32,3.,2,2\nCMASS2,33,5.,2,3\n", (4, 3, 5)),
                      ("CMASS2,31,4.,2,1\nCMASS1,32,7,2,2\nPMASS,7,1.5\nCMASS2,34,1.5,,,2,2\nCONM2,33,2,,2.\n",
                       (6, 5, 2))):
    for axes, ranks in (("", 1), ("9", 2)):
        text = SYSTEM + "GRID,2,,0.,0.,0.,%s\nCELAS2,1,100.,2,1\nCELAS2,2,300.,2,2\nCELAS2,3,900.,2,3\n" % axes + cards
        if r := passed("masses of components", deck(text, "modes: {count: 3}\n", verb="modes", ranks=ranks)):
            for got, want in zip(sorted(r.json["modes"]["frequency"]),
                                 sorted(math.sqrt(k / m) for k, m in zip((100, 300, 900), masses))):
                close("a frequency of masses of components, axes " + axes, got, want / (2 * math.pi), 1e-9)
for more, keys in (("CONM2,8,2,,1.\n", "gravity: [0, 0, -9.81]\n"), ("CONM2,8,2,,1.\nGRAV,3,,9.81,,,-1.\n", "")):
    r = deck(SPRING % "" + "CMASS2,9,4.,2,1\n" + more, keys, verb="check")
    words = "deck.bdf:6: CMASS2: a grid has masses that differ along its components, and gravity acts"
    check("gravity", r.status == 2 and words in r.stderr, "%d %s" % (r.status, r.stderr))
if r := passed("WTMASS",
               deck(SPRING % "23" + "CMASS2,9,4.,2,1\nPARAM,WTMASS,.25\n", "modes: {count: 1}\n", verb="modes")):
    close("scales it", r.json["modes"]["frequency"][0], math.sqrt(100 / 1.0) / (2 * math.pi), 1e-9)
same("CMASS2 along all displacements", "".join("CMASS2,%d,3.,2,%d\n" % (10 + c, c) for c in (1, 2, 3)),
     "CONM2,10,2,,3.\n", ranks=2)
J = [[1.1, 0.2, -0.1], [0.2, 1.3, 0.15], [-0.1, 0.15, 0.9]]
inertia = "%r,%r,%r,%r,%r,%r" % (1.1, -0.2, 1.3, 0.1, -0.15, 0.9)  # I11 I21 I22 I31 I32 I33, with -I21 in the matrix
same("CONM1", "CONM1,10,2,," + matrix(2.5, (0.3, -0.2, 0.4), J), "CONM2,10,2,,2.5,.3,-.2,.4\n," + inertia + "\n",
     ranks=2)
same("CONM1 on its grid", "CONM1,10,2,," + matrix(2.5, (0, 0, 0), J), "CONM2,10,2,,2.5\n," + inertia + "\n")
same("CONM1 without inertia", "CONM1,10,2,,2.5,,2.5\n,2.5\n", "CONM2,10,2,,2.5\n")
FAR = "CONM2,11,2,,8.7,-.0213,0.,0.\n,1.-4,0.,1.-4,0.,0.,1.-4\n"
same("a plain CONM2 before one with an offset", "CONM2,10,2,,3.5\n" + FAR, FAR + "CONM2,10,2,,3.5\n")
twisted = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCROD,1,1,1,2\nPROD,1,1,1.-4,1.-8\nMAT1,1,2.+11,,.3\nSPC1,1,123456,1\n"
           "SPC1,1,2356,2\nMOMENT,1,2,,1.,1.,0.,0.\nGRAV,1,,10.,1.,0.,0.\nCONM2,10,2,,4.\n")
if r := passed("a CONM2 on a rod that twists",
               deck(twisted, "deck: {spc: 1, load: 1}\nprobes: [{name: tip, node: 2}]\n",
                    march="time: {scheme: linear, step: 1, steps: 1}\n")):
    close("its weight", sum(r.json["probes"]["tip"]["u"][-1]), 4 * 10 / (2e11 * 1e-4), 1e-9)
# offset and inertia in a system: at grid 2, (1, 0, 0), a cylindrical one about (0.5, 0.4) has its own directions
z = [x / math.sqrt(1.09) for x in (0.3, 0.0, 1.0)]
x = [0.5 / math.sqrt(0.41), -0.4 / math.sqrt(0.41), 0.0]
for kind, card, axes in (
        ("C", "CORD2C,7,0,.5,.4,0.,.5,.4,1.\n,1.5,.4,0.\n", [x, [-x[1], x[0], 0.0], [0.0, 0.0, 1.0]]),
        ("R", "CORD2R,7,0,.1,.2,.3,.4,.2,1.3\n,.1,1.2,.3\n", [[0.0, 1.0, 0.0], [-z[2], 0.0, z[0]], z])):
    across = lambda v: [sum(v[a] * axes[a][i] for a in range(3)) for i in range(3)]
    r7, J7 = (0.3, -0.2, 0.4), J
    r0 = across(r7)
    J0 = [[sum(axes[a][i] * J7[a][b] * axes[b][j] for a in range(3) for b in range(3)) for j in range(3)]
          for i in range(3)]
    turned = "%r,%r,%r,%r,%r,%r" % (J0[0][0], -J0[1][0], J0[1][1], -J0[2][0], -J0[2][1], J0[2][2])
    plain = "CONM2,10,2,,2.5,%r,%r,%r\n,%s\n" % (*r0, turned)
    same("CONM2 in a system of kind " + kind, card + "CONM2,10,2,7,2.5,.3,-.2,.4\n," + inertia + "\n", plain, ranks=2)
    same("CONM1 in a system of kind " + kind, card + "CONM1,10,2,7," + matrix(2.5, r7, J7), plain)
for cards, words in (("CONM2,9,2,-2,4.,1.\n", "CONM2 9: CID = -2; accepted: the number of a system, or -1"),
                     ("CONM2,9,2,,-4.\n", "CONM2 9: M = -4; accepted: a number >= 0"),
                     ("CONM2,9,2,,4.,,,,\n,1.,,-1.\n",
                      "CONM2 9: the inertia about the centre (1, -1, 0; I21, I31, I32 of 0, 0, 0) is negative"),
                     ("CONM2,9,2,,4.,,,,\n,1.,1.1,1.,,,1.\n", "is negative about some axis; accepted: that of a body"),
                     ("CONM2,9,2,,4.,,,,\n,1.,.9,1.,.9,.9,1.\n",
                      "is negative about some axis; accepted: that of a body"),
                     ("CONM1,9,2,-1,1.,,1.\n", "CONM1 9: CID must not be negative"),
                     ("CMASS2,9,4.,2,7\n", "CMASS2 9: C1 = 7; accepted: a component, from 1 to 6"),
                     ("CMASS2,9,-4.,2,1\n", "CMASS2 9: M = -4; accepted: a number >= 0"),
                     ("CMASS1,9,7,2,1\n", "CMASS1 9: PID = 7 is not defined; accepted: the number of a PMASS"),
                     ("CMASS2,9,4.,77,1\nCMASS2,8,4.,77,2\nCMASS2,7,4.,77,3\n", "grid 77 is not defined"),
                     ("CONM1,9,2,,1.,.1,1.\n", "CONM1 9: the matrix is not that of a rigid body"),
                     ("CONM1,9,2,,0.\n", "CONM1 9: M11 = 0; accepted: a number > 0"),
                     ("CONM1,9,2,,2.,,2.\n,2.,1.\n", "CONM1 9: the matrix is not that of a rigid body")):
    refused(words, deck(BAR + cards, verb="check"), 3, words, "deck.bdf:")
