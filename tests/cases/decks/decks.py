"""Decks give the model that they mean, or an error: nothing of them is left out quietly.

Claims: PARAM,WTMASS scales all masses (against the same deck in consistent units); a subcase's SPC and LOAD act and no
others, by sums of forces and moments in closed form; where there is a choice, the message says what to write; loads and
supports of the case replace the deck's or add to them, as a line of the output says; surfaces without a section are an
error, and `ignore` leaves them out; `check` refuses what `run` refuses (no density in dynamics, a static mechanism);
all defects of a deck and of a case file are told in one run; grids, forces and gravity in coordinate systems that lie
in systems give the model of the basic one; 1 to 3 ranks.
"""
import math
import random
import re
from pathlib import Path

from common import refused
from helper import check, close, program, run

USAGE, MODEL = 2, 3
POUND = 0.45359237
G0 = 9.80665

# Two plates of 1 x 1 beside each other, 2 x 2 elements each, of properties 1 and 2.
GRIDS = "".join("GRID,%d,,%g,%g,0.\n" % (1 + i + 5 * j, 0.5 * i, 0.5 * j) for j in range(3) for i in range(5))
QUADS = "".join("CQUAD4,%d,%d,%d,%d,%d,%d\n" % (1 + i + 4 * j, 1 + i // 2, *(1 + i + 5 * j + k for k in (0, 1, 6, 5)))
                for j in range(2) for i in range(4))
SHELLS = "PSHELL,1,1,.01,1\nPSHELL,2,1,.02,1\n"
MATERIAL = "MAT1,1,7.+10,,.3,%.10g\n"
SETS = ("SPC1,1,123456,1,6,11\nSPC1,2,123,5,10,15\nSPCADD,3,1,2\nFORCE,1,5,,2.,0.,0.,1.\nFORCE,2,15,,4.,0.,1.,0.\n"
        "MOMENT,2,15,,3.,1.,0.,0.\nGRAV,4,,9.81,0.,0.,-1.\nLOAD,7,2.,1.,1,3.,2\n")
TIME = "time: {scheme: bdf2, step: 1e-3, steps: 3}\nprobes: [{name: p, at: [2, 1, 0]}]\n"


def deck(control="", more="", density=2700.0, shells=SHELLS):
    """A case whose deck has a file of its own."""
    name = "deck%d.bdf" % len(list(Path(".").glob("deck*.bdf")))
    Path(name).write_text(control + ("BEGIN BULK\n" if control else "") + GRIDS + QUADS + shells + MATERIAL % density
                          + SETS + more + "ENDDATA\n")
    return "gimbal: 1\nmesh: %s\n" % name + TIME


def resultant(r, kind):
    return [r.json[kind][-1][what][i] for what in ("force", "moment") for i in range(3)] if r.json else []


def vector(label, found, expected):
    for i, value in enumerate(expected):
        close("%s, component %d" % (label, i + 1), found[i] if len(found) > i else float("nan"), value, 1e-11, 1e-10)


def weights():
    """A deck whose masses are weights in pounds (of force), lengths in metres: WTMASS makes kilograms of them."""
    control = "SPC = 1\nLOAD = 4\n"
    mass = "CONM2,900,13,,%.12g,,,,,+\n+,.1,,.2,,,.3\n"
    kilograms = run(deck(control, mass % 5.0), verb="check", settings=["output.every=0"])
    factor = POUND
    pounds = run(deck(control, "PARAM,WTMASS,%.15g\n" % factor + (mass % (5 / factor)).replace(
        "+,.1,,.2,,,.3", "+,%.12g,,%.12g,,,%.12g" % (.1 / factor, .2 / factor, .3 / factor)), 2700 / factor),
        verb="check", settings=["output.every=0"])
    check("both units are read", kilograms.status == 0 == pounds.status, kilograms.stderr + pounds.stderr)
    close("the mass", kilograms.json["mass"], 2700 * 0.03 + 5, 1e-13)
    for key in ("mass", "center_of_mass", "inertia"):
        vector(key, *([x if isinstance(x, list) else [x] for x in (pounds.json[key], kilograms.json[key])]))
    vector("the weight", resultant(pounds, "weight"), [0, 0, -9.81 * 86, *(
        -9.81 * 86 * s for s in (kilograms.json["center_of_mass"][1], -kilograms.json["center_of_mass"][0], 0))])


def sets():
    """The sums of the sets that are chosen, by the case control or by the case file."""
    one = [0, 0, 2, 0, -4, 0]  # at (2, 0, 0)
    two = [0, 4, 0, 3, 0, 8]  # at (2, 1, 0), with its moment
    both = [2 * a + 6 * b for a, b in zip(one, two)]
    subcases = "SPC = 1\nSUBCASE 1\nLOAD = 1\nSUBCASE 2\nSPC = 3\nLOAD = 7\n"
    for control, case, held, loads, chosen in (
            ("SPC = 1\nLOAD = 1\n", "", 3, one, "SPC 1, LOAD 1"), ("SPC = 2\nLOAD = 2\n", "", 3, two, "SPC 2, LOAD 2"),
            ("SUBCASE 9\nSPC = 3\nLOAD = 7\n", "", 6, both, "SPC 3, LOAD 7"),
            (subcases, "deck: {subcase: 1}\n", 3, one, "SPC 1, LOAD 1"),
            (subcases, "deck: {subcase: 2}\n", 6, both, "SPC 3, LOAD 7"),
            (subcases, "deck: {spc: 2, load: 2}\n", 3, two, "SPC 2, LOAD 2"),
            ("", "deck: {spc: 3, load: 1}\n", 6, one, "SPC 3, LOAD 1")):
        for ranks in (1, 3):
            r = run(deck(control) + case, ranks, "check", options=["--json", "case.json"])
            if not check("%r with %r" % (control, case), r.status == 0 and r.json, r.stderr):
                continue
            check("its supports", r.json["held_nodes"] == held, r.json["held_nodes"])
            vector("its loads", resultant(r, "loads"), loads)
            check("nothing of LOAD 4 acts", not any(resultant(r, "weight")), r.json["weight"])
    r = run(deck("SPC = 1\n"), verb="check")
    check("loads that do not act are told", r.status == 0 and not any(resultant(r, "loads")) and
          "names no LOAD: the sets of the deck (4, 7) do not act" in r.stderr, r.stderr)


def wrong():
    for label, case, status, parts in (
            ("several subcases", deck("SPC = 1\nSUBCASE 1\nLOAD = 1\nSUBCASE 2\nLOAD = 2\n"), MODEL,
             ["subcases 1 (SPC 1, LOAD 1), 2 (SPC 1, LOAD 2)", "`deck: {subcase: 1}`"]),
            ("no case control", deck(), MODEL, ["the LOAD sets 4, 7: choose one", "`deck: {load: 4}`"]),
            ("no such subcase", deck("SPC = 1\nLOAD = 1\n") + "deck: {subcase: 4}\n", MODEL, ["no SUBCASE 4"]),
            ("no such set", deck("SPC = 1\nLOAD = 1\n") + "deck: {load: 5}\n", MODEL,
             ["LOAD = 5 is chosen, but no card"]),
            ("a deck of gmsh's", "gimbal: 1\nmesh: plate.geo\ndeck: {spc: 1}\n" + TIME, USAGE, ["case.yaml:3: deck"]),
            ("damping by G", deck("SPC = 1\nLOAD = 1\n", "PARAM,G,.05\n"), MODEL, ["PARAM,G", "`damping`"]),
            ("a forgotten property", deck("SPC = 1\nLOAD = 1\n", shells="PSHELL,1,1,.01,1\n"), MODEL,
             ["no section for 4 surface elements of group '2' (4), the first is 3"]),
            ("no density", deck("SPC = 1\nLOAD = 1\n", density=0), None, ["density"])):
        for verb in ("check", "run"):
            r = run(case, 2, verb)
            check("%s of %s" % (verb, label), r.status == (status or r.status) and r.status != 0 and
                  all(part in r.stderr for part in parts), "%d %s" % (r.status, r.stderr))
    case = deck("SPC = 1\nLOAD = 1\n").replace(
        "scheme: bdf2, step: 1e-3, steps: 3", "scheme: static, step: 1, steps: 1")
    loose = case + "supports: [{group: 'SPC 1: 123456', fix: [x, y]}]\n"
    both = [run(loose, 1, verb) for verb in ("check", "run")]
    check("check and run refuse a static mechanism", both[0].status == both[1].status != 0,
          [(r.status, r.stderr) for r in both])


def together():
    """Loads of the case beside those of the deck."""
    base = (deck("SPC = 1\nLOAD = 1\n") + "loads: [{group: 'SPC 1: 123456', type: force, value: [1, 0, 0], "
            "sum: total}]\n")
    base = base.replace(", sum: total", "")
    for keep, expected, words in (("", [3, 0, 0], "loads: 1 of the case, 1 of the deck left out"),
                                  ("deck: {loads: replace}\n", [3, 0, 0], "left out"),
                                  ("deck: {loads: keep}\n", [3, 0, 2],
                                   "loads: 1 of the case, 1 of the deck; masses lumped")):
        Path("case.yaml").write_text(base + keep)
        r = program(["check", "case.yaml", "--json", "kept.json", "--output-dir", "."])
        check("%r is said in a line" % keep, words in r.stdout and "deck      SPC 1, LOAD 1; " in r.stdout, r.stdout)
        vector("sum with %r" % keep, resultant(run(base + keep, verb="check"), "loads"), expected)


def ignored():
    """What is ignored is not there: half of the plates has the mass of one."""
    case = deck("SPC = 1\nLOAD = 4\n", shells="PSHELL,1,1,.01,1\n")
    r = run(case + "ignore: ['2']\n", 2, "check")
    close("the mass without the ignored part", r.json["mass"] if r.json else 0, 27, 1e-13)
    refused("an unknown group to ignore", case + "ignore: ['3']\n", MODEL, "group '3'", verb="check")


def further():
    """GRDSET holds the grids that say nothing of it; shells of the R family are those of the other."""
    control = "SPC = 1\nLOAD = 1\n"
    case = deck(control, "GRDSET,,,,,,,345\n")
    path = Path("deck%d.bdf" % (len(list(Path(".").glob("deck*.bdf"))) - 1))
    path.write_text(path.read_text().replace("GRID,15,,2,1,0.", "GRID,15,,2,1,0.,,0").replace(
        "GRID,14,,1.5,1,0.", "GRID,14,,1.5,1,0.,,12"))
    r = run(case, verb="check")
    check("what GRDSET holds", r.json and (r.json["held_nodes"], r.json["held_displacements"]) == (14, 3 * 3 + 10 + 2),
          r.stderr or [r.json[k] for k in ("held_nodes", "held_displacements")])
    four = run(deck(control), 2).json["probes"]["p"]["u"]
    text = (control + "BEGIN BULK\n" + GRIDS + QUADS.replace("CQUAD4", "CQUADR") + SHELLS + MATERIAL % 2700 + SETS +
            "ENDDATA 12ab\n")
    Path("family.bdf").write_text(text)
    other = run("gimbal: 1\nmesh: family.bdf\n" + TIME, 2).json["probes"]["p"]["u"]
    check("CQUADR as CQUAD4", four == other and any(four[-1]), (four[-1], other[-1]))


def local_of(kind, origin, axes, x):
    """Coordinates of a place in a system, and its directions there as rows."""
    d = [sum(a * (b - o) for a, b, o in zip(axis, x, origin)) for axis in axes]
    r, R = math.hypot(d[0], d[1]), math.hypot(*d)
    if kind == "R":
        return d, axes
    phi = math.atan2(d[1], d[0])
    radial = [math.cos(phi) * a + math.sin(phi) * b for a, b in zip(axes[0], axes[1])]
    around = [math.cos(phi) * b - math.sin(phi) * a for a, b in zip(axes[0], axes[1])]
    if kind == "C":
        return [r, math.degrees(phi), d[2]], [radial, around, axes[2]]
    t = math.atan2(r, d[2])
    out = [math.sin(t) * a + math.cos(t) * b for a, b in zip(radial, axes[2])]
    down = [math.cos(t) * a - math.sin(t) * b for a, b in zip(radial, axes[2])]
    return [R, math.degrees(t), math.degrees(phi)], [out, down, around]


def random_axes():
    z = [random.gauss(0, 1) for _ in range(3)]
    x = [random.gauss(0, 1) for _ in range(3)]
    z = [a / math.hypot(*z) for a in z]
    x = [a - sum(b * c for b, c in zip(x, z)) * d for a, d in zip(x, z)]
    x = [a / math.hypot(*x) for a in x]
    return [x, [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]], z]


