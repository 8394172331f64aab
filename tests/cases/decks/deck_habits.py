"""Nastran decks as people and programs write them.

Claims: E, G and NU of a MAT1 that disagree are E and G of bars, rods and shear panels, E and NU of shells, which is
told, and E, NU and G of plies; far apart shells have E and NU, and G across them. E or G alone leaves the others 0. Parameters of other programs may have
fields of their own, and DEBUG is listed. An RBE3 may give its reference grid some displacements alone, the others of
which nothing has are held, aloud. A CBUSH turns grids that have nothing else, one of them held, by closed forms. A grid
on the axis of a cylindrical system has the directions of azimuth 0. A deck may be of masses alone. Bodies of one RBE1
have names of their own. DEQATN in fixed columns is left out with its commas, and MATT1 where no temperatures act. Rods need no support of rotations, along whatever axes it is said. Commands that are not read
are refused in the subcase that is chosen alone. Names of pyLayout are those of groups, and free fields may be wide. On 1 and 2 ranks.
"""
import math

from helper import check, close
from nastran_decks import card, compare, deck, end, probes

LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"
E, NU, G = 7e10, 0.33, 2.5e10
OWN = E / (2 * (1 + NU))


def places(**of):
    """Probes of free nodes (their grids) and bodies (name, place)."""
    return "probes: [%s]\n" % ", ".join("{name: %s, %s}" % (
        name, "body: %s, at: %s" % (w[0], list(w[1])) if isinstance(w, tuple) else "mass: GRID %d" % w if name[0] == "g" else "node: %d" % w)
        for name, w in of.items())


def ends_well(name, r):
    return check(name, r.status == 0, r.stderr)


