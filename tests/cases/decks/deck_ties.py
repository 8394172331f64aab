"""Ties and given displacements of Nastran decks: MPC, RBE1, RBAR, RBE2 and RBE3 of any components, SPC and SPCD of any.

Claims: MPC and MPCADD, by the case control or `deck: {mpc: n}`, are the equations of a case file to 1e-12, along the
axes of their grids, on 1 and 2 ranks, in statics, dynamics, modes and gradients; RBE1 and RBAR with independent
components of several grids are as rigid as with those of one; RBE2 of components that no joint has is what its
equations say; RBE3 of any components is the weighted best fit, and passes a force on with its moment, on flat, inclined
and warped shells, whose missing rotation it leaves out; D of rotations, of rigid bodies and along own axes is what the
grid does; an SPCD under a TLOAD follows it; cards that contradict themselves are refused by what is wrong with them.
"""
# timeout: 240
import math
from pathlib import Path

from common import agree, cross, passed, plus, refused, solve, unit
from helper import check, close, gradients_agree, run

MODEL = 3
BARS = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,0.,1.,0.\nGRID,4,,1.,1.,0.\nCBAR,1,5,1,2,0.,1.,0.\n"
        "CBAR,2,5,3,4,0.,1.,0.\nPBAR,5,1,.01,2.-5,1.-5,3.-5\nMAT1,1,1.+7,,.25,10.\nSPC1,1,123456,1,3\n")
EI_Y, EI_Z = 1e7 * 1e-5, 1e7 * 2e-5  # against uz and uy
FORCE = "FORCE,2,2,,1.,0.,30.,70.\nFORCE,2,4,,1.,10.,-20.,50.\n"
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"
DYNAMIC = "time: {scheme: galpha, step: 2e-3, steps: 10}\n"
PROBES = "probes: [%s]\noutput: {every: 0}\n" % ", ".join("{name: p%d, node: %d}" % (n, n) for n in (2, 4))
SELECT = "SPC = 1\nLOAD = 2\n%sBEGIN BULK\n"


def deck(name, cards, control="", base=BARS + FORCE):
    Path(name).write_text(SELECT % control + base + cards + "ENDDATA\n")
    return "gimbal: 1\nmesh: %s\n" % name


def tips(label, text, ranks=1):
    r = passed(label, text, ranks=ranks)
    return r and {n: p["u"][-1] for n, p in r.json["probes"].items()}


def same(label, a, b, bound=1e-12):
    if a and b:
        agree(label, a, b, 0, bound * max(abs(v) for u in b.values() for v in u))


def refuse(cards, *words, control=""):
    refused(words[0], deck("bad.bdf", cards, control) + LINEAR, MODEL, *words, verb="check")


def mpc_is_equations():
    cards = "MPC,7,2,2,2.,4,3,-1.\n,,2,6,.5\nMPC,8,4,1,1.,2,1,-1.\nMPC,9,2,1,1.\nMPCADD,5,7,8\n"
    terms = """equations:
  - {terms: [{node: 2, uy: 2, rz: 0.5}, {node: 4, uz: -1}]}
  - {terms: [{node: 4, ux: 1}, {group: all, ux: 0}, {node: 2, ux: -1}]}
""".replace("{group: all, ux: 0}, ", "")
    plain_deck = deck("plain.bdf", "")
    for march in (LINEAR, DYNAMIC):
        ours = tips("equations", plain_deck + terms + march + PROBES)
        for ranks, control, choice in ((1, "MPC = 5\n", ""), (2, "", "deck: {mpc: 5}\n")):
            same("MPCADD on %d ranks" % ranks,
                 tips("MPCADD", deck("mpc.bdf", cards, control) + choice + march + PROBES, ranks), ours)
    passed("none is named", deck("mpc.bdf", cards) + LINEAR, "the case control names no MPC", "deck: {mpc: 9}",
           verb="check")
    modes = "modes: {count: 4, at: reference}\n"
    a = run(deck("mpc.bdf", cards, "MPC = 5\n") + DYNAMIC + modes, 2, "modes")
    b = run(plain_deck + terms + DYNAMIC + modes, 1, "modes")
    if check("modes", a.status == b.status == 0, a.stderr + b.stderr):
        agree("frequencies", a.json["modes"]["frequency"], b.json["modes"]["frequency"], 1e-9, each=True)
    gradients_agree("MPC", deck("mpc.bdf", cards, "MPC = 5\n") + DYNAMIC + PROBES + """design:
  - {name: E, material: MAT1 1, parameter: young}
functions:
  - {name: f, type: end, of: p2, value: "uy + 0.1*uz"}
""", ["galpha", "dirk4"], (1, 2), ["time.steps=4"])


