"""Nastran decks that other programs accept run as they are, and messages say what is different here.

Claims: fields behind the end of a card are left out with one message for each kind of card. Neighbours with opposed
normals give the results of the deck whose elements all face one way, with pressures and offsets of the other sign.
Supports and loads of grids that nothing has are left out. Shear moduli of 0 are blank. A CBUSH lies where OCID says,
also apart from grids that do not turn, or along a line. OFFT gives orientations and offsets in the axes that it names.
Lines of replication repeat cards. In statics AUTOSPC holds what neither rods, springs nor plates without MID1 of a grid
resist. SUBCOM adds the loads of subcases. Rods in one line may end at a spring, and shells of two properties may have
the same grids. Grids of several rigid elements are one body. TEMPERATURE(INITIAL) and TEMPERATURE(MATERIAL) change no
constant material. An SPOINT moves what an MPC ties to it. Rods twist by J between rotations, supports and moments. A
PBAR may leave out A, I1 and I2, or K1 and K2, which makes it rigid in shear by 1e-4 of its bending.
"""
import math

from common import agree, passed, refused, same_motions
from helper import check, close
from nastran_decks import card, deck, end, probes

E, NU = 7e10, 0.3
ENDS = "probes: [{name: n2, node: 2}, {name: n3, mass: GRID 3}]\n"
CORNERS = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (2, 0, 0.1), (2, 1, 0.1))
PLATE = ("".join(card("GRID", k + 1, "", *map(float, x)) for k, x in enumerate(CORNERS)) +
         card("MAT1", 1, E, "", NU, 2700.0) + "SPC1,1,123456,1,4\n")
PULL = "FORCE,2,5,,1.,50.,0.,1.\nFORCE,2,6,,1.,70.,0.,3.\n"
BAR = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCBAR,1,5,1,2,0.,1.,0.\nPBAR,5,1,0.001,1e-07,2e-07,1e-07,,\n"
       ",,,,,,,,\n,0.8,0.8\n" + card("MAT1", 1, E, "", NU))


def shell(first, second, *offset):
    """Two quadrangles of a PSHELL; the second has four grids, and an offset of its own."""
    return card("CQUAD4", 1, 5, 1, 2, 3, 4, "", *offset[:1]) + card("CQUAD4", 2, second, *first, "", *offset[1:]) + \
        "PSHELL,5,1,0.01,1,,1\n"


def same(label, texts, nodes, march="time: {scheme: linear, step: 1, steps: 1}\n", ranks=1, bound=1e-12):
    """Two decks of equal displacements. @return their runs"""
    both = [deck(t, probes(nodes), march, ranks=ranks) for t in texts]
    same_motions(label, *both, bound)
    return both


def fields_behind():
    load = "FORCE,2,2,,1.,0.,5.,3.\n"
    more = BAR.replace("GRID,2,,1.,0.,0.\n", "GRID,2,,1.,0.,0.\n,7\n").replace(
        "0.,1.,0.\n", "0.,1.,0.\n,,,,,,,,\n,8.,9.\n", 1)
    more += "GRID,3,,2.,0.,0.\n,X\n"
    check("the deck has such fields", more.count("\n") == BAR.count("\n") + 5)
    r = same("fields behind the end", (more + load, BAR + load), [2])[0]
    check("cards and fields are told", "GRID 2: '7' in field 10 is behind the card's end and left out; cards of this "
          "name with such fields: 2" in r.stderr and "CBAR 1: '8.' in field 18 is behind" in r.stderr
          and r.stderr.count("behind the card's end") == 2, r.stderr)


def opposed():
    one, other = (2, 5, 6, 3), (2, 3, 6, 5)
    for march in ("linear", "static"):
        time = "time: {scheme: %s, step: 1, steps: 1}\n" % march
        for label, offsets, loads in (
                ("plain", ((), ()), ("", "")), ("offsets", ((0.01, 0.02), (0.01, -0.02)), ("", "")),
                ("pressures", ((), ()), ("PLOAD2,2,9.,1,2\n", "PLOAD2,2,9.,1\nPLOAD2,2,-9.,2\n")),
                ("corners", ((), ()), ("PLOAD4,2,1,7.,6.,5.,3.\nPLOAD4,2,2,8.,9.,10.,11.\n",
                                       "PLOAD4,2,1,7.,6.,5.,3.\nPLOAD4,2,2,-8.,-11.,-10.,-9.\n")),
                ("a vector", ((), ()), tuple(card("PLOAD4", 2, 2, *p, "", "", 0, 1.0, 2.0, 3.0)
                                             for p in ((8.0, 9.0, 10.0, 11.0), (8.0, 11.0, 10.0, 9.0))))):
            texts = [PLATE + PULL + shell(grids, 5, *offset) + load
                     for grids, offset, load in zip((one, other), offsets, loads)]
            both = same("%s, %s" % (label, march), texts, [5, 6], time, ranks=1 + (march == "static"))
            check("the number is told",
                  "1 elements (the first: 1) are reversed" in both[1].stderr and "reversed" not in both[0].stderr,
                  both[1].stderr)
    plies = [PLATE + PULL + "CQUAD4,1,5,1,2,3,4\n" + card("CQUAD4", 2, 6, *grids, theta) +
             "PCOMP,5,,,,,,,\n,1,0.004,0.,,1,0.006,30.\n" + card("PCOMP", 6, *[""] * 7, *stack) +
             card("MAT8", 1, 1e11, 1e10, NU, 5e9, 5e9, 5e9) for grids, theta, stack in (
                 (one, 0.0, (1, 0.004, 0.0, "", 1, 0.006, 30.0)), (other, 90.0, (1, 0.006, -30.0, "", 1, 0.004, 0.0)))]
    flat = [t.replace("2.,0.,0.1", "2.,0.,0.").replace("2.,1.,0.1", "2.,1.,0.") for t in plies]
    same("laminates of two properties", flat, [5, 6])
    told = deck(flat[1].replace("CQUAD4,2,6,", "CQUAD4,2,5,"), probes([5]))
    check("laminates of one property keep their faces",
          told.status == 0 and "opposed normals: 1 and 2" in told.stderr and "reversed" not in told.stderr, told.stderr)


