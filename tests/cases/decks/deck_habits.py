"""Nastran decks as people and programs write them.

Claims: E, G and NU of a MAT1 that disagree are E and G of bars, rods and shear panels, E and NU of shells, which is
told, and E, NU and G of plies; far apart shells have E and NU, and G across them. E or G alone leaves the others 0.
Parameters of other programs may have fields of their own, and DEBUG is listed. An RBE3 may give its reference grid some
displacements alone, the others of which nothing has are held, aloud. A CBUSH turns grids that have nothing else, one of
them held, by closed forms. A grid on the axis of a cylindrical system has the directions of azimuth 0. A deck may be of
masses alone. Bodies of one RBE1 have names of their own. DEQATN in fixed columns is left out with its commas, and MATT1
where no temperatures act. Rods need no support of rotations, along whatever axes it is said. Commands that are not read
are refused in the subcase that is chosen alone. Names of pyLayout are those of groups, and free fields may be wide. On
1 and 2 ranks.
"""
import math

from common import agree, passed, refused
from common import passed, refused
from helper import check, close
from nastran_decks import card, deck, end, probes

E, NU, G = 7e10, 0.33, 2.5e10
OWN = E / (2 * (1 + NU))


def places(**of):
    """Probes of free nodes (their grids) and bodies (name, place)."""
    return "probes: [%s]\n" % ", ".join("{name: %s, %s}" % (
        name, "body: %s, at: %s" % (w[0], list(w[1])) if isinstance(w, tuple) else "mass: GRID %d" % w
        if name[0] == "g" else "node: %d" % w) for name, w in of.items())


