"""Each card of a deck is what it means: the same model by YAML to 1e-12, or a closed form; or it is refused or left out
aloud.

Claims: `gimbal help cards` lists each card once; a card of each list is read, left out, named with its count, or
refused with file, line and the page's reason. Springs (CELAS, CDAMP, CVISC, CBUSH) between shells, bars, bodies, free
nodes and the ground are bushings and springs of a case file, in any axes, on 1 to 3 ranks; a chain of them has its
closed form. D of SPC and SPCD are motions along some axes; PARAMs that would change a model are told of; RBE2 of some
components is joints; TLOADs are expressions of t; CQUAD8 is the shell of nine nodes.
"""
# quick
import math
import re
from pathlib import Path

from common import passed, refused, same_motions
from helper import check, close, program, run

MODEL = 3
PLATE = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\nCQUAD4,1,5,1,2,3,4\n"
         "PSHELL,5,1,.01,1\nMAT1,1,7.+10,,.3,2700.\nSPC1,1,123456,1,4\n")
TIME = "time: {scheme: bdf2, step: 1e-3, steps: 3}\n"
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"


def write(name, text):
    Path(name).write_text(text + "PARAM,COUPMASS,1\nENDDATA\n")
    return "gimbal: 1\nmesh: %s\n" % name


def selected(rows):
    """Refused where a set could act, left out where the case control names no such set."""
    good = True
    for cards, reason in rows:
        name = cards.split()[0]
        r = run(write("sets.bdf", PLATE + name + ",1\n") + TIME, verb="check")
        good = good and r.status == MODEL and "sets.bdf:9: the card %s is not read: %s" % (name, reason) in r.stderr
        r = run(write("sets.bdf", "SPC = 1\nBEGIN BULK\n" + PLATE + name + ",1\n") + TIME, verb="check")
        good = good and r.status == 0 and r.stderr.strip().endswith("says: " + name)
    return good and len(rows) > 1


def page():
    """Every card on one list, and one of each list tried."""
    text = program(["help", "cards"]).stdout
    lists = {part.splitlines()[0]: re.findall(r"^\| ([A-Z0-9 ]+) \| (.*) \|$", part, re.M)
             for part in text.split("\n## ")[1:]}
    check("five lists", len(lists) == 5, list(lists))
    names = [name for rows in lists.values() for cards, _ in rows for name in cards.split()]
    check("each card once", len(names) == len(set(names)) > 250, sorted(n for n in set(names) if names.count(n) > 1))
    refused = lists["Refused"]
    bad = "".join("%s,1\n" % name for cards, _ in refused for name in cards.split())
    r = run(write("refused.bdf", PLATE + bad) + TIME, verb="check")
    first, lines = 9, r.stderr.splitlines()
    check("cards of sets that a case control leaves out",
          selected(lists["Refused, unless the case control names none of their sets"]))
    check("as many as there is room for are refused", r.status == MODEL and len(lines) > 20, r.stderr)
    for cards, reason in refused[:3]:
        for name in cards.split():
            wanted = "refused.bdf:%d: the card %s is not read: %s" % (first, name, reason)
            check(wanted, any(line.endswith(wanted + " [unread-card]") for line in lines), r.stderr[:600])
            first += 1
    skipped = [cards.split() for cards, _ in lists["Left out, with a line of the output"]]
    text = "".join("%s,7\n" % group[0] for group in skipped) + "%s,8\n" % skipped[0][0]
    silent = "".join("%s,7\n" % cards.split()[0] for cards, _ in lists["Left out"])
    r = run(write("skipped.bdf", PLATE + text + silent) + TIME, verb="check")
    wanted = ", ".join(["%s (2)" % skipped[0][0]] + [group[0] for group in skipped[1:]])
    check("a line counts them", r.status == 0 and r.stderr.count("\n") == 1 and r.stderr.strip().endswith(
        "skipped.bdf: cards that are left out, as `gimbal help cards` says: " + wanted), r.stderr)


def parameters():
    """PARAM that would change a model in Nastran is told of, but for what asks for nothing."""
    def said(name, line):
        return "left out: CM1" if name == "CM1" else "told.bdf:%d: PARAM,%s is " % (line, name)

    for told, silent in (("K6ROT,100.", "K6ROT,0."), ("SNORM,20.", "SNORM,0"), ("SNORM,9.", "POST,-1"),
                         ("CM1,2.", "G,0."), ("k6rot,3.", "inrel,0"), ("K6ROT,7.", "lgdisp,1")):
        name = told.split(",")[0].upper()
        r = run(write("told.bdf", PLATE + "PARAM,%s\n" % told) + TIME, verb="check")
        check("PARAM,%s is told of" % told, r.status == 0 and r.stderr.count("\n") == 1 and said(name, 9) in r.stderr,
              r.stderr)
        passed("PARAM,%s of the case control" % told,
               write("told.bdf", "SPC = 1\nPARAM,%s\nBEGIN BULK\n" % told + PLATE) + TIME, said(name, 2), verb="check")
        passed("PARAM,%s asks for nothing" % silent, write("silent.bdf", PLATE + "PARAM,%s\n" % silent) + TIME,
               silent=True, verb="check")
    passed("STATSUB is told of", write("told.bdf", "SPC = 1\nSTATSUB = 2\nBEGIN BULK\n" + PLATE) + TIME,
           "told.bdf:2: STATSUB is left out", verb="check")


def same(label, a, b, scale=1.0):
    same_motions(label, a, b, least=1e-9 * scale)


