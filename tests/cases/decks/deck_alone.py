"""A deck without a case file: `gimbal run DECK` solves it in statics, and --set changes the march.

Claims: a bar under a force has its closed form by `linear`, on 1 and 2 ranks; the default is a linear solution or,
where PARAM,LGDISP, SOL or NLGEOM say so, a static one, equal to that of a case which says it, as is `scheme: deck` of a
case; other verbs and .inp decks likewise, whose loads grow
over the march where displacements are large, from those of the step before, whose step has a length and a procedure,
of which a line tells; an empty list of loads takes the place of the deck's; folders and names with blanks and quotes;
keys that are wrong, decks that are missing or say what is not read are refused, with the name of the deck.
"""
# quick
import shutil
from pathlib import Path

from common import agree, passed, refused
from helper import ROOT, check, close, grid, program, run

E, NU, A, I, L, P = 7e10, 0.25, 1e-3, 2e-7, 1.5, 40.0
DECK = ("BEGIN BULK\nMAT1,1,7.+10,,.25,2700.\nPBAR,5,1,1.-3,2.-7,2.-7,4.-7\n,,,,,,,,\n,.8,.8\n"
        "GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.5,0.,0.\nCBAR,1,5,1,2,0.,1.,0.\nFORCE,3,2,,40.,0.,1.,0.\nENDDATA\n")
TIP = "probes=[{name: tip, node: 2}]"
STATIC = "gimbal: 1\nmesh: bar.bdf\nprobes: [{name: tip, node: 2}]\ntime: {scheme: static, step: 1, steps: 1}\n"


def tip(r):
    return r.json["probes"]["tip"]["u"][-1]


Path("bar.bdf").write_text(DECK)
deflection = P * L ** 3 / (3 * E * I) + P * L / (0.8 * A * E / (2 * (1 + NU)))
for ranks in (1, 2):
    if r := passed("a bar on %d ranks" % ranks, "bar.bdf", ranks=ranks, settings=["time.scheme=linear", TIP]):
        close("its deflection", tip(r)[1], deflection, 1e-9)
LARGE = DECK.replace("ENDDATA", "PARAM,LGDISP,1\nENDDATA")
for name, text, scheme in (("small", DECK, "linear"), ("large", LARGE, "static")):
    Path("alone.bdf").write_text(text)
    alone, written = run("alone.bdf", settings=[TIP], name="alone"), run(
        STATIC.replace("static", scheme), name="written")
    if check("the default, " + name, alone.status == 0 == written.status, alone.stderr + written.stderr):
        agree("is the %s solution" % scheme, tip(alone), tip(written), 0, 1e-14 * L)
        check("which shortens it or not", (abs(tip(alone)[0]) > 1e-6 * L) == (name == "large"), tip(alone))
for control, cards, scheme in (
        ("SOL 101\nCEND\nLOAD = 3\n", "", "linear"), ("SOL SESTATIC\nCEND\nLOAD = 3\n", "", "linear"),
        ("LOAD = 3\n", "PARAM,LGDISP,-1\n", "linear"), ("SOL 106\nCEND\nLOAD = 3\n", "", "static"),
        ("SOL NLSTATIC\nCEND\nPARAM,LGDISP,1\nLOAD = 3\n", "", "static")):
    Path("sol.bdf").write_text(control + DECK.replace("ENDDATA", cards + "ENDDATA"))
    name = "%r, %r" % (control, cards)
    r = program(["run", "sol.bdf", "--output-dir", "."])
    check(name, r.status == 0 and "march     " + scheme in r.stdout, r.stdout + r.stderr)
    r = run(STATIC.replace("bar.bdf", "sol.bdf").replace("static", "deck"))
    check(name + " by scheme: deck", r.status == 0 and (abs(tip(r)[0]) > 1e-6 * L) == (scheme == "static"), r.stderr)
r = program(["run", "sol.bdf", "--output-dir", ".", "--set", "time.scheme=linear"])
check("--set counts more", r.status == 0 and "march     linear" in r.stdout, r.stdout + r.stderr)
BEAM = ("*NODE\n1, 0., 0., 0.\n2, .5, 0., 0.\n3, 1., 0., 0.\n*ELEMENT, TYPE=B32, ELSET=B\n1, 1, 2, 3\n"
        "*MATERIAL, NAME=M\n*ELASTIC\n7e10, 0.3\n*BEAM SECTION, ELSET=B, MATERIAL=M, SECTION=RECT\n0.02, 0.02\n"
        "0., 0., 1.\n*BOUNDARY\n1, 1, 6\n")
