"""Cards of Nastran decks that say in other words what others say too.

Claims: a PSHELL of a MAT8 is a laminate of one ply, with THETA, and a MAT2 the MAT8 of the same stiffness in plane;
what a MAT8 leaves blank is as it says; UM of an RBE3 changes nothing; TABLED2 to TABLED4 are the tables over time that
their formulas say, with a DELAY; on 1 and 2 ranks to 1e-12 (tables written as an expression of a case: 1e-10). What is
not read of them is refused by name.
"""
from pathlib import Path

from common import agree, refused, same_motions
from helper import check, run

HEAD = "SPC = 1\nLOAD = 2\nBEGIN BULK\n"
GRIDS = "".join("GRID,%d,,%g,%g,%g\n" % (1 + i + 3 * j, i, j, 0.1 * i * j) for j in range(3) for i in range(3))
PLATE = ("CQUAD4,1,5,1,2,5,4,20.\nCQUAD4,2,5,2,3,6,5,%s\nCTRIA3,3,5,4,5,8,-30.\nCTRIA3,4,5,4,8,7\n"
         "CQUAD4,6,5,5,6,9,8\n" % "45.")
REST = "SPC1,1,123456,1,4,7\nFORCE,2,9,,1.,2.,3.,-5.\nFORCE,2,6,,1.,1.,2.,3.\nENDDATA\n"
CASE = ("gimbal: 1\nmesh: %s.bdf\nprobes: [{name: a, node: 9}, {name: b, node: 6}]\n"
        "functions: [{name: c, type: compliance}, {name: m, type: mass}]\ntime: {scheme: bdf2, step: 0.01, steps: 5}\n"
        "output: {every: 0}\n")


def alike(label, deck, other, case=CASE, bound=1e-12, ranks=(1, 2)):
    """Two decks, or a deck and a case, are one model."""
    Path("deck.bdf").write_text(deck)
    if not other.startswith("gimbal"):
        Path("other.bdf").write_text(other)
        other = case % "other"
    b = run(other)
    for count in ranks:
        a = run(case % "deck", count)
        if not same_motions("%s on %d ranks" % (label, count), a, b, bound, 1e-7):
            return None
        wanted = b.json.get("functions", {})
        agree("%s on %d ranks" % (label, count), {f: a.json["functions"][f] for f in wanted}, wanted, bound)
    return a


def refuse(words, deck):
    Path("bad.bdf").write_text(deck)
    refused(words, CASE % "bad", 3, "bad.bdf:", words, verb="check")


def materials():
    E1, E2, nu, G = 7e7, 2e7, 0.25, 8e6
    D = 1 - nu * nu * E2 / E1
    ply = "MAT8,2,%r,%r,%r,%r,%r,%r,1600.\n" % (E1, E2, nu, G, G, G)
    mat2 = "MAT2,2,%r,%r,,%r,,%r,1600.\n" % (E1 / D, nu * E2 / D, E2 / D, G)
    pcomp, pshell = "PCOMP,5,,.4\n,2,.05\n", "PSHELL,5,2,.05,2,,2,,.4\n"
    laminate = HEAD + GRIDS + PLATE + pcomp + ply + REST
    alike("a PSHELL of a MAT8", HEAD + GRIDS + PLATE + pshell + ply + REST, laminate)
    own = alike("a PSHELL of a MAT2", HEAD + GRIDS + PLATE + pshell + mat2 + REST, laminate)
    if own:
        check("its shear is told of", "MAT2 2 has no shear across the shell" in own.stderr, own.stderr)
    alike("plies of a MAT2", HEAD + GRIDS + PLATE + pcomp + mat2 + REST, laminate, ranks=(1,))
    strong = (HEAD + GRIDS + PLATE + "PCOMP,5,,,,TSAI\n,2,.05\n"
              "MAT8,2,7.+7,2.+7,.25,8.+6,4.+6,%s,1600.\n,,,,%s,2.+5\n" + REST)
    alike("a MAT8 without G2Z, Xc and Yc, which are G12, Xt and Yt",
          strong % ("", "9.+5,,3.+5,"), strong % ("8.+6", "9.+5,9.+5,3.+5,3.+5"),
          CASE.replace("{name: m, type: mass}", "{type: ks, weight: 20}"))
    young = 7e7
    isotropic = "MAT2,2,%r,%r,,%r,,%r,1600.\n" % (young / .91, .3 * young / .91, young / .91, young / 2.6)
    alike("an isotropic MAT2", HEAD + GRIDS + PLATE + pshell + isotropic + REST,
          HEAD + GRIDS + PLATE + pshell + "MAT1,2,%r,,.3,1600.\n" % young + REST, bound=1e-10)
    whole = HEAD + GRIDS + PLATE + pshell + mat2 + REST
    skew = mat2.replace("MAT2,2,%r,%r,," % (E1 / D, nu * E2 / D), "MAT2,2,%r,%r,7.," % (E1 / D, nu * E2 / D))
    refuse("and G13, G23 = 7, 0; accepted: numbers > 0, and 0: axes along which",
           HEAD + GRIDS + PLATE + pcomp + skew + REST)
    refuse("PSHELL 5: its stiffness A is not positive definite", whole.replace(",%r,1600.\n" % G, ",,1600.\n"))
    refuse("PSHELL 5: MID1 = 2 is a MAT1, and a MAT2 too", whole.replace("SPC1", "MAT1,2,7.+7,,.3\nSPC1"))
    refuse("CQUAD4 1: T1 to T4 are not read of elements of a PCOMP",
           (HEAD + GRIDS + PLATE + pcomp + ply + REST).replace("5,4,20.\n", "5,4,20.\n,,,.05,.05,.05,.05\n"))