def unused_grids():
    load = "FORCE,2,2,,1.,0.,5.,3.\n"
    extra = "GRID,8,,5.,5.,5.,,123\nGRID,9,,6.,5.,5.\nSPC1,1,456,9,2\nFORCE,2,9,,1.,2.,0.,0.\n"
    r = same("grids that nothing has", (BAR + load + extra, BAR + load + "SPC1,1,456,2\n"), [2])[0]
    check("they are told", "of grid 8, which no element, body or spring has, is left out; supports and loads of such "
          "grids: 3" in r.stderr, r.stderr)


def materials():
    plate = PLATE + PULL + "CQUAD4,1,5,1,2,3,4\nCQUAD4,2,5,2,5,6,3\nPCOMP,5,,,,,,,\n,7,0.004,0.,,7,0.006,30.\n"
    texts = [plate + card("MAT8", 7, 1e11, 1e10, NU, 5e9, *across) for across in ((0.0, 0.0), ("", ""))]
    r = same("G1Z and G2Z of 0 are blank", texts, [5, 6])[0]
    check("it is told", "MAT8 7 leaves G1Z or G2Z blank or 0" in r.stderr, r.stderr)


def bushings():
    base = (BAR + "GRID,3,,3.,0.,0.,,123456\nPBUSH,7,K,1000.,2000.,3000.,400.,500.,600.\nFORCE,2,2,,1.,3.,5.,7.\n"
            "MOMENT,2,2,,1.,3.,5.,7.\n")
    bush = lambda *rest: base + card("CBUSH", 2, 7, 2, 3, "", "", "", 0, *rest)
    same("a place by OCID", (bush("", 0, 1.5, 0.0, 0.0), bush(0.25)), [2])
    turned = "CORD2R,4,,1.,1.,0.,1.,1.,1.\n,1.,2.,0.\n"
    same("a place in a system", (turned + bush("", 4, -1.0, -0.5, 0.2), bush("", 0, 1.5, 0.0, 0.2)), [2])
    arms = base + "GRID,4,,1.5,0.4,0.3\nGRID,5,,1.5,0.4,0.3,,123456\nRBAR,9,2,4,123456\nCBUSH,2,7,4,5,,,,0\n"
    same("a place beside the line", (bush("", 0, 1.5, 0.4, 0.3), arms), [2], bound=1e-10)

    # from a bar to a grid that nothing else has, through a point of their line; what they do not resist is held
    K, pull = 1e3, "FORCE,2,3,,1.,3.,0.,0.\n"
    line = BAR + "GRID,3,,3.,0.,0.\nCBUSH,2,7,2,3,,,,0\n,0.3\n" + card("PBUSH", 7, "K", K)
    for ranks in (1, 2):
        if r := passed("one stiffness, along the line", deck(line + pull, ENDS, ranks=ranks),
                       "(the first: components 23 of grid 3)"):
            close("stretches", end(r, 3)[0], 3.0 / K + 3.0 / (E * 1e-3), 1e-10)
            close("and nothing else", max(map(abs, end(r, 3)[1:])), 0, 0, 1e-18)
    if r := passed("to a held grid", deck(line + "SPC1,1,123456,3\nFORCE,2,2,,1.,3.,0.,0.\n", probes([2]))):
        close("is one of two springs", end(r, 2)[0], 3.0 / (K + E * 1e-3), 1e-10)
    # three stiffnesses, to a grid that does not turn; the same at one place
    three = (BAR + "PBUSH,7,K,1000.,2000.,3000.\nGRID,3,,3.,0.5,0.2\nFORCE,2,3,,1.,3.,5.,7.\n%sCBUSH,2,7,2,3,,,,0\n"
             ",0.25\n")
    arm = three.replace("CBUSH,2,7,2,3", "CBUSH,2,7,4,3").replace(
        "GRID,3,,3.,0.5,0.2", "GRID,3,,1.5,0.125,0.05") + "GRID,4,,1.5,0.125,0.05\nRBAR,9,2,4,123456\n"
    p, q = deck(three % "SPC1,1,456,3\n", ENDS), deck(arm % "SPC1,1,456,3\n", ENDS)
    same_motions("to a grid that does not turn, by a rigid arm", p, q, 1e-10)
    refused("a grid that turns", deck(three % "", verb="check"), 3,
            "grid 3 has springs alone, lies apart from the CBUSH, and turns freely about it")


def offsets():
    base = ("GRID,1,,0.,0.,0.,,123456\n" + card("GRID", 2, "", 3.0, 4.0, 0.0, "%s") +
            "PBAR,5,1,0.001,1e-07,2e-07,1e-07,,\n,,,,,,,,\n,0.8,0.8\n" + card("MAT1", 1, E, "", NU) +
            "FORCE,2,2,,1.,5.,2.,3.\n")
    bar = lambda offt, *offset: base % "" + card("CBAR", 1, 5, 1, 2, 0.0, 0.0, 1.0, offt, "", "", *offset)
    # x is (0.6, 0.8, 0), y is (0, 0, 1), z is (0.8, -0.6, 0)
    same("both offsets along the line",
         (bar("GOO", 0.1, 0.2, 0.3, 0.0, 0.5, 0.1), bar("GGG", 0.06 + 0.24, 0.08 - 0.18, 0.2, 0.08, -0.06, 0.5)), [2])
    same("an offset along the line",
         (bar("GGO", 0.1, 0.2, 0.3, 0.0, 0.5, 0.1), bar("", 0.1, 0.2, 0.3, 0.08, -0.06, 0.5)), [2])
    axes = "CORD2R,4,,0.,0.,0.,1.,0.,0.\n,0.,0.,1.\n"  # its x is z
    grid = "GRID,1,,0.,0.,0.,4,123456\n"
    own = axes + base.replace("GRID,1,,0.,0.,0.,,123456\n", grid) % ""
    up = lambda offt, *v: own + card("CBAR", 1, 5, 1, 2, *v, offt)
    same("an orientation in basic axes", (up("BGG", 0.0, 0.0, 1.0), up("GGG", 1.0, 0.0, 0.0)), [2])
    refused("another OFFT", deck(bar("GOX"), probes([2]), verb="check"), 3, "CBAR 1: OFFT = 'GOX'; accepted: GGG, BGG")


