"""Decks of several subcases or steps of statics, which `gimbal run DECK` and `gimbal check DECK` take in turn.

Claims: each part has its own results, equal to those of the part alone on 1 and 3 ranks; the portal frame
(meshes/portal-frame.bdf) sways by its closed form under wind, and its SUBCOM is the sum of the others times SUBSEQ; steps
have what goes on from those before them. Parts that seek eigenvalues are left out with a line. Options that name one file
are refused, and so are parts that march, cases that choose none, and a part that is wrong, after the results of those before.
"""
# quick
import shutil
from pathlib import Path

from hdf5 import File
from helper import ROOT, check, close, program, run

E, FLANGES, BEAM, AREA, HEIGHT, SPAN, WIND = 2.1e11, 3.831e-5, 5.696e-5, 6.53e-3, 4.0, 6.0, 12e3
PROBES = "probes=[{name: eaves, node: 3}, {name: middle, node: 4}]"
STEPS = """*NODE
1, 0., 0., 0.
2, 1., 0., 0.
*ELEMENT, TYPE=B31, ELSET=B
1, 1, 2
*BEAM SECTION, ELSET=B, MATERIAL=S, SECTION=RECT
0.02, 0.03
0., 1., 0.
*MATERIAL, NAME=S
*ELASTIC
2E11, 0.3
*DENSITY
7800.
*BOUNDARY
1, 1, 6
*STEP
*STATIC
*CLOAD
2, 2, 10.
*END STEP
%s*STEP
*STATIC
*CLOAD
2, 3, 20.
*END STEP
"""
FREQUENCY = "*STEP\n*FREQUENCY\n2\n*END STEP\n"
DYNAMIC = "*STEP\n*DYNAMIC\n.1, 1.\n*END STEP\n"


def displacements(name):
    """Of all nodes at the end, as one list."""
    file = File(name)
    rows = file.rows("/VTKHDF/PointData/displacement")[-len(file.rows("/VTKHDF/Points")):]
    return [u for row in rows for u in row]


def portal():
    shutil.copy(ROOT / "meshes" / "portal-frame.bdf", "portal-frame.bdf")
    single = []
    for number in (1, 2, 3):
        r = run("portal-frame.bdf", settings=["deck.subcase=%d" % number, PROBES], name="single-%d" % number)
        if not check("subcase %d" % number, r.status == 0, r.stderr):
            return
        single.append(r.json["probes"])
    beam = 6 * E * BEAM / SPAN
    beam /= 1 + 4 * beam * HEIGHT / (E * AREA * SPAN ** 2)
    turn = 6 * E * FLANGES / HEIGHT ** 2 / (4 * E * FLANGES / HEIGHT + beam)
    close("the sway under wind", single[1]["middle"]["u"][-1][0],
          WIND / 2 / (12 * E * FLANGES / HEIGHT ** 3 - 6 * E * FLANGES / HEIGHT ** 2 * turn), 3e-4)
    for node in ("eaves", "middle"):
        weight, wind, both = (s[node]["u"][-1] for s in single)
        for i in range(3):
            close("the sum, %s %d" % (node, i), both[i], 1.35 * weight[i] + 1.5 * wind[i], 0, 1e-14)
    for ranks in (1, 3):
        folder = Path("of-%d" % ranks)
        r = program(["run", "portal-frame.bdf", "--output-dir", folder], ranks)
        if not check("in turn on %d ranks" % ranks, r.status == 0, r.stderr):
            continue
        for number, acts in ((1, "subcase 1, 1 of 3 in turn: SPC 1, LOAD 10"), (2, "subcase 2, 2 of 3"), (3, "subcase 3, 3 of 3")):
            check("a line of it", acts in r.stdout, r.stdout)
            u = displacements(folder / ("portal-frame.subcase-%d.vtkhdf" % number))
            for node, name in ((2, "eaves"), (3, "middle")):
                for i in range(3):
                    close("results of subcase %d, %s %d" % (number, name, i), u[3 * node + i], single[number - 1][name]["u"][-1][i], 0, 1e-14)
    r = program(["check", "portal-frame.bdf"])
    check("check", r.status == 0 and r.stdout.count("no errors found") == 3, r.stdout + r.stderr)
    r = program(["run", "portal-frame.bdf", "--quiet", "--json", "of.json"])
    check("one file for three", r.status == 2 and "--json: of.json is one file, and the 3 subcases" in r.stderr, r.stderr)
    r = run("gimbal: 1\nmesh: portal-frame.bdf\ntime: {scheme: deck, step: 1, steps: 1}\n")
    check("a case chooses", r.status == 3 and "of which a model has one" in r.stderr, r.stderr)
    text = Path("portal-frame.bdf").read_text()
    for change, status, said, left in (
            (("LOAD = 20", "LOAD = 21"), 3, "LOAD = 21 is chosen, but no card has that set", ["bad.subcase-1.vtkhdf", "bad.subcase-1.xdmf"]),
            (("LOAD = 20", "DLOAD = 20"), 3, "of which a model has one", []),
            (("  LABEL = WIND", "  METHOD = 4"), 0, "SUBCASE 2 seeks eigenvalues and is left out", None)):
        for old in Path(".").glob("bad.*"):
            old.unlink()
        if left is None:
            text = text.replace("SUBCOM 3\n", "SUBCASE 3\n LOAD = 20\n").replace("  SUBSEQ = 1.35, 1.5\n", "")
        Path("bad.bdf").write_text(text.replace(*change))
        r = program(["run", "bad.bdf", "--quiet"])
        check(said, r.status == status and said in r.stderr, (r.status, r.stderr))
        names = sorted(p.name for p in Path(".").glob("bad.s*"))
        check("what is left", names == left if left is not None else "bad.subcase-2.xdmf" not in names and len(names) == 4, names)


def steps():
    deflection = 1.0 / (3 * 2e11 * 0.02 * 0.03 / 12)
    for between, second in (("", 2), (FREQUENCY, 3)):
        Path("steps.inp").write_text(STEPS % between)
        r = program(["run", "steps.inp", "--set", "deck.dialect=abaqus"])
        if not check("steps", r.status == 0 and "step %d, 2 of 2 in turn" % second in r.stdout, r.stdout + r.stderr):
            continue
        check("steps of eigenvalues", ("step 2, of *FREQUENCY, is left out" in r.stderr) == (between != ""), r.stderr)
        for step, forces in ((1, (10.0, 0.0)), (second, (10.0, 20.0))):
            u = displacements("steps.step-%d.vtkhdf" % step)
            for i, depth in enumerate((0.02, 0.03)):
                close("step %d along %d" % (step, i + 2), u[3 + 1 + i], forces[i] * deflection / depth ** 2, 1e-2, 1e-12)
    Path("steps.inp").write_text(STEPS % DYNAMIC)
    r = program(["run", "steps.inp", "--quiet"])
    check("a march among steps", r.status == 3 and "--set deck.step=1" in r.stderr, r.stderr)


portal()
steps()
