"""Loads of a Nastran deck that are spread over grids are what their cards mean.

Claims: PLOAD1 on bars gives grids the displacements of Timoshenko's beam: cantilevers and beams between clamps and pins
under loads at a place and linear ones between two, by length and by fraction, along the bar's axes, basic axes and per
projected length, with offsets, pin flags and sections whose planes and twist are coupled, where a bar that is cut in
forty, with the load on its grids, agrees; FORCE1, FORCE2, MOMENT1, MOMENT2 are the FORCE and MOMENT of their direction;
PLOAD4 with unequal pressures has the resultant and the moments of the bilinear pressure, along a vector that of its
components, and PLOAD that of its triangles; LOAD and TLOAD scale them; on 1 to 3 ranks. What has no meaning is refused
with file, line and field.
"""
import math
import random

from common import agree, cross, passed, plus, refused, same_motions, unit
from helper import close
from nastran_decks import card, deck, end, probes

E, NU = 7e10, 0.3
G = E / (2 * (1 + NU))
A, I1, I2, J, K = 8e-4, 1.1e-7, 3e-8, 8e-8, 0.8
BASE = "MAT1,1,%g,,%g,2700.\n" % (E, NU)


PBAR = card("PBAR", 1, 1, A, I1, I2, J, *[""] * 10, K, K)


def closed_forms():
    """Bars along x, y up; loads of size 1e-2 at most."""
    L, q = 2.0, 1e-2
    shear = K * G * A
    text, exact, n = BASE + PBAR, {}, 0

    def bar(name, u, *loads, feet=("123456", ""), axis=1, at=1, back=False):
        nonlocal text, n
        n += 10
        text += card("GRID", n, "", 0.0, 0.0, 0.0, "", feet[0]) + card("GRID", n + 1, "", L, 0.0, 0.0, "", feet[1])
        text += card("CBAR", n, 1, n + back, n + 1 - back, 0.0, 1.0, 0.0)
        for load in loads:
            text += card("PLOAD1", 2, n, *load)
        exact[name] = n + at, axis, u

    bar("uniform", q * L ** 4 / (8 * E * I1) + q * L * L / (2 * shear), ("FY", "LE", 0.0, q, L, q))
    bar("by fraction", q * L ** 4 / (8 * E * I2) + q * L * L / (2 * shear), ("FZE", "FR", 0.0, q, 1.0, q), axis=2)
    bar("growing", 11 * q * L ** 4 / (120 * E * I1) + q * L * L / (3 * shear), ("FYE", "FR", 0.0, 0.0, 1.0, q))
    bar("falling", q * L ** 4 / (30 * E * I1) + q * L * L / (6 * shear), ("FY", "FR", 0.0, q, 1.0, 0.0))
    a = 0.7
    bar("at a place", q * a * a * (3 * L - a) / (6 * E * I1) + q * a / shear, ("FY", "LE", a, q))
    bar("in the middle, X2 as X1", q * 1.25 * L ** 3 / (12 * E * I1) + q * L / 2 / shear, ("FY", "FR", 0.5, q, 0.5, q))
    bar("at the end", q * L ** 3 / (3 * E * I1) + q * L / shear, ("FY", "FR", 1.0, q))
    bar("a part", q * a ** 3 * (4 * L - a) / (24 * E * I1) + q * a * a / 2 / shear, ("FY", "LE", 0.0, q, a, q))
    bar("uniform from the tip", q * L ** 4 / (8 * E * I1) + q * L * L / (2 * shear), ("FY", "LE", 0.0, q, L, q),
        back=True)
    bar("growing from the tip", q * L ** 4 / (30 * E * I2) + q * L * L / (6 * shear), ("FZ", "FR", 0.0, 0.0, 1.0, q),
        axis=2, back=True)
    bar("a moment from the tip", q * (L - a) * (L + a) / (2 * E * I1), ("MZ", "LE", a, q), back=True)
    bar("pull", q * L * L / (2 * E * A), ("FXE", "FR", 0.0, q, 1.0, q), axis=0)
    bar("a moment at a place", q * a * (2 * L - a) / (2 * E * I1), ("MZ", "LE", a, q))
    bar("moments about y", -q * L ** 3 / (3 * E * I2), ("MYE", "FR", 0.0, q, 1.0, q), axis=2)
    for name, feet, pins in (("at pins of grids", ("1234", ""), ("", "")),
                             ("at pins of bars", ("123456", ""), ("5", ""))):
        # its rotation at the pin is free: the end hangs by half the weight as a lever on a clamp at the other end
        n += 10
        text += (card("GRID", n, "", 0.0, 0.0, 0.0, "", feet[0].replace("5", "6") if not pins[0] else feet[0]) +
                 card("GRID", n + 1, "", L, 0.0, 0.0) + card("GRID", n + 2, "", 2 * L, 0.0, 0.0, "", "123456") +
                 card("CBAR", n, 1, n, n + 1, 0.0, 1.0, 0.0, "", *pins) +
                 card("CBAR", n + 1, 1, n + 1, n + 2, 0.0, 1.0, 0.0) + card("PLOAD1", 2, n, "FZ", "FR", 0.0, q, 1.0, q))
        exact[name] = n + 1, 2, None
    for ranks in (1, 3):
        if r := passed("closed forms on %d ranks" % ranks,
                       deck(text, probes(x[0] for x in exact.values()), ranks=ranks)):
            for name, (node, axis, u) in exact.items():
                if u is not None:
                    close("%s on %d ranks" % (name, ranks), end(r, node)[axis], u, 1e-8)
            agree("pins of bars and grids", end(r, exact["at pins of bars"][0]), end(r, exact["at pins of grids"][0]),
                  1e-8)
    # per length of the projection: a bar at 60 degrees from the load
    up, s = [0.5, 0.0, math.sqrt(0.75)], 0.5
    text = BASE + PBAR + "GRID,1,,0.,0.,0.,,123456\n" + card("GRID", 2, "", *up) + "CBAR,1,1,1,2,0.,1.,0.\n"
    a = deck(text + card("PLOAD1", 2, 1, "FZ", "FRPR", 0.1, q, 0.8, 2 * q), probes([2]))
    b = deck(text + card("PLOAD1", 2, 1, "FZ", "LE", 0.1, s * q, 0.8, s * 2 * q), probes([2]))
    same_motions("a load per projected length", a, b)