CHAIN = ("BEGIN BULK\nGRID,2,,1.,0.,0.,,23456\nGRID,3,,2.,0.,0.,,23456\nCELAS2,10,100.,,,2,1\nCELAS1,11,5,2,1,3,1\n"
         "PELAS,5,50.\nCONM2,20,2,,2.\nCONM2,21,3,,1.\nFORCE,1,3,,4.,1.,0.,0.\n")
# a plate of two shells, two bars beyond its edge, and a body at grid 31
FRAME = ("BEGIN BULK\nGRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,2.,0.,0.\nGRID,4,,0.,1.,0.\nGRID,5,,1.,1.,0.\n"
         "GRID,6,,2.,1.,0.\nCQUAD4,1,5,1,2,5,4\nCQUAD4,2,5,2,3,6,5\nPSHELL,5,1,.05,1\nMAT1,1,7.+7,,.3,2700.\n"
         "SPC1,1,123456,1,4,21\nGRID,21,,0.,3.,0.\nGRID,22,,2.,3.,.5\nCBAR,7,8,21,22,0.,1.,0.\n"
         "PBAR,8,1,.01,2.-5,1.-5,3.-5\nGRID,31,,2.5,1.,0.\nCONM2,9,31,,3.,,,,,+\n+,1.,,1.,,,1.\nGRID,41,,2.,0.,0.\n"
         "CONM2,10,41,,.5\nGRID,51,,2.,3.,.5,7\nFORCE,2,3,,3.,.2,.3,1.\nFORCE,2,22,,.4,.5,-1.,1.\n"
         "MOMENT,2,22,,.05,1.,2.,1.\nFORCE,2,31,,.3,1.,1.,-.5\nFORCE,2,41,,.2,0.,1.,.3\nCORD2R,7,0,0.,0.,0.,1.,0.,1.\n"
         "+,3.,1.,0.\n")
PROBES = ("probes: [{name: shell, node: 3}, {name: bar, node: 22}, {name: body, body: CONM2 9, at: [2.5, 1, 0.4]}, "
          "{name: free, mass: GRID 41}]\n")
HELD = ("CELAS2,100,900.,31,1\nCELAS2,101,800.,31,2\nCELAS2,102,700.,31,3\nCELAS2,103,60.,31,4\nCELAS2,104,50.,31,5\n"
        "CELAS2,105,40.,31,6\n")
FREE = "CBUSH,110,11,3,41,,,,0\nPBUSH,11,K,300.,200.,100.\n"