def zeros():
    A, I, L, P = 1e-3, 1e-7, 0.02, 5.0
    bar = BAR.replace("2,,1.,0.,0.", "2,,%.2f,0.,0." % L)
    rigid = card("PBAR", 5, 1, A, I, I, I)
    bar = bar[:bar.index("PBAR")] + "%s" + bar[bar.index("MAT1"):] + card("FORCE", 2, 2, "", 1.0, 0.0, P, 0.0)
    for label, section in (("K1 and K2 blank", rigid), ("no area", card("PBAR", 5, 1, 0.0, I, I, I))):
        if r := passed(label + " runs", deck(bar % section, probes([2]))):
            more = end(r, 2)[1] / (P * L ** 3 / (3 * E * I)) - 1
            check(label + ": rigid in shear", 1e-6 < more < 3e-5, more)  # a quarter of a part of 1e-4
            check(label + " is told", "bends by 0.01 % more at most" in r.stderr, r.stderr)
    truss = "GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,1.,0.,,3\nGRID,3,,0.,2.,0.,,123456\n" + \
        card("MAT1", 1, E, "", NU) + "FORCE,2,2,,1.,3.,5.,0.\n"
    bars = "CBAR,1,5,1,2,0.,0.,1.\nCBAR,2,5,2,3,0.,0.,1.\n" + card("PBAR", 5, 1, A)
    rods = "CROD,1,5,1,2\nCROD,2,5,2,3\n" + card("PROD", 5, 1, A)
    r = same("bars that do not bend", (truss + bars, truss + rods), [2], bound=1e-8)[0]
    check("they are told", "PBAR 5 leaves I1 0 (no stiffness in Nastran)" in r.stderr, r.stderr)
    refused("nothing at all", deck(bar % "PBAR,5,1\n", probes([2]), verb="check"), 3,
            "PBAR 5: A, I1, I2 and J are 0; accepted: one of them > 0")


def rigid_chains():
    """Grids of several rigid elements are one rigid body, whatever the order of the cards."""
    grids = "".join(card("GRID", n, "", *map(float, x))
                    for n, x in ((3, (2, 0, 0)), (4, (2, 1, 0)), (5, (2, 1, 2)), (6, (3, 1, 2))))
    load = "FORCE,2,5,,1.,3.,5.,7.\nMOMENT,2,4,,1.,1.,2.,3.\n"
    tail = "CBAR,2,5,5,6,0.,1.,0.\nCELAS2,9,400.,6,2\nSPC1,1,13456,6\n"
    one = BAR + grids + load + tail + "RBE2,10,2,123456,3,4,5\n"
    chain = ("RBE2,10,2,123456,3\n", "RBE2,11,3,123456,4\n", "RBAR,12,4,5,123456\n")
    for label, links in (("a chain", "".join(chain)), ("a chain from its end", "".join(reversed(chain))),
                         ("a ring", "".join(chain) + "RBE2,13,5,123456,2\n"),
                         ("a tree", chain[0] + "RBE2,11,3,123456,4,5\n")):
        for march, bound in (("linear", 1e-11), ("static", 1e-8)):
            same("%s, %s" % (label, march), (BAR + grids + load + tail + links, one), [2, 6],
                 "time: {scheme: %s, step: 1, steps: 1}\n" % march, ranks=1 + (label == "a tree"), bound=bound)
    mass = "CONM2,20,5,,2.,0.1,0.2,0.3,\n,0.5,,0.6,,,0.7\n"
    beside = "CONM2,20,2,,2.,1.1,1.2,2.3,\n,0.5,,0.6,,,0.7\n"
    runs = [deck(BAR + grids.replace("GRID,6,,3.,1.,2.\n", "") + m, "modes: {count: 4}\n", verb="modes", ranks=ranks)
            for m, ranks in ((mass + "".join(chain), 1), (mass + "".join(chain), 2),
                             (beside + "RBE2,10,2,123456,3\n", 1))]
    if all(check("modes of a chain", r.status == 0, r.stderr) for r in runs):
        for r in runs[:2]:
            for a, b in zip(r.json["modes"]["frequency"], runs[2].json["modes"]["frequency"]):
                close("a mass at its end", a, b, 1e-9)
    refused("a grid that depends on both",
            deck(BAR + grids + tail + "RBE2,10,2,123456,5\nRBE3,11,,5,123456,1.,123,2,3\n,4\n", verb="check"), 3,
            "RBE2 10: grid 5 depends on RBE3 11 too; accepted")