def cut_bars():
    """Random bars of coupled sections beside the same bars in forty parts, whose grids have the load."""
    dice, parts = random.Random(7), 40
    sections = {1: PBAR, 2: card("PBAR", 2, 1, A, I1, I2, J, "", "", *[""] * 8, 0.8, 0.5, 2e-8),
                3: "PBEAML,3,1,,CHAN,,,,\n,0.05,0.08,0.004,0.006\n",
                4: "PBARL,4,1,,I,,,,\n,0.08,0.05,0.05,0.004,0.005,0.005\n"}
    for trial in range(8):
        pid = 1 + trial % 4
        kind = (["FX", "FY", "FZ", "MX", "MY", "MZ", "FXE", "FYE", "FZE", "MXE", "MYE", "MZE"][dice.randrange(12)]
                if trial else "FYE")
        X = [[dice.uniform(-1, 1) for _ in range(3)] for _ in range(2)]
        X[1][0] += 2
        up = [dice.uniform(-1, 1) for _ in range(3)]
        w = [[dice.uniform(-0.2, 0.2) for _ in range(3)] for _ in range(2)] if trial % 2 else [[0.0] * 3] * 2
        x1 = dice.uniform(0, 0.5)
        x2, p1, p2 = dice.uniform(x1, 1), dice.uniform(-1, 1) * 1e-3, dice.uniform(-1, 1) * 1e-3
        if trial == 5:
            x2, p2 = x1, p1
        word = "CBEAM" if pid == 3 else "CBAR"
        text = BASE + sections[pid] + card("GRID", 1, "", *X[0], "", "123456") + card("GRID", 2, "", *X[1])
        far = (card("GRID", 3, "", X[1][0] + 0.3, X[1][1] - 0.2, X[1][2] + 0.5) + ("" if pid == 1 else PBAR) +
               "CBAR,90,1,2,3,0.3,1.,0.1\n")
        whole = deck(text + far + card(word, 1, pid, 1, 2, *up, "", "", "", *w[0], *w[1]) +
                     card("PLOAD1", 2, 1, kind, "FR", x1, p1, x2, p2), probes([2, 3]), ranks=1 + trial % 2)
        # the same: rigid arms are offsets of the first and the last part; each part carries its own piece of the load
        ends = [[X[k][i] + w[k][i] for i in range(3)] for k in (0, 1)]
        at = [[ends[0][i] + (ends[1][i] - ends[0][i]) * k / parts for i in range(3)] for k in range(parts + 1)]
        L = math.dist(*ends)
        fine = text + far
        for k in range(1, parts):
            fine += card("GRID", 100 + k, "", *at[k])
        name = lambda k: 1 if k == 0 else 2 if k == parts else 100 + k
        axes = {"X": 0, "Y": 1, "Z": 2}
        ex = [(ends[1][i] - ends[0][i]) / L for i in range(3)]
        dot = sum(a * b for a, b in zip(up, ex))
        ey = [a - dot * b for a, b in zip(up, ex)]
        size = math.sqrt(sum(a * a for a in ey))
        ey = [a / size for a in ey]
        ez = cross(ex, ey)
        way = [ex, ey, ez][axes[kind[1]]] if kind.endswith("E") else [float(i == axes[kind[1]]) for i in range(3)]
        force = [[0.0] * 3 for _ in range(parts + 1)]
        moment = [[0.0] * 3 for _ in range(parts + 1)]
        of = force if kind[0] == "F" else moment
        pieces = 4000
        if x1 == x2:
            k = min(int(x1 * parts), parts - 1)
            for i in range(3):
                share = x1 * parts - k
                of[k][i] += p1 * way[i] * (1 - share)
                of[k + 1][i] += p1 * way[i] * share
        for m in range(pieces if x1 < x2 else 0):
            x = x1 + (x2 - x1) * (m + 0.5) / pieces
            p = (p1 + (p2 - p1) * (m + 0.5) / pieces) * L * (x2 - x1) / pieces
            k = min(int(x * parts), parts - 1)
            share = x * parts - k
            for i in range(3):
                of[k][i] += p * way[i] * (1 - share)
                of[k + 1][i] += p * way[i] * share
        for k in range(parts):
            wa, wb = (w[0] if k == 0 else [0.0] * 3), (w[1] if k == parts - 1 else [0.0] * 3)
            fine += card(word, 100 + k, pid, name(k), name(k + 1), *up, "", "", "", *wa, *wb)
        arm = w[1]
        for i in range(3):
            moment[parts][i] += (arm[(i + 1) % 3] * force[parts][(i + 2) % 3] - arm[(i + 2) % 3] *
                                 force[parts][(i + 1) % 3])
        for k in range(1, parts + 1):
            for which, v in (("FORCE", force[k]), ("MOMENT", moment[k])):
                if any(v):
                    fine += card(which, 2, name(k), "", 1.0, *v)
        cut = deck(fine, probes([2, 3]))
        same_motions("%s of section %d, trial %d" % (kind, pid, trial), whole, cut, 2e-3)


