"""Scalar points of a Nastran deck: one displacement without a place.

Claims: SPOINTs, joined by CELAS, CDAMP and with CMASS of all four kinds, to each other, to the ground, to grids along
x, and by MPCs to any component of a grid, under SLOAD, DAREA, SPC, SPC1 and SPCD, move as the same model of GRIDs that
are free along x alone, to 1e-12, in statics, over time and in modes, on 1 and 2 ranks; a chain of them has its closed
form. Component 0 of a grid, and a scalar point where a grid is meant, are refused with file and line.
"""
import math

from common import agree, passed, refused
from helper import check, close, run
from nastran_decks import STATIC

DYNAMIC = "time: {scheme: bdf2, step: 0.02, steps: 5}\n"
BAR = ("GRID,11,,0.,0.,0.,,123456\nGRID,12,,1.,0.2,0.\nCBAR,1,51,11,12,0.,1.,0.\nPBAR,51,1,.01,2.-5,1.-5,3.-5\n"
       "MAT1,1,7.+4,,.3,50.\nFORCE,1,12,,.3,1.,.2,.1\n")


def deck(text, keys, march=STATIC, verb="run", ranks=1, control=""):
    with open("deck.bdf", "w") as f:
        f.write(control + "BEGIN BULK\n" + text + "ENDDATA\n")
    return run("gimbal: 1\nmesh: deck.bdf\n" + keys + march, ranks, verb)


def seen(points):
    return "probes: [%s, {name: tip, node: 12}]\n" % ", ".join("{name: p%d, mass: GRID %d}" % (n, n) for n in points)


def chain():
    """Three springs in a row, and two masses on two springs."""
    text = ("SPOINT,1,2,3\nCELAS4,10,100.,,1\nCELAS3,11,5,1,2\nCELAS2,12,25.,2,0,3\nPELAS,5,50.\nCMASS4,20,2.,1\n"
            "SLOAD,1,3,4.\n")
    probes = "probes: [%s]\n" % ", ".join("{name: p%d, mass: GRID %d}" % (n, n) for n in (1, 2, 3))
    for ranks in (1, 2):
        if r := passed("a chain", deck(text, probes, ranks=ranks), silent=True):
            for n, u in ((1, 4 / 100), (2, 4 / 100 + 4 / 50), (3, 4 / 100 + 4 / 50 + 4 / 25)):
                found = r.json["probes"]["p%d" % n]["u"][-1]
                close("point %d of the chain" % n, found[0], u, 1e-13)
                check("it moves along x alone", found[1:] == [0, 0], found)
    if r := passed("its modes", deck("SPOINT,1,THRU,2\nCELAS4,10,100.,1\nCELAS4,11,50.,1,2\nPMASS,7,2.\nCMASS3,20,7,1\n"
                                     "CMASS4,21,1.,,2\nSLOAD,1,1,1.\n", "modes: {count: 2}\n", verb="modes")):
        s, p = (150 + 2 * 50) / 4, 100 * 50 / 2.0  # m1 m2 w^4 - (m2 (k1 + k2) + m1 k2) w^2 + k1 k2 = 0
        for sign, f in zip((-1, 1), r.json["modes"]["frequency"]):
            close("its frequency", (2 * math.pi * f) ** 2, s + sign * math.sqrt(s * s - p), 1e-9)


# with component C of a point; as grids it is 1
MODEL = ("CELAS1,20,5,1,C,2,C\nCELAS2,21,30.,2,C,12,1\nCELAS2,22,40.,,,3,C\nCDAMP1,23,6,1,C\nCDAMP2,24,3.,2,C,3,C\n"
         "PELAS,5,50.\nPDAMP,6,2.\nCMASS1,25,7,1,C\nCMASS2,26,1.5,2,C\nPMASS,7,2.\nMPC,4,3,C,1.,12,3,-2.\n"
         "MPC,4,4,C,1.,12,5,-.5\nMPC,4,2,C,.1,5,C,-1.\nCELAS2,27,20.,6,C,5,C\nCELAS2,28,20.,6,C,1,C\n")
SCALAR = {"CELAS3,30,5,1,6\nCELAS4,31,35.,4,1\nCDAMP3,32,6,4\nCDAMP4,33,1.,4,6\nCMASS3,34,7,6\nCMASS4,35,.5,4\n":
          "CELAS1,30,5,1,1,6,1\nCELAS2,31,35.,4,1,1,1\nCDAMP1,32,6,4,1\nCDAMP2,33,1.,4,1,6,1\nCMASS1,34,7,6,1\n"
          "CMASS2,35,.5,4,1\n"}
POINTS = "SPOINT,1,2,3\nSPOINT,4,THRU,6\n"
GRIDS = "".join("GRID,%d,,%g,.3,%g,,23456\n" % (n, n, -n) for n in range(1, 7))