def means_of_bodies():
    """An RBE3 of grids that stand for bodies, or go with one, follows these."""
    plate = (PLATE + "CQUAD4,1,5,1,2,3,4\nCQUAD4,2,5,2,5,6,3\nPSHELL,5,1,0.01,1,,1\nGRID,30,,1.5,0.6,0.\n"
             "FORCE,2,30,,1.,3.,5.,7.\n" +
             "".join(card("GRID", 10 + n, "", *map(float, CORNERS[n - 1])) for n in (2, 5, 6)))
    edges = "RBE2,40,12,123456,2,3\nRBE2,41,15,123456,5,6\n"
    for ranks in (1, 2):
        r = same("by bodies or their nodes", (
            plate + edges + "RBE3,50,,30,123456,1.,123,12,15\n,6\n",
            plate + edges + "RBE3,50,,30,123456,1.,123,2,5\n,6\n"), [5, 6], ranks=ranks, bound=1e-10)[0]
        check("the equations are told", "6 equations, for small rotations" in r.stderr, r.stderr)
    edge = "RBE2,41,15,123456,5,6,12,16\n"
    same("by one body", (plate + edge + "RBE3,50,,30,123456,1.,123,12,15\n,16\n",
                         plate + "RBE2,41,15,123456,5,6,30\n"), [5, 6], bound=1e-10)


def rods_and_spring():
    """Rods in one line end at a spring: nothing else keeps them from spinning about the line, which moves nothing."""
    text = (card("MAT1", 1, E, "", NU) + "PROD,1,1,0.0001\n" +
            "".join(card("GRID", n, "", n - 1.0, 0.0, 0.0, "", 456) for n in (1, 2, 3)) + "CROD,1,1,1,2\nCROD,2,1,2,3\n"
            "CELAS2,5,1000000.,3,1\nSPC1,1,123,1\nSPC1,1,23,2,3\nFORCE,2,3,,100.,1.,0.,0.\n")
    for ranks in (1, 2):
        if r := passed("rods in a line with a spring on %d ranks" % ranks,
                       deck(text, probes([3]), control="SPC = 1\nLOAD = 2\n", ranks=ranks)):
            agree("share its force", end(r, 3), [100.0 / (E * 1e-4 / 2 + 1e6), 0, 0], 1e-10)


def beams_at_a_body():
    """Two beams that equations join to a body which lies apart from them, at a place that is no sum of binary
    fractions."""
    nodes = ("GRID,1,,0.,0.,0.\n", "GRID,9,,0.,0.5,0.\n", "GRID,18,,0.,0.5,0.\n", "GRID,4,,0.,1.,0.\n")
    text = ("".join(nodes) + "MAT1,1,1.,0.5,0.\nPBAR,1,1,0.001,1e-05,1e-05,1e-05\nCBAR,1,1,1,9,-1.,0.,0.\n"
            "CBAR,2,1,18,4,-1.,0.,0.\nSPC1,1,123456,1\nSPC1,1,345,9,18,4\nFORCE,2,4,,1e-06,1.,0.,0.\n")
    body = "CONM2,5,19,,1.,,,,\n,1.,,1.,,,1.\nSPC1,1,345,19\n"
    text += "".join(card("MPC", 1, n, c, 1.0, 19, c, -1.0) for n in (9, 18) for c in (1, 2, 6))
    for x in ((0.0, 0.5), (0.1, 0.4), (0.7, -0.3)):
        for name, also in (("a body", body), ("a grid of equations alone", "")):
            for ranks in (1, 2) if x == (0.1, 0.4) else (1,):
                if r := passed("%s at %s on %d ranks" % (name, x, ranks),
                               deck(text + also + card("GRID", 19, "", *x, 0.0), probes([4]), ranks=ranks,
                                    control="SPC = 1\nMPC = 1\nLOAD = 2\n")):
                    close("the beams are one", end(r, 4)[0], 1e-6 / (3 * 1e-5), 1e-5)
    arm = "GRID,19,,1.3,0.2,0.\nFORCE,2,19,,2.,0.,0.,1.\nFORCE,2,19,,5.,0.,1.,0.\n"
    part, whole = (deck(BAR + arm + card("RBE2", 900, 2, c, 19), probes([2]), control="LOAD = 2\n")
                   for c in (12356, 123456))
    bent = deck(BAR + "FORCE,2,2,,1.,0.,5.,2.\nMOMENT,2,2,,1.,0.,-0.6,1.5\n", probes([2]), control="LOAD = 2\n")
    if check("a grid of an RBE2 alone", part.status == whole.status == bent.status == 0,
             part.stderr + whole.stderr + bent.stderr):
        agree("bends the beam without twisting it", end(part, 2), end(bent, 2), 1e-9)
        agree("and with it", end(whole, 2), end(bent, 2), 1e-9)


def two_skins():
    """Shells of two properties on the same grids bend as a section of two skins; they may be of one property."""
    n, width, skins, apart, M = 6, 0.1, (0.01, 0.02), 0.05, 3.0
    text = card("MAT1", 1, E, "", 0.0) + "".join(card("PSHELL", p + 1, 1, t, 1, "", 1) for p, t in enumerate(skins))
    text += "".join(card("GRID", 10 * i + j + 1, "", i / n, j * width, 0.0) for i in range(n + 1) for j in (0, 1))
    second = ""
    for i in range(n):
        corners = [10 * i + 1, 10 * i + 11, 10 * i + 12, 10 * i + 2]
        text += card("CQUAD4", i + 1, 1, *corners)
        second += card("CQUAD4", i + 101, 2, *corners[i % 2:], *corners[:i % 2], "", apart)
    text += ("SPC1,1,123456,1,2\n" + card("MOMENT", 2, 10 * n + 1, "", M, 0.0, 1.0, 0.0) +
             card("MOMENT", 2, 10 * n + 2, "", M, 0.0, 1.0, 0.0))
    bending = E * width * (sum(t ** 3 for t in skins) / 12 + skins[0] * skins[1] / sum(skins) * apart ** 2)
    if r := passed("two skins", deck(text + second, probes([10 * n + 1]), control="SPC = 1\nLOAD = 2\n"),
                   "6 elements have the nodes of another"):
        close("sink as one section", end(r, 10 * n + 1)[2], -2 * M / (2 * bending), 1e-9)
    passed("shells of one property too", deck(text + second.replace(",2,", ",1,", 1), probes([1]), verb="check",
                                              control="SPC = 1\nLOAD = 2\n"), "6 elements have the nodes of another")