PLATE = (BASE +
         "".join(card("GRID", 1 + i + 4 * j, "", 0.5 * i, 0.4 * j, 0.1 * i * j) for j in range(3) for i in range(4)) +
         "".join(card("CQUAD4", 1 + i + 3 * j, 1, 1 + i + 4 * j, 2 + i + 4 * j, 6 + i + 4 * j, 5 + i + 4 * j)
                 for j in range(2) for i in range(3)) + "PSHELL,1,1,.01,1\nSPC1,1,123456,1,5,9\n")
TIPS = [4, 8, 12, 7]


def same(label, one, other, bound=1e-12, ranks=1, **more):
    a = deck(PLATE + one, probes(TIPS), ranks=ranks, **more)
    same_motions(label, a, deck(PLATE + other, probes(TIPS), **more), bound)
    return a


def directed():
    """FORCE1 and its kin."""
    place = lambda n: [0.5 * ((n - 1) % 4), 0.4 * ((n - 1) // 4), 0.1 * ((n - 1) % 4) * ((n - 1) // 4)]
    line = lambda a, b: plus(place(b), place(a), -1)
    one, two = unit(line(1, 12)), unit(cross(line(1, 12), line(2, 8)))
    same("FORCE1 and FORCE2", "FORCE1,2,8,3.,1,12\nFORCE2,2,4,-2.,1,12,2,8\n",
         card("FORCE", 2, 8, "", 3.0, *one) + card("FORCE", 2, 4, "", -2.0, *two), ranks=2)
    same("MOMENT1 and MOMENT2", "MOMENT1,2,8,3.,1,4\nMOMENT2,2,8,-2.,1,12,5,8\n",
         card("MOMENT", 2, 8, "", 3.0, *unit(line(1, 4))) +
         card("MOMENT", 2, 8, "", -2.0, *unit(cross(line(1, 12), line(5, 8)))))


def pressures():
    """Over the plate: its resultant at the wall, and equal pressures in other words."""
    normal = "PLOAD4,2,1,30.,,,,THRU,6\n"
    same("PLOAD4 of one pressure and PLOAD2", normal, "PLOAD2,2,30.,1,THRU,6\n")
    flat = "CORD2R,9,0,0.,0.,0.,0.,1.,0.\n,0.,0.,1.\n"  # z along y, x along z
    passed("which is a force", same("PLOAD4 along a vector", "PLOAD4,2,1,30.,,,,THRU,6\n,0,0.,3.,4.\n",
                                    flat + "PLOAD4,2,1,30.,,,,THRU,6\n,9,8.,0.,6.\n", ranks=2))
    same("PLOAD4 as a sum", "PLOAD4,2,2,10.,40.,20.,5.\nPLOAD4,2,5,3.,1.\n",
         "".join("PLOAD4,2,2,%g,%g,%g,%g\n" % tuple(p * (i == k) for k in range(4))
                 for i, p in enumerate((10., 40., 20., 5.))) + "PLOAD4,2,5,3.,1.,3.,3.\n")
    same("LOAD scales them", "LOAD,7,2.,3.,2\nPLOAD4,2,2,10.,40.,20.,5.\n", "PLOAD4,7,2,60.,240.,120.,30.\n",
         control="SPC = 1\nLOAD = 7\n")
    a = deck(PLATE + "TLOAD1,7,2,,,3\nTABLED1,3\n,0.,0.,1.,4.,ENDT\nPLOAD4,2,2,10.,40.,20.,5.\n", probes(TIPS),
             control="SPC = 1\nDLOAD = 7\n")
    b = deck(PLATE + "PLOAD4,8,2,40.,160.,80.,20.\n", probes(TIPS))
    same_motions("a TLOAD scales them", a, b)
    # one square in the plane: resultant and moments of a bilinear pressure, by its reactions
    square = (BASE + "GRID,1,,0.,0.,0.\nGRID,2,,2.,0.,0.\nGRID,3,,2.,3.,0.\nGRID,4,,0.,3.,0.\nCQUAD4,1,1,1,2,3,4\n"
              "PSHELL,1,1,.01,1\nSPC1,1,123456,1,THRU,4\n")
    p = (10.0, 40.0, 25.0, 5.0)
    wall = 'probes: [{name: all, reaction: "SPC 1: 123456"}]\n'
    for ranks in (1, 2):
        if r := passed("a bilinear pressure on %d ranks" % ranks,
                       deck(square + "PLOAD4,2,1,%g,%g,%g,%g\n" % p, wall, ranks=ranks)):
            got = r.json["reactions"]["all"]
            close("its force", got["force"][-1][2], -6 * sum(p) / 4, 1e-12)
            # moments about the origin of forces up: integral of y p and of -x p
            y = 6 * 3 * sum(w * q for w, q in zip((1 / 12, 1 / 12, 1 / 6, 1 / 6), p))
            x = 6 * 2 * sum(w * q for w, q in zip((1 / 12, 1 / 6, 1 / 6, 1 / 12), p))
            close("its moment about x", got["moment"][-1][0], -y, 1e-12)
            close("its moment about y", got["moment"][-1][1], x, 1e-12)
    for grids, area in (("1,2,3,4", 6.0), ("1,2,3", 3.0)):
        if r := passed("PLOAD over " + grids, deck(square + "PLOAD,2,7.,%s\n" % grids, wall)):
            close("its force", r.json["reactions"]["all"]["force"][-1][2], -7 * area, 1e-12)
    a = deck(square.replace("1,THRU,4", "1,4") + "PLOAD,2,7.,1,2,3\n", probes([2, 3]))
    b = deck(square.replace("1,THRU,4", "1,4") + "".join("FORCE,2,%d,,7.,0.,0.,1.\n" % n for n in (1, 2, 3)),
             probes([2, 3]))
    agree("PLOAD is a third on each grid", end(a, 2), end(b, 2), 1e-12)
    nine = BASE + "".join(card("GRID", n, "", x, y, 0.1 * x * y) for n, (x, y) in enumerate(
        ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0), (1.0, 0.0), (2.0, 0.5), (1.0, 1.0), (0.0, 0.5)), 1)) + \
        "CQUAD8,1,1,1,2,3,4,5,6\n,7,8\nPSHELL,1,1,.01,1\nSPC1,1,123456,1,4,8\n"
    a = deck(nine + "PLOAD4,2,1,10.,10.,10.,0.\nPLOAD4,2,1,0.,0.,0.,10.\n", probes([2, 3]))
    b = deck(nine + "PLOAD4,2,1,10.\n", probes([2, 3]))
    same_motions("pressures on a CQUAD8", a, b)


