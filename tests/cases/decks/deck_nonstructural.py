"""Masses that are not structural, and accelerations, by cards of sets.

Claims: NSM, NSM1, NSML and NSML1 of the set that the case control names, and of those that an NSMADD combines, give
shells and bars the masses of the NSM fields of their properties: the total to 1e-13, frequencies to 1e-12 on 1 and 2
ranks; a lumped one is its number, whatever it is spread over; by ELEMENT shells and rods have masses of their own;
without a command of the case control nothing acts, with a line; ACCEL of one factor and ACCEL1 of all grids are GRAV;
other forms are refused with file and line.
"""
from common import agree, passed, refused
from helper import check, close
from nastran_decks import deck

MODEL = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nGRID,3,,2.,1.,0.\nGRID,4,,0.,1.,0.,,123456\nGRID,5,,3.,0.,0.\n"
         "GRID,6,,3.,1.,.5\nCQUAD4,1,5,1,2,3,4\nCTRIA3,2,5,2,5,3\nCTRIA3,3,6,3,5,6\nCBAR,11,7,4,3,0.,0.,1.\n"
         "CBEAM,12,8,3,6,0.,0.,1.\nCONROD,13,2,6,1,1.-3\n" + "PBEAM,8,1,1.-3,1.-6,2.-6,,3.-6\nMAT1,1,7.+7,,.3,2700.\n"
         "MAT8,2,7.+7,2.+7,.25,1.+7,1.+7,1.+7,1500.\n")
PLAIN = "PSHELL,5,1,.01,1%s\nPCOMP,6,,%s\n,2,.004,0.,,2,.003,90.\nPBAR,7,1,1.-3,1.-6,2.-6,3.-6,%s\n"


def model(shell="", laminate="", bar=""):
    return MODEL + PLAIN % (",,,,%s" % shell if shell else "", laminate, bar)


def areas():
    """Of PSHELL 5, of PCOMP 6; lengths of PBAR 7, PBEAM 8 and CONROD 13."""
    return 2.0 + 0.5, 1.5 ** 0.5 / 2, 2.0, (1 + 0.25) ** 0.5, (1 + 1 + 0.25) ** 0.5


def mass(text, control="TITLE = x\n", keys=""):
    r = deck(text, keys, verb="check", control=control)
    return (r.json["mass"] if r.status == 0 else float("nan")), r


def totals():
    A5, A6, L7, L8, L13 = areas()
    bare, r = mass(model())
    check("without", r.status == 0, r.stderr)
    rows = (("NSM,3,PSHELL,5,2.,6,3.\n", 2 * A5 + 3 * A6), ("NSM1,3,PSHELL,2.,ALL\n", 2 * (A5 + A6)),
            ("NSM1,3,PCOMP,2.,6\n", 2 * A6), ("NSM1,3,PSHELL,2.,5,THRU,9\n", 2 * (A5 + A6)),
            ("NSM1,3,PSHELL,2.,4,THRU,9,BY,2\n", 2 * A6), ("NSML1,3,PSHELL,7.5,ALL\n", 7.5),
            ("NSML,3,PSHELL,5,7.5,6,1.25\n", 8.75), ("NSML1,3,PSHELL,7.5,6,6\n", 7.5),
            ("NSM1,3,PBARL,1.5,ALL\n", 1.5 * L7), ("NSM1,3,PBEAM,1.5,8,99\n", 1.5 * L8),
            ("NSML1,3,PBEAML,4.,ALL\n", 4.0), ("NSM1,3,CONROD,2.5,13\n", 2.5 * L13),
            ("NSM1,3,ELEMENT,2.5,1,3\n", 2.5 * (2 + A6)), ("NSML1,3,ELEMENT,2.5,1,THRU,3\n", 2.5),
            ("NSM,3,ELEMENT,13,1.5,2,4.\n", 1.5 * L13 + 4 * 0.5),
            ("NSM1,4,PSHELL,2.,5\nNSML1,5,PBAR,3.,7\nNSMADD,3,4,5\n", 2 * A5 + 3), ("NSM1,3,PROD,2.,ALL\n", 0.0),
            ("NSM1,3,PBEND,2.,ALL\n", 0.0))
    for cards, more in rows:
        found, r = mass(model() + cards, "NSM = 3\n")
        if check(cards, r.status == 0, r.stderr):
            close(cards, found, bare + more, 1e-13)
    found, r = mass(model() + "NSM1,3,PSHELL,2.,ALL\nPARAM,WTMASS,.5\n", "NSM = 3\n")
    close("WTMASS", found, (bare + 2 * (A5 + A6)) / 2, 1e-13)
    found, r = mass(model() + "NSM1,3,PSHELL,2.,ALL\n")
    check("no command", r.status == 0 and "the case control names no NSM" in r.stderr and abs(found - bare) < 1e-12,
          r.stderr)
    found, r = mass(model() + "NSM1,3,PSHELL,2.,ALL\n", keys="deck: {nsm: 3}\n")
    close("the set of the case", found, bare + 2 * (A5 + A6), 1e-13)
    found, r = mass(model() + "NSM1,3,PSHELL,2.,ALL\n", "")
    close("the only set", found, bare + 2 * (A5 + A6), 1e-13)