def along_own_axes():
    # grid 4 measures along axes that are turned by 30 degrees about z
    cd = "CORD2R,3,,0.,0.,0.,0.,0.,1.\n,%.15f,.5,0.\n" % (math.sqrt(3) / 2)
    base = (BARS + FORCE).replace("GRID,4,,1.,1.,0.", "GRID,4,,1.,1.,0.,3") + cd
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    # the forces have CID 0
    one = tips("MPC along own axes", deck("own.bdf", "MPC,7,2,2,1.,4,2,-1.\n", "MPC = 7\n", base) + LINEAR + PROBES)
    two = tips("its equation", deck("plain.bdf", "") + "equations: [{terms: [{node: 2, uy: 1}, {node: 4, ux: %.17g, "
               "uy: %.17g}]}]\n" % (s, -c) + LINEAR + PROBES)
    same("along own axes", one, two)
    held = tips("SPC along own axes", deck("skew.bdf", "SPC,1,4,2\nSPC1,1,15,4\n", "", base) + LINEAR + PROBES)
    ours = tips("its equations", deck("plain.bdf", "") + """equations:
  - {terms: [{node: 4, ux: %.17g, uy: %.17g}]}
  - {terms: [{node: 4, ux: %.17g, uy: %.17g}]}
  - {terms: [{node: 4, rx: %.17g, ry: %.17g}]}
""" % (-s, c, c, s, -s, c) + LINEAR + PROBES)
    same("supports along own axes", held, ours)
    given = tips("SPCD along own axes", deck("skewd.bdf", "SPC,1,4,2\nSPCD,2,4,2,.01\n", "", base) + LINEAR + PROBES, 2)
    if given:
        close("what is given", -s * given["p4"][0] + c * given["p4"][1], 0.01, 1e-12)
    given = tips("D along own axes", deck("skewd.bdf", "SPC,1,4,2,.01\n", "", base) + LINEAR + PROBES)
    if given:
        close("what is given by SPC", -s * given["p4"][0] + c * given["p4"][1], 0.01, 1e-12)


def rigid_bars():
    base = FORCE + BARS
    whole = tips("RBAR", deck("rbar.bdf", "RBAR,9,2,4,123456\n", "", base) + LINEAR + PROBES)
    split = {"RBAR,9,2,4,1235,13\n": "RBAR of two grids", "RBAR,9,2,4,1235,13,46,2456\n": "with its dependents",
             "RBAR,9,2,4,,123456\n": "of the other end",
             "RBE1,9,2,1235,4,13\n,UM,2,46,4,2456\n": "RBE1", "RBE1,9,2,123456\n,UM,4,123456\n": "RBE1 of one grid"}
    for cards, label in split.items():
        for ranks in (1, 2):
            same(label, tips(label, deck("split.bdf", cards, "", base) + LINEAR + PROBES, ranks), whole, 1e-10)
    one = run(deck("rbar.bdf", "RBAR,9,2,4,123456\n", "", base) + DYNAMIC + "modes: {count: 3, at: reference}\n", 1,
              "modes")
    two = run(deck("split.bdf", "RBAR,9,2,4,1235,13\n", "", base) + DYNAMIC + "modes: {count: 3, at: reference}\n", 2,
              "modes")
    if check("modes of both", one.status == two.status == 0, one.stderr + two.stderr):
        agree("frequencies of both", two.json["modes"]["frequency"], one.json["modes"]["frequency"], 1e-8, each=True)