def disagreeing_materials():
    A, I, J, L = 1e-3, 2e-7, 3e-7, 1.5
    bar = card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", L, 0.0, 0.0) + card("GRID", 3, "", L, 1.0, 0.0) + \
        card("RBAR", 9, 2, 3, 123456, "", "", 123456) + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) + \
        card("PBAR", 5, 1, A, I, I, J, *[""] * 10, 0.8, 0.8) + card("MAT1", 1, E, G, NU, 2700.0)
    for ranks in (1, 2):
        r = deck(bar + card("MOMENT", 2, 2, "", 1.0, 4.0, 0.0, 0.0), probes([2, 3]), LINEAR, ranks=ranks)
        if ends_well("a bar twists on %d ranks" % ranks, r):
            close("by G", end(r, 3)[2], 4.0 * L / (G * J), 1e-9)
            check("nothing is told of it", "G = " not in r.stderr, r.stderr)
        r = deck(bar + card("FORCE", 2, 2, "", 1.0, 0.0, 5.0, 0.0), probes([2]), LINEAR, ranks=ranks)
        if ends_well("it shears on %d ranks" % ranks, r):
            close("by G, and bends by E", end(r, 2)[1], 5.0 * L ** 3 / (3 * E * I) + 5.0 * L / (0.8 * G * A), 1e-9)
    loaded = bar + card("PLOAD1", 2, 1, "FY", "FR", 0.0, 7.0, 1.0, 7.0)
    r = deck(loaded, probes([2]), LINEAR)
    if ends_well("a line load", r):
        close("bends and shears it", end(r, 2)[1], 7.0 * L ** 4 / (8 * E * I) + 7.0 * L * L / (2 * 0.8 * G * A), 1e-8)
    for given in (0.1, ""):
        far = bar.replace(card("MAT1", 1, E, G, NU, 2700.0), card("MAT1", 1, E, 2e10, given, 2700.0))
        r = deck(far + card("MOMENT", 2, 2, "", 1.0, 4.0, 0.0, 0.0) + card("FORCE", 2, 2, "", 1.0, 3.0, 5.0, 0.0), probes([2, 3]), LINEAR)
        if ends_well("a NU that there cannot be", r):
            close("twists by G", end(r, 3)[2] - end(r, 2)[2], 4.0 * L / (2e10 * J), 1e-9)
            close("is stretched by E", end(r, 2)[0], 3.0 * L / (E * A), 1e-9)
            close("bends by E, and shears by G", end(r, 2)[1], 5.0 * L ** 3 / (3 * E * I) + 5.0 * L / (0.8 * 2e10 * A), 1e-9)
            check("is told", given == "" or "G = 2e+10 of it, which are of NU = E/(2 G) - 1 = 0.75" in r.stderr, r.stderr)
    plate = "".join(card("GRID", k + 1, "", float(x), float(y), 0.0, "", "123456" if x == 0 else "3") for k, (x, y) in
                    enumerate(((0, 0), (1, 0), (1, 1), (0, 1)))) + card("CQUAD4", 1, 5, 1, 2, 3, 4)
    shell = plate + card("PSHELL", 5, 1, 0.01, 1)
    pull = card("FORCE", 2, 2, "", 1.0, 1e3, 0.0, 0.0) + card("FORCE", 2, 3, "", 1.0, 1e3, 0.0, 0.0)
    same = [deck(shell + pull + card("MAT1", 1, E, g, NU, 2700.0), probes([2]), LINEAR) for g in (G, "")]
    if all(ends_well("a shell", r) for r in same):
        compare("it has E and NU", end(same[0], 2), end(same[1], 2), 1e-14)
        check("it is told", "G = 2.5e+10 is left out, 5 % beside that" in same[0].stderr and "G" not in same[1].stderr, same[0].stderr)
    across = card("FORCE", 2, 2, "", 1.0, 0.0, 0.0, 1e3) + card("FORCE", 2, 3, "", 1.0, 1e3, 5e3, 1e3)
    thick = shell.replace("5,1,0.01,1", "5,1,0.5,1").replace(',"3"', "").replace(",,3\n", "\n")
    both = [deck(thick + across + m, probes([2]), LINEAR) for m in (card("MAT1", 1, E, 1.3 * OWN, NU, 2700.0), card("MAT8", 1, E, E, NU, OWN, 1.3 * OWN, 1.3 * OWN, 2700.0))]
    if all(ends_well("a shell of a very different G", r) for r in both):
        compare("has it across alone", end(both[0], 2), end(both[1], 2), 1e-13)
        check("which is told", "G = 3.42105e+10 across them" in both[0].stderr, both[0].stderr)
    shear = card("FORCE", 2, 2, "", 1.0, 0.0, 1e3, 0.0) + card("FORCE", 2, 3, "", 1.0, 0.0, 1e3, 0.0)
    laminate = plate + card("PCOMP", 5, "", "", "", "", "", "", "", 1, 0.005, 0.0, "", 1, 0.005, 0.0)
    other = card("MAT8", 1, E, E, NU, 1.3 * OWN, 1.3 * OWN, 1.3 * OWN, 2700.0)
    both = [deck(laminate + shear + m, probes([2]), LINEAR) for m in (card("MAT1", 1, E, 1.3 * OWN, NU, 2700.0), other)]
    if all(ends_well("plies", r) for r in both):
        compare("they have E, NU and G", end(both[0], 2), end(both[1], 2), 1e-13)
    a, t, q = 0.5, 2e-3, 900.0
    panel = "".join(card("GRID", k + 1, "", a * x, a * y, 0.0, "", held) for k, (x, y, held) in
                    enumerate(((0, 0, "123"), (1, 0, "123"), (1, 1, "23"), (0, 1, "23"))))
    panel += card("CSHEAR", 1, 6, 1, 2, 3, 4) + card("PSHEAR", 6, 1, t) + card("MAT1", 1, E, G, NU, 2700.0)
    panel += "".join(card("CONROD", 10 + k, i, j, 1, 1.0) for k, (i, j) in enumerate(((1, 2), (2, 3), (3, 4), (4, 1))))
    r = deck(panel + card("FORCE", 2, 3, "", 1.0, q * a / 2, 0.0, 0.0) + card("FORCE", 2, 4, "", 1.0, q * a / 2, 0.0, 0.0), probes([4]), LINEAR)
    if ends_well("a shear panel", r):
        close("by G", end(r, 4)[0], q * a / (G * t), 1e-4)