def springs():
    """A chain in closed form; each card against the same bushing of a case file."""
    static = "probes: [{name: a, mass: GRID 2}, {name: b, mass: GRID 3}]\n" + STATIC
    for ranks in (1, 2):
        if r := passed("a deck of springs alone", write("chain.bdf", CHAIN) + static, silent=True, ranks=ranks):
            close("the first spring has the force", r.json["probes"]["a"]["u"][-1][0], 4 / 100, 1e-13)
            close("and the second", r.json["probes"]["b"]["u"][-1][0], 4 / 100 + 4 / 50, 1e-13)
    if modes := passed("its modes", write("chain.bdf", CHAIN) + static + "modes: {count: 2}\n", verb="modes"):
        found = modes.json["modes"]["frequency"]
        s, p = (150 + 2 * 50) / 4, 100 * 50 / 2.0  # m1 m2 w^4 - (m2 (k1 + k2) + m1 k2) w^2 + k1 k2 = 0
        for sign, f in zip((-1, 1), found):
            close("its frequency", (2 * math.pi * f) ** 2, s + sign * math.sqrt(s * s - p), 1e-9)

    at = {3: "[2, 0, 0]", 22: "[2, 3, 0.5]", 31: "[2.5, 1, 0]", 41: "[2, 0, 0]"}
    z = [1 / math.sqrt(2), 0, 1 / math.sqrt(2)]  # the axes of system 7
    y = [z[1] * 0 - z[2] * 1, z[2] * 3 - z[0] * 0, z[0] * 1 - z[1] * 3]
    x = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]]
    seven = "axes: [%s, %s]" % (x, y)
    body = "'CONM2 9', ground"
    groups = "".join("CDAMP2,90%d,0.,%d,1\n" % (n, n) for n in (3, 6, 22))  # they make the groups GRID 3, ...
    for label, cards, entries in (
            ("CELAS2 of a shell and the ground", "CELAS2,50,2000.,3,3\n",
             "  - {between: ['group:GRID 3', ground], at: %s, stiffness: [0, 0, 2000, 0, 0, 0]}\n" % at[3]),
            ("CELAS1 of grids that are apart", "CELAS1,50,4,3,2,22,2\nPELAS,3,1.,,,4,3000.\n",
             "  - {between: ['group:GRID 3', 'group:GRID 22'], at: [9, 9, 9], apart: true, stiffness: [0, 3000, 0, 0, "
             "0, 0]}\n"),
            ("CELAS2 of a bar's rotation", "CELAS2,50,20.,,,22,5\n",
             "  - {between: ['group:GRID 22', ground], at: %s, stiffness: [0, 0, 0, 0, 20, 0]}\n" % at[22]),
            ("CELAS2 along CD", "CELAS2,50,500.,51,1,,,.1\nRBE2,77,22,123456,51\n", None),
            ("CDAMP2 and CDAMP1", "CDAMP2,50,40.,3,3,41,3\nCDAMP1,51,6,31,1\nPDAMP,5,1.,6,70.\n",
             "  - {between: ['group:GRID 3', GRID 41], at: %s, damping: [0, 0, 40, 0, 0, 0]}\n"
             "  - {between: [%s], at: %s, apart: true, damping: [70, 0, 0, 0, 0, 0]}\n" % (at[3], body, at[31])),
            ("CVISC", "CVISC,50,6,6,31\nPVISC,6,90.\n",
             "springs: [{between: ['group:GRID 6', 'CONM2 9'], at: [~, %s], damping: 90}]\n" % at[31]),
            ("CBUSH by a vector",
             "CBUSH,50,6,22,31,0.,0.,1.,,+\n+,.3\nPBUSH,6,K,50.,40.,30.,20.,10.,5.,+\n+,,B,1.,2.,3.,4.,5.,6.\n",
             "  - {between: ['group:GRID 22', 'CONM2 9'], at: [2.15, 2.4, 0.35], axes: [[0.5, -2, -0.5], [0, 0, 1]], "
             "stiffness: [50, 40, 30, 20, 10, 5], damping: [1, 2, 3, 4, 5, 6]}\n"),
            ("CBUSH by a grid", "CBUSH,50,6,22,31,4\nPBUSH,6,K,50.,40.,30.,20.,10.,5.\n",
             "  - {between: ['group:GRID 22', 'CONM2 9'], at: [2.25, 2, 0.25], axes: [[0.5, -2, -0.5], "
             "[-2, -2, -0.5]], stiffness: [50, 40, 30, 20, 10, 5]}\n"),
            ("CBUSH by a system", "CBUSH,50,6,22,,,,,7\nPBUSH,6,K,50.,40.,30.,20.,10.,5.\n",
             "  - {between: ['group:GRID 22', ground], at: %s, %s, stiffness: [50, 40, 30, 20, 10, 5]}\n" %
             (at[22], seven))):
        march = (STATIC if "DAMP" not in cards and "VISC" not in cards
                 else "time: {scheme: bdf2, step: 0.02, steps: 5}\n")
        a = run(write("springs.bdf", FRAME + HELD + FREE + cards) + PROBES + march, 1 + len(label) % 3)
        if entries is None:  # a shell's component along an axis of its own: by the axes of a bushing
            case = write("plain.bdf", FRAME + groups + HELD + FREE + "RBE2,77,22,123456,51\n")
            entries = ("  - {between: ['RBE2 77', ground], at: [2, 3, 0.5], apart: true, %s, stiffness: [500, 0, 0, 0, "
                       "0, 0]}\n" % seven)
        else:
            case = write("plain.bdf", FRAME + groups + HELD + FREE)
        keys = entries if entries.startswith("springs") else "bushings:\n" + entries
        same(label, a, run(case + keys + PROBES + march))
    case = write("springs.bdf", FRAME + HELD + FREE + "CELAS1,50,4,3,3\nPELAS,4,3000.\n")
    passed("its number is a design", case + "functions: [{name: c, type: compliance}]\n"
           "design: [{name: k, bushing: CELAS1 50, parameter: stiffness.33}]\n" + STATIC, verb="verify")
    case = write("springs.bdf", FRAME + HELD + FREE + "CBUSH,50,6,22,31,0.,0.,1.\nPBUSH,6,K,5.,4.,3.,2.,1.,5.\n")
    passed("and one of a bushing at a bar", case + "functions: [{name: c, type: compliance}]\n"
           "design: [{name: k, bushing: CBUSH 50, parameter: stiffness.55}]\n" + STATIC, verb="verify")
    cantilever = ("BEGIN BULK\nGRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nCBAR,1,1,1,2,0.,1.,0.\n"
                  "PBAR,1,1,.01,2.-5,1.-5,3.-5\nMAT1,1,7.+7,,.3\nMOMENT,1,2,,1.-3,0.,0.,1.\nCELAS2,3,500.,2,6\n")
    if r := passed("a cantilever with a spring of rotation",
                   write("cantilever.bdf", cantilever) + "probes: [{name: tip, node: 2}]\n" + STATIC, ranks=2):
        own = 7e7 * 2e-5 / 2  # E I / L
        close("its deflection", r.json["probes"]["tip"]["u"][-1][1], 1e-3 * own / (own + 500) * 4 / (2 * 7e7 * 2e-5),
              1e-9)
    apart = ("bushings:\n  - {between: ['group:GRID 22', ground], at: [0, 0, 0], apart: true, stiffness: [1, 1, 1, 0, "
             "2, 0]}\n")
    refused("rotations of ends that are apart", write("plain.bdf", FRAME + groups + HELD + FREE) + apart + STATIC,
            "no axes for a stiffness", verb="check")
    for cards, words in (
            ("CELAS2,50,1.,3,1,22,4\n", "C1 = 1 and C2 = 4; accepted: the same component"),
            ("CELAS2,50,1.,3\n", "CELAS2: component 0 of grid 3; accepted: one component of a grid, from 1 to 6"),
            ("CELAS1,50,77,3,1\n", "PID = 77 is not defined; accepted: the number of a PELAS"),
            ("PELAS,4,1.\nPELAS,4,1.\n", "PELAS 4 is defined twice"),
            ("CELAS2,50,1.,99,1\n", "grid 99 is not defined"),
            ("CELAS2,50,1.,51,1,22,1\n", "are in different directions (CD)"),
            ("CONM2,11,6,,1.,,,,,+\n+,1.,,1.,,,1.\nCELAS2,50,1.,31,1,6,1\n", "stand for bodies and lie apart"),
            ("CBUSH,50,6,22\nPBUSH,6,K,1.\n", "CBUSH 50 has no length: its axes are those of CID"),
            ("CBUSH,50,6,22,31\nPBUSH,6,K,1.,2.\n", "has no orientation for its K2"),
            ("CBUSH,50,6,22,31,.5,-2.,-.5\nPBUSH,6,K,1.,2.\n", "its orientation is along its line"),
            ("CBUSH,50,6,3,22,0.,0.,1.\nPBUSH,6,K,1.,2.\n", "accepted: the same place"),
            ("CVISC,50,6,6,31\nPVISC,6,90.,1.\n", "CR = 1; accepted: 0"),
            ("PBUSH,6,M,1.\n", "a row of numbers is not read; accepted: K, B, GE, RCV"),
            ("MOMENT,2,41,,1.,1.,0.,0.\n", "GRID 41 has no element and no rotation")):
        refused(words, write("bad.bdf", FRAME + HELD + FREE + cards) + STATIC, (2, MODEL), words, "bad.bdf:",
                verb="check")
    refused("a spring of a shell's rotation in dynamics",
            write("bad.bdf", FRAME + HELD + FREE + "CELAS2,50,1.,3,4\n") + "time: {scheme: galpha, step: 1e-3, "
            "steps: 1}\n", (2, MODEL), "has no axes for a stiffness", verb="check")