def rbe2_of_components():
    # the grid in the middle is a body; 2 and 4 go along y with it, and turn about x
    cards = "GRID,9,,1.,.5,.2\nRBE2,8,9,24,2,4\nFORCE,2,9,,1.,0.,8.,0.\nSPC1,1,1356,9\n"
    one = tips("RBE2 of 24", deck("rbe2.bdf", cards) + LINEAR + PROBES)
    ours = tips("its equations", deck("plain.bdf", "") + """masses: [{name: m, at: [1, 0.5, 0.2], mass: 0, fix: [x, z]}]
loads:
  - {type: force, mass: m, value: [0, 8, 0]}
  - {type: force, group: "FORCE 2: 0 30 70", value: [0, 30, 70]}
  - {type: force, group: "FORCE 2: 10 -20 50", value: [10, -20, 50]}
equations:
  - {terms: [{node: 2, uy: 1, rx: -0.2}, {mass: m, uy: -1}]}
  - {terms: [{node: 4, uy: 1, rx: -0.2}, {mass: m, uy: -1}]}
  - {terms: [{node: 2, rx: 1}, {node: 4, rx: -1}]}
""".replace("rx: -0.2", "rx: -0.2") + LINEAR + PROBES)
    same("RBE2 of 24", one, ours, 1e-10)


def rows_at(arm):
    """Displacements and rotations of a place by a rigid motion v, w."""
    x, y, z = arm
    return [[1, 0, 0, 0, z, -y], [0, 1, 0, -z, 0, x], [0, 0, 1, y, -x, 0]] + [
        [0] * 3 + [i == k for k in range(3)] for i in range(3)]


def rbe3_of_components():
    # the reference grid alone, in the middle, of two grids with these components, of weights 1 and 3
    at, load = (0.7, 0.4, 0.3), [11e-6, -7e-6, 5e-6, .3e-6, -2e-6, 4e-6]
    for digits in ("123456", "12345"):
        cards = ("GRID,9,,.7,.4,.3\nRBE3,8,,9,123456,1.,%s,2\n,3.,%s,4\nFORCE,2,9,,1.-6,11.,-7.,5.\n"
                 "MOMENT,2,9,,1.-6,.3,-2.,4.\n" % (digits, digits))
        text = deck("rbe3.bdf", cards, "", BARS) + LINEAR + PROBES.replace("probes: [", "probes: [" + ", ".join(
            "{name: w%d, reaction: g%d, about: [1, %d, 0]}" % (n, n, y) for n, y in ((1, 0), (3, 1))) + ", ")
        if not (r := passed("RBE3 of %s" % digits, text + "groups: [{name: g1, nodes: 1}, {name: g3, nodes: 3}]\n",
                            ranks=2)):
            continue
        arms = {n: [x - a for x, a in zip(X, at)] for n, X in ((1, (1, 0, 0)), (3, (1, 1, 0)))}
        size = sum(math.hypot(*arm) for arm in arms.values()) / 2
        weights = {n: [w * (size ** 2 if c > 2 else 1) * (str(c + 1) in digits) for c in range(6)]
                   for n, w in ((1, 1), (3, 3))}
        N = [[sum(weights[n][c] * rows_at(arms[n])[c][i] * rows_at(arms[n])[c][j] for n in arms for c in range(6))
              for j in range(6)] for i in range(6)]
        m = solve(N, load)
        for n in arms:
            share = [weights[n][c] * sum(a * b for a, b in zip(rows_at(arms[n])[c], m)) for c in range(6)]
            found = r.json["reactions"]["w%d" % n]
            for k in range(6):
                close("RBE3 of %s, share %d of grid %d" % (digits, k + 1, n + 1),
                      (found["force"] + found["moment"])[-1 if k > 2 else len(found["force"]) - 1][k % 3], -share[k],
                      1e-7, 1e-12)
    # of translations in general and of three of its own components it is the mean of the body that follows
    three = "GRID,5,,1.,.5,.8\nGRID,6,,1.,.5,0.\nCBAR,3,5,6,5,0.,1.,0.\nSPC1,1,123456,6\n"
    refs = "GRID,9,,1.2,.5,.3\nFORCE,2,9,,1.,0.,0.,5.\n"
    for refc, spc in (("123", ""), ("3", "SPC1,1,12456,9\n")):
        cards = three + refs + spc + "RBE3,8,,9,%s,1.,123,2,4\n,5\n" % refc
        a = tips("RBE3 with REFC = %s" % refc, deck("mean.bdf", cards) + LINEAR + PROBES)
        # only u3 carries a load, so that both pass the same forces on
        if refc == "123":
            b = a
    same("RBE3 of one component", a, b, 1e-10)