def single_moduli():
    """E or G alone leaves the other and NU 0: by closed forms of what E, or G, resists."""
    A, I, L = 1e-3, 2e-7, 2.0
    ends = card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", L, 0.0, 0.0, "", "%s")
    rod, bar = ends % "23" + card("CONROD", 1, 1, 2, 1, A), ends % "" + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0)
    constants = card("PBAR", 5, 1, A, I, I, I, *[""] * 10, 0.8, 0.8)
    pull = card("FORCE", 2, 2, "", 1.0, 3.0, 5.0, 7.0)
    for zero in (("",), (0.0, 0.0), (0.0, NU)):
        m = card("MAT1", 1, E, *zero)
        r = deck(rod + pull + m, probes([2]), LINEAR, ranks=1 + len(zero) % 2)
        if ends_well("a rod of E", r):
            close("its length", end(r, 2)[0], 3.0 * L / (E * A), 1e-12)
            check("it needs no more", "warning" not in r.stderr, r.stderr)
        r = deck(bar + constants + pull + m, probes([2]), LINEAR)
        if ends_well("a bar of E", r):
            close("its length", end(r, 2)[0], 3.0 * L / (E * A), 1e-9)
            for i, f in ((1, 5.0), (2, 7.0)):
                close("it is rigid in shear", end(r, 2)[i], f * L ** 3 / (3 * E * I), 3e-5)
            check("this is told", "PBAR 5 has no stiffness of torsion in Nastran" in r.stderr and "has a MAT1 with G of 0 (rigid in shear in Nastran)" in r.stderr, r.stderr)
    X, W = 0.3, 7.0
    clamped = bar.replace(card("GRID", 2, "", L, 0.0, 0.0, "", ""), card("GRID", 2, "", L, 0.0, 0.0, "", "4"))
    r = deck(clamped + constants + card("MAT1", 1, E) + card("PLOAD1", 2, 1, "FY", "FR", X, W, X, W), probes([2]), LINEAR)
    if ends_well("a load along a bar of E", r):
        close("bends it", end(r, 2)[1], W * (X * L) ** 2 * (3 * L - X * L) / (6 * E * I), 1e-4)
    plate = "".join(card("GRID", k + 1, "", float(x), float(y), 0.0, "", "123456" if x == 0 else "3456") for k, (x, y) in
                    enumerate(((0, 0), (1, 0), (1, 1), (0, 1))))
    shell = plate + card("CQUAD4", 1, 5, 1, 2, 3, 4) + "".join(card("FORCE", 2, n, "", 1.0, 1e3, 0.0, 0.0) for n in (2, 3))
    r = deck(shell + card("PSHELL", 5, 1, 0.01, 1) + card("MAT1", 1, E), probes([2]), LINEAR)
    if ends_well("a shell of E", r):
        close("its length", end(r, 2)[0], 2e3 / (E * 0.01), 1e-9)
        check("its shear is told", "the shells of PSHELL 5 have E and NU of it, which make G = 3.5e+10" in r.stderr, r.stderr)
    a, t, q = 0.5, 2e-3, 900.0
    panel = "".join(card("GRID", k + 1, "", a * x, a * y, 0.0, "", held) for k, (x, y, held) in
                    enumerate(((0, 0, "123"), (1, 0, "123"), (1, 1, "23"), (0, 1, "23"))))
    panel += card("CSHEAR", 1, 6, 1, 2, 3, 4) + card("PSHEAR", 6, 1, t) + card("MAT1", 1, "", G) + card("MAT1", 2, E) + \
        "".join(card("CONROD", 10 + k, i, j, 2, 1.0) for k, (i, j) in enumerate(((1, 2), (2, 3), (3, 4), (4, 1))))
    r = deck(panel + card("FORCE", 2, 3, "", 1.0, q * a / 2, 0.0, 0.0) + card("FORCE", 2, 4, "", 1.0, q * a / 2, 0.0, 0.0), probes([4]), LINEAR)
    if ends_well("a shear panel of G", r):
        close("its shear", end(r, 4)[0], q * a / (G * t), 1e-4)
    for words, text in (("PBARL 5: G of MAT1 1 is 0, and the section has a shape", bar + card("PBARL", 5, 1, "", "ROD", *[""] * 4, 0.1) + card("MAT1", 1, E)),
                        ("CONROD 1: E of MAT1 1 is 0", rod + card("MAT1", 1, "", G)), ("MAT1 1: E and G are blank", rod + card("MAT1", 1, "", "", NU)),
                        ("PSHELL 5: G of MAT1 1 is 0", shell + card("PSHELL", 5, 1, 0.01, 1, "", 1) + card("MAT1", 1, E)),
                        ("PSHELL 5: MAT1 1 has E = 0 and NU = 0", shell + card("PSHELL", 5, 1, 0.01, 1) + card("MAT1", 1, "", G)),
                        ("PSHELL 5: MAT1 1 has E = 7e+10 and NU = 2.5; accepted in a shell", shell + card("PSHELL", 5, 1, 0.01, 1) + card("MAT1", 1, E, 1e10))):
        r = deck(text.replace("%s", ""), verb="check")
        check(words, r.status == 3 and words in r.stderr, r.stderr)