def frequencies(text, control="", ranks=1, count=5):
    r = deck(text, "modes: {count: %d}\n" % count, verb="modes", control=control, ranks=ranks)
    check("modes", r.status == 0, r.stderr)
    return r.json["modes"]["frequency"] if r.status == 0 else [float("nan")] * 5


def alike():
    """The same by the fields NSM of properties; elements by properties of their own."""
    sets = "NSM1,4,PSHELL,3.,5\nNSML1,5,PCOMP,%.17g,6\nNSM,6,PBAR,7,2.5\nNSMADD,3,4,5,6\n" % (2 * areas()[1])
    for ranks in (1, 2):
        for x, y in zip(frequencies(model() + sets, "NSM = 3\n", ranks), frequencies(model("3.", "2.", "2.5"))):
            close("the same frequency", x, y, 1e-12)
    own = model().replace("CTRIA3,2,5,", "CTRIA3,2,9,") + "PSHELL,9,1,.01,1,,,,4.\n"
    for x, y in zip(frequencies(model() + "NSM1,3,ELEMENT,4.,2\n", "NSM = 3\n"), frequencies(own)):
        close("the same frequency by elements", x, y, 1e-12)


def accelerations():
    tip = "probes: [{name: n5, node: 5}, {name: n6, node: 6}]\n"
    cards = ("ACCEL1,2,,10.,.3,0.,-1.,,,+\n+,1,THRU,6\n", "ACCEL1,2,,5.,.6,0.,-2.,,,+\n+,1,THRU,5,BY,2,2,4,6\n",
             "ACCEL,2,,.3,0.,-1.,X,,,+\n+,0.,10.,3.,10.\n")
    same = deck(model() + "GRAV,2,,10.,.3,0.,-1.\n", tip)
    for text in cards:
        r = deck(model() + text, tip)
        if check(text, r.status == same.status == 0, r.stderr + same.stderr):
            agree(text, *([s.json["probes"][n]["u"][-1] for n in ("n5", "n6")] for s in (r, same)), 1e-12, 1e-15,
                  each=True)


