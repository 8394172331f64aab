"""Inertia relief of Nastran decks: SUPORT, SUPORT1 and PARAM,INREL.

Claims: a free beam of CBARs under forces in its middle and at its end has, unchanged and by `linear`, the closed forms
of lumped masses and of PARAM,COUPMASS,1; a plate held by 3-2-1 components, or by the grid of an RBE2 with a CONM2, is
the case of YAML, on 1 to 3 ranks, with SUPORT1 of the case control too; without INREL a SUPORT holds in statics as an
SPC does; modes, marches in time and decks with an SPC for a plane of symmetry are those of the free model; what does
not determine an acceleration, or is not read, is refused by its card.

Sources: MSC Nastran Quick Reference Guide (SUPORT, SUPORT1, PARAM INREL); the half of the beam is clamped in its middle
under forces m a at the grids.
"""
# quick
# timeout: 240
from pathlib import Path

from common import agree, refused
from helper import check, close, run

USAGE, MODEL, SINGULAR = 2, 3, 5
CONTROL = "SOL 101\nCEND\nLOAD = 2\n%sBEGIN BULK\n"
STATICS = "time: {scheme: %s, step: 1, steps: 1}\noutput: {every: 0}\n"


def write(name, bulk, control=""):
    Path(name).write_text(CONTROL % control + bulk + "ENDDATA\n")


def solve(label, text, ranks=1, **more):
    r = run(text, ranks, **more)
    return r.json if check(label, r.status == 0, r.stderr) else None


# ---- a free beam ---------------------------------------------------------------------------------

N, LENGTH, AREA, INERTIA, YOUNG, DENSITY = 16, 2.0, 4e-4, 2e-8, 2e11, 7800.0