def card(name, *fields):
    """Large fields of free format, four a line."""
    words = [("%.15g" % f if abs(f) != int(abs(f)) or abs(f) > 1e6 else "%.1f" % f) if isinstance(f, float) else str(f)
             for f in fields]
    lines = [",".join(words[i:i + 8]) for i in range(0, len(words), 8)]
    return "\n".join(("+," if i else name + ",") + line for i, line in enumerate(lines)) + "\n"


def systems():
    """The same model with its grids, forces and gravity in systems that lie in systems, against the basic one."""
    control = "SPC = 3\nLOAD = 9\n"
    places = {1 + i + 5 * j: (0.5 * i, 0.5 * j, 0.0) for j in range(3) for i in range(5)}
    force, moment, gravity = [3.0, -2.0, 5.0], [0.4, 0.7, -0.2], [1.0, 2.0, -9.0]
    rest = QUADS + SHELLS + MATERIAL % 2700 + "SPC1,1,123456,1,6,11\nSPCADD,3,1\nLOAD,9,1.,1.,1,1.,4\n"

    def solve(name, grids, loads):
        Path(name).write_text(control + "BEGIN BULK\n" + grids + rest + loads + "ENDDATA\n")
        return run("gimbal: 1\nmesh: %s\n" % name + TIME, 2)

    basic = solve("basic.bdf", "".join(card("GRID", n, "", *x) for n, x in places.items()),
                  card("FORCE", 1, 15, 0, 1.0, *force) + card("MOMENT", 1, 5, 0, 1.0, *moment) +
                  card("GRAV", 4, 0, 1.0, *gravity))
    for seed in range(6):
        random.seed(seed)
        known = {0: ("R", [0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])}
        text = ""
        for number, kind in ((30, "R"), (7, "C"), (12, "S"), (5, "R")):
            inside = random.choice(list(known))
            origin, axes = [random.uniform(-3, 3) for _ in range(3)], random_axes()
            points = [origin, [o + 2 * a for o, a in zip(origin, axes[2])],
                      [o + 3 * a - b for o, a, b in zip(origin, axes[0], axes[2])]]
            text += card("CORD2" + kind, number, inside, *(c for p in points for c in local_of(*known[inside], p)[0]))
            known[number] = (kind, origin, axes)
        grids = "".join(card("GRID", n, k, *local_of(*known[k], x)[0], k)
                        for n, x in places.items() for k in [random.choice(list(known))])

        def vector_card(name, first, at, k, v):
            axes = local_of(*known[k], at)[1]
            return card(name, *first, k, 1.0, *(sum(a * b for a, b in zip(axis, v)) for axis in axes))
        loads = vector_card("FORCE", (1, 15), places[15], random.choice(list(known)), force) + \
            vector_card("MOMENT", (1, 5), places[5], random.choice(list(known)), moment) + \
            vector_card("GRAV", (4,), places[1], random.choice([0, 5, 30]), gravity)
        r = solve("systems%d.bdf" % seed, text + grids, loads)
        if check("systems of seed %d" % seed, r.json and basic.json, r.stderr):
            vector("the tip, seed %d" % seed, [1e6 * u for u in r.json["probes"]["p"]["u"][-1]],
                   [1e6 * u for u in basic.json["probes"]["p"]["u"][-1]])
    by_grids = "GRID,101,,1.,2.,3.\nGRID,102,,1.,2.,5.\nGRID,103,,4.,2.,3.\nCORD1R,8,101,102,103\n"
    r = solve("grids.bdf",
              by_grids + "".join(card("GRID", n, 8, x[0] - 1, x[1] - 2, x[2] - 3) for n, x in places.items()),
              card("FORCE", 1, 15, 0, 1.0, *force) + card("MOMENT", 1, 5, 0, 1.0, *moment) +
              card("GRAV", 4, 0, 1.0, *gravity))
    if check("a system by grids", r.json, r.stderr):
        vector("the tip in it", [1e6 * u for u in r.json["probes"]["p"]["u"][-1]],
               [1e6 * u for u in basic.json["probes"]["p"]["u"][-1]])
    for more, words in (
            ("GRID,60,4,0.,0.,0.\n", "the coordinate system 4 is not defined"),
            ("CORD2R,4,4,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.\nGRID,60,4,0.,0.,0.\n", "4 is defined by itself"),
            ("CORD2R,4,0,0.,0.,0.,0.,0.,1.\n+,0.,0.,3.\nGRID,60,4,0.,0.,0.\n", "three points are on a line"),
            (2 * "CORD2R,4,0,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.\n", "4 is defined twice"),
            ("CORD2C,4,0,0.,0.,0.,0.,0.,1.\n+,1.,1.,0.\nGRAV,4,4,1.,1.,0.,0.\n", "CID = 4 is not rectangular")):
        refused(words, deck("SPC = 1\nLOAD = 1\n", more), MODEL, words, verb="check")


