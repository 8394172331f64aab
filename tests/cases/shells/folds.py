"""Random small models under random loads, schemes and steps, many of them far too hard (bench/folds.py): each run ends
with status 0 or with 4 and a cause; no result has a folded shell; the ends agree with those of ten times as many steps,
or the program warns of the step. And what is folded is refused by name: a strip of two elements whose end is driven
through its root (directors on the other side), and one whose half is turned by 143 degrees about the middle in four
load steps (a quarter turn at once), which 10 steps end and halvings too; in one step the joint would end half a turn
away; the same on 1 and 2 ranks. A rigid turn by 143 degrees in one step is none.
"""
# timeout: 400
import math
import sys

from common import ended
from helper import ROOT, check, close, grid, run

sys.path.insert(0, str(ROOT / "bench"))
from folds import search  # noqa: E402

STRIP = """gimbal: 1
mesh: strip.msh
materials: {m: {young: 1e7, poisson: 0, density: 1000, yield: 1e12}}
shells: [{group: plate, material: m, thickness: 0.05}]
supports:
  - {group: left, fix: all}
bodies: [{name: end, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [1, 0, 0]}]
links: [{body: end, group: right}]
joints: [{type: %s, name: drive, between: [ground, end], at: [%g, 0, 0], axis: %s, %s}]
probes: [{name: tip, group: corner11}]
time: {scheme: static, adapt: false, unstable: warn, step: %.17g, steps: %d}
output: {every: 1}
"""
PUSHED = ("prismatic", 1, "[1, 0, 0]", 'distance: "-1.5*t"')
FOLDED = ("revolute", 0.5, "[0, 1, 0]", 'angle: "-2.5*t"')


def strip(motion, steps, ranks=1, settings=()):
    return run(STRIP % (motion + (1 / steps, steps)), ranks, settings=settings)


def is_refused(what, r, *words):
    check(what + " is refused", r.status == 4, r.status)
    for word in ("is not admissible", "adapt: true cuts steps that fail") + words:
        check("%s: the message has '%s'" % (what, word), word in r.stderr, r.stderr)


def refusals():
    for ranks in (1, 2):
        on = " on %d ranks" % ranks
        for steps in (2, 10):
            is_refused("a strip pushed through itself in %d steps%s" % (steps, on), strip(PUSHED, steps, ranks),
                       "director of node ", "through the surface of element 1", "2 such elements in all")
        is_refused("a strip that folds at once" + on, strip(FOLDED, 3, ranks), "load step 3",
                   "more than 45 degrees", "element 1", "node ")
        is_refused("a driven angle of 143 degrees at once" + on, strip(FOLDED, 1, ranks), "joint 'drive'",
                   "half a turn")
        for steps, settings in ((10, ()), (4, ()), (4, ["time.retry=4"])):
            r = strip(FOLDED, steps, ranks, settings)
            what = "folded in %d steps%s" % (steps, on)
            if check(what, r.status == 0, r.stderr):
                close(what + ": z", r.json["probes"]["tip"]["u"][-1][2], 0.5 * math.sin(2.5), 1e-9)
    free = ["supports:\n  - {group: left, fix: all}\n", ""]
    ended("a rigid turn", run((STRIP % (FOLDED + (0.5, 2))).replace(*free).replace("at: [0.5", "at: [0"),
                              settings=["time.scheme=bdf2"]))


grid(2, 1, size=(1, 0.5)).write("strip.msh")
refusals()
tally = search(30, 11)
check("some of the models converge", len(tally.get("right", [])) >= 10, tally)
check("no result is wrong without a word", "wrong" not in tally, tally)
