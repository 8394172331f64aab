"""RBE2, RBE3 and CONM2 of a Nastran deck as rigid bodies and links.

Claims: the hanging panel (meshes/hanging-panel.bdf) has the mass, centre and inertia of its sum and
swings with T = 2 pi sqrt(J / (M g s)) to 1e-4, alike on 1 and 3 ranks; the reference grid of an RBE3 is
at the weighted mean of its grids at large displacements, and the forces on it act on them; masses with
arms, inertia or a place (CID = -1) are summed by parallel axes; supports of a body's grid become joints;
what no body or link can be is refused by card and grid.
"""
import math

from common import passed
from helper import ROOT, check, close, run

PANEL = ROOT / "meshes" / "hanging-panel.yaml"
M = 7800 * 0.6 * 0.4 * 0.05
TOTAL = M + 20
JX = M * (0.6 ** 2 + 0.05 ** 2) / 12 + M * 0.4 ** 2 + 0.1 + 20 * 0.15 ** 2  # about the hinge
ARM = (M * 0.4 - 20 * 0.15) / TOTAL


def panel():
    if r := passed("the panel is read", PANEL, verb="check", ranks=2):
        check("the hinge's grid is used", r.stderr == "", r.stderr)
        close("mass", r.json["mass"], TOTAL, 1e-12)
        close("centre", r.json["center_of_mass"][2], -ARM, 1e-12)
        close("inertia about the centre", r.json["inertia"][0], JX - TOTAL * ARM ** 2, 1e-11)
        close("product of inertia", r.json["inertia"][5], -0.02, 1e-10)
        check("one rotation is left to the hinge", r.json["multipliers"] == 6 + 5, r.json)
        check("it turns about x", "turning about the axis (1, 0, 0) through (0, 0, 0)"
              in r.json["mechanism"], r.json["mechanism"])
    foot = {}
    for ranks, steps in ((1, 1000), (3, 40)):
        if not (r := passed("the panel swings", PANEL, ranks=ranks,
                            settings=["output.every=0", "time.steps=%d" % steps])):
            return
        foot[ranks] = r.json["probes"]["foot"]
    t, level = foot[1]["t"], 0.7 * math.sin(0.01)
    y = [u[1] - level for u in foot[1]["u"]]
    zero = [t[i] - y[i] * (t[i + 1] - t[i]) / (y[i + 1] - y[i]) for i in range(len(y) - 1) if y[i] * y[i + 1] < 0]
    period = 2 * (zero[-1] - zero[0]) / (len(zero) - 1)
    close("period", period, 2 * math.pi * math.sqrt(JX / (TOTAL * 9.81 * ARM)), 1e-4)
    close("swing", max(y) - min(y), 2 * level, 1e-3)
    for i in range(3):
        close("foot on 3 ranks", foot[3]["u"][-1][i], foot[1]["u"][40][i], 0, 1e-11)


GRIDS = "".join("GRID,%d,,%g,%g,0.\n" % (1 + i + 4 * j, i, j) for j in range(2) for i in range(4))
QUADS = "".join("CQUAD4,%d,1,%d,%d,%d,%d\n" % (i, i, i + 1, i + 5, i + 4) for i in (1, 2, 3))
DECK = ("BEGIN BULK\n" + GRIDS + QUADS + "PSHELL,1,1,.1,1\nMAT1,1,1.+7,,.3,1000.\nGRID,50,,4.,0.25,0.\n")
CASE = """gimbal: 1
mesh: deck.bdf
%s
time: {scheme: %s}
output: {every: 0}
"""


def deck(cards, keys="", march="galpha, step: 1e-2, steps: 2", verb="run", ranks=1):
    with open("deck.bdf", "w") as f:
        f.write(DECK + cards + "PARAM,COUPMASS,1\nENDDATA\n")
    return run(CASE % (keys, march), ranks, verb)


def mean():
    """Three grids carry a force on grid 50 by weights 3, 1, 1; the reference follows."""
    probes = ('probes: [{name: p, body: "RBE3 9", at: [2.8, 0.2, 0]}, {name: a, node: 4}, '
              "{name: b, node: 8}, {name: c, node: 3}]\n")
    for ranks in (1, 2):
        if not (r := passed("a mean is loaded", deck(
                "RBE3,9,,50,123456,3.,123,4,1.\n,123,8,3\nSPC1,1,123456,1,5\nFORCE,2,50,,40.,0.,0.,1.\n", probes,
                "static, step: 0.25, steps: 4", ranks=ranks))):
            return
        p, a, b, c = (r.json["probes"][name]["u"][-1] for name in "pabc")
        check("it bends far", a[2] > 0.3, a)
        for i in range(3):
            close("weighted mean %d" % i, p[i], 0.6 * a[i] + 0.2 * b[i] + 0.2 * c[i], 1e-10, 1e-12)
        equal = sum(v[2] for v in (a, b, c)) / 3
        check("weights tell the grids apart", abs(p[2] - equal) > 1e-3, (p, equal))