def disagreeing_materials():
    A, I, J, L = 1e-3, 2e-7, 3e-7, 1.5
    bar = "GRID,1,,0.,0.,0.,,123456\n" + card("GRID", 2, "", L, 0.0, 0.0) + card("GRID", 3, "", L, 1.0, 0.0) + \
        "RBAR,9,2,3,123456,,,123456\nCBAR,1,5,1,2,0.,1.,0.\n" + \
        card("PBAR", 5, 1, A, I, I, J, *[""] * 10, 0.8, 0.8) + card("MAT1", 1, E, G, NU, 2700.0)
    for ranks in (1, 2):
        if r := passed("a bar twists on %d ranks" % ranks,
                       deck(bar + "MOMENT,2,2,,1.,4.,0.,0.\n", probes([2, 3]), ranks=ranks)):
            close("by G", end(r, 3)[2], 4.0 * L / (G * J), 1e-9)
            check("nothing is told of it", "G = " not in r.stderr, r.stderr)
        if r := passed("it shears on %d ranks" % ranks,
                       deck(bar + "FORCE,2,2,,1.,0.,5.,0.\n", probes([2]), ranks=ranks)):
            close("by G, and bends by E", end(r, 2)[1], 5.0 * L ** 3 / (3 * E * I) + 5.0 * L / (0.8 * G * A), 1e-9)
    loaded = bar + "PLOAD1,2,1,FY,FR,0.,7.,1.,7.\n"
    if r := passed("a line load", deck(loaded, probes([2]))):
        close("bends and shears it", end(r, 2)[1], 7.0 * L ** 4 / (8 * E * I) + 7.0 * L * L / (2 * 0.8 * G * A), 1e-8)
    for given in (0.1, ""):
        far = bar.replace(card("MAT1", 1, E, G, NU, 2700.0), card("MAT1", 1, E, 2e10, given, 2700.0))
        if r := passed("a NU that there cannot be",
                       deck(far + "MOMENT,2,2,,1.,4.,0.,0.\nFORCE,2,2,,1.,3.,5.,0.\n", probes([2, 3]))):
            close("twists by G", end(r, 3)[2] - end(r, 2)[2], 4.0 * L / (2e10 * J), 1e-9)
            close("is stretched by E", end(r, 2)[0], 3.0 * L / (E * A), 1e-9)
            close("bends by E, and shears by G", end(r, 2)[1], 5.0 * L ** 3 / (3 * E * I) + 5.0 * L / (0.8 * 2e10 * A),
                  1e-9)
            check("is told", given == "" or "G = 2e+10 of it, which are of NU = E/(2 G) - 1 = 0.75" in r.stderr,
                  r.stderr)
    plate = "".join(card("GRID", k + 1, "", float(x), float(y), 0.0, "", "123456" if x == 0 else "3") for k, (x, y) in
                    enumerate(((0, 0), (1, 0), (1, 1), (0, 1)))) + "CQUAD4,1,5,1,2,3,4\n"
    shell = plate + "PSHELL,5,1,0.01,1\n"
    pull = "FORCE,2,2,,1.,1000.,0.,0.\nFORCE,2,3,,1.,1000.,0.,0.\n"
    same = [deck(shell + pull + card("MAT1", 1, E, g, NU, 2700.0), probes([2])) for g in (G, "")]
    if all(passed("a shell", r) for r in same):
        agree("it has E and NU", end(same[0], 2), end(same[1], 2), 1e-14)
        check("it is told", "G = 2.5e+10 is left out, 5 % beside that" in same[0].stderr and "G" not in same[1].stderr,
              same[0].stderr)
    across = "FORCE,2,2,,1.,0.,0.,1000.\nFORCE,2,3,,1.,1000.,5000.,1000.\n"
    thick = shell.replace("5,1,0.01,1", "5,1,0.5,1").replace(',"3"', "").replace(",,3\n", "\n")
    both = [deck(thick + across + m, probes([2])) for m in (
        card("MAT1", 1, E, 1.3 * OWN, NU, 2700.0), card("MAT8", 1, E, E, NU, OWN, 1.3 * OWN, 1.3 * OWN, 2700.0))]
    if all(passed("a shell of a very different G", r) for r in both):
        agree("has it across alone", end(both[0], 2), end(both[1], 2), 1e-13)
        check("which is told", "G = 3.42105e+10 across them" in both[0].stderr, both[0].stderr)
    shear = "FORCE,2,2,,1.,0.,1000.,0.\nFORCE,2,3,,1.,0.,1000.,0.\n"
    laminate = plate + "PCOMP,5,,,,,,,\n,1,0.005,0.,,1,0.005,0.\n"
    other = card("MAT8", 1, E, E, NU, 1.3 * OWN, 1.3 * OWN, 1.3 * OWN, 2700.0)
    both = [deck(laminate + shear + m, probes([2])) for m in (card("MAT1", 1, E, 1.3 * OWN, NU, 2700.0), other)]
    if all(passed("plies", r) for r in both):
        agree("they have E, NU and G", end(both[0], 2), end(both[1], 2), 1e-13)
    a, t, q = 0.5, 2e-3, 900.0
    panel = "".join(card("GRID", k + 1, "", a * x, a * y, 0.0, "", held) for k, (x, y, held) in
                    enumerate(((0, 0, "123"), (1, 0, "123"), (1, 1, "23"), (0, 1, "23"))))
    panel += "CSHEAR,1,6,1,2,3,4\n" + card("PSHEAR", 6, 1, t) + card("MAT1", 1, E, G, NU, 2700.0)
    panel += "".join(card("CONROD", 10 + k, i, j, 1, 1.0) for k, (i, j) in enumerate(((1, 2), (2, 3), (3, 4), (4, 1))))
    if r := passed("a shear panel", deck(panel + card("FORCE", 2, 3, "", 1.0, q * a / 2, 0.0, 0.0) +
                                         card("FORCE", 2, 4, "", 1.0, q * a / 2, 0.0, 0.0), probes([4]))):
        close("by G", end(r, 4)[0], q * a / (G * t), 1e-4)