PANEL = "BEGIN BULK\n" + "".join("GRID,%d,,%g,%g,0.\n" % (1 + i + 4 * j, i, j) for j in range(2) for i in range(4)) + \
    "".join("CQUAD4,%d,1,%d,%d,%d,%d\n" % (i, i, i + 1, i + 5, i + 4) for i in (1, 2, 3)) + \
    "PSHELL,1,1,.1,1\nMAT1,1,1.+7,,.3,1000.\n"
SEEN = "probes: [{name: a, node: 4}, {name: b, node: 8}, {name: c, node: 7}]\n"


def given():
    """Displacements that supports give, along some axes."""
    held = "SPC1,1,123456,1,5\n"
    plain = write("plain.bdf",
                  PANEL + held + "SPC1,9,3,4,8\nSPC1,8,1,8\nSPC1,7,3,7\n") + "deck: {spc: 1, supports: keep}\n"
    entry = "  - {group: '%s', motion: [%s]}\n"
    for label, control, cards, motions in (
            ("D of SPC", "SPC = 1\n", "SPC,1,4,3,.1,8,3,.1\nSPC,1,8,1,-.02\n",
             (("SPC 1 and 8", "4", "~, ~, 0.1"), ("", "8", "-0.02, ~, 0.1"))),
            ("SPCD", "SPC = 3\nLOAD = 4\n",
             "SPC1,2,3,4,7\nSPC1,2,13,8\nSPCADD,3,1,2\nSPCD,5,4,3,.05,8,3,.05\nSPCD,5,8,1,-.01\nLOAD,4,2.,1.,5\n",
             (("", "4", "~, ~, 0.1"), ("", "8", "-0.02, ~, 0.1"), ("", "7", None)))):
        if not (a := passed(label, write("given.bdf", control + PANEL + held + cards) + SEEN + STATIC, silent=True,
                            ranks=2)):
            continue
        four, eight, seven = (a.json["probes"][p]["u"][-1] for p in "abc")
        check("the given displacements of " + label, (four[2], eight[2], eight[0]) == (0.1, 0.1, -0.02), (four, eight))
        check("what is free moves with " + label, abs(four[0]) > 1e-4 and abs(eight[1]) > 1e-5, (four, eight))
        check("what is held stays with " + label, (seven[2] == 0) == (label == "SPCD"), seven)
        groups = "".join("CDAMP2,90%s,0.,%s,1\n" % (n, n) for _, n, _ in motions)
        case = write("plain.bdf", "SPC = 1\n" + PANEL + held + groups) + "deck: {supports: keep}\nsupports:\n"
        case += "".join("  - {group: GRID %s, %s}\n" % (n, "motion: [%s]" % m if m else "fix: z")
                        for _, n, m in motions)
        same(label, a, run(case + SEEN + STATIC))
    case = (write("given.bdf", "SPC = 1\n" + PANEL + held + "CDAMP2,908,0.,8,1\n") + SEEN +
            "supports:\n  - {group: GRID 8, motion: [~, ~, 0.05*t^2]}\ndeck: {supports: keep}\n"
            "design: [{name: E, material: MAT1 1, parameter: young}]\nfunctions: [{name: c, type: compliance}]\n"
            "time: {scheme: bdf2, step: 0.02, steps: 5}\n")
    passed("a motion along one axis and its derivatives", case, ranks=2, verb="verify")
    bad = "supports:\n  - {group: GRID 8, motion: [~, ~, 0.1]}\n  - {group: GRID 8, motion: [0.1, ~, ~]}\n"
    refused("two motions of a node", case.split("supports:")[0] + bad + STATIC, MODEL, "has a given motion, which",
            verb="check")
    for label, cards, words in (
            ("a shell's drilling", "SPC,1,4,6,.1\n", "SPC: node 4 has no rotation about its director"),
            ("what no SPC holds", "SPCD,4,8,2,.1\n", "SPCD: no SPC holds what moves of grid 8"),
            ("what no SPC turns", "SPC1,1,4,8\nSPCD,4,8,5,.1\n", "SPCD: no SPC holds what moves of grid 8"),
            ("a grid that nothing has",
             "CORD2R,4,0,0.,0.,0.,0.,0.,1.\n+,0.,1.,0.\nGRID,60,,0.,0.,0.,4\nSPC,1,60,2,.1\n",
             "belongs to a shell, beam or solid (the first: 60)")):
        refused("a motion of %s" % label,
                write("bad.bdf", "SPC = 1\nLOAD = 4\n" + PANEL + held + "FORCE,4,8,,1.,0.,0.,1.\n" + cards) + STATIC,
                MODEL, words, verb="check")
    refused("D does not jump in a march", write("given.bdf", PANEL + held + "SPC,1,4,3,.1\n") + TIME,
            "given.bdf:16: SPC: the motion is 0.1 at t = 0")