def other_programs():
    text = card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", 1.0, 0.0, 0.0) + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) + \
        card("PBAR", 5, 1, 1e-3, 1e-7, 1e-7, 1e-7) + card("MAT1", 1, E, "", NU) + card("FORCE", 2, 2, "", 1.0, 0.0, 1.0, 0.0)
    r = deck(text + "PARAM,EQCHECK,0,3,3,,,,-1.E10\n,Y\nPARAM,PRTFOR,1,3,3,3,3\nDEBUG,192,2\nDEBUG,200,1\n", probes([2]), LINEAR)
    if ends_well("parameters with fields of their own", r):
        check("they are told", "(PARAM) that are not known here are left out: EQCHECK, PRTFOR" in r.stderr and "DEBUG" in r.stderr, r.stderr)


def references_in_part():
    plate = "".join(card("GRID", k + 1, "", float(x), float(y), 0.0) for k, (x, y) in enumerate(((0, 0), (2, 0), (2, 1), (0, 1)))) + \
        card("GRID", 99, "", 1.2, 0.5, 0.0) + card("CQUAD4", 1, 5, 1, 2, 3, 4) + card("PSHELL", 5, 1, 0.01, 1) + \
        card("MAT1", 1, E, "", NU) + card("SPC1", 1, 123456, 1, 4) + card("RBE3", 10, "", 99, 3, 1.0, 123, 1, 2, "", 3, 4)
    for ranks in (1, 2):
        r = deck(plate + card("FORCE", 2, 99, "", 1.0, 0.0, 0.0, 10.0), places(n2=2, n3=3, g99=99), LINEAR, ranks=ranks)
        if ends_well("RBE3 of REFC 3 on %d ranks" % ranks, r):
            tip = (end(r, 2)[2] + end(r, 3)[2]) / 2
            close("the plane through the corners", r.json["probes"]["g99"]["u"][-1][2], tip * 1.2 / 2, 1e-10)
            check("what is held is told", "components 12 of grid 99" in r.stderr, r.stderr)
    direct = plate.replace(card("RBE3", 10, "", 99, 3, 1.0, 123, 1, 2, "", 3, 4), "")
    r, s = (deck(t, probes([2]), LINEAR) for t in (
        plate + card("FORCE", 2, 99, "", 1.0, 0.0, 0.0, 10.0),
        direct + "".join(card("FORCE", 2, g, "", 1.0, 0.0, 0.0, 10.0 * f) for g, f in ((2, 0.3), (3, 0.3)))))
    if ends_well("spread", r) and ends_well("by hand", s):
        compare("the force is spread as the levers say", end(r, 2), end(s, 2), 1e-10)


def turning_bushings():
    k = (1e3, 2e3, 3e3, 4e3, 5e3, 6e3)
    bush = card("GRID", 1, "", 0.0, 0.0, 0.0) + card("GRID", 2, "", 0.0, 0.0, 0.0) + card("GRID", 3, "", 0.0, 1.0, 0.0) + \
        card("CBUSH", 1, 7, 1, 2, "", "", "", 0) + card("PBUSH", 7, "K", *k) + card("SPC1", 1, 123456, 1) + \
        card("RBAR", 9, 2, 3, 123456, "", "", 123456)
    for ranks in (1, 2):
        r = deck(bush + card("MOMENT", 2, 2, "", 1.0, 1.0, 0.0, 3.0) + card("FORCE", 2, 2, "", 1.0, 5.0, 6.0, 7.0), places(n2=("RBAR 9", (0, 0, 0)), n3=("RBAR 9", (0, 1, 0))), LINEAR, ranks=ranks)
        if ends_well("a bushing on %d ranks" % ranks, r):
            compare("displacements", end(r, 2), [5.0 / k[0], 6.0 / k[1], 7.0 / k[2]], 1e-10)
            compare("and rotations", [a - b for a, b in zip(end(r, 3), end(r, 2))], [-3.0 / k[5], 0, 1.0 / k[3]], 1e-10)
            check("linear statics warn of no joint", "came apart" not in r.stderr, r.stderr)
    alone = bush.replace(card("RBAR", 9, 2, 3, 123456, "", "", 123456), "").replace(card("GRID", 3, "", 0.0, 1.0, 0.0), "") + \
        card("CONM2", 4, 2, "", 2.0, "", "", "", "", 0.5, "", 0.6, "", "", 0.7)
    r = deck(alone, "modes: {count: 6}\n", verb="modes", ranks=2)
    if ends_well("its frequencies", r):
        exact = sorted(math.sqrt(a / m) / (2 * math.pi) for a, m in zip(k, (2, 2, 2, 0.5, 0.6, 0.7)))
        for a, b in zip(r.json["modes"]["frequency"], exact):
            close("one of them", a, b, 1e-9)