def turned(v, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [v[0], c * v[1] - s * v[2], s * v[1] + c * v[2]]


def shell_deck(name, digits, angle=0, height=lambda x, y: 0, own=(), rest=""):
    """A plate of 4 x 2 quadrilaterals, turned about x, and a load on grid 99, which follows the three grids of its end.
    """
    at = lambda i, j: 1 + i + 5 * j
    place = {at(i, j): turned([i / 4, j / 4, height(i / 4, j / 4)], angle) for i in range(5) for j in range(3)}
    corners = [(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)) for j in range(2) for i in range(4)]
    axes, cards = {}, ""
    for n in own:
        normal = [sum(c) for c in zip(*(cross(plus(place[q[2]], place[q[0]], -1), plus(place[q[3]], place[q[1]], -1))
                                        for q in corners if n in q))]
        z = unit(normal)
        axes[n] = n
        # the axes in the plane of the shell are arbitrary
        across = [a + b for a, b in zip(place[n], cross(z, [0.3, 0.8, 0.1]))]
        tip = [a + b for a, b in zip(place[n], z)]
        cards += "CORD2R*,%d,,%.15g,%.15g,\n*,%.15g,%.15g,%.15g,%.15g\n*,%.15g,%.15g,%.15g\n" % tuple(
            [n] + place[n] + tip + across)
    for n, X in place.items():
        cards += "GRID*,%d,,%.15g,%.15g\n*,%.15g,%s\n" % (n, *X, axes.get(n, ""))
    for k, q in enumerate(corners):
        cards += "CQUAD4,%d,5,%d,%d,%d,%d\n" % (k + 1, *q)
    cards += "PSHELL,5,6,.02,6,,6\nMAT1,6,1.+7,,.3,1.\nSPC1,1,123456,1,6,11\n"
    cards += rest or ("GRID*,99,,%.15g,%.15g\n*,%.15g\n" % tuple(turned([1.2, 0.2, 0.1], angle))
                      + "RBE3,98,,99,123456,1.,%s,5\n,10,2.,%s,15\n" % (digits, digits)
                      + "FORCE*,2,99,,1.\n*,%.15g,%.15g,%.15g\n" % tuple(turned([1, 2, 3], angle))
                      + "MOMENT*,2,99,,1.\n*,%.15g,%.15g,%.15g\n" % tuple(turned([.1, .2, .3], angle)))
    Path(name).write_text("SPC = 1\nLOAD = 2\nBEGIN BULK\n" + cards + "ENDDATA\n")
    return "gimbal: 1\nmesh: %s\n" % name