def combinations():
    """A SUBCOM has the loads of the subcases before it, times the factors of SUBSEQ."""
    loads = ("FORCE,2,2,,1.,0.,5.,3.\nFORCE,3,2,,1.,1.,0.,2.\nFORCE,4,2,,1.,9.,9.,9.\nLOAD,7,2.,3.,2,1.,3\n"
             "SPC1,1,123456,2\nSPC1,6,2,2\n")
    control = "SPC = 6\nSUBCASE 1\n LOAD = 4\nSUBCASE 2\n LOAD = 3\nSUBCASE 3\n LOAD = 7\n%sSUBCOM 10\n SUBSEQ = %s\n"
    for factors, sum_of in (("0.5, -1.", (0, 0.5, -1)), ("2.,\n 3.,\n 0.", (2, 3, 0))):
        want = [sum_of[0] * 9 + sum_of[1] * 1 + sum_of[2] * 2, 0, sum_of[0] * 9 + sum_of[1] * 2 + sum_of[2] * (18 + 4)]
        r = deck(BAR + loads, probes([2]) + "deck: {subcase: 10}\n", control=control % ("", factors))
        s = deck(BAR + card("FORCE", 2, 2, "", 1.0, *map(float, want)) + "SPC1,6,2,2\n", probes([2]),
                 control="SPC = 6\nLOAD = 2\n")
        same_motions("SUBSEQ = " + factors, r, s, 1e-13)
    r = deck(BAR + loads, probes([2]), control=control % ("", "1., 1."), verb="check")
    check("which one is asked", r.status != 0 and "deck.subcase" in r.stderr, r.stderr)
    for middle, factors, words in ((" SPC = 1\n", "1., 1.",
                                    "SUBCOM 10 combines subcases of different SPC; accepted: the same"),
                                   ("", "1., 1., 1., 1.", "SUBSEQ has 4 factors, for fewer subcases"),
                                   ("", "1., x", "SUBSEQ: 'x' is no number")):
        refused(words, deck(BAR + loads, "deck: {subcase: 10}\n", control=control % (middle, factors), verb="check"), 3,
                words)


def loose_displacements():
    """AUTOSPC holds what neither rods nor springs of a grid resist, in statics, unless PARAM,AUTOSPC says NO."""
    spots = ((0, 0, 0, "123"), (2, 0, 0, "2"), (1, 1, 0, ""), (3, 1, 0, ""))
    truss = lambda held, *mask: "".join(card("GRID", k + 1, "", float(x), float(y), float(z), "", c + held)
                                        for k, (x, y, z, c) in enumerate(spots)) + "".join(
                                            card("CROD", 10 + k, 5, a, b) for k, (a, b) in enumerate(
                                                ((1, 2), (1, 3), (2, 3), (2, 4), (3, 4)))) + "PROD,5,1,0.001\n" + card(
                                                    "MAT1", 1, E, "", NU, 2700.0) + "FORCE,2,4,,1.,3.,-5.,0.\n"
    for march in ("linear", "static"):
        r = same("a plane truss", (truss(""), truss("3").replace("1233", "123")), [2, 3, 4],
                 "time: {scheme: %s, step: 1, steps: 1}\n" % march, ranks=1 + (march == "linear"))[0]
        check("it is told", "AUTOSPC: displacements of 3 grids" in r.stderr and "components 3 of grid 2" in r.stderr,
              r.stderr)
    r = deck(truss("") + "PARAM,AUTOSPC,NO\n", probes([2]))
    check("NO leaves them free", r.status == 5 and "AUTOSPC" not in r.stderr, r.stderr)
    r = deck(truss(""), probes([2]), "time: {scheme: galpha, step: 1e-4, steps: 2}\n")
    check("motions leave them free", r.status == 0 and "AUTOSPC" not in r.stderr, r.stderr)
    points = (BAR + "GRID,9,,5.,5.,5.\nGRID,8,,5.,6.,5.,,1\nCELAS2,9,5000.,9,2,8,2\nCELAS2,10,4000.,8,3\n"
              "CELAS2,11,3000.,9,2\nFORCE,2,9,,1.,3.,5.,7.\n")
    if r := passed("springs", deck(points, "probes: [{name: n9, mass: GRID 9}, {name: n8, mass: GRID 8}]\n")):
        agree("they hold one of three", end(r, 9), [0, 5.0 / 3e3, 0], 1e-10)
        check("which is told",
              "AUTOSPC: displacements of 1 grids" in r.stderr and "(the first: components 13 of grid 9)" in r.stderr,
              r.stderr)
    rod = "GRID,1,,0.,0.,0.,,123\nGRID,2,,1.,1.,0.\nCROD,1,5,1,2\nPROD,5,1,0.001\n" + \
        card("MAT1", 1, E, "", NU) + "FORCE,2,2,,1.,3.,5.,7.\n"
    if r := passed("a slanted rod", deck(rod, probes([2]))):
        F, k = (3.0 if "components 23 " in r.stderr else 5.0), E * 1e-3 / 2 ** 0.5 / 2
        check("moves along what is left", abs(max(map(abs, end(r, 2))) / (F / k) - 1) < 1e-10, r.stderr)
    if r := passed("in motion",
                   deck(rod + "CONM2,7,2,,1.\n", probes([2]), "time: {scheme: bdf2, step: 1e-4, steps: 10}\n")):
        close("nothing is held", end(r, 2)[2], 7.0 * 1e-3 ** 2 / 2, 0.05)