def defects():
    """All of them, a line each."""
    Path("bad.bdf").write_text("GRID,1,,0.,zero,0.\nGRID,2,x,0.,0.,0.\nCTRIAX,7,1\nCTRIAX,8,1\nPLSOLID,1\n"
                               "MAT1,1,,,.3\n")
    r = run("gimbal: 1\nmesh: bad.bdf\n" + TIME, 2, "check")
    lines = r.stderr.splitlines()
    check("five defects of a deck", r.status == MODEL and sum("bad.bdf:" in line for line in lines) == 5, r.stderr)
    case = "gimbal: 1\nmesh: x.msh\nmaterals: {}\nmaterials:\n  a: {young: -7, density: x}\nshells:\n  - {group: a}\n" \
           "time: {scheme: bdf9, step: 0, steps: 1.5, foo: 1}\n"
    r = run(case, 2, "check")
    ours = [re.match(r"gimbal: case.yaml:(\d+): ([\w.\[\]]+): ", line) for line in r.stderr.splitlines()]
    found = sorted((int(m.group(1)), m.group(2)) for m in ours if m)
    check("seven defects of a case", r.status == USAGE and found == [
        (3, "materals"), (5, "materials.a.density"), (5, "materials.a.young"), (7, "shells[0].material"),
        (8, "time.foo"), (8, "time.step"), (8, "time.steps")], found)
    r = run("gimbal: 1\n" + "".join("key%d: 1\n" % i for i in range(300)) + TIME, verb="check")
    check("more than there is room for are counted", r.status == USAGE and re.search(r"gimbal: and \d+ more", r.stderr),
          r.stderr[-200:])


for part in (weights, sets, wrong, together, ignored, further, systems, defects):
    part()