def same():
    """The same by grids, whatever C says."""
    own, other = next(iter(SCALAR.items()))
    loads = ("SLOAD,1,1,3.,6,-1.\n", "FORCE,1,1,,3.,1.,0.,0.\nFORCE,1,6,,-1.,1.,0.,0.\n")
    for label, blank, cards, march in (
                ("statics", "0", loads, STATIC), ("over time", "", loads, DYNAMIC),
                ("DAREA and SPC", "0", ("DAREA,1,1,0,2.,6,,.5\nSPC,2,3,0,.01\nSPC1,2,,6\n",
                                        "DAREA,1,1,1,2.,6,1,.5\nSPC,2,3,1,.01\nSPC1,2,1,6\n"), STATIC),
                ("SPCD", "", ("SLOAD,1,2,.5\nSPC1,2,0,3,6\nSPCD,1,3,0,.02,6,,.01\n",
                              "FORCE,1,2,,.5,1.,0.,0.\nSPC1,2,1,3,6\nSPCD,1,3,1,.02,6,1,.01\n"), STATIC)):
        control = "SPC = 2\nLOAD = 1\nMPC = 4\n" if "SPC1" in cards[0] else "LOAD = 1\nMPC = 4\n"
        results = [deck(BAR + text, seen(range(1, 7)), march, ranks=ranks, control=control)
                   for text, ranks in ((POINTS + MODEL.replace(",C", "," + blank) + own + cards[0], 2),
                                       (GRIDS + MODEL.replace(",C", ",1") + other + cards[1], 1))]
        a, b = results
        if not check(label + " runs", a.status == 0 == b.status, a.stderr + b.stderr):
            continue
        size = max(abs(x) for p in b.json["probes"].values() for x in p["u"][-1])
        for name, p in b.json["probes"].items():
            check("%s: %s moves" % (label, name), max(map(abs, p["u"][-1])) > 1e-6 * size or "SPC1" in cards[0],
                  p["u"][-1])
            agree("%s: %s" % (label, name), a.json["probes"][name]["u"][-1], p["u"][-1], 0, 1e-12 * size)


def wrong():
    spring = "SPOINT,1,2\nCELAS4,20,9.,1,2\nCELAS4,21,9.,1\n"
    for cards, words in (
            (spring + "CELAS2,50,9.,12,0\n", "CELAS2: component 0 of grid 12; accepted: one component of a grid"),
            (spring + "CELAS2,50,9.,,,12,0\n", "CELAS2: component 0 of grid 12; accepted: one component of a grid"),
            (spring + "CELAS4,50,9.,1,12\n", "CELAS4: component 0 of grid 12"),
            (spring + "CELAS2,50,9.,1,3\n",
             "CELAS2: 1 is an SPOINT, which has component 0 alone; accepted: 0 or blank"),
            (spring + "CMASS4,50,9.,12\n", "CMASS4: component 0 of grid 12"),
            (spring + "CMASS2,50,9.,1,2\n", "CMASS2: 1 is an SPOINT, which has component 0 alone"),
            (spring + "CELAS4,50,9.\n", "CELAS4 50: S1 and S2 are blank"),
            (spring + "CBUSH,50,6,1,2\nPBUSH,6,K,1.\n", "accepted: 0, or the number of a system"),
            (spring + "CVISC,50,6,1,12\nPVISC,6,1.\n",
             "CVISC: 1 is an SPOINT, which has no place and no directions; accepted: a GRID"),
            (spring + "CONM2,50,1,,1.\n", "CONM2: 1 is an SPOINT"),
            (spring + "CBAR,50,51,12,1,0.,1.,0.\n", "SPOINT: element 50 has 1, which has no place; accepted: a GRID"),
            (spring + "GRID,21,,0.,2.,0.\nCBAR,50,51,12,21,1\n", "1 is an SPOINT, which has no place"),
            (spring + "RBE2,50,12,123,1\n", "RBE2: 1 is an SPOINT"),
            (spring + "FORCE,1,1,,1.,1.,0.,0.\n", "FORCE: 1 is an SPOINT, which has no place and no directions"),
            (spring + "MOMENT,1,1,,1.,1.,0.,0.\n", "MOMENT: 1 is an SPOINT"),
            (spring + "FORCE1,1,12,1.,1,11\n", "1 is an SPOINT"),
            (spring + "SLOAD,1,12,1.\n", "SLOAD: component 0 of grid 12"),
            (spring + "SPC1,2,0,1,12\n", "SPC1: component 0 of grid 12"),
            (spring + "SPC1,2,0,1,THRU,12\n", "SPC1: component 0 of grid 11"),
            (spring + "SPC,2,12,0,.1\n", "SPC: component 0 of grid 12"),
            (spring + "MPC,2,1,0,1.,12,0,1.\n", "MPC: component 0 of grid 12"),
            (spring + "MPC,2,1,2,1.,12,1,1.\n", "MPC: 1 is an SPOINT, which has component 0 alone"),
            (spring + "DAREA,1,12,0,1.\n", "DAREA: component 0 of grid 12"),
            (spring + "CORD1R,5,11,12,1\n", "1 is an SPOINT"), (spring + "SPOINT,12\n", "12"),
            (spring + "SPOINT,2\n", "2"),
            (spring + "SPOINT,9,THRU,8\n", "SPOINT 9: 9 THRU 8; accepted: up to 1048576 ascending numbers"),
            (spring + "SPOINT,-4\n", "ID must be from 1"), (spring + "SPOINT\n", "ID1 is missing")):
        refused("%s: %s" % (cards[len(spring):], words), deck(BAR + cards, "", verb="check"), 3, words, "deck.bdf:")
    passed("a load on a point that nothing has",
           deck(BAR + "SPOINT,1,2\nCELAS4,20,9.,1\nSLOAD,1,2,1.\n", "", verb="check"),
           "SLOAD of grid 2, which no element, body or spring has, is left out")
    passed("a point that nothing has is none",
           deck(BAR + "SPOINT,1,2\nCELAS4,20,9.,1\n", "probes: [{name: tip, node: 12}]\n"))
    passed("nor where there are no springs",
           deck(BAR + "SPOINT,1,THRU,5\nQSET1,0,1,THRU,5\n", "probes: [{name: tip, node: 12}]\n"), "left out")


chain()
same()
wrong()
