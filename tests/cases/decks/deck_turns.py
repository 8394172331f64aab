"""Decks of several subcases or steps of statics, which `gimbal run DECK` and `gimbal check DECK` take in turn.

Claims: each part has its own results, equal to those of the part alone on 1 and 3 ranks; the portal frame
(meshes/portal-frame.bdf) sways by its closed form under wind, and its SUBCOM is the sum of the others times SUBSEQ;
steps have what goes on from those before them. Parts that seek eigenvalues are left out with a line. Options that name
one file are refused, and so are parts that march, cases that choose none, and a part that is wrong, after the results
of those before.
"""
# quick
import shutil
from pathlib import Path

from hdf5 import File
from common import agree, passed, refused
from helper import ROOT, check, close, program

E, FLANGES, BEAM, AREA, HEIGHT, SPAN, WIND = 2.1e11, 3.831e-5, 5.696e-5, 6.53e-3, 4.0, 6.0, 12e3
PROBES = "probes=[{name: eaves, node: 3}, {name: middle, node: 4}]"
STEPS = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n*ELEMENT, TYPE=B31, ELSET=B\n1, 1, 2\n*BEAM SECTION, ELSET=B, "
         "MATERIAL=S, SECTION=RECT\n0.02, 0.03\n0., 1., 0.\n*MATERIAL, NAME=S\n*ELASTIC\n2E11, 0.3\n*DENSITY\n7800.\n"
         "*BOUNDARY\n1, 1, 6\n*STEP\n*STATIC\n*CLOAD\n2, 2, 10.\n*END STEP\n%s*STEP\n*STATIC\n*CLOAD\n2, 3, 20.\n"
         "*END STEP\n")
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
        if not (r := passed("subcase %d" % number, "portal-frame.bdf", settings=["deck.subcase=%d" % number, PROBES],
                            name="single-%d" % number)):
            return
        single.append(r.json["probes"])
    beam = 6 * E * BEAM / SPAN
    beam /= 1 + 4 * beam * HEIGHT / (E * AREA * SPAN ** 2)
    turn = 6 * E * FLANGES / HEIGHT ** 2 / (4 * E * FLANGES / HEIGHT + beam)
    close("the sway under wind", single[1]["middle"]["u"][-1][0],
          WIND / 2 / (12 * E * FLANGES / HEIGHT ** 3 - 6 * E * FLANGES / HEIGHT ** 2 * turn), 3e-4)
    for node in ("eaves", "middle"):
        weight, wind, both = (s[node]["u"][-1] for s in single)
        agree("the sum, " + node, both, [1.35 * a + 1.5 * b for a, b in zip(weight, wind)], 0, 1e-14)
    for ranks in (1, 3):
        folder = Path("of-%d" % ranks)
        if not (r := passed("in turn on %d ranks" % ranks,
                            program(["run", "portal-frame.bdf", "--output-dir", folder], ranks))):
            continue
        for number, acts in ((1, "subcase 1, 1 of 3 in turn: SPC 1, LOAD 10"), (2, "subcase 2, 2 of 3"),
                             (3, "subcase 3, 3 of 3")):
            check("a line of it", acts in r.stdout, r.stdout)
            u = displacements(folder / ("portal-frame.subcase-%d.vtkhdf" % number))
            for node, name in ((2, "eaves"), (3, "middle")):
                agree("results of subcase %d, %s" % (number, name), list(u[3 * node:3 * node + 3]),
                      single[number - 1][name]["u"][-1], 0, 1e-14)
    r = program(["check", "portal-frame.bdf"])
    check("check", r.status == 0 and r.stdout.count("no errors found") == 3, r.stdout + r.stderr)
    refused("one file for three", program(["run", "portal-frame.bdf", "--quiet", "--json", "of.json"]),
            "--json: of.json is one file, and the 3 subcases")
    refused("a case chooses", "gimbal: 1\nmesh: portal-frame.bdf\ntime: {scheme: deck, step: 1, steps: 1}\n", 3,
            "of which a model has one")
    text = Path("portal-frame.bdf").read_text()
    for change, status, said, left in (
            (("LOAD = 20", "LOAD = 21"), 3, "LOAD = 21 is chosen, but no card has that set",
             ["bad.subcase-1.vtkhdf", "bad.subcase-1.xdmf"]),
            (("LOAD = 20", "DLOAD = 20"), 3, "of which a model has one", []),
            (("  LABEL = WIND", "  METHOD = 4"), 0, "SUBCASE 2 seeks eigenvalues and is left out", None)):
        for old in Path(".").glob("bad.*"):
            old.unlink()
        if left is None:
            text = text.replace("SUBCOM 3\n", "SUBCASE 3\n LOAD = 20\n").replace("  SUBSEQ = 1.35, 1.5\n", "")
        Path("bad.bdf").write_text(text.replace(*change))
        refused(said, program(["run", "bad.bdf", "--quiet"]), status, said)
        names = sorted(p.name for p in Path(".").glob("bad.s*"))
        check("what is left",
              names == left if left is not None else "bad.subcase-2.xdmf" not in names and len(names) == 4, names)


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
                close("step %d along %d" % (step, i + 2), u[3 + 1 + i], forces[i] * deflection / depth ** 2, 1e-2,
                      1e-12)
    Path("steps.inp").write_text(STEPS % DYNAMIC)
    refused("a march among steps", program(["run", "steps.inp", "--quiet"]), 3, "--set deck.step=1")


portal()
steps()