def rods():
    """A rod with a mass of its own is a CONROD of it: mass, weight and frequencies of a truss of three rods, of which
    two have one property."""
    text = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,3.,0.,0.,,123456\nGRID,3,,0.,4.,0.,,123456\nGRID,4,,1.,1.,5.\n"
            "MAT1,1,7.+7,,.3,2700.\nPROD,5,1,1.-3,%s,,.7\n%s,1,5,1,4\n%s,2,5,2,4\nCONROD,3,3,4,1,2.-3\n")
    own = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,3.,0.,0.,,123456\nGRID,3,,0.,4.,0.,,123456\nGRID,4,,1.,1.,5.\n"
           "MAT1,1,7.+7,,.3,2700.\nPROD,5,1,1.-3,,,.7\nPROD,6,1,1.-3,,,%s\nCROD,1,5,1,4\nCROD,2,%s,2,4\n"
           "CONROD,3,3,4,1,2.-3\n")
    lengths = 27 ** 0.5, (4 + 1 + 25) ** 0.5
    for cards, other, more in (("NSM1,3,ELEMENT,2.5,2,3\n", own % ("3.2", 6) + "NSM1,3,CONROD,2.5,3\n",
                                2.5 * (lengths[1] + (1 + 9 + 25) ** 0.5)),
                               ("NSM,3,ELEMENT,1,2.5,2,2.5\n",
                                own.replace("PROD,5,1,1.-3,,,.7\n", "").replace("CROD,1,5", "CROD,1,6") % ("3.2", 6),
                                2.5 * sum(lengths)),
                               ("NSML1,3,ELEMENT,4.,2\n", own % (.7 + 4 / lengths[1], 6), 4.0)):
        plain_rods = text % ("", "CROD", "CROD")
        found, r = mass(plain_rods + cards, "NSM = 3\n")
        bare, _ = mass(plain_rods)
        if check(cards, r.status == 0 and "gives masses to single rods" in r.stderr, r.stderr):
            close(cards, found, bare + more, 1e-13)
        for x, y in zip(*(frequencies(t, "NSM = 3\n" if "NSM" in t else "", n, 3)
                          for n, t in ((2, plain_rods + cards), (1, other)))):
            close("frequencies with " + cards, x, y, 1e-12)
    tip = "probes: [{name: tip, node: 4}]\n"
    pulled = [deck(t + "GRAV,2,,10.,.3,0.,-1.\nFORCE,2,4,,5.,1.,2.,3.\n", tip, control="LOAD = 2\n" + c)
              for t, c in ((text % ("", "CROD", "CROD") + "NSM1,3,ELEMENT,2.5,2\nPARAM,WTMASS,.5\n", "NSM = 3\n"),
                           (own % ("3.2", 6) + "PARAM,WTMASS,.5\n", ""))]
    if check("statics", pulled[0].status == pulled[1].status == 0, pulled[0].stderr + pulled[1].stderr):
        for x, y in zip(*(r.json["probes"]["tip"]["u"][-1] for r in pulled)):
            close("the tip", x, y, 1e-12)


def wrong():
    for cards, control, words in (
            ("NSM1,3,PSOLID,2.,ALL\n", "", "NSM1 3: TYPE = 'PSOLID'; accepted: PSHELL"),
            ("NSM1,3,PSHELL,2.\n", "", "NSM1 3: ID is missing"),
            ("NSM1,3,ELEMENT,2.,11\n", "NSM = 3\n", "NSM1 3: CBAR 11 is among its elements"),
            ("NSM1,3,ELEMENT,2.,ALL\n", "NSM = 3\n", "NSM1 3: CBAR 11 is among its elements"),
            ("NSML1,3,ELEMENT,2.,1,13\n", "NSM = 3\n", "NSML1 3: it distributes a mass over areas and lengths"),
            ("NSM1,3,PBAR,-2.,7\n", "NSM = 3\n", "NSM1 3: the mass per length of PBAR 7 becomes -2"),
            ("NSM1,3,PSHELL,2.,9,THRU,5\n", "", "NSM1 3: 9 THRU 5 must ascend"),
            ("NSM1,4,PSHELL,2.,9\n", "NSM = 3\n", "NSM = 3 is chosen, but no card"),
            ("ACCEL1,2,,10.,.3,0.,-1.,,,+\n+,1,THRU,5\n", "", "ACCEL1 2: grid 6 is not among its grids"),
            ("ACCEL,2,,.3,0.,-1.,X,,,+\n+,0.,10.,3.,11.\n", "", "ACCEL 2: VAL of 10 and 11")):
        refused(words, deck(model() + cards, verb="check", control=control), 3, words, "deck.bdf:")
    passed("SNORM is told of", deck(model() + "SNORM,1,,0.,0.,1.\n", verb="check"), "says: SNORM\n")


for part in (totals, alike, accelerations, rods, wrong):
    part()