def rbe3_of_shells():
    ends = (LINEAR + "output: {every: 0}\nprobes: [%s, {name: held, reaction: root, about: [0, 0, 0]}]\n"
            "groups: [{name: root, nodes: [1, 6, 11]}]\n" %
            (", ".join("{name: p%d, node: %d}" % (n, n) for n in (5, 10, 15))))
    dome = lambda x, y: 0.1 * x * x + 0.2 * y * y + 0.15 * x * y

    def moved(label, text, count, ranks=1):
        r = run(text + ends, ranks)
        told = "left out at %d of its 3 grids" % count
        if check(label, r.status == 0 and (told in " ".join(r.stderr.split())) == (count > 0), r.stderr):
            for name, value in (("force", [-1, -2, -3]), ("moment", [-v for v in [a + b for a, b in zip(
                    [.1, .2, .3], cross([1.2, 0.2, 0.1], [1, 2, 3]))]])):
                if "inclined" not in label:
                    for k in range(3):
                        close("%s, %s %d of the supports" % (label, name, k), r.json["reactions"]["held"][name][-1][k],
                              value[k], 1e-8)
            return {n: p["u"][-1] for n, p in r.json["probes"].items()}

    flat = moved("12345 of a plate", shell_deck("flat.bdf", "12345"), 0)
    same("123456 of a plate", moved("123456 of a plate", shell_deck("flat6.bdf", "123456"), 3, 2), flat, 1e-11)
    own = moved("12345 along own axes", shell_deck("own.bdf", "12345", height=dome, own=(5, 10, 15)), 0)
    for label, axes in (("basic axes", ()), ("own axes", (5, 10, 15))):
        same("123456 of a dome",
             moved("123456 of a dome, " + label, shell_deck("dome6.bdf", "123456", height=dome, own=axes), 3), own,
             1e-9)
    one = moved("123456 of an inclined plate", shell_deck("skew.bdf", "123456", 0.7), 3)
    if one and flat:
        same("123456 of an inclined plate", one, {n: turned(u, 0.7) for n, u in flat.items()}, 1e-9)
    # a grid of the shells follows three others, as equations and with a body, to which a bar may be attached
    lifted = "RBE3,98,,15,%s,1.,%s,5,4\n,10\nFORCE,2,15,,1.,1.,2.,3.\n"
    sides = [run(shell_deck("follows.bdf", "", rest=lifted % digits) + ends) for digits in (
        ("12345", "123"), ("12346", "123"), ("123456", "123"), ("123456", "123456"), ("12345", "12345"))]
    if check("a reference grid of shells", all(r.status == 0 for r in sides)
             and "at 0 of its 3 grids and at its reference grid" in " ".join(sides[1].stderr.split())
             and "at 3 of its 3 grids\n" in sides[3].stderr, [r.stderr for r in sides]):
        tips_of = [{n: p["u"][-1] for n, p in r.json["probes"].items()} for r in sides]
        same("a body at a reference grid of shells", tips_of[2], tips_of[0], 1e-10)
        same("equations with a body at a grid of shells", tips_of[3], tips_of[4], 1e-10)
    if r := passed("a moment about the normal",
                   shell_deck("moment.bdf", "", rest=lifted % ("123456", "123") + "MOMENT,2,15,,1.,0.,0.,1.\n") + ends):
        close("the moment of the supports", r.json["reactions"]["held"]["moment"][-1][2], -(1 * 2 - 0.5 * 1 + 1), 1e-8)
    bar = "GRID,99,,1.2,.2,.1\nGRID,100,,1.5,.2,.1\nRBE3,98,,99,123456,1.,123,5,4\n,10\n%s"
    loads = ("CBAR,77,78,99,100,0.,0.,1.\nPBAR,78,6,.01,1.-4,1.-4,1.-4,,,\nFORCE,2,100,,1.,1.,2.,3.\n",
             "FORCE,2,99,,1.,1.,2.,3.\nMOMENT,2,99,,1.,0.,-.9,.6\n")
    a, b = (run(shell_deck("bar.bdf", "", rest=bar % load) + ends, 2) for load in loads)
    if check("a bar on the grid of an RBE3", a.status == b.status == 0, a.stderr + b.stderr):
        same("a bar on the grid of an RBE3",
             *({n: p["u"][-1] for n, p in r.json["probes"].items() if n != "held"} for r in (a, b)), 1e-9)
    for text, words in (
            (shell_deck("bad46.bdf", "12346", 0.7), "RBE3 98: rotation 6 of grid 5 is neither along nor across"),
            (shell_deck("bad6.bdf", "6"), "do not determine a rigid motion"),
            (shell_deck("bad.bdf", "", rest=lifted % ("12346", "123") + "MOMENT,2,15,,1.,0.,0.,1.\n"),
             "a moment acts on its reference grid 15")):
        refused(words, text + LINEAR, MODEL, words, verb="check")


