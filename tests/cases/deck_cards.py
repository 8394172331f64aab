"""Each card of a deck is what it means: the same model by YAML to 1e-12, or a closed form; or it is refused or left out aloud.

Claims: `gimbal help cards` lists each card once; a card of each list is read, left out, named with its count, or refused with
file, line and the page's reason. Springs (CELAS, CDAMP, CVISC, CBUSH) between shells, bars, bodies, free nodes and the ground
are bushings and springs of a case file, in any axes, on 1 to 3 ranks; a chain of them has its closed form.
"""
# quick
import math
import re
from pathlib import Path

from helper import check, close, program, run

MODEL = 3
PLATE = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\nCQUAD4,1,5,1,2,3,4\n"
         "PSHELL,5,1,.01,1\nMAT1,1,7.+10,,.3,2700.\nSPC1,1,123456,1,4\n")
TIME = "time: {scheme: bdf2, step: 1e-3, steps: 3}\n"
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"


def write(name, text):
    Path(name).write_text(text + "ENDDATA\n")
    return "gimbal: 1\nmesh: %s\n" % name


def page():
    """Every card on one list, and one of each list tried."""
    text = program(["help", "cards"]).stdout
    lists = {part.splitlines()[0]: re.findall(r"^\| ([A-Z0-9 ]+) \| (.*) \|$", part, re.M) for part in text.split("\n## ")[1:]}
    check("four lists", len(lists) == 4, list(lists))
    names = [name for rows in lists.values() for cards, _ in rows for name in cards.split()]
    check("each card once", len(names) == len(set(names)) > 250, sorted(n for n in set(names) if names.count(n) > 1))
    refused = lists["Refused"]
    bad = "".join("%s,1\n" % name for cards, _ in refused for name in cards.split())
    r = run(write("refused.bdf", PLATE + bad) + TIME, verb="check")
    first, lines = 9, r.stderr.splitlines()
    check("as many as there is room for are refused", r.status == MODEL and len(lines) > 20, r.stderr)
    for cards, reason in refused[:3]:
        for name in cards.split():
            wanted = "refused.bdf:%d: the card %s is not read: %s" % (first, name, reason)
            check(wanted, any(line.endswith(wanted) for line in lines), r.stderr[:600])
            first += 1
    skipped = [cards.split() for cards, _ in lists["Left out, with a line of the output"]]
    text = "".join("%s,7\n" % group[0] for group in skipped) + "%s,8\n" % skipped[0][0]
    silent = "".join("%s,7\n" % cards.split()[0] for cards, _ in lists["Left out"])
    r = run(write("skipped.bdf", PLATE + text + silent) + TIME, verb="check")
    wanted = ", ".join(["%s (2)" % skipped[0][0]] + [group[0] for group in skipped[1:]])
    check("a line counts them", r.status == 0 and r.stderr.count("\n") == 1 and r.stderr.strip().endswith(
        "skipped.bdf: cards that are left out, as `gimbal help cards` says: " + wanted), r.stderr)


def same(label, a, b, scale=1.0):
    """Both runs have the same probes to 1e-12 of the largest of each."""
    if not check(label + " runs", a.status == 0 == b.status, a.stderr + b.stderr):
        return
    for name, p in a.json["probes"].items():
        u, v = p["u"][-1], b.json["probes"][name]["u"][-1]
        size = max(map(abs, v))
        check("%s moves %s" % (label, name), size > 1e-9 * scale, v)
        for i in range(3):
            close("%s: %s, component %d" % (label, name, i + 1), u[i], v[i], 0, 1e-12 * size)


CHAIN = ("BEGIN BULK\nGRID,2,,1.,0.,0.,,23456\nGRID,3,,2.,0.,0.,,23456\nCELAS2,10,100.,,,2,1\nCELAS1,11,5,2,1,3,1\n"
         "PELAS,5,50.\nCONM2,20,2,,2.\nCONM2,21,3,,1.\nFORCE,1,3,,4.,1.,0.,0.\n")
# a plate of two shells, two bars beyond its edge, and a body at grid 31
FRAME = ("BEGIN BULK\nGRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,2.,0.,0.\nGRID,4,,0.,1.,0.\nGRID,5,,1.,1.,0.\nGRID,6,,2.,1.,0.\n"
         "CQUAD4,1,5,1,2,5,4\nCQUAD4,2,5,2,3,6,5\nPSHELL,5,1,.05,1\nMAT1,1,7.+7,,.3,2700.\nSPC1,1,123456,1,4,21\n"
         "GRID,21,,0.,3.,0.\nGRID,22,,2.,3.,.5\nCBAR,7,8,21,22,0.,1.,0.\nPBAR,8,1,.01,2.-5,1.-5,3.-5\n"
         "GRID,31,,2.5,1.,0.\nCONM2,9,31,,3.,,,,,+\n+,1.,,1.,,,1.\nGRID,41,,2.,0.,0.\nCONM2,10,41,,.5\nGRID,51,,2.,3.,.5,7\n"
         "FORCE,2,3,,3.,.2,.3,1.\nFORCE,2,22,,.4,.5,-1.,1.\nMOMENT,2,22,,.05,1.,2.,1.\nFORCE,2,31,,.3,1.,1.,-.5\nFORCE,2,41,,.2,0.,1.,.3\n"
         "CORD2R,7,0,0.,0.,0.,1.,0.,1.\n+,3.,1.,0.\n")