def axes_of_cylinders():
    text = card("CORD2C", 25, "", 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0) + card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + \
        card("GRID", 2, "", 0.0, 0.0, 2.0, 25, "1456") + card("CBAR", 1, 5, 1, 2, 1.0, 0.0, 0.0) + card("PBAR", 5, 1, 1e-3, 1e-7, 2e-7, 1e-7) + card("MAT1", 1, E, "", NU)
    r = deck(text + card("FORCE", 2, 2, "", 1.0, 3.0, 4.0, 0.0), probes([2]), LINEAR)
    if ends_well("a grid on the axis", r):  # azimuth 0 is y, which is held; x is around, against it
        compare("moves around alone", end(r, 2), [3.0 * 2 ** 3 / (12 * E * 1e-7), 0, 0], 1e-4)


def masses_alone():
    text = card("GRID", 1, "", 1.0, 2.0, 3.0) + card("CONM2", 1, 1, "", 2.5, 0.1, 0.0, 0.0, "", 0.5, "", 0.6, "", "", 0.7)
    r = deck(text, "gravity: [0, 0, -9.81]\n" + places(n1=("CONM2 1", (1, 2, 3))), "time: {scheme: bdf2, step: 1e-3, steps: 100}\n", ranks=1)
    if ends_well("a mass that falls", r):
        close("as masses do", end(r, 1)[2], -9.81 * 0.1 ** 2 / 2, 2e-2)
    r = deck(text, "", "time: {scheme: bdf2, step: 1e-3, steps: 100}\n", verb="check")
    close("its mass", r.json["mass"], 2.5, 1e-14) if ends_well("it is checked", r) else None


def bodies_of_one_card():
    text = "".join(card("GRID", k + 1, "", float(k), 0.0, 0.0) for k in range(4)) + card("GRID", 9, "", 0.0, 0.0, 1.0) + \
        card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) + card("PBAR", 5, 1, 1e-3, 1e-7, 1e-7, 1e-7) + card("MAT1", 1, E, "", NU) + \
        card("SPC1", 1, 123456, 1) + "RBE1,7,2,123456\n,UM,3,123456,4,123456\n"
    r = deck(text + card("FORCE", 2, 4, "", 1.0, 0.0, 1.0, 0.0), places(n2=2, n3=("RBE1 7", (2, 0, 0)), n4=("RBE1 7", (3, 0, 0))), LINEAR)
    if ends_well("RBE1 of two grids alone", r):
        slope = end(r, 3)[1] - end(r, 2)[1]
        close("they go on straight", end(r, 4)[1] - end(r, 3)[1], slope, 1e-9)
        close("by the moment that the arm makes", slope, (1.0 * 1 / 2 + 2.0 * 1) / (E * 1e-7), 1e-7)


def names_of_programs():
    """A mesh of pyLayout, whose properties are those of the case; free fields as wide as fixed ones of OpenVSP."""
    text = "$CDSCRPT               5       ribs/R.00\n" + "".join(card("GRID", k + 1, "", float(x), float(y), 0.0) for k, (x, y) in enumerate(
        ((0, 0), (1, 0), (1, 1), (0, 1)))) + card("CQUAD4", 1, 5, 1, 2, 3, 4) + "SPC            1       1  1234560.000000\nSPC            1       4  1234560.000000\n"
    r = deck(text, "materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}\nshells: [{group: ribs/R.00, material: m, thickness: 0.01}]\n", LINEAR, "check")
    if ends_well("a name of pyLayout", r):
        close("it is the group of the shell", r.json["mass"], 27.0, 1e-12)
    wide = "GRID    ,       1,        ,0.000000,0.000000,0.000000\nGRID    ,       2,        ,1.000000,0.000000,0.000000\n" \
        "CBAR    ,       1,       1,       1,       2,  0.0000,  1.0000,  0.0000\nPBARL   ,       1,       1,        ,     ROD,\n        ,  0.0100\n" \
        "MAT1    ,       1,  7.0+10,        ,    0.33,    2700.\nSPC1    ,       1,  123456,       1\nFORCE   ,       1,       2,        ,      1.,      0.,      0.,     10.\n"
    r = deck(wide, probes([2]), LINEAR)
    if ends_well("wide free fields", r):
        close("bend", end(r, 2)[2], 10 / (3 * 7e10 * math.pi * 0.01 ** 4 / 4), 1e-3)