def single_moduli():
    """E or G alone leaves the other and NU 0: by closed forms of what E, or G, resists."""
    A, I, L = 1e-3, 2e-7, 2.0
    ends = "GRID,1,,0.,0.,0.,,123456\n" + card("GRID", 2, "", L, 0.0, 0.0, "", "%s")
    rod, bar = ends % "23" + card("CONROD", 1, 1, 2, 1, A), ends % "" + "CBAR,1,5,1,2,0.,1.,0.\n"
    constants = card("PBAR", 5, 1, A, I, I, I, *[""] * 10, 0.8, 0.8)
    pull = "FORCE,2,2,,1.,3.,5.,7.\n"
    for zero in (("",), (0.0, 0.0), (0.0, NU)):
        m = card("MAT1", 1, E, *zero)
        if r := passed("a rod of E", deck(rod + pull + m, probes([2]), ranks=1 + len(zero) % 2)):
            close("its length", end(r, 2)[0], 3.0 * L / (E * A), 1e-12)
            check("it needs no more", "warning" not in r.stderr, r.stderr)
        if r := passed("a bar of E", deck(bar + constants + pull + m, probes([2]))):
            close("its length", end(r, 2)[0], 3.0 * L / (E * A), 1e-9)
            for i, f in ((1, 5.0), (2, 7.0)):
                close("it is rigid in shear", end(r, 2)[i], f * L ** 3 / (3 * E * I), 3e-5)
            check("this is told", "PBAR 5 has no stiffness of torsion in Nastran" in r.stderr
                  and "has a MAT1 with G of 0 (rigid in shear in Nastran)" in r.stderr, r.stderr)
    X, W = 0.3, 7.0
    clamped = bar.replace(card("GRID", 2, "", L, 0.0, 0.0, "", ""), card("GRID", 2, "", L, 0.0, 0.0, "", "4"))
    if r := passed("a load along a bar of E", deck(
            clamped + constants + card("MAT1", 1, E) + card("PLOAD1", 2, 1, "FY", "FR", X, W, X, W), probes([2]))):
        close("bends it", end(r, 2)[1], W * (X * L) ** 2 * (3 * L - X * L) / (6 * E * I), 1e-4)
    plate = "".join(card("GRID", k + 1, "", float(x), float(y), 0.0, "", "123456" if x == 0 else "3456")
                    for k, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))))
    shell = plate + "CQUAD4,1,5,1,2,3,4\n" + "".join(card("FORCE", 2, n, "", 1.0, 1e3, 0.0, 0.0) for n in (2, 3))
    if r := passed("a shell of E", deck(shell + "PSHELL,5,1,0.01,1\n" + card("MAT1", 1, E), probes([2]))):
        close("its length", end(r, 2)[0], 2e3 / (E * 0.01), 1e-9)
        check("its shear is told", "the shells of PSHELL 5 have E and NU of it, which make G = 3.5e+10" in r.stderr,
              r.stderr)
    a, t, q = 0.5, 2e-3, 900.0
    panel = "".join(card("GRID", k + 1, "", a * x, a * y, 0.0, "", held) for k, (x, y, held) in
                    enumerate(((0, 0, "123"), (1, 0, "123"), (1, 1, "23"), (0, 1, "23"))))
    panel += "CSHEAR,1,6,1,2,3,4\n" + card("PSHEAR", 6, 1, t) + card("MAT1", 1, "", G) + card("MAT1", 2, E) + \
        "".join(card("CONROD", 10 + k, i, j, 2, 1.0) for k, (i, j) in enumerate(((1, 2), (2, 3), (3, 4), (4, 1))))
    if r := passed("a shear panel of G", deck(panel + card("FORCE", 2, 3, "", 1.0, q * a / 2, 0.0, 0.0) +
                                              card("FORCE", 2, 4, "", 1.0, q * a / 2, 0.0, 0.0), probes([4]))):
        close("its shear", end(r, 4)[0], q * a / (G * t), 1e-4)
    for words, text in (("PBARL 5: G of MAT1 1 is 0, and the section has a shape",
                         bar + "PBARL,5,1,,ROD,,,,\n,0.1\n" + card("MAT1", 1, E)),
                        ("CONROD 1: E of MAT1 1 is 0", rod + card("MAT1", 1, "", G)),
                        ("MAT1 1: E and G are blank", rod + card("MAT1", 1, "", "", NU)),
                        ("PSHELL 5: G of MAT1 1 is 0", shell + "PSHELL,5,1,0.01,1,,1\n" + card("MAT1", 1, E)),
                        ("PSHELL 5: MAT1 1 has E = 0 and NU = 0",
                         shell + "PSHELL,5,1,0.01,1\n" + card("MAT1", 1, "", G)),
                        ("PSHELL 5: MAT1 1 has E = 7e+10 and NU = 2.5; accepted in a shell",
                         shell + "PSHELL,5,1,0.01,1\n" + card("MAT1", 1, E, 1e10))):
        refused(words, deck(text.replace("%s", ""), verb="check"), 3, words)