def rigid():
    """RBE2 with some components is joints, RBAR is an RBE2."""
    loads = "SPC1,1,123456,1,5\nGRID,50,,4.,.3,.2\nFORCE,2,50,,40.,0.,.3,1.\nMOMENT,2,50,,4.,1.,.3,1.\n"
    march = "time: {scheme: bdf2, step: 0.01, steps: 10}\n"
    for cards, joint, grids in (("RBE2,9,50,123,4,8,3\n", "spherical", (4, 8, 3)),
                                ("RBE2,9,50,12,4,8\n", "inline, axis: [0, 0, 1]", (4, 8))):
        both = cards if joint == "spherical" else cards + "RBE2,10,50,123456,7\n"
        a = run(write("pins.bdf", PANEL + loads + both) + SEEN + march, 2)
        link = both[len(cards):] or "CONM2,9,50,,0.,,1.\n"  # what makes the body
        case = write("plain.bdf", PANEL + loads + link + "".join("CDAMP2,90%d,0.,%d,1\n" % (n, n) for n in grids))
        place = {4: "[3, 0, 0]", 8: "[3, 1, 0]", 3: "[2, 0, 0]"}
        name = "RBE2 10" if joint != "spherical" else "CONM2 9"
        case += "joints:\n" + "".join("  - {type: %s, between: [%s, 'group:GRID %d'], at: %s}\n" %
                                      (joint, name, n, place[n]) for n in grids)
        same(cards.strip(), a, run(case + SEEN + march))
    bar = run(write("bar.bdf", PANEL + loads + "RBAR,9,50,4,123456\nRBAR,10,8,50,,123456,123\n") + SEEN + march)
    two = run(write("two.bdf", PANEL + loads + "RBE2,9,50,123456,4\nRBE2,10,50,123,8\n") + SEEN + march)
    same("RBAR", bar, two)
    for cards, words in (
            ("RBE2,9,50,3,4,8\n", "leave some of its motions without any"),
            ("RBE2,9,50,12356,4,8\n", "no rotation about its director"),
            ("RBAR,9,50,4,123,456\n", "no rotation about its director"),
            ("RBAR,9,50,4,123,45\n", "RBAR 9: 5 independent components; accepted: six"),
            ("RBAR,9,50,4,123456,,123\n", "components 123 of grid 50 are independent, and among the dependent")):
        refused(words, write("bad.bdf", PANEL + loads + cards) + march, (2, MODEL), words, verb="check")


def histories():
    """Loads over time against expressions of t; sums of them; what is chosen."""
    held = "SPC1,1,123456,1,5\n"
    loads = ("FORCE,20,4,,1.,2.,0.,3.\nDAREA,21,8,3,5.,7,1,-2.\nPLOAD2,22,7.,2,3\nGRAV,23,,3.,1.,0.,-1.\n"
             "FORCE,9,7,,4.,0.,1.,0.\nTABLED1,3,,,,,,,,+\n+,.01,1.,.02,3.,.02,-1.,.03,1.,+\n+,.05,0.,ENDT\n"
             "TLOAD1,31,20,.005,,3\nTLOAD1,32,21,,LOAD,3\nTLOAD2,33,22,,,.01,.04,12.5,30.,+\n+,-3.,2.\n"
             "TLOAD2,34,23,.002,,0.,9.,10.,-90.\nDLOAD,40,2.,1.,31,.5,32,3.,33,+\n+,4.,34\n")
    table = "if(%s < 0.02, 1 + 200*(%s - 0.01), if(%s < 0.03, -1 + 200*(%s - 0.02), 1 - 50*(%s - 0.03)))"
    F1, F2 = table.replace("%s", "(t - 0.005)"), table.replace("%s", "t")
    F3 = "pulse(t, 0.01, 0.04)*ramp(t - 0.01)^2*exp(-3*(t - 0.01))*cos(2*pi*12.5*(t - 0.01) + pi/6)"
    F4 = "if(t < 0.002, 0, sin(2*pi*10*(t - 0.002)))"
    march = "time: {scheme: bdf2, step: 0.005, steps: 12}\n"
    plain = write("plain.bdf", "SPC = 1\n" + PANEL + held + "CDAMP2,904,0.,4,1\nCDAMP2,907,0.,7,1\nCDAMP2,908,0.,8,1\n"
                  "PLOAD2,22,0.,2,3\n")
    force = lambda n, x, y, z: "  - {group: GRID %d, type: force, value: [%s]}\n" % (
        n, ", ".join('"%s"' % v for v in (x, y, z)))
    static = force(7, "0", "4", "0")
    four = force(4, "2*2*(%s)" % F1, "0", "2*3*(%s)" % F1)
    darea = force(8, "0", "0", "2*0.5*5*(%s)" % F2) + force(7, "2*0.5*(-2)*(%s)" % F2, "0", "0")
    pressure = '  - {group: "PLOAD 22: 0", type: pressure, value: "2*3*7*(%s)"}\n' % F3
    gravity = 'gravity: ["2*4*3*(%s)", 0, "-2*4*3*(%s)"]\n' % (F4, F4)
    for label, control, keys, more, entries in (
            ("DLOAD and LOAD", "SPC = 1\nLOAD = 9\nDLOAD = 40\n", "", gravity, static + four + darea + pressure),
            ("a TLOAD1", "SPC = 1\nDLOAD = 31\n", "", "", force(4, "2*(%s)" % F1, "0", "3*(%s)" % F1)),
            ("deck.dload", "SPC = 1\n", "deck: {dload: 32}\n", "",
             force(8, "0", "0", "5*(%s)" % F2) + force(7, "-2*(%s)" % F2, "0", "0")),
            ("no case control", "", "", gravity, static + four + darea + pressure)):
        a = run(write("loads.bdf", control + (PANEL if control else PANEL[11:]) + held + loads) + keys + SEEN + march,
                2)
        check(label + " without a warning", "GRID" in a.stderr or not a.stderr or "names no LOAD" in a.stderr, a.stderr)
        case = plain + "deck: {load: 22}\n" + more + "loads:\n" + entries
        same(label, a, run(case + SEEN + march))
    passed("the line of sets", write("loads.bdf", "SPC = 1\nLOAD = 9\nDLOAD = 40\n" + PANEL + held + loads +
                                     "EIGRL,5,,,12\nTSTEP,6,10,.1\n") + march, "EIGRL asks for 12 modes",
           "TSTEP is left out")
    for cards, words in (
            ("TLOAD1,50,20,,,9\nDLOAD,41,1.,1.,50\n", "TLOAD1 50: TID = 9 is not defined"),
            ("TLOAD1,50,20,,VELO,3\n", "TYPE; accepted: 0, LOAD or blank"),
            ("TLOAD1,50,20,7,,3\n", "DELAY = 7 names DELAY cards"),
            ("TABLED1,8,,,,,,,,+\n+,1.,1.,0.,1.,ENDT\n", "x = 0 descends"),
            ("TABLED1,8,,,,,,,,+\n+,1.,1.,ENDT\n", "needs two points"),
            ("TABLED1,8,LOG,,,,,,,+\n+,1.,1.,2.,1.,ENDT\n", "XAXIS; accepted: LINEAR"),
            ("TLOAD2,50,20,,,1.,1.,3.\n", "T2 = 1 must be above T1 = 1"),
            ("TLOAD1,51,23,,,3\nDLOAD,41,1.,1.,34,1.,51\n", "accepted: one"),
            ("TLOAD1,51,77,,,3\nDLOAD,41,1.,1.,51\n", "DLOAD = 41 is chosen, but no card")):
        refused(words, write("bad.bdf", "SPC = 1\nDLOAD = 41\n" + PANEL + held + loads + cards) + march, MODEL, words,
                verb="check")