def rods_along_axes():
    text = card("CORD2R", 13, "", 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0) + card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + \
        card("GRID", 2, "", 0.0, 3.0, 0.0, 13, "12456") + card("CROD", 1, 5, 1, 2) + card("PROD", 5, 1, 1e-4) + card("MAT1", 1, E, "", NU) + \
        card("FORCE", 2, 2, 13, 8.0, 0.0, 0.0, 1.0)
    for ranks in (1, 2):
        r = deck(text, probes([2]), LINEAR, ranks=ranks)
        if ends_well("a rod along axes of its own on %d ranks" % ranks, r):
            compare("it stretches", end(r, 2), [0, 8.0 * 3 / (E * 1e-4), 0], 1e-10)


def commands_of_subcases():
    text = card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", 1.0, 0.0, 0.0) + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) + \
        card("PBAR", 5, 1, 1e-3, 1e-7, 1e-7, 1e-7) + card("MAT1", 1, E, "", NU) + card("FORCE", 2, 2, "", 1.0, 0.0, 1.0, 0.0)
    control = "SUBCASE 1\n  LOAD = 2\nSUBCASE 2\n  LOAD = 2\n  TEMP(LOAD) = 7\n"
    r = deck(text, probes([2]) + "deck: {subcase: 1}\n", LINEAR, control=control)
    if ends_well("a subcase without temperatures", r):
        close("has its load", end(r, 2)[1], 1.0 / (3 * E * 1e-7), 1e-2)
    r = deck(text, "deck: {subcase: 2}\n", LINEAR, control=control, verb="check")
    check("one with them is refused", r.status == 3 and "deck.bdf:5: TEMPERATURE = 7 is chosen, but no card has that set" in r.stderr, r.stderr)
    r = deck(text, "", LINEAR, control=control, verb="check")
    check("both are different models", r.status == 3 and "the subcases 1 (SPC 0, LOAD 2), 2" in r.stderr, r.stderr)
    r = deck(text, "deck: {subcase: 1}\n", LINEAR, control="TEMPERATURE = 7\n" + control, verb="check")
    check("above all of them", r.status == 3 and "deck.bdf:1: TEMPERATURE" in r.stderr, r.stderr)
    r = deck(text, "deck: {subcase: 1}\n", LINEAR, control=control + "SYMCOM 3\n", verb="check")
    check("sums of subcases by symmetry", r.status == 3 and "SYMCOM" in r.stderr, r.stderr)


def texts_and_tables():
    """Equations in fixed columns are left out with their commas, and materials that vary where no temperatures act."""
    text = card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", 1.0, 0.0, 0.0) + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) + \
        card("PBAR", 5, 1, 1e-3, 1e-7, 1e-7, 1e-7) + card("MAT1", 1, E, "", NU, "", 1e-5) + card("FORCE", 2, 2, "", 1.0, 0.0, 1.0, 0.0) + card("TEMPD", 7, 20.0)
    plain, control = deck(text, probes([2]), LINEAR, control="LOAD = 2\n"), "LOAD = 2\n"
    for name, more in (("DEQATN", "DEQATN  1       F(A,B)=A+B\n"), ("DEQATN", "DEQATN  1       F(A,B)=A+\n        B*MAX(A,2.)\n"), ("DEQATN", "deqatn  1       F(A)=A+1.\n"),
                       ("MATT1", "MATT1,1,1\nTABLEM1,1\n,20.,7.+10,100.,6.+10,ENDT\n")):
        r = deck(more + text, probes([2]), LINEAR, control=control)
        if ends_well(name, r):
            check(name + " is told", "cards that are left out" in r.stderr and name in r.stderr, r.stderr)
            check(name + " changes nothing", end(r, 2) == end(plain, 2), end(r, 2))
    r = deck(more + text, probes([2]), LINEAR, control=control + "TEMPERATURE(LOAD) = 7\n", verb="check")
    check("a material that varies", r.status == 3 and "TEMPERATURE acts, and the material varies with it" in r.stderr, r.stderr)


names_of_programs()
texts_and_tables()
rods_along_axes()
commands_of_subcases()
disagreeing_materials()
single_moduli()
other_programs()
references_in_part()
turning_bushings()
axes_of_cylinders()
masses_alone()
bodies_of_one_card()