def means():
    """UM says which components are eliminated; the equations are those of the mean."""
    metal = "PSHELL,5,1,.05,1\nMAT1,1,7.+7,,.3,1600.\n"
    load = "GRID,50,,2.5,1.,.5\nCONM2,9,50,,5.\nFORCE,2,50,,1.,3.,2.,9.\n"
    for refc, um in (("123456", ",UM,9,123,3,12,6,3\n"), ("123456", ",UM,50,12,9,12,3,3\n,,6,3\n"),
                     ("123", ",UM,3,12,9,3\n")):
        mean = HEAD + GRIDS + PLATE.replace("45.", "") + metal + load + "RBE3,7,,50,%s,1.,123,3,6\n,9,8\n" % refc
        alike("UM of " + refc, mean + um + REST, mean + REST)
    for words, um in (
            ("UM has 5 components; accepted: 6, as many as REFC", ",UM,9,123,3,12\n"),
            ("UM: component 4 of grid 9 is neither in REFC nor", ",UM,9,1234,3,12\n"),
            ("UM: component 1 of grid 5 is neither in REFC nor", ",UM,9,123,3,12,5,1\n")):
        refuse(words, HEAD + GRIDS + PLATE + metal + load + "RBE3,7,,50,123456,1.,123,3,6\n,9,8\n" + um + REST)


def tables():
    beam = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCBAR,1,51,1,2,0.,1.,.1\nPBAR,51,1,.01,2.-5,1.-5,3.-5,.3\n"
            "MAT1,1,7.+7,,.3,2700.\nSPC1,1,123456,1\nFORCE,22,2,,5.,.2,.3,1.\nTLOAD1,3,22,%s,LOAD,31\n")
    head = "SPC = 1\nDLOAD = 3\nBEGIN BULK\n"
    case = ("gimbal: 1\nmesh: %s.bdf\nprobes: [{name: a, node: 2}]\ntime: {scheme: bdf2, step: 0.01, steps: 12}\n"
            "output: {every: 0}\n")
    bare = head.replace("DLOAD = 3\n", "") + beam.split("FORCE")[0] + "ENDDATA\n"
    Path("bare.bdf").write_text(bare)
    law = ("gimbal: 1\nmesh: bare.bdf\nloads: [{type: force, group: tip, value: [%s]}]\n"
           "groups: [{name: tip, nodes: [2]}]\n" + case.split("bdf\n", 1)[1])
    line = "if(x < 1, 2 + 3*x, if(x < 3, 5 - 2*(x - 1), 1 + 4*(x - 3)))"  # through (0, 2), (1, 5), (3, 1), (4, 5)
    points = ",0.,2.,1.,5.,3.,1.,4.,5.\n,ENDT\n"
    cases = (("TABLED2", "TABLED2,31,-.5,,,,,,\n" + points, "(t + 0.5)", line, ""),
             ("TABLED3", "TABLED3,31,-.02,.04,,,,,\n" + points, "((t + 0.02)/0.04)", line, ""),
             ("TABLED3 with a delay", "TABLED3,31,-.02,.04,,,,,\n" + points, "((t - 0.015 + 0.02)/0.04)", line, ".015"),
             ("TABLED4", "TABLED4,31,.02,.05,.01,.07,,,\n,2.,-1.,,3.,ENDT\n", "((min(max(t, 0.01), 0.07) - 0.02)/0.05)",
              "2 - x + 3*x^3", ""))
    for label, table, x, text, delay in cases:
        value = "(%s)" % text.replace("x", x) if "max" not in x else "(2 - %s + 3*%s^3)" % (x, x)
        alike(label, head + beam % delay + table + "ENDDATA\n",
              law % ", ".join('"%g*%s"' % (5 * n, value) for n in (.2, .3, 1)), case, 1e-10)
    for words, table in (("X2 = 0; accepted: a number > 0", "TABLED3,31,0.,0.,,,,,\n" + points),
                         ("X2 = -1; accepted: a number > 0", "TABLED3,31,0.,-1.,,,,,\n" + points),
                         ("X2 = 0; accepted: a number other than 0", "TABLED4,31,0.,0.,0.,1.,,,\n,2.,ENDT\n"),
                         ("X4 = 0 must be above X3 = 1", "TABLED4,31,0.,1.,1.,0.,,,\n,2.,ENDT\n"),
                         ("A0 is missing", "TABLED4,31,0.,1.,0.,1.,,,\n,ENDT\n"),
                         ("x = -0.5 descends", "TABLED2,31,-.5,,,,,,\n,1.,2.,0.,5.,ENDT\n")):
        refuse(words, head + beam % "" + table + "ENDDATA\n")


for test in (materials, means, tables):
    test()