def other_programs():
    text = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCBAR,1,5,1,2,0.,1.,0.\nPBAR,5,1,0.001,1e-07,1e-07,1e-07\n" +
            card("MAT1", 1, E, "", NU) + "FORCE,2,2,,1.,0.,1.,0.\n")
    if r := passed("parameters with fields of their own", deck(
            text + "PARAM,EQCHECK,0,3,3,,,,-1.E10\n,Y\nPARAM,PRTFOR,1,3,3,3,3\nDEBUG,192,2\nDEBUG,200,1\n",
            probes([2]))):
        check("they are told",
              "(PARAM) that are not known here are left out: EQCHECK, PRTFOR" in r.stderr and "DEBUG" in r.stderr,
              r.stderr)


def references_in_part():
    plate = "".join(card("GRID", k + 1, "", float(x), float(y), 0.0) for k, (x, y) in enumerate(
        ((0, 0), (2, 0), (2, 1), (0, 1)))) + "GRID,99,,1.2,0.5,0.\nCQUAD4,1,5,1,2,3,4\nPSHELL,5,1,0.01,1\n" + card(
            "MAT1", 1, E, "", NU) + "SPC1,1,123456,1,4\nRBE3,10,,99,3,1.,123,1,2\n,,3,4\n"
    for ranks in (1, 2):
        if r := passed("RBE3 of REFC 3 on %d ranks" % ranks,
                       deck(plate + "FORCE,2,99,,1.,0.,0.,10.\n", places(n2=2, n3=3, g99=99), ranks=ranks)):
            tip = (end(r, 2)[2] + end(r, 3)[2]) / 2
            close("the plane through the corners", r.json["probes"]["g99"]["u"][-1][2], tip * 1.2 / 2, 1e-10)
            check("what is held is told", "components 12 of grid 99" in r.stderr, r.stderr)
    direct = plate.replace("RBE3,10,,99,3,1.,123,1,2\n,,3,4\n", "")
    r, s = (deck(t, probes([2])) for t in (
        plate + "FORCE,2,99,,1.,0.,0.,10.\n",
        direct + "".join(card("FORCE", 2, g, "", 1.0, 0.0, 0.0, 10.0 * f) for g, f in ((2, 0.3), (3, 0.3)))))
    if passed("spread", r) and passed("by hand", s):
        agree("the force is spread as the levers say", end(r, 2), end(s, 2), 1e-10)


def turning_bushings():
    k = (1e3, 2e3, 3e3, 4e3, 5e3, 6e3)
    bush = ("GRID,1,,0.,0.,0.\nGRID,2,,0.,0.,0.\nGRID,3,,0.,1.,0.\nCBUSH,1,7,1,2,,,,0\n" + card("PBUSH", 7, "K", *k) +
            "SPC1,1,123456,1\nRBAR,9,2,3,123456,,,123456\n")
    for ranks in (1, 2):
        if r := passed("a bushing on %d ranks" % ranks, deck(
                bush + "MOMENT,2,2,,1.,1.,0.,3.\nFORCE,2,2,,1.,5.,6.,7.\n",
                places(n2=("RBAR 9", (0, 0, 0)), n3=("RBAR 9", (0, 1, 0))), ranks=ranks)):
            agree("displacements", end(r, 2), [5.0 / k[0], 6.0 / k[1], 7.0 / k[2]], 1e-10)
            agree("and rotations", [a - b for a, b in zip(end(r, 3), end(r, 2))], [-3.0 / k[5], 0, 1.0 / k[3]], 1e-10)
            check("linear statics warn of no joint", "apart" not in r.stderr, r.stderr)
    alone = bush.replace("RBAR,9,2,3,123456,,,123456\n", "").replace("GRID,3,,0.,1.,0.\n", "") + \
        "CONM2,4,2,,2.,,,,\n,0.5,,0.6,,,0.7\n"
    if r := passed("its frequencies", deck(alone, "modes: {count: 6}\n", verb="modes", ranks=2)):
        exact = sorted(math.sqrt(a / m) / (2 * math.pi) for a, m in zip(k, (2, 2, 2, 0.5, 0.6, 0.7)))
        for a, b in zip(r.json["modes"]["frequency"], exact):
            close("one of them", a, b, 1e-9)