def turning_masses():
    """Inertia without mass, of CONM2 and of CMASS on rotations: sqrt(G J / (L I)) / (2 pi) of a bar that twists."""
    I, axes = 0.5, "CORD2R,4,,0.,0.,0.,1.,0.,0.\n,0.,0.,1.\n"  # its z is x
    exact = math.sqrt(E / (2 * (1 + NU)) * 1e-7 / I) / (2 * math.pi)
    bar = BAR.replace("2,,1.,0.,0.\n", "2,,1.,0.,0.,%s,12356\n")
    for label, text in (("CONM2", bar % "" + card("CONM2", 7, 2, "", 0.0, "", "", "", "", I, "", 0.6, "", "", 0.7)),
                        ("CMASS2", bar % "" + card("CMASS2", 7, I, 2, 4)),
                        ("CMASS1", bar % "" + "CMASS1,7,8,,,2,4\n" + card("PMASS", 8, I)),
                        ("CMASS2 about axes of the grid",
                         axes + (bar % "4").replace(",12356", ",12345") + card("CMASS2", 7, I, 2, 6))):
        if r := passed(label, deck(text, "modes: {count: 1}\n", verb="modes", ranks=1 + (label == "CONM2"))):
            close(label + ": its frequency", r.json["modes"]["frequency"][0], exact, 1e-9)


def replication():
    """Lines of = and * repeat the card before them."""
    plain = "".join(card("GRID", n, "", 0.25 * (n - 1), 0.0, 0.0, "", "123456" if n == 1 else "")
                    for n in range(1, 6)) + "".join(card("CBAR", n, 5, n, n + 1, 0.0, 1.0, 0.0) for n in range(1, 5))
    rest = BAR[BAR.index("PBAR"):] + "FORCE,2,5,,1.,0.,5.,3.\n"
    short = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,0.25,0.,0.\n=,*(1),=,*(.25),==\n=(2)\nCBAR,1,5,1,2,0.,1.,0.\n"
             "=,*1,=,*1,*1,=,=,=\n=2\n")
    columns = short.replace("=,*1,=,*1,*1,=,=,=\n",
                            "".join("%-8s" % w for w in ("=", "*1", "=", "*(1)", "*1", "==")) + "\n")
    for label, text in (("free fields", short), ("columns", columns), (
            "a value in place", short.replace("*(.25),==\n=(2)", "*(.25),==\n=,*1,=,0.75,==\n=,*1,=,1.,=="))):
        same("replication in " + label, (text + rest, plain + rest), [2, 5])
    for text, words in (("=,*1,==\n", "needs a card of one line before it"),
                        ("GRID,1\n=3\n", "and a count of repetitions such a line"),
                        ("GRID,1\n=,*x,==\n",
                         "'*x' in a line of replication, of '1' in the card before; accepted: a number"),
                        ("GRID,1\n=x\n", "accepted: =, or a count"), ("GRID,1\n=,=,==\n", "1 is defined twice")):
        refused(words, deck(text + plain.replace("GRID,1,", "GRID,11,") + rest, verb="check"), 3, words)