for step, scheme in (("*STEP\n", "linear"), ("*STEP, NLGEOM\n", "static"), ("*STEP, NLGEOM=NO\n", "linear")):
    Path("sol.inp").write_text(BEAM + step + "*STATIC\n*CLOAD\n3, 2, 9.\n*END STEP\n")
    r = program(["run", "sol.inp", "--output-dir", "."])
    check("an .inp deck, " + step, r.status == 0 and "march     " + scheme in r.stdout, r.stdout + r.stderr)
STEP = "*STEP, NLGEOM%s\n*STATIC\n*CLOAD\n3, 2, %g\n*END STEP\n"
for label, steps, keys, factors in (("a step", STEP % ("", 400), "", (0.5, 1)),
                                    ("AMPLITUDE=STEP", STEP % (", AMPLITUDE=STEP", 400), "", (1, 1)),
                                    ("a second step", STEP % ("", 300) + STEP % ("", 400), "deck: {step: 2}\n",
                                     (0.875, 1)),
                                    ("an empty list", STEP % ("", 400), "loads: []\n", (0, 0))):
    Path("ramp.inp").write_text(BEAM + steps)
    march = "gimbal: 1\nmesh: ramp.inp\nprobes: [{name: tip, node: 3}]\ntime: {scheme: deck, step: 1.5, steps: 2}\n"
    if r := passed("%s of large displacements" % label, march + keys):
        for u, factor in zip(r.json["probes"]["tip"]["u"][1:], factors, strict=True):
            Path("ramp.inp").write_text(BEAM + STEP % ("", factor * 400))
            agree("grows over the march", u, tip(run(march, settings=["time.steps=1"])), 0, 1e-10)
Path("period.inp").write_text(BEAM + "*AMPLITUDE, NAME=A\n0, 0, 1, 1, 2, 3\n*STEP\n*STATIC\n.5, 2.\n"
                              "*CLOAD, AMPLITUDE=A\n3, 1, 28.\n*END STEP\n")
if r := passed("a step of two seconds", "period.inp", settings=[TIP.replace("2", "3")]):
    close("ends where its amplitude is 3", tip(r)[0], 3 * 28 / (7e10 * 4e-4), 1e-9)
for procedure, said in (("FREQUENCY\n2", "gimbal modes"), ("BUCKLE\n1", "gimbal buckling"), ("DYNAMIC\n1, 1.", "time")):
    Path("sought.inp").write_text(BEAM + "*STEP\n*%s\n*CLOAD\n3, 2, 9.\n*END STEP\n" % procedure)
    passed("statics of " + procedure, "sought.inp", "asks for", said, "what runs here are statics")
grid(1, 1).write("plate.msh")
refused("a mesh that is no deck", "gimbal: 1\nmesh: plate.msh\nmaterials: {m: {young: 1, poisson: 0}}\n"
        "shells: [{group: plate, material: m, thickness: 1}]\ntime: {scheme: deck, step: 1, steps: 1}\n",
        "plate.msh is none")
modes = [run(case, verb="modes", settings=["modes.count=2"], name="modes") for case in ("bar.bdf", STATIC)]
if check("modes", all(m.status == 0 for m in modes), "".join(m.stderr for m in modes)):
    close("have one frequency", *(m.json["modes"]["frequency"][0] for m in modes), 1e-12)
folder = Path("a b's folder")
folder.mkdir(exist_ok=True)
odd = folder / "o'neil's \"bar\":\t #1 \\ \u00e9.BDF"
odd.write_text(DECK)
if r := passed("a name with quotes and blanks", str(odd), settings=["time.scheme=linear", TIP]):
    close("gives the same", tip(r)[1], deflection, 1e-9)
shutil.copy(ROOT / "meshes" / "bracket.inp", "bracket.inp")
passed("an .inp deck", "bracket.inp", ranks=2, verb="check", settings=["deck.step=1"])
refused("an .inp deck of two steps", "bracket.inp", 3, "--set deck.step=1", verb="check")
refused("a wrong key", "bar.bdf", "nearest: scheme", settings=["time.sceme=linear"])
r = run("missing.bdf")
check("a missing deck", r.status not in (0, 1) and "missing.bdf: cannot be opened" in r.stderr, r.stderr)
Path("bad.bdf").write_text(DECK.replace("FORCE,3,2,,40.", "FORCE,3,2,,4O."))
refused("a wrong field", "bad.bdf", 3, "bad.bdf:9: FORCE 3", ranks=2)