PROBES = ("probes: [{name: shell, node: 3}, {name: bar, node: 22}, {name: body, body: CONM2 9, at: [2.5, 1, 0.4]}, "
          "{name: free, mass: GRID 41}]\n")
HELD = "CELAS2,100,900.,31,1\nCELAS2,101,800.,31,2\nCELAS2,102,700.,31,3\nCELAS2,103,60.,31,4\nCELAS2,104,50.,31,5\nCELAS2,105,40.,31,6\n"
FREE = "CBUSH,110,11,3,41,,,,0\nPBUSH,11,K,300.,200.,100.\n"


def springs():
    """A chain in closed form; each card against the same bushing of a case file."""
    static = "probes: [{name: a, mass: GRID 2}, {name: b, mass: GRID 3}]\n" + STATIC
    for ranks in (1, 2):
        r = run(write("chain.bdf", CHAIN) + static, ranks)
        if check("a deck of springs alone", r.status == 0 and not r.stderr, r.stderr):
            close("the first spring has the force", r.json["probes"]["a"]["u"][-1][0], 4 / 100, 1e-13)
            close("and the second", r.json["probes"]["b"]["u"][-1][0], 4 / 100 + 4 / 50, 1e-13)
    modes = run(write("chain.bdf", CHAIN) + static + "modes: {count: 2}\n", verb="modes")
    if check("its modes", modes.status == 0, modes.stderr):
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
             "  - {between: ['group:GRID 3', 'group:GRID 22'], at: [9, 9, 9], apart: true, stiffness: [0, 3000, 0, 0, 0, 0]}\n"),
            ("CELAS2 of a bar's rotation", "CELAS2,50,20.,,,22,5\n",
             "  - {between: ['group:GRID 22', ground], at: %s, stiffness: [0, 0, 0, 0, 20, 0]}\n" % at[22]),
            ("CELAS2 along CD", "CELAS2,50,500.,51,1,,,.1\nRBE2,77,22,123456,51\n", None),
            ("CDAMP2 and CDAMP1", "CDAMP2,50,40.,3,3,41,3\nCDAMP1,51,6,31,1\nPDAMP,5,1.,6,70.\n",
             "  - {between: ['group:GRID 3', GRID 41], at: %s, damping: [0, 0, 40, 0, 0, 0]}\n"
             "  - {between: [%s], at: %s, apart: true, damping: [70, 0, 0, 0, 0, 0]}\n" % (at[3], body, at[31])),
            ("CVISC", "CVISC,50,6,6,31\nPVISC,6,90.\n",
             "springs: [{between: ['group:GRID 6', 'CONM2 9'], at: [~, %s], damping: 90}]\n" % at[31]),
            ("CBUSH by a vector", "CBUSH,50,6,22,31,0.,0.,1.,,+\n+,.3\nPBUSH,6,K,50.,40.,30.,20.,10.,5.,+\n+,,B,1.,2.,3.,4.,5.,6.\n",
             "  - {between: ['group:GRID 22', 'CONM2 9'], at: [2.15, 2.4, 0.35], axes: [[0.5, -2, -0.5], [0, 0, 1]], "
             "stiffness: [50, 40, 30, 20, 10, 5], damping: [1, 2, 3, 4, 5, 6]}\n"),
            ("CBUSH by a grid", "CBUSH,50,6,22,31,4\nPBUSH,6,K,50.,40.,30.,20.,10.,5.\n",
             "  - {between: ['group:GRID 22', 'CONM2 9'], at: [2.25, 2, 0.25], axes: [[0.5, -2, -0.5], [-2, -2, -0.5]], "
             "stiffness: [50, 40, 30, 20, 10, 5]}\n"),
            ("CBUSH by a system", "CBUSH,50,6,22,,,,,7\nPBUSH,6,K,50.,40.,30.,20.,10.,5.\n",
             "  - {between: ['group:GRID 22', ground], at: %s, %s, stiffness: [50, 40, 30, 20, 10, 5]}\n" % (at[22], seven))):
        march = STATIC if "DAMP" not in cards and "VISC" not in cards else "time: {scheme: bdf2, step: 0.02, steps: 5}\n"
        a = run(write("springs.bdf", FRAME + HELD + FREE + cards) + PROBES + march, 1 + len(label) % 3)
        if entries is None:  # a shell's component along an axis of its own: by the axes of a bushing
            case = write("plain.bdf", FRAME + groups + HELD + FREE + "RBE2,77,22,123456,51\n")
            entries = "  - {between: ['RBE2 77', ground], at: [2, 3, 0.5], apart: true, %s, stiffness: [500, 0, 0, 0, 0, 0]}\n" % seven
        else:
            case = write("plain.bdf", FRAME + groups + HELD + FREE)
        keys = entries if entries.startswith("springs") else "bushings:\n" + entries
        same(label, a, run(case + keys + PROBES + march))
    case = write("springs.bdf", FRAME + HELD + FREE + "CELAS1,50,4,3,3\nPELAS,4,3000.\n")
    r = run(case + "functions: [{name: c, type: compliance}]\ndesign: [{name: k, bushing: CELAS1 50, parameter: stiffness.33}]\n"
            + STATIC, verb="verify")
    check("its number is a design", r.status == 0, r.stderr)
    case = write("springs.bdf", FRAME + HELD + FREE + "CBUSH,50,6,22,31,0.,0.,1.\nPBUSH,6,K,5.,4.,3.,2.,1.,5.\n")
    r = run(case + "functions: [{name: c, type: compliance}]\ndesign: [{name: k, bushing: CBUSH 50, parameter: stiffness.55}]\n"
            + STATIC, verb="verify")
    check("and one of a bushing at a bar", r.status == 0, r.stderr)
    cantilever = ("BEGIN BULK\nGRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nCBAR,1,1,1,2,0.,1.,0.\nPBAR,1,1,.01,2.-5,1.-5,3.-5\n"
                  "MAT1,1,7.+7,,.3\nMOMENT,1,2,,1.-3,0.,0.,1.\nCELAS2,3,500.,2,6\n")
    r = run(write("cantilever.bdf", cantilever) + "probes: [{name: tip, node: 2}]\n" + STATIC, 2)
    if check("a cantilever with a spring of rotation", r.status == 0, r.stderr):
        own = 7e7 * 2e-5 / 2  # E I / L
        close("its deflection", r.json["probes"]["tip"]["u"][-1][1], 1e-3 * own / (own + 500) * 4 / (2 * 7e7 * 2e-5), 1e-9)
    apart = "bushings:\n  - {between: ['group:GRID 22', ground], at: [0, 0, 0], apart: true, stiffness: [1, 1, 1, 0, 2, 0]}\n"
    r = run(write("plain.bdf", FRAME + groups + HELD + FREE) + apart + STATIC, verb="check")
    check("rotations of ends that are apart", r.status == 2 and "no axes for a stiffness" in r.stderr, r.stderr)
    for label, cards, words in (
            ("two components", "CELAS2,50,1.,3,1,22,2\n", "C1 = 1 and C2 = 2; accepted: the same component"),
            ("no component", "CELAS2,50,1.,3\n", "CELAS2 50: C1 = 0; accepted: one component of a grid"),
            ("no property", "CELAS1,50,77,3,1\n", "PID = 77 is not defined; accepted: the number of a PELAS"),
            ("two of a number", "PELAS,4,1.\nPELAS,4,1.\n", "PELAS 4 is defined twice"),
            ("no such grid", "CELAS2,50,1.,99,1\n", "grid 99 is not defined"),
            ("a shell's rotation", "CELAS2,50,1.,3,4\n", "has no axes for a stiffness or damping of rotations"),
            ("axes that differ", "CELAS2,50,1.,51,1,22,1\n", "are in different directions (CD)"),
            ("bodies apart", "CONM2,11,6,,1.,,,,,+\n+,1.,,1.,,,1.\nCELAS2,50,1.,31,1,6,1\n", "stand for bodies and lie apart"),
            ("a bushing without axes", "CBUSH,50,6,22\nPBUSH,6,K,1.\n", "CBUSH 50 has no length: its axes are those of CID"),
            ("without orientation", "CBUSH,50,6,22,31\nPBUSH,6,K,1.,2.\n", "has no orientation for its K2"),
            ("orientation along it", "CBUSH,50,6,22,31,.5,-2.,-.5\nPBUSH,6,K,1.,2.\n", "its orientation is along its line"),
            ("a bushing away from shells", "CBUSH,50,6,3,22,0.,0.,1.\nPBUSH,6,K,1.\n", "accepted: the same place"),
            ("a torsional damper", "CVISC,50,6,6,31\nPVISC,6,90.,1.\n", "CR = 1; accepted: 0"),
            ("a mass", "PBUSH,6,M,1.\n", "a row of numbers is not read; accepted: K, B, GE, RCV"),
            ("a moment on a point", "MOMENT,2,41,,1.,1.,0.,0.\n", "GRID 41 has springs alone")):
        r = run(write("bad.bdf", FRAME + HELD + FREE + cards) + STATIC, verb="check")
        check(label + " is refused", r.status in (2, MODEL) and words in r.stderr and "bad.bdf:" in r.stderr, r.stderr)


page()
springs()