def rods_with_torsion():
    """J of a rod acts between rotations, supports of rotations and moments: k = G J / L. Elsewhere it has no effect."""
    A, I, J, G, M = 1e-3, 1e-7, 3e-7, E / (2 * (1 + NU)), 4.0
    grid = lambda n, x, held="": card("GRID", n, "", float(x), 0.0, 0.0, "", held)
    arm = "GRID,9,,2.,1.,0.\nRBAR,8,2,9,123456\n"
    rest = (card("PBAR", 5, 1, A, I, I, I, *[""] * 10, 0.8, 0.8) + card("PROD", 6, 1, A, J) +
            card("MAT1", 1, E, "", NU) + card("MOMENT", 2, 2, "", M, 1.0, 0.0, 0.0))
    bar = grid(1, 0, "123456") + grid(2, 2) + "CBAR,1,5,1,2,0.,1.,0.\n" + rest
    k, kr = G * I / 2, lambda *lengths: G * J / sum(lengths)
    rods = lambda *ends: "".join(card("CROD", 10 + n, 6, *e) for n, e in enumerate(ends))
    far = grid(4, 5, "123456") + "CBAR,2,5,3,4,0.,1.,0.\n"
    for label, text, exact in (
            ("between bars", grid(3, 3) + far + rods((2, 3)), k + 1 / (1 / k + 1 / kr(1))),
            ("to a support", grid(3, 3, "123456") + rods((2, 3)), k + kr(1)),
            ("to a support of one rotation", grid(3, 3, "1234") + rods((3, 2)), k + kr(1)),
            ("to a support of other rotations", grid(3, 3, "12356") + rods((2, 3)), k),
            ("in a row", grid(3, 3) + grid(5, 3.5) + grid(6, 4.5, "1234") + rods((2, 3), (5, 3), (5, 6)),
             k + kr(1, 0.5, 1)),
            ("to a body", grid(3, 3, "23456") + "CONM2,7,3,,1.,,,,\n,0.5,,0.6,,,0.7\n" + rods((2, 3)), k + kr(1)),
            ("to a grid of a rigid link", grid(3, 3) + grid(5, 4, "123456") + "RBE2,7,5,123456,3\n" + rods((2, 3)),
             k + kr(1)), ("that leads on", grid(3, 3, "4") + grid(5, 3.5) + rods((2, 3), (3, 5)), k + kr(1))):
        for march in ("linear", "static"):
            if r := passed("a rod %s, %s" % (label, march), deck(
                    bar + arm + text, probes([9]), "time: {scheme: %s, step: 1, steps: 1}\n" % march,
                    ranks=1 + (march == "linear"))):
                close("twists, %s, %s" % (label, march), end(r, 9)[2],
                      M / exact if march == "linear" else math.sin(M / exact), 1e-9 if march == "linear" else 1e-6)
    row = grid(3, 3) + grid(6, 4.5, "1234") + rods((2, 3), (3, 6)) + "CONM2,7,2,,1.,,,,\n,0.5,,0.6,,,0.7\n"
    if r := passed("modes", deck((bar + row).replace("MOMENT", "$").replace("0.3\n", "0.3,2700.\n"),
                                 "modes: {count: 3}\n", verb="modes")):
        close("of a bar and rods", r.json["modes"]["frequency"][2], math.sqrt((k + kr(2.5)) / 0.5) / (2 * math.pi),
              2e-3)
    alone = (grid(1, 0, "123456") + grid(2, 2, "2356") + rest.replace("PBAR", "$") + card("CONROD", 1, 1, 2, 1, A, J) +
             "FORCE,2,2,,1.,3.,0.,0.\n")
    for held in ("2356", ""):
        if r := passed("a moment on a rod", deck(
                alone.replace('2356', held), "probes: [{name: n9, body: GRID 2, at: [2, 1, 0]}]\n",
                ranks=1 + (held == ""))):
            close("twists it", end(r, 9)[2], M * 2 / (G * J), 1e-9)
            close("and a force pulls it", end(r, 9)[0], 3.0 * 2 / (E * A), 1e-9)
    rod = (BAR + card("GRID", 3, "", 1.0, 2.0, 0.0, "", "%s") + "CROD,3,6,2,3\n" + card("PROD", 6, 1, 1e-3, "%s") +
           "FORCE,2,2,,1.,0.,5.,3.\nMOMENT,2,2,,1.,0.,2.,0.\n")
    r = same("a rod that nothing turns at its other end", (rod % ("123", "2e-7"), rod % ("123", "")), [2])[0]
    check("is told of", "J of PROD 6, and of others perhaps, has no effect" in r.stderr, r.stderr)
    same("a rod to a grid that turns about its axis", (rod % ("1234", "2e-7"), rod % ("1234", "")), [2], bound=1e-9)
    spring = card("CELAS2", 4, G * 2e-7 / 2, 2, 5)
    same("a rod to a grid that does not", (rod % ("1235", "2e-7"), rod % ("1235", "") + spring), [2], bound=1e-9)
    # plates that rods join, and springs between bodies of their corners; shells do not resist a rotation about their
    # normal
    plates = lambda J, rise: "".join(
        card("GRID", n + 1, "", float(x), float(y), rise * (x > 1) * (x - 1), "", "123456" if x == 0 else "")
        for n, (x, y) in enumerate(
            (x, y) for x in (0, 1, 2, 3)
            for y in (0, 1))) + "CQUAD4,1,7,1,3,4,2\nCQUAD4,2,7,5,7,8,6\nPSHELL,7,1,0.05,1,,1\n" + card(
                "PROD", 6, 1, A, J) + card("MAT1", 1, E, "", NU) + "".join(
                    card("CROD", 10 + n, 6, n, n + 2) for n in (3, 4)) + (
                        "SPC1,1,123456,7,8\nFORCE,2,4,,1.,0.,0.,9000.\n")
    bodies = ("".join(card("GRID", 20 + n, "", x, y, 0.0) + card("RBE2", 30 + n, 20 + n, 123456, n)
                      for n, x, y in ((3, 1.0, 0.0), (4, 1.0, 1.0), (5, 2.0, 0.0), (6, 2.0, 1.0))) +
              "SPC1,1,6,23,24,25,26\n" +
              "".join(card("CELAS2", 40 + n, G * 1e-4, 20 + n, 4, 22 + n, 4) for n in (3, 4)))
    both = same("plates", (plates(1e-4, 0.0), plates("", 0.0) + bodies), [3, 4, 5, 6], bound=1e-8)
    none = deck(plates("", 0.0), probes([3, 4]))
    check("which the torsion stiffens", abs(end(none, 4)[2]) > 1.01 * abs(end(both[0], 4)[2]),
          (end(none, 4), end(both[0], 4)))
    same("rods that are inclined to a plate", (plates(1e-4, 0.3), plates("", 0.3)), [3, 4, 5, 6], ranks=2, bound=1e-8)


def strip(slope, section, more="", kept=""):
    """A cantilever of ten squares, whose plane turns about y."""
    c, s = math.cos(slope), math.sin(slope)
    return ("".join(card("GRID", 1 + 2 * i + j, "", 0.1 * i * c, 0.1 * j, 0.1 * i * s, "",
                         "123456" if i == 0 else kept) for i in range(11) for j in range(2)) +
            "".join(card("CQUAD4", i + 1, 5, 2 * i + 1, 2 * i + 3, 2 * i + 4, 2 * i + 2) for i in range(10)) +
            section + card("MAT1", 1, E, "", 0.0, 2700.0) + more +
            "".join(card("FORCE", 2, n, "", 0.5, -7.0 * s, 0.0, 7.0 * c) for n in (21, 22)))


