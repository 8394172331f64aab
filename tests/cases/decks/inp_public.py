"""Decks of Abaqus and CalculiX that ask for what is equal, or almost, to what is read.

Claims: *BOUNDARY gives rotations, which a beam that nothing else loads follows by theta L / 2; of several steps the one that is not *NO
ANALYSIS acts.
"""
from pathlib import Path

from helper import check, close, run

THETA, LENGTH = 1e-3, 2.0
BEAM = """*NODE
1, 0., 0., 0.
2, 1., 0., 0.
3, 2., 0., 0.
*ELEMENT, TYPE=B32, ELSET=BAR
1, 1, 2, 3
*MATERIAL, NAME=M
*ELASTIC
7.E10, .3
*DENSITY
2700.
*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT
.1, .1
0., 0., -1.
*BOUNDARY
1, 1, 6
%s*STEP
*STATIC
%s*END STEP
%s"""


def tip(deck, scheme="linear", ranks=1, verb="run"):
    Path("deck.inp").write_text(deck)
    return run("gimbal: 1\nmesh: deck.inp\nprobes: [{name: tip, node: 3}]\ntime: {scheme: %s, step: 1, steps: 1}\n" % scheme, ranks, verb)


def rotations():
    for where, (before, within) in (("the model", ("*BOUNDARY\n3, 5, 5, %g\n" % THETA, "")), ("a step", ("", "*BOUNDARY\n3, 5, 5, %g\n" % THETA))):
        for ranks in (1, 2):
            r = tip(BEAM % (before, within, ""), ranks=ranks)
            if check("a rotation of %s" % where, r.status == 0, r.stderr):
                u = r.json["probes"]["tip"]["u"][-1]
                close("bends it", u[2], -THETA * LENGTH / 2, 1e-10)
                close("that way alone", u[1], 0, 0, 1e-14)
                check("it is told", "*BOUNDARY gives 1 rotations: they are equations, for small rotations" in r.stderr, r.stderr)
    turned = "*TRANSFORM, NSET=END, TYPE=R\n0., 1., 0., -1., 0., 0.\n*NSET, NSET=END\n3,\n"  # its x is y
    r = tip(BEAM % (turned + "*BOUNDARY\n3, 4, 4, %g\n" % THETA, "", ""))
    if check("a rotation about an axis of its own", r.status == 0, r.stderr):
        close("bends it too", r.json["probes"]["tip"]["u"][-1][2], -THETA * LENGTH / 2, 1e-10)


def steps():
    load, empty = "*CLOAD\n3, 3, 5.\n", "*STEP\n*NO ANALYSIS\n*CLOAD\n3, 3, 70.\n*END STEP\n"
    one, more = tip(BEAM % ("", load, "")), tip(BEAM % ("", load, empty))
    if check("a step of *NO ANALYSIS behind it", one.status == 0 == more.status, one.stderr + more.stderr):
        close("does not act", more.json["probes"]["tip"]["u"][-1][2], one.json["probes"]["tip"]["u"][-1][2], 1e-14)
    r = tip(BEAM % ("", load, empty + "*STEP\n*STATIC\n*END STEP\n"), verb="check")
    check("two that act", r.status != 0 and "the deck has the steps 1 (STATIC), 2 (NO ANALYSIS), 3 (STATIC)" in r.stderr, r.stderr)


rotations()
steps()