def given_values():
    # the tip of a bar turns by D: u = D L / 2, moment alone
    base = BARS
    r = tips("D of a rotation", deck("turn.bdf", "SPC,1,2,5,-.01\nSPC,1,4,6,.02\nFORCE,2,2,,0.,1.,0.,0.\n", "", base)
             + LINEAR + PROBES)
    if r:
        close("about y", r["p2"][2], 0.005, 1e-9)
        close("about z", r["p4"][1], 0.01, 1e-9)
    # a body with an arm, whose grid is given all its components
    body = "GRID,9,,1.,0.,.5\nRBE2,8,9,123456,2\nSPC,1,9,12346\nSPC,1,9,5,%s\nFORCE,2,4,,0.,1.,0.,0.\n"
    r = tips("D of a body", deck("body.bdf", body % ".01", "", base) + LINEAR + PROBES, 2)
    if r:
        close("the arm of a body", r["p2"][0], -0.005, 1e-12)
    r = tips("D of a body's displacement", deck("body.bdf", "GRID,9,,1.,0.,.5\nRBE2,8,9,123456,2\nSPC1,1,13456,9\n"
                                                "SPC,1,9,2,.03\nFORCE,2,4,,0.,1.,0.,0.\n", "", base) + LINEAR + PROBES)
    if r:
        close("a body that is moved", r["p2"][1], 0.03, 1e-12)
    # a body held by components that are no joint's
    r = tips("a body held by 26", deck("body.bdf",
                                       "GRID,9,,1.,0.,0.\nRBE2,8,9,123456,2\nSPC1,1,26,9\nFORCE,2,9,,1.,0.,5.,7.\n", "",
                                       base) + LINEAR + PROBES)
    if r:
        close("held along y", r["p2"][1], 0, 0, 1e-15)
        check("free along z", r["p2"][2] > 1e-3, r)
    # a free node of springs
    spring = ("GRID,9,,1.,0.,.5\nCELAS2,7,100.,9,1\nCELAS2,8,100.,9,1,2,1\nSPC1,1,23,9\nSPC,1,9,1,.04\n"
              "FORCE,2,4,,0.,1.,0.,0.\n")
    r = tips("D of a free node", deck("spring.bdf", spring, "", base) + LINEAR + PROBES)
    if r:
        close("pulled by a spring", r["p2"][0], 0.04 * 100 / (100 + 1e7 * .01), 1e-9)