def curved(file, quads):
    """A strip on a quarter of a cylinder of 4 x 2 elements of eight grids, or of nine nodes of gmsh."""
    nodes, text, elements, k = {}, "", [], 0
    for j in range(5):
        for i in range(9):
            if i % 2 and j % 2 and quads == "CQUAD8":
                continue
            k += 1
            a = math.pi / 16 * i
            nodes[i, j] = (k, math.cos(a), 0.25 * j, math.sin(a))
    ring = ((0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1))
    for j in (0, 2):
        for i in (0, 2, 4, 6):
            if quads == "CQUAD8":
                elements.append([nodes[i + x, j + y][0] for x, y in ring])
                continue
            eight = [nodes[i + x, j + y] for x, y in ring]
            own = nodes[i + 1, j + 1][0]
            nodes[i + 1, j + 1] = (own, *(sum((-0.25 if n < 4 else 0.5) * p[c] for n, p in enumerate(eight))
                                          for c in (1, 2, 3)))
            elements.append([p[0] for p in eight] + [own])
    root = [p[0] for (i, j), p in nodes.items() if i == 0]
    tip = nodes[8, 4][0]
    if quads == "CQUAD8":
        text = "".join("GRID*,%d,,%.14g,%.14g\n*,%.14g\n" % p for p in nodes.values())
        text += "".join("CQUAD8,%d,3,%s,+\n+,%s\n" % (e + 1, ",".join(map(str, n[:6])), ",".join(map(str, n[6:])))
                        for e, n in enumerate(elements))
        text += "PSHELL,3,1,.03,1\nMAT1,1,7.+7,,.3,2700.\nFORCE,1,%d,,1.,.2,.3,1.\n" % tip
        text += "PLOAD2,1,.4,1,THRU,8\n" + "".join("SPC1,1,123456,%d\n" % n for n in root)
        return write(file, "BEGIN BULK\n" + text), tip
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "3", '0 1 "root"', '0 2 "tip"', '2 3 "skin"',
             "$EndPhysicalNames", "$Nodes", str(len(nodes))]
    lines += ["%d %.17g %.17g %.17g" % p for p in sorted(nodes.values())] + [
        "$EndNodes", "$Elements", str(len(elements) + len(root) + 1)]
    lines += ["%d 15 2 1 1 %d" % (100 + k, n) for k, n in enumerate(root)] + ["99 15 2 2 2 %d" % tip]
    lines += ["%d 10 2 3 3 %s" % (e + 1, " ".join(map(str, n))) for e, n in enumerate(elements)] + ["$EndElements"]
    Path(file).write_text("\n".join(lines) + "\n")
    keys = ("mesh: %s\nmaterials:\n  m: {young: 7e7, poisson: 0.3, density: 2700}\nshells:\n"
            "  - {group: skin, material: m, thickness: 0.03}\nsupports:\n"
            "  - {group: root, fix: [x, y, z, rx, ry, rz]}\nloads:\n"
            "  - {group: tip, type: force, value: [0.2, 0.3, 1]}\n  - {group: skin, type: pressure, value: 0.4}\n" %
            file)
    return "gimbal: 1\n" + keys, tip