def axes_of_cylinders():
    text = ("CORD2C,25,,0.,0.,0.,0.,0.,1.\n,0.,1.,0.\nGRID,1,,0.,0.,0.,,123456\nGRID,2,,0.,0.,2.,25,1456\n"
            "CBAR,1,5,1,2,1.,0.,0.\nPBAR,5,1,0.001,1e-07,2e-07,1e-07\n" + card("MAT1", 1, E, "", NU))
    if r := passed("a grid on the axis", deck(text + "FORCE,2,2,,1.,3.,4.,0.\n", probes([2]))):
        agree("moves around alone", end(r, 2), [3.0 * 2 ** 3 / (12 * E * 1e-7), 0, 0], 1e-4)


def masses_alone():
    text = "GRID,1,,1.,2.,3.\nCONM2,1,1,,2.5,0.1,0.,0.,\n,0.5,,0.6,,,0.7\n"
    if r := passed("a mass that falls", deck(text, "gravity: [0, 0, -9.81]\n" + places(n1=("CONM2 1", (1, 2, 3))),
                                             "time: {scheme: bdf2, step: 1e-3, steps: 100}\n", ranks=1)):
        close("as masses do", end(r, 1)[2], -9.81 * 0.1 ** 2 / 2, 2e-2)
    r = deck(text, "", "time: {scheme: bdf2, step: 1e-3, steps: 100}\n", verb="check")
    close("its mass", r.json["mass"], 2.5, 1e-14) if passed("it is checked", r) else None


def bodies_of_one_card():
    text = ("".join(card("GRID", k + 1, "", float(k), 0.0, 0.0) for k in range(4)) +
            "GRID,9,,0.,0.,1.\nCBAR,1,5,1,2,0.,1.,0.\nPBAR,5,1,0.001,1e-07,1e-07,1e-07\n" +
            card("MAT1", 1, E, "", NU) + "SPC1,1,123456,1\nRBE1,7,2,123456\n,UM,3,123456,4,123456\n")
    if r := passed("RBE1 of two grids alone", deck(
            text + "FORCE,2,4,,1.,0.,1.,0.\n", places(n2=2, n3=("RBE1 7", (2, 0, 0)), n4=("RBE1 7", (3, 0, 0))))):
        slope = end(r, 3)[1] - end(r, 2)[1]
        close("they go on straight", end(r, 4)[1] - end(r, 3)[1], slope, 1e-9)
        close("by the moment that the arm makes", slope, (1.0 * 1 / 2 + 2.0 * 1) / (E * 1e-7), 1e-7)


def names_of_programs():
    """A mesh of pyLayout, whose properties are those of the case; free fields as wide as fixed ones of OpenVSP."""
    text = ("$CDSCRPT               5       ribs/R.00\n" + "".join(
        card("GRID", k + 1, "", float(x), float(y), 0.0) for k, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1)))) +
            "CQUAD4,1,5,1,2,3,4\nSPC            1       1  1234560.000000\nSPC            1       4  1234560.000000\n")
    if r := passed("a name of pyLayout", deck(
            text, "materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}\n"
            "shells: [{group: ribs/R.00, material: m, thickness: 0.01}]\n", verb="check")):
        close("it is the group of the shell", r.json["mass"], 27.0, 1e-12)
    wide = ("GRID    ,       1,        ,0.000000,0.000000,0.000000\n"
            "GRID    ,       2,        ,1.000000,0.000000,0.000000\nCBAR    ,       1,       1,       1,       2,  "
            "0.0000,  1.0000,  0.0000\nPBARL   ,       1,       1,        ,     ROD,\n        ,  0.0100\n"
            "MAT1    ,       1,  7.0+10,        ,    0.33,    2700.\nSPC1    ,       1,  123456,       1\n"
            "FORCE   ,       1,       2,        ,      1.,      0.,      0.,     10.\n")
    if r := passed("wide free fields", deck(wide, probes([2]))):
        close("bend", end(r, 2)[2], 10 / (3 * 7e10 * math.pi * 0.01 ** 4 / 4), 1e-3)


