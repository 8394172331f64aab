"""Pin flags of CBAR and CBEAM that no joint has are equations, along the axes of the bar.

Claims: a bar of which the stretch alone goes on is a spring along its line, in closed form; any flags give the model of
doubled grids and MPCs along the axes of the bar to 1e-9 of the largest displacement, with offsets, at grids of bars, of
shells, of bodies and at supports, on 1 and 3 ranks; bars of any flags and directions at a grid whose rotations are held
give a truss in closed form, or the model of grids of their own; a grid that has such ends of released displacements
alone is a point; a line says that they are for small rotations; an end that nothing connects is refused with file and
line.
"""
import random

from common import agree, cross, dot, passed, refused, unit
from helper import check, close
from nastran_decks import card, deck, end, probes

MATERIAL = "MAT1,1,7.+4,,.3,2.7\n"
SECTION = "PBAR,5,1,0.01,2e-05,1e-05,3e-05,,\n,,,,,,,,\n,0.8,0.7\n"


def springs():
    """Two bars in line, of which the second gives the grid its stretch alone: the first bends as if by itself."""
    text = (MATERIAL + SECTION + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nGRID,3,,5.,0.,0.,,123456\n"
            "CBAR,1,5,1,2,0.,1.,0.\n")
    text += "CBAR,2,5,2,3,0.,1.,0.,,+\n+,23456\nFORCE,1,2,,1.,2.,3.,5.\n"
    E, G, A = 7e4, 7e4 / 2.6, 1e-2
    for ranks in (1, 2):
        if r := passed("a spring along its line", deck(text, probes([2]), ranks=ranks),
                       "deck.bdf:10: CBAR 2: PA = 23456 is by equations"):
            u = end(r, 2)
            close("along it", u[0], 2 / (E * A / 2 + E * A / 3), 1e-10)
            close("y", u[1], 3 * 8 / (3 * E * 2e-5) + 3 * 2 / (0.8 * G * A), 1e-10)
            close("z", u[2], 5 * 8 / (3 * E * 1e-5) + 5 * 2 / (0.7 * G * A), 1e-10)


PLACES = {1: [0, 0, 0], 2: [1.0, 0.4, 0.2], 3: [2.1, -0.3, 0.6], 4: [1.2, 1.3, 0.1], 5: [0.3, 1.1, -0.2]}
UP = [0.2, 1.0, -0.3]


def released(pins, offset, more, places=PLACES):
    """The bar 2 from grid 2 to grid 3 with flags at its first end; and the same by a grid 20 there, with equations."""
    begin = [a + b for a, b in zip(places[2], offset)]
    x = unit([b - a for a, b in zip(begin, places[3])])
    z = unit(cross(x, UP))
    axes = [x, cross(z, x), z]
    grids = "".join(card("GRID", n, "", *map(float, p), "", "123456" if n in (1, 5) else "") for n, p in places.items())
    grids += MATERIAL + SECTION + card("CBAR", 1, 5, 1, 2, *UP) + card("CBAR", 3, 5, 3, 5, *UP) + more
    grids += "FORCE,1,2,,1.,.2,1.,-.5\nMOMENT,1,2,,.3,1.,.4,.2\nFORCE,1,3,,2.,-.3,.1,.4\n"
    a = grids + card("CBAR", 2, 5, 2, 3, *UP, "", pins, "", *map(float, offset))
    # CD of the doubled grid alone: the axes of the bar
    at, line, plane = begin, [p + q for p, q in zip(begin, axes[2])], [p + q for p, q in zip(begin, axes[0])]
    b = grids + card("CORD2R", 7, "", *at, *line, *plane) + card("GRID", 20, "", *begin, 7) + "CBAR,2,5,20,3,0.,1.,0.\n"
    for c in range(1, 7):
        if str(c) in pins:
            continue
        e = axes[(c - 1) % 3]
        terms = [(20, c, 1.0)] + [(2, i + (1 if c < 4 else 4), -e[i]) for i in range(3)]
        if c < 4:
            terms += [(2, i + 4, -t) for i, t in enumerate(cross(offset, e))]
        terms = [t for t in terms if t[2]]
        words = []
        for i, t in enumerate(terms):
            words += (["", ""] if i and i % 2 == 0 else []) + list(t)
        b += card("MPC", 9, *words)
    return a, b


# what has grid 2 and grid 3 beside the bars: nothing, a shell, or a body
SHELL = "CQUAD4,9,8,2,3,4,5\nPSHELL,8,1,.05,1,,1\n"
BODY = "RBE2,11,2,123456,4\nCQUAD4,9,8,1,3,4,5\nPSHELL,8,1,.05,1,,1\n"


JOINTS = ("456", "135", "3456", "234")


def doubled():
    seen = probes([2, 3])
    rows = [("23456", (0, 0, 0), "", 1), ("12", (0, 0, 0), "", 3), ("135", (0.1, -0.2, 0.05), "", 1),
            ("2356", (0.1, -0.2, 0.05), "", 2), ("3456", (0.1, 0.1, -0.05), "", 1), ("1246", (0, 0, 0), "", 1),
            ("234", (0.1, -0.2, 0.05), BODY, 1), ("12345", (0.1, 0.05, 0.2), BODY, 2), ("23456", (0, 0, 0), SHELL, 1),
            ("456", (0.1, -0.2, 0.05), "", 1)]
    random.Random(5).shuffle(rows)
    for pins, offset, more, ranks in rows:
        a, b = released(pins, offset, more)
        label = "flags %s%s" % (pins, " with shells" if more == SHELL else " with a body" if more else "")
        p, q = deck(a, seen, ranks=ranks), deck(b, seen, control="MPC = 9\nLOAD = 1\n")
        if not check(label, p.status == q.status == 0 and ("small rotations" in p.stderr) == (pins not in JOINTS),
                     p.stderr + q.stderr):
            continue
        for n in (2, 3):
            agree(label + ", grid %d" % n, end(p, n), end(q, n), 1e-9)