def shells():
    """CQUAD8 is a shell of nine nodes, PCOMPG a PCOMP, MCID the angle of its axis on each element."""
    deck, tip = curved("eight.bdf", "CQUAD8")
    case, corner = curved("nine.msh", "gmsh")
    a = run(deck + "probes: [{name: tip, node: %d}]\n" % tip + STATIC, 3)
    same("CQUAD8", a, run(case + "probes: [{name: tip, node: %d}]\n" % corner + STATIC))
    refused("CQUAD8 with blanks",
            write("bad.bdf", "BEGIN BULK\n" + PANEL[11:] + "CQUAD8,9,1,1,2,6,5,,,+\n+,,\n") + TIME, MODEL,
            "CQUAD8 9: G5 is missing; accepted: all eight", verb="check")

    grids = "".join("GRID,%d,,%g,%g,%g\n" % (1 + i + 4 * j, i, j + .1 * i, .2 * i * j) for j in range(2)
                    for i in range(4))
    ply = "MAT8,8,1.3+8,1.+7,.3,5.+6,5.+6,3.+6,1600.\nSPC1,1,123456,1,5\nFORCE,2,8,,.2,1.,.5,1.\n"
    pcomp = "PCOMP,1,,,,,,,,+\n+,8,.02,30.,,8,.01,-45.,,+\n+,8,.01,80.\n"
    quads = "".join("CQUAD4,%d,1,%d,%d,%d,%d,%%s\n" % (i, i, i + 1, i + 5, i + 4)
                    for i in (1, 2)) + "CTRIA3,3,1,3,4,8,%s\nCTRIA3,4,1,3,8,7,%s\n"
    rectangular = "CORD2R,7,0,1.,0.,0.,1.,0.,1.\n+,3.,1.,0.\n"
    round_ = "CORD2C,9,0,-1.,-2.,0.,-1.,-2.,1.\n+,1.,0.,0.\n"

    def model(cards, angles, grids=grids, case=""):
        return run(write("ply.bdf", "BEGIN BULK\n" + grids + quads % angles + ply + cards) + case +
                   SEEN.replace(", {name: c, node: 7}", "") + STATIC, 2)

    plain = model(pcomp, (10., 20., 30., 40.))
    numbered = "PCOMPG,1,,,,,,,,+\n+,5,8,.02,30.,,,,,+\n+,3,8,.01,-45.,,,,,+\n+,9,8,.01,80.\n"
    same("PCOMPG", model(numbered, (10., 20., 30., 40.)), plain)
    place = {1 + i + 4 * j: (i, j + .1 * i, .3 * i) for j in range(2) for i in range(4)}
    flat = "".join("GRID,%d,,%g,%g,%g\n" % (n, *x) for n, x in place.items())

    def angle(nodes, direction):
        X = [place[n] for n in nodes]
        sub = lambda a, b: [p - q for p, q in zip(a, b)]
        dot = lambda a, b: sum(p * q for p, q in zip(a, b))
        cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        n = cross(sub(X[2], X[0]), sub(X[3], X[1])) if len(X) == 4 else cross(sub(X[1], X[0]), sub(X[2], X[0]))
        side = sub(X[1], X[0])
        side = sub(side, [dot(side, n) / dot(n, n) * c for c in n])
        d = direction([sum(x[i] for x in X) / len(X) for i in range(3)])
        return math.degrees(math.atan2(dot(d, cross(n, side)) / math.sqrt(dot(n, n)), dot(d, side)))
    parts = [(1, 2, 6, 5), (2, 3, 7, 6), (3, 4, 8), (3, 8, 7)]
    for number, cards, direction in ((7, rectangular, lambda at: (2, 1, 0)),
                                     (9, round_, lambda at: (at[0] + 1, at[1] + 2, 0))):
        same("MCID %d" % number, model(pcomp + cards, 4 * (number,), flat),
             model(pcomp, tuple("%.13f" % angle(p, direction) for p in parts), flat))
    own = model(pcomp + rectangular, 4 * (7,))
    same("MCID where parts are warped", own, model(
        pcomp, 4 * (0.,), case="materials: {c: {E1: 1.3e8, E2: 1e7, G12: 5e6, G13: 5e6, G23: 3e6, poisson: 0.3, "
        "density: 1600}}\nsections:\n  l: {type: laminate, plies: [{material: c, thickness: 0.02, angle: 30}, "
        "{material: c, thickness: 0.01, angle: -45}, {material: c, thickness: 0.01, angle: 80}]}\n"
        "shells: [{group: 1, section: l, axis: [2, 1, 0]}]\n"))
    check("which matters", abs(own.json["probes"]["a"]["u"][-1][2] / plain.json["probes"]["a"]["u"][-1][2] - 1) > 1e-3)
    refused("a system that is not there", model(pcomp, (77, 7, 7, 7)), MODEL, "the coordinate system 77 is not defined")