def masses():
    """Masses of the grids of rigid links, whose sums are closed forms: RBE2, or RBAR1 and RJOINT to one grid each."""
    rows = {}
    for card, links in (("RBE2", "RBE2,9,50,123456,4,8\n"), ("RBAR1", "RBAR1,9,50,4,,1.-5\nRJOINT,10,50,8,123456\n")):
        if not (r := passed("masses are read with " + card, deck(
                links + "CONM2,20,50,,2.,0.,0.,1.\nCONM2,21,50,-1,3.,4.,0.25,-1.\n,1.,0.,2.,0.,0.,3.\nCONM2,22,1,,5.\n"
                "CONM2,23,5,,4.,0.,0.5,0.5\n,.1,0.,.1,0.,0.,.1\n", verb="check", ranks=2))):
            return
        rows[card] = r.json["multipliers"]
        fork, corner = r.json["parts"]["body '%s 9'" % card], r.json["parts"]["body 'CONM2 23'"]
        close("two masses on one grid", fork["mass"], 5, 1e-13)
        for i, at in enumerate((4, 0.25, -0.2)):
            close("their centre", fork["center_of_mass"][i], at, 1e-12)
        apart = 2 * 1.2 ** 2 + 3 * 0.8 ** 2
        for i, J in enumerate((1 + apart, 2 + apart, 3, 0, 0, 0)):
            close("their inertia", fork["inertia"][i], J, 1e-12, 1e-12)
        close("a mass with an arm on a shell's grid", corner["mass"], 4, 1e-13)
        for i, at in enumerate((0, 1.5, 0.5)):
            close("its centre", corner["center_of_mass"][i], at, 1e-12, 1e-12)
        close("a mass alone", r.json["parts"]["masses"]["mass"], 5, 1e-13)
    check("rigid links of all components add no joint", rows == dict.fromkeys(rows, 12), rows)


def supports():
    """Components held at a body's grid: what joint it is, by its rows."""
    for held, rows in (("123456", 6), ("123", 3), ("12356", 5), ("12456", 5), ("1245", 4), ("345", 3), ("12", 2)):
        if r := passed("supports %s of a body" % held,
                       deck("RBE2,9,50,123456,4,8\nSPC1,1,%s,50\n" % held, verb="check")):
            check("rows of %s" % held, r.json["multipliers"] == 6 + rows, r.json["multipliers"])


def refusals():
    link = "RBE2,9,50,123456,4,8\n"
    for cards, words in (
            ("RBE2,9,50,123,4,8\n", ["RBE2 9", "no inertia of its own"]),
            ("RBE2,9,50,123456\n", ["GM1 is missing"]),
            ("RBAR1,9,50,4,7\n", ["CB must be digits from 1 to 6, '7' was found"]),
            ("RJOINT,9,50\n", ["GB must be an integer"]),
            ("RBE2,9,77,123456,4\n", ["RBE2", "grid 77 is not defined"]),
            ("RBE2,9,50,123456,4,77\n", ["RBE2", "grid 77 is not defined"]),
            ("RBE3,9,,50,1,1.,123,4,8\n", ["RBE3 9", "do not determine a rigid motion", "not on one line"]),
            ("RBE3,9,,50,123456,1.,456,4,8\n", ["RBE3 9", "do not determine a rigid motion"]),
            ("RBE3,9,,50,123456,4,8\n", ["WT1 must be a positive"]),
            ("RBE3,9,,50,123456,-1.,123,4,8\n", ["weights must be positive"]),
            ("RBE3,9,,50,123456,1.,123,4,8\n,UM,4,123\n", ["UM has 3 components; accepted: 6, as many as REFC"]),
            ("CONM2,9,1,5,1.,.1\n", ["the coordinate system 5 is not defined"]),
            (link + "SPC1,1,123,4\n", ["is linked to body 'RBE2 9'"])):
        r = deck(cards)
        found = [line for line in r.stderr.splitlines()
                 if line.startswith("gimbal: ") and not line.startswith("gimbal: warning")]
        check("refused: " + cards, r.status == 3 and len(found) == 1, r.stderr)
        for word in ["deck.bdf:"] + words:
            check("says " + word, found and word in found[0], r.stderr)


for part in (panel, mean, masses, supports, refusals):
    part()