def plates_without_membrane():
    """A blank MID1 leaves the bending; along the plates nothing acts, and AUTOSPC holds their grids."""
    T = 0.01
    plate, whole = card("PSHELL", 5, "", T, 1, "", 1), card("PSHELL", 5, 1, T, 1, "", 1)
    exact = 7.0 / (3 * E * 0.1 * T ** 3 / 12) + 7.0 / (5 / 6 * E / 2 * 0.1 * T)
    full = deck(strip(0, whole), probes([21]))
    for slope, ranks in ((0.0, 1), (0.0, 2), (0.5, 1), (1.2, 2)):
        r = deck(strip(slope, plate, "FORCE,2,15,,1000.,0.,1.,0.\n"), probes([21]), ranks=ranks)
        if check("a plate of slope %g" % slope, r.status == full.status == 0, r.stderr):
            u = end(r, 21)
            w = u[2] * math.cos(slope) - u[0] * math.sin(slope)
            close("bends as the one with MID1", w, end(full, 21)[2], 1e-6)
            close("as a beam does", w, exact, 4e-3)
            check("and it is told", "PSHELL 5 leaves MID1 blank" in r.stderr
                  and "AUTOSPC: displacements of 20 grids" in r.stderr and "components %s of grid 3" %
                  ("12" if slope < 0.8 else "23") in r.stderr, r.stderr)
    runs = [deck(text, "modes: {count: 4}\n", verb="modes") for text in (strip(0, plate), strip(0, whole, kept="12"))]
    if all(check("modes", r.status == 0, r.stderr) for r in runs):
        for a, b in zip(*(r.json["modes"]["frequency"] for r in runs)):
            close("are those that bend", a, b, 1e-6)
    nu = 0.3
    square = ("".join(card("GRID", n, "", float(x), float(y), 0.0, "", held) for n, x, y, held in (
        (1, 0, 0, "12345"), (2, 2, 0, "3456"), (3, 2, 1, "3456"), (4, 0, 1, "13456"))) + "CQUAD4,1,5,1,2,3,4\n" +
              card("MAT1", 1, E, "", nu) + "".join(card("FORCE", 2, n, "", 1.0, 3e3, 0.0, 0.0) for n in (2, 3)))
    if r := passed("plane strain", deck(square + card("PSHELL", 5, 1, T, -1), probes([3]))):
        close("the length", end(r, 3)[0], 6e3 * 2 * (1 - nu ** 2) / (E * T), 1e-10)
        close("the width", end(r, 3)[1], -6e3 * nu * (1 + nu) / (E * T), 1e-10)
    for words, section in (("MID4 without materials", card("PSHELL", 5, "", T, 1, *[""] * 6, 1)),
                           ("beside MID3", card("PSHELL", 5, 1, T, -1, "", 1)),
                           ("accepted: a MAT1 with NU < 0.5",
                            card("PSHELL", 5, 7, T, -1) + card("MAT1", 7, E, "", 0.5)),
                           ("ZOFFS = 0.2, and PSHELL 5 leaves MID1 blank", plate + "CQUAD4,2,5,1,2,3,4,,0.2\n")):
        refused(words, deck(square + section, verb="check"), 3, words)


def reference_temperatures():
    """TEMPERATURE(INITIAL) and TEMPERATURE(MATERIAL) change no constant material; beside temperatures that act the
    first is that from which they expand where TREF is the same, or blank, or in SOL 106."""
    A, TREF, F, T = 1e-5, 20.0, 5e4, 80.0
    bar = (BAR.replace(card("MAT1", 1, E, "", NU), card("MAT1", 1, E, "", NU, "", A, TREF)) +
           card("FORCE", 2, 2, "", F, 1.0, 0.0, 0.0) + card("TEMPD", 7, T) + "TEMPD,8,50.\n")
    pull, heat, varies = F / (E * 1e-3), A * (T - TREF), "MATT1,1,5\n"
    for control, more, exact, said in (
            ("TEMPERATURE(INITIAL) = 8", "", pull,
             "TEMPERATURE(INITIAL) is left out: no material varies with temperature, and no temperatures act"),
            ("TEMP(INIT)=8\nTEMP(MATE)=7", "", pull, "TEMPERATURE(INITIAL) is left out"),
            ("TEMP(LOAD) = 7\nTEMPERATURE(MATERIAL) = 8", "", pull + heat,
             "TEMPERATURE(MATERIAL) is left out: no material varies with temperature"),
            ("SUBCASE 1\nTEMP(INIT)=8\nLOAD=2\nSUBCOM 2\nSUBSEQ=3.", "", 3 * pull, "TEMPERATURE(INITIAL) is left out"),
            ("TEMP(INIT) = 8", varies, None, "TEMPERATURE(INITIAL) is given, and materials vary with it"),
            ("TEMP(MAT) = 8", varies, None, "TEMPERATURE(MATERIAL) is given, and materials vary with it"),
            ("TEMP(LOAD) = 7\nTEMP(INIT) = 9", "TEMPD,9,20.\n", pull + heat, ""),
            ("TEMP(LOAD) = 7\nTEMP(INIT) = 9", "TEMP,9,1,20.\nTEMPD,9,20.\n", None, "= 9, beside temperatures that"),
            ("TEMP(LOAD) = 7\nTEMP(INIT) = 8", "", None, "TEMPERATURE(INITIAL) beside temperatures that act"),
            ("TEMP(INIT) = x", "", None, "TEMPERATURE(INITIAL) = needs the number of a set")):
        r = deck(bar + more, probes([2]) + "deck: {subcase: 2}\n" * ("SUBCOM" in control),
                 control="LOAD = 2\n" * ("SUBCOM" not in control) + control + "\n")
        check(control,
              r.status == (3 if exact is None else 0) and said in r.stderr and "names no TEMPERATURE" not in r.stderr,
              (r.status, r.stderr))
        if exact is not None and r.status == 0:
            close("moves by " + control, end(r, 2)[0], exact, 1e-10)
    refused("a temperature of the case file acts",
            deck(bar, "deck: {temperature: 7}\n", control="LOAD = 2\nTEMP(INIT) = 8\n", verb="check"), 3,
            "beside temperatures that act")


def scalar_point_of_an_equation():
    """An SPOINT that only an MPC names gives its displacement, and no line tells of components that it has not."""
    if r := passed("a scalar point", deck(
            BAR + "SPOINT,37\nSPC,4,37,1,0.01\nMPC,9,2,2,1.,37,1,-1.\n", probes([2]), control="SPC = 4\nMPC = 9\n")):
        close("moves the bar", end(r, 2)[1], 0.01, 1e-10)
        check("without lines", "37" not in r.stderr, r.stderr)


for part in (fields_behind, reference_temperatures, scalar_point_of_an_equation, plates_without_membrane, opposed,
             rods_with_torsion, replication, turning_masses, loose_displacements, rods_and_spring, two_skins,
             beams_at_a_body, combinations, rigid_chains, means_of_bodies, unused_grids, materials, bushings, offsets,
             zeros):
    part()