def designs():
    """DESVAR and DVPREL1 are designs where the case asks for them."""
    deck = ("BEGIN BULK\n" + FRAME[11:] + "PROD,9,1,1.-4\nCROD,8,9,6,22\nCONM2,77,31,,.1,,,,,+\n+,1.,,1.,,,1.\n" +
            HELD + FREE + "DESVAR,1,SKIN,.06,.01,.1\nDESVAR,2,BAR,2.,1.,3.\nDESVAR,3,ROD,2.-4,1.-5\n"
            "DVPREL1,4,PSHELL,5,T,.02,,.01,,+\n+,1,.5\nDVPREL1,5,PBAR,8,A,,,,,+\n+,2,.01\n"
            "DVPREL1,6,PROD,9,A,,1.-3,,,+\n+,3,1.\n")
    functions = "functions: [{type: compliance}]\n" + STATIC
    passed("without a wish they are left out", write("designs.bdf", deck) + functions, "DESVAR (3), DVPREL1 (3)",
           verb="check")
    a = run(write("designs.bdf", deck) + "deck: {designs: keep}\n" + functions, 2, "gradient")
    b = run(write("designs.bdf", deck) + functions + "design:\n  - {name: SKIN 1, thickness: 5, values: 0.04}\n"
            "  - {name: BAR 2, section: PBAR 8, parameter: area, values: 0.02}\n"
            "  - {name: ROD 3, section: PROD 9, parameter: area, values: 2e-4}\n", 2, "gradient")
    if check("with it they are", a.status == 0 == b.status, a.stderr + b.stderr):
        check("the same", a.json["functions"] == b.json["functions"] and a.json["gradient"] == b.json["gradient"] != {},
              (a.json, b.json))
    for card, words in (("DVPREL1,7,PROD,9,A,,,,,+\n+,8,1.\n", "DVID1 = 8 is not defined"),
                               ("DVPREL1,7,PBAR,8,J,,,,,+\n+,3,1.\n", "has the DESVAR 3 of DVPREL1 6"),
                               ("DVPREL1,7,PBAR,8,J,,,,,+\n+,3,1.,2,1.\n", "DVID2; accepted: one DESVAR"),
                               ("DESVAR,9,X,1.\nDVPREL1,7,PSHELL,77,T,,,,,+\n+,9,1.\n", "no shell has PID 77"),
                               ("DVPREL1,7,PBAR,8,K1,,,,,+\n+,3,1.\n", "accepted: T of a PSHELL or PSHEAR")):
        refused(words, write("bad.bdf", deck + card) + "deck: {designs: keep}\n" + functions, MODEL, words,
                verb="check")


def shapes():
    """DESVAR with DVGRID is a shape that begins at XINIT."""
    plate = ("BEGIN BULK\n" + "".join("GRID,%d,,%.1f,%.1f,%.2f\n" % (3 * j + i + 1, i, j, .05 * i * j)
                                      for j in range(2) for i in range(3)) + "CQUAD4,1,5,1,2,5,4\nCQUAD4,2,5,2,3,6,5\n"
             "PSHELL,5,1,.05,1\nMAT1,1,7.+7,,.3,2700.\nSPC1,1,123456,1,4\nFORCE,2,3,,3.,.2,.3,1.\n"
             "DESVAR,8,LONG,2.,1.,3.\nDVGRID,8,3,,.5,1.,0.,.2\nDVGRID,8,6,0,1.,.5\n")
    functions = "functions: [{type: compliance}, {type: mass}]\n" + STATIC
    a = run(write("shape.bdf", plate) + "deck: {designs: keep}\n" + functions, 2, "gradient")
    Path("shape.csv").write_text("3, 0.5, 0, 0.1\n6, 0.5, 0, 0\n")
    own = "design: [{name: LONG 8, shape: {table: shape.csv, drawn: 2}%s}]\n"
    b = run(write("shape.bdf", plate) + functions + own % "", 1, "gradient")
    if check("a shape of a deck", a.status == 0 == b.status, a.stderr + b.stderr):
        for f, found in a.json["gradient"].items():
            close("d %s by DVGRID" % f, found["LONG 8"][0], b.json["gradient"][f]["LONG 8"][0], 1e-10)
    moved = run(write("shape.bdf", plate) + functions + own % ", values: 2.2", 1, name="moved")
    by_hand = run(write("hand.bdf", plate.replace("GRID,3,,2.0,0.0,0.00", "GRID,3,,2.1,0.,.02").replace(
        "GRID,6,,2.0,1.0", "GRID,6,,2.1,1.")) + functions, 1, name="hand")
    if check("moved by 0.2", moved.status == 0 == by_hand.status, moved.stderr + by_hand.stderr):
        for f, value in by_hand.json["functions"].items():
            close("%s of a shape that moved" % f, moved.json["functions"][f], value, 1e-9)
    for card, words in (("DVGRID,7,3,,1.,1.\n", "DVID = 7 is not defined"),
                               ("DVGRID,8,77,,1.,1.\n", "GID = 77 is not defined"),
                               ("DVGRID,8,3,,1.,1.\n", "GID = 3 has one of this DVID already"),
                               ("DVGRID,8,2,5,1.,1.\n", "CID; accepted: 0"),
                               ("DVPREL1,7,PSHELL,5,T,,,,,+\n+,8,1.\n", "is that of DVPREL1 7 too")):
        refused(words, write("bad.bdf", plate + card) + "deck: {designs: keep}\n" + functions, MODEL, words,
                verb="check")


def apart():
    """Components with blanks between them, by GRDSET and by GRID, and the end of a deck in large fields."""
    static = "probes: [{name: a, mass: GRID 2}, {name: b, mass: GRID 3}]\n" + STATIC
    bare = CHAIN.replace(",,23456", "")
    grdset = "GRDSET".ljust(56) + "2 34 56\n"
    for label, text in (("GRDSET", bare.replace("GRID,2", grdset + "GRID,2", 1)),
                        ("GRID", CHAIN.replace("23456", "2 3456"))):
        for end in ("ENDDATA", "ENDDATA*", "ENDDATA* *", "enddata,"):
            Path("apart.bdf").write_text(text + end + "\nwhat follows is no card\nINCLUDE 'missing.bdf'\n" +
                                         ",".join("123456789012") + "\n")
            if r := passed("%s apart, %s" % (label, end), "gimbal: 1\nmesh: apart.bdf\n" + static, silent=True):
                close("%s apart, the second spring" % label, r.json["probes"]["b"]["u"][-1][0], 4 / 100 + 4 / 50, 1e-13)
                close("%s apart, held across" % label, r.json["probes"]["b"]["u"][-1][1], 0, 0, 0)
    refused("a component that is none", write("apart.bdf", CHAIN.replace("23456", "2 7", 1)) + static, MODEL,
            "PS must be digits from 1 to 6", verb="check")


for part in (page, apart, parameters, springs, given, rigid, histories, shells, designs, shapes):
    part()