def wrong():
    bar = (BASE + PBAR + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nGRID,3,,2.,0.,0.\nCBAR,1,1,1,2,0.,1.,0.\n"
           "CONROD,2,2,3,1,1.-3\n")
    for cards, words in (
            ("PLOAD1,2,1,FQ,LE,0.,1.\n", "PLOAD1 2: TYPE is not read; accepted: FX"),
            ("PLOAD1,2,1,FX,CM,0.,1.\n", "PLOAD1 2: SCALE is not read; accepted: LE, FR, LEPR, FRPR"),
            ("PLOAD1,2,1,FX,LE,.5,1.,.2,1.\n", "PLOAD1 2: X1 = 0.5 and X2 = 0.2; accepted: 0 <= X1 <= X2"),
            ("PLOAD1,2,1,FX,LE,0.,1.,.2,x\n", "PLOAD1 2: P2 must be a real number"),
            ("PLOAD1,2,1,FX,LE,0.,1.,1.2,1.\n", "PLOAD1: X2 = 1.2 is beyond the end of CBAR 1, whose length is 1"),
            ("PLOAD1,2,1,MX,FRPR,0.,1.,1.,1.\n", "a load per projected length is FX, FY or FZ"),
            ("PLOAD1,2,2,FX,LE,0.,1.\n", "PLOAD1: EID = 2 is not that of a CBAR or CBEAM"),
            ("FORCE1,2,2,1.,1,1\n", "FORCE1: grids 1, 1 give no direction; accepted: two places"),
            ("FORCE2,2,2,1.,1,2,2,3\n", "FORCE2: grids 1, 2 and those after them give no direction"),
            ("FORCE1,2,2,1.,1,9\n", "FORCE1: G2, grid 9, is not defined"),
            ("MOMENT1,2,9,1.,1,2\n", "MOMENT1: grid 9 is not defined"),
            ("PLOAD,2,1.,1,2,3\n", "PLOAD: grids 1, 2, 3 are on a line"),
            ("PLOAD4,2,1,1.,2.\n", "PLOAD4: shell element 1 is not defined"),
            ("PLOAD4,2,1,1.\n,5\n", "PLOAD4 2: CID = 5 without N1, N2, N3"),
            ("PLOAD4,2,1,1.\n,5,1.,0.,0.\n", "the coordinate system 5 is not defined")):
        refused(words, deck(bar + "SPC1,1,23,3\n" + cards, verb="check"), 3, words, "deck.bdf:12: ")


for part in (closed_forms, cut_bars, directed, pressures, wrong):
    part()