def given_over_time():
    base = BARS + "TLOAD1,20,2,,%s,30\nTABLED1,30\n,0.,0.,1.,2.,ENDT\n"
    select = "SPC = 1\nDLOAD = 20\nBEGIN BULK\n"
    body = "GRID,9,,1.,0.,0.\nRBE2,8,9,123456,2\nCONM2,3,9,,2.\nSPC1,1,2,9\nSPCD,2,9,2,.1\n"
    for kind in ("", "1", "DISP"):
        Path("over.bdf").write_text(select + base % kind + body + "ENDDATA\n")
        if r := passed("SPCD of a body under a TLOAD, type '%s'" % kind,
                       "gimbal: 1\nmesh: over.bdf\n" + DYNAMIC + PROBES, ranks=2):
            for t, u in zip(r.json["probes"]["p2"]["t"], r.json["probes"]["p2"]["u"]):
                close("at %g" % t, u[1], 0.1 * 2 * t, 1e-9, 1e-13)
    Path("over.bdf").write_text(select + base % "" + "SPC1,1,2,2\nSPCD,2,2,2,.1\nENDDATA\n")
    if r := passed("SPCD of a bar's grid under a TLOAD", "gimbal: 1\nmesh: over.bdf\n" + DYNAMIC + PROBES):
        for t, u in zip(r.json["probes"]["p2"]["t"], r.json["probes"]["p2"]["u"]):
            close("a bar's grid at %g" % t, u[1], 0.1 * 2 * t, 1e-9, 1e-13)
    Path("over.bdf").write_text(select + base % "VELO" + "SPC1,1,2,2\nSPCD,2,2,2,.1\nENDDATA\n")
    refused("velocities are refused", "gimbal: 1\nmesh: over.bdf\n" + DYNAMIC + PROBES, MODEL, "TYPE; accepted")


def lone_grids():
    # a grid that two MPCs name passes its force on; its other displacements are held
    base = BARS.replace("SPC1,1,123456,1,3\n", "SPC1,1,123456,1,3\nFORCE,2,4,,0.,1.,0.,0.\n")
    cards = "GRID,9,,5.,5.,5.\nMPC,7,2,2,2.,9,2,-1.\nFORCE,2,9,,1.,3.,8.,5.\n"
    for ranks, march in ((1, LINEAR), (2, LINEAR)):
        if r := passed("a grid of MPC alone", deck("lone.bdf", cards, "MPC = 7\n", base) + march + PROBES,
                       "components 13 of grid 9", ranks=ranks):
            close("its force", r.json["probes"]["p2"]["u"][-1][1], 16 / (3 * EI_Z), 1e-3)
    # the same in dynamics, where the grid has no mass of its own
    a = tips("without mass", deck("lone.bdf", cards, "MPC = 7\n", base) + DYNAMIC + PROBES, 2)
    b = tips("without the grid", deck("lone.bdf", "FORCE,2,2,,1.,0.,16.,0.\n", "", base) + DYNAMIC + PROBES)
    same("a grid without mass", a, b, 1e-9)


def refusals():
    refuse("RBE2,8,2,123,4,2\n", "bad.bdf:15: RBE2 8: GN, grid 2, is among its dependent grids GM too")
    refuse("RBE1,8,2,123456\n,UM,4,123,2,3\n",
           "RBE1 8: components 3 of grid 2 are independent, and among the dependent ones too")
    refuse("RBE1,8,2,123\n,UM,4,123\n", "3 independent components; accepted: six")
    refuse("RBAR,8,2,4,1246,13,3\n", "do not determine a rigid motion")
    refuse("RBE1,8,2,123456\n", "UM is missing")
    refuse("MPC,7,2,0,1.\n", "MPC: component 0 of grid 2; accepted: one component of a grid, from 1 to 6",
           control="MPC = 7\n")
    refuse("MPC,7,77,1,1.\n", "grid 77 is not defined", control="MPC = 7\n")
    refuse("MPC,7,2,1,1.\n", "MPC = 6 is chosen, but no card has that set", control="MPC = 6\n")
    refuse("MPC,7,1,1,1.,2,1,-1.\nSPC,1,2,1,.5\n", "equation 'MPC 7': node 2 has a given motion", control="MPC = 7\n")


for part in (mpc_is_equations, along_own_axes, rigid_bars, rbe2_of_components, rbe3_of_components, rbe3_of_shells,
             given_values, given_over_time, lone_grids, refusals):
    part()