def supports():
    """Flags at a grid that nothing but a support has."""
    text = (MATERIAL + SECTION + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nCBAR,1,5,1,2,0.,1.,0.,,+\n+,%s\n"
            "FORCE,1,2,,1.,2.,3.,5.\nSPC1,1,%s,2\n")
    E, A = 7e4, 1e-2
    if r := passed("a bar that slides at its support", deck(text % ("23", "23456"), probes([2]))):
        close("it stretches", end(r, 2)[0], 2 * 2 / (E * A), 1e-10)
    if r := passed("of which the rotation is free too", deck(text % ("2356", "2356"), probes([2]))):
        close("it stretches", end(r, 2)[0], 2 * 2 / (E * A), 1e-10)
    refused("an end at nothing", deck(text % ("123456", "1"), verb="check"), 3,
            "deck.bdf:8: CBAR 1: PA = 123456 connects the end with nothing")


# where three bars begin; they end at grid 9 in the origin
TRIPOD = [(-1.0, 0.2, 0.1), (0.7, 1.1, -0.3), (0.5, -0.9, 0.8)]


def tripod(flags, own, first=""):
    """Three bars at a grid whose rotations are held; with `own`, each has a grid of its own there, along its axes."""
    text = MATERIAL + SECTION + "FORCE,1,%d,,1.,2.,3.,-5.\n" % (31 if own else 9)
    text += "" if own else "GRID,9,,0.,0.,0.\nSPC1,1,456,9\n"
    axes = []
    for n, place in enumerate(TRIPOD):
        x = unit([-c for c in place])
        z = unit(cross(x, UP))
        axes.append([x, cross(z, x), z])
        at = 31 + n if own else 9
        text += card("GRID", n + 1, "", *place, "", "123456") + card(
            "CBAR", n + 1, 5, n + 1, at, *UP, "", first, "" if own else flags[n])
        if own:
            text += card("CORD2R", n + 1, "", 0.0, 0.0, 0.0, *axes[n][2], *axes[n][0]) + card(
                "GRID", at, "", 0.0, 0.0, 0.0, n + 1)
            stopped = "".join(c for c in "456" if c not in flags[n])
            text += "SPC1,1,%s,%d\n" % (stopped, at) if stopped else ""
        for c in range(1, 4) if own and n else ():
            terms = [(at, c, 1.0)] + [(31, j + 1, -dot(axes[n][c - 1], axes[0][j])) for j in range(3)]
            words = []
            for i, t in enumerate(terms):
                words += (["", ""] if i and i % 2 == 0 else []) + list(t)
            text += card("MPC", 9, *words)
    return text, axes


def still():
    """Flags of all bars at a grid that does not turn: 56 of both ends of them makes trusses."""
    for flags in (["56"] * 3, ["456", "5", "56"], ["6", "45", "456"]):
        a, b = tripod(flags, False)[0], tripod(flags, True)[0]
        p, q = deck(a, probes([9])), deck(b, probes([31]), control="MPC = 9\nSPC = 1\nLOAD = 1\n")
        if check("flags " + " ".join(flags), p.status == q.status == 0 and "small rotations" in p.stderr,
                 p.stderr + q.stderr):
            agree("a grid that does not turn", end(p, 9), end(q, 31), 1e-9)
    text, axes = tripod(["56"] * 3, False, "56")
    for ranks in (1, 3):
        if r := passed("a truss of bars", deck(text, probes([9]), ranks=ranks)):
            u, force = end(r, 9), [0, 0, 0]
            for x, place in zip(axes, TRIPOD):
                pull = 7e4 * 1e-2 / dot(place, place) ** 0.5 * dot(x[0], u)
                force = [f + pull * c for f, c in zip(force, x[0])]
            for i, f in enumerate((2, 3, -5)):
                close("is in balance, %d" % i, force[i], f, 1e-10)
    refused("a moment there", deck(tripod(["56", "5", "6"], False)[0] + "MOMENT,1,9,,1.,0.,0.,1.\n", verb="check"), 3,
            "supports 456 or 123456 without moments")


def points():
    """Displacements that are released, at a grid that does not turn and that no other end has: it is a point."""
    text = (MATERIAL + SECTION.replace("0.8,0.7", "") + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.,,%s\n"
            "CBAR,1,5,1,2,0.,1.,0.,,+\n+,,%s\nFORCE,1,2,,1.,2.,3.,5.\n%s")
    E, A = 7e4, 1e-2
    seen = "probes: [{name: p, mass: GRID 2}]\n"
    spring, guided = "CELAS2,7,1000.,2,2\n", 5 * 8 / (12 * E * 1e-5)  # the end does not turn
    for held, pins, more, exact, ranks in (
            ("23456", "23456", "", (2 * 2 / (E * A), 0, 0), 1),
            ("456", "2", spring, (2 * 2 / (E * A), 3 / 1000, guided), 3),
            ("456", "26", spring + "CONM2,8,2,,1.\n", (2 * 2 / (E * A), 3 / 1000, guided), 1)):
        if r := passed("flags %s at a point" % pins, deck(text % (held, pins, more), seen, ranks=ranks)):
            for i, (found, e) in enumerate(zip(r.json["probes"]["p"]["u"][-1], exact)):
                close("flags %s at a point, %d" % (pins, i), found, e, 1e-3 if i == 2 else 1e-9, 1e-15)


for part in (springs, doubled, points, still, supports):
    part()