def rods_along_axes():
    text = ("CORD2R,13,,0.,0.,0.,0.,1.,0.\n,0.,0.,1.\nGRID,1,,0.,0.,0.,,123456\nGRID,2,,0.,3.,0.,13,12456\n"
            "CROD,1,5,1,2\nPROD,5,1,0.0001\n" + card("MAT1", 1, E, "", NU) + "FORCE,2,2,13,8.,0.,0.,1.\n")
    for ranks in (1, 2):
        if r := passed("a rod along axes of its own on %d ranks" % ranks, deck(text, probes([2]), ranks=ranks)):
            agree("it stretches", end(r, 2), [0, 8.0 * 3 / (E * 1e-4), 0], 1e-10)


def commands_of_subcases():
    text = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCBAR,1,5,1,2,0.,1.,0.\nPBAR,5,1,0.001,1e-07,1e-07,1e-07\n" +
            card("MAT1", 1, E, "", NU) + "FORCE,2,2,,1.,0.,1.,0.\n")
    control = "SUBCASE 1\n  LOAD = 2\nSUBCASE 2\n  LOAD = 2\n  TEMP(LOAD) = 7\n"
    if r := passed("a subcase without temperatures", deck(text, probes([2]) + "deck: {subcase: 1}\n", control=control)):
        close("has its load", end(r, 2)[1], 1.0 / (3 * E * 1e-7), 1e-2)
    refused("one with them", deck(text, "deck: {subcase: 2}\n", control=control, verb="check"), 3,
            "deck.bdf:5: TEMPERATURE = 7 is chosen, but no card has that set")
    refused("both are different models", deck(text, "", control=control, verb="check"), 3,
            "the subcases 1 (SPC 0, LOAD 2), 2")
    refused("above all of them",
            deck(text, "deck: {subcase: 1}\n", control="TEMPERATURE = 7\n" + control, verb="check"), 3,
            "deck.bdf:1: TEMPERATURE")
    refused("sums of subcases by symmetry",
            deck(text, "deck: {subcase: 1}\n", control=control + "SYMCOM 3\n", verb="check"), 3, "SYMCOM")


def texts_and_tables():
    """Equations in fixed columns are left out with their commas, and materials that vary where no temperatures act."""
    text = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCBAR,1,5,1,2,0.,1.,0.\nPBAR,5,1,0.001,1e-07,1e-07,1e-07\n" +
            card("MAT1", 1, E, "", NU, "", 1e-5) + "FORCE,2,2,,1.,0.,1.,0.\nTEMPD,7,20.\n")
    plain, control = deck(text, probes([2]), control="LOAD = 2\n"), "LOAD = 2\n"
    for name, more in (("DEQATN", "DEQATN  1       F(A,B)=A+B\n"),
                       ("DEQATN", "DEQATN  1       F(A,B)=A+\n        B*MAX(A,2.)\n"),
                       ("DEQATN", "deqatn  1       F(A)=A+1.\n"),
                       ("MATT1", "MATT1,1,1\nTABLEM1,1\n,20.,7.+10,100.,6.+10,ENDT\n")):
        if r := passed(name, deck(more + text, probes([2]), control=control)):
            check(name + " is told", "cards that are left out" in r.stderr and name in r.stderr, r.stderr)
            check(name + " changes nothing", end(r, 2) == end(plain, 2), end(r, 2))
    refused("a material that varies",
            deck(more + text, probes([2]), control=control + "TEMPERATURE(LOAD) = 7\n", verb="check"), 3,
            "TEMPERATURE acts, and the material varies with it")


for part in (names_of_programs, texts_and_tables, rods_along_axes, commands_of_subcases, disagreeing_materials,
             single_moduli, other_programs, references_in_part, turning_bushings, axes_of_cylinders, masses_alone,
             bodies_of_one_card):
    part()