def bars(suport, force=5.0, pull=100.0, more="PARAM,INREL,-1\n"):
    text = (more + suport + "PBAR,5,1,%g,%g,%g,%g\nMAT1,1,%g,,.3,%g\n" %
            (AREA, INERTIA, INERTIA, 2 * INERTIA, YOUNG, DENSITY))
    text += "".join("GRID,%d,,%.9g,0.,0.\n" % (i + 1, i * LENGTH / N) for i in range(N + 1))
    text += "".join("CBAR,%d,5,%d,%d,0.,1.,0.\n" % (i + 1, i + 1, i + 2) for i in range(N))
    return text + "FORCE,2,%d,,%g,0.,0.,1.\nFORCE,2,%d,,%g,1.,0.,0.\n" % (N // 2 + 1, force, N + 1, pull)


def beams():
    mass, a, w = DENSITY * AREA * LENGTH, LENGTH / 2, 5.0 / LENGTH
    lumps = [(k * LENGTH / N, w * LENGTH / N / (2 if k == N // 2 else 1)) for k in range(1, N // 2 + 1)]
    sag = {False: sum(p * x * x * (3 * a - x) / (6 * YOUNG * INERTIA) for x, p in lumps),
           True: 5.0 * LENGTH ** 3 / (128 * YOUNG * INERTIA)}
    probes = "probes: [{name: first, node: 1}, {name: middle, node: %d}, {name: last, node: %d}]\n" % (
        N // 2 + 1, N + 1)
    for couples in (False, True):
        for suport in ("SUPORT,1,123456\n", "SUPORT,3,123456\n", "SUPORT,1,1234,9,2,9,3\n"):
            write("beam.bdf", bars(suport, more="PARAM,INREL,-1\n" + "PARAM,COUPMASS,1\n" * couples))
            d = solve("a beam", "gimbal: 1\nmesh: beam.bdf\n" + probes + STATICS % "linear")
            if not d:
                continue
            label = "COUPMASS %d, %s" % (couples, suport.strip())
            agree("acceleration, " + label, d["inertia_relief"]["acceleration"], [100 / mass, 0, 5 / mass], 1e-9)
            u = {k: p["u"][-1] for k, p in d["probes"].items()}
            # bars are rigid in shear there and stiff in it here, by 0.01 %
            close("sag, " + label, u["middle"][2] - (u["first"][2] + u["last"][2]) / 2, sag[couples], 3e-4)
            close("elongation, " + label, u["last"][0] - u["first"][0], 100 * LENGTH / (2 * YOUNG * AREA), 1e-9)
    bare = solve("the deck alone", "beam.bdf")
    agree("acceleration of the deck alone", bare["inertia_relief"]["acceleration"], [100 / mass, 0, 5 / mass], 1e-6)


# ---- a plate -------------------------------------------------------------------------------------

def plate(more):
    text = "PARAM,INREL,-1\nPSHELL,1,1,.01,1,,1\nMAT1,1,7.+10,,.3,2700.\nFORCE,2,25,,10.,0.,3.,1.\n"
    text += "".join("GRID,%d,,%g,%g,0.\n" % (1 + i + 5 * j, i / 4, j / 4) for j in range(5) for i in range(5))
    for j in range(4):
        for i in range(4):
            a = 1 + i + 5 * j
            text += "CQUAD4,%d,1,%d,%d,%d,%d\n" % (1 + i + 4 * j, a, a + 1, a + 6, a + 5)
    return text + more


BODY = "GRID,100,,.5,.5,.2\nCONM2,9,100,,5.,,,,,+\n+,.1,,.2,,,.2\nRBE2,8,100,123456,1,5,21\n"
PROBES = "probes: [{name: a, node: 25}, {name: b, node: 13}]\n"


def both(label, bulk, supports, control="", ranks=(1,)):
    """The deck's supports and those of the case are the same."""
    write("plate.bdf", plate(bulk), control)
    text = "gimbal: 1\nmesh: plate.bdf\n" + PROBES + STATICS % "linear"
    write("other.bdf", plate(BODY if "RBE2" in bulk else "").replace("PARAM,INREL,-1\n", ""))
    other = solve(label + ", YAML", text.replace("plate.bdf", "other.bdf") + supports, options=["--quiet"])
    for count in ranks:
        d = solve(label, text, count)
        if not d or not other:
            continue
        for key in ("acceleration", "angular_acceleration"):
            agree("%s: %s" % (label, key), d["inertia_relief"][key], other["inertia_relief"][key], 1e-10)
        for name in d["probes"]:
            agree("%s: %s" % (label, name), d["probes"][name]["u"][-1], other["probes"][name]["u"][-1], 1e-9, 1e-18)


def plates():
    groups = "groups: [{name: g1, nodes: [1]}, {name: g5, nodes: [5]}, {name: g21, nodes: [21]}]\n"
    held = ("supports: [{group: g1, fix: [x, y, z], inertia_relief: true}, {group: g5, fix: [y, z], "
            "inertia_relief: true}, {group: g21, fix: [z], inertia_relief: true}]\n")
    both("3-2-1", "SUPORT,1,123,5,23,21,3\n", groups + held, ranks=(1, 2, 3))
    both("SUPORT1", "SUPORT1,7,1,123,,,5,23\nSUPORT1,8,5,1\nSUPORT,21,3\n", groups + held, "SUPORT1 = 7\n")
    both("a body", BODY + "SUPORT,100,1234\nSUPORT,100,56\n",
         "supports: [{body: RBE2 8, fix: all, inertia_relief: true}]\n", ranks=(1, 3))


def without_relief():
    """It holds in statics as an SPC does, and in modes not at all."""
    write("held.bdf", bars("SUPORT,1,123456\n", more=""))
    write("spc.bdf", bars("SPC1,3,123456,1\n", more=""), "SPC = 3\n")
    write("free.bdf", bars("", more=""))
    tail = "probes: [{name: last, node: %d}]\n" % (N + 1) + STATICS
    u = [solve(name, "gimbal: 1\nmesh: %s.bdf\n" % name + tail % "linear")["probes"]["last"]["u"][-1]
         for name in ("held", "spc")]
    agree("as an SPC", u[0], u[1], 1e-12)
    write("relief.bdf", bars("SUPORT,1,123456\n"))
    found = {}
    for name in ("held", "relief", "free"):
        r = run("gimbal: 1\nmesh: %s.bdf\n" % name + STATICS % "linear" + "modes: {count: 8}\n", verb="modes")
        check("modes of " + name, r.status == 0, r.stderr)
        found[name] = r.json["modes"]["frequency"]
        last = "probes: [{name: last, node: %d}]\ntime: {scheme: bdf2, step: 1e-4, steps: 4}\n" % (N + 1)
        found[name, "march"] = solve("a march", "gimbal: 1\nmesh: %s.bdf\n" % name + last)["probes"]["last"]["u"][-1]
    for name in ("held", "relief"):
        for a, b in zip(found[name], found["free"]):
            close("a frequency of " + name, a, b, 1e-9, 1e-2)
        agree("a march of " + name, found[name, "march"], found["free", "march"], 1e-12)


def planes():
    """An SPC for a plane of symmetry leaves three motions, which as many components hold."""
    half = plate("SPC1,3,1,1,6,11,16,21\nSPC1,3,56,1,6,11,16,21\nSUPORT,1,23,21,3\n")
    write("half.bdf", half, "SPC = 3\n")
    d = solve("half a plate", "gimbal: 1\nmesh: half.bdf\n" + PROBES + STATICS % "linear")
    agree("its acceleration", d["inertia_relief"]["acceleration"], [0, 30 / 27, 10 / 27], 1e-9)
    close("it turns about x alone", max(map(abs, d["inertia_relief"]["angular_acceleration"][1:])), 0, 0, 1e-9)


def refusals():
    spring = "CELAS2,50,1000.,1,3\n"
    own = ("CORD2R,9,0,0.,0.,0.,0.,0.,1.,+\n+,1.,1.,0.\nGRID,300,,2.,0.,0.,9\nCBAR,300,300,5,300,0.,0.,1.\n"
           "PBAR,300,1,1.-4,1.-8,1.-8,1.-8\n")
    held = "SUPORT,1,123,5,23,21,3\n"
    for bulk, control, status, words in (
            ("", "", MODEL, "PARAM,INREL = -1, and no SUPORT acts"),
            ("SUPORT1,7,1,123,5,23,21,3\n", "", MODEL,
             "no SUPORT acts; accepted: with a SUPORT, or a SUPORT1 that the case control names"),
            (held + "SUPORT1,7,1,1\n", "SUPORT1 = 6\n", MODEL, "SUPORT1 = 6 is chosen, but no card has that set"),
            (held + "PARAM,INREL,-2\n", "", MODEL, "PARAM,INREL = -2 is not read (only 0 and -1)"),
            ("SUPORT,1,123,5,23\n", "", SINGULAR, "turning about the axis (1, 0, 0)"),
            ("SUPORT,1,123456\n", "", SINGULAR, "turning about the axis (0, 0, 1)"),
            (held + "SUPORT,13,3\n", "", USAGE, "hold 7 components, and 6 rigid motions are free"),
            (held + spring, "", USAGE, "hold 6 components, and 5 rigid motions are free"),
            ("SUPORT,1,123,21,3,300,2\n" + own, "", MODEL, "components 2 of grid 300, along axes (CD) of its own"),
            (held + "SUPORT,99,1\n", "", MODEL, "SUPORT: grid 99 is not defined"),
            (held + "SUPORT,5,7\n", "", MODEL, "SUPORT"),
            (held + "SPC,3,25,3,.1\n", "SPC = 3\n", MODEL, "gives a motion; accepted: loads alone")):
        write("bad.bdf", plate(bulk), control)
        refused(words, "gimbal: 1\nmesh: bad.bdf\n" + STATICS % "linear", status, words)


for part in (beams, plates, without_relief, planes, refusals):
    part()
