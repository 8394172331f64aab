"""Given matrices between two ends: of a case, and of GENEL and DMIG of a deck.

Claims: the stiffness of a cantilever between the ground and a body has its closed forms (deflection and rotation of the
tip, natural frequency), along any axes; masses of a matrix fall and swing as point masses do; a matrix that no rigid
motion strains keeps the momentum of two bodies, and its damping takes energy; derivatives by the factors are those of
complex step and of cases built anew, on 1 to 3 ranks; results do not depend on ranks and checkpoints. DMIG, on axes of
their own too, and GENEL by K, Z and S act as the same matrices of a case; one of three grids as the beams that it was
made of, where nothing holds its middle. Matrices that the case control does not name are told; what does not fit is
refused; ends that turn far are told.
"""
import math
import re
from pathlib import Path

from common import agree, changed, ended, in_turn, passed, refusals, refused, same_motions
from helper import ROOT, built_anew, check, close, gradients_agree, run
from nastran_decks import STATIC, card, deck, end, probes

E, A, I, J, G, L, MASS, P = 2e11, 1e-3, 2e-8, 4e-8, 8e10, 0.5, 2.0, 10.0
ROWS = range(12)


def zeros():
    return [[0.0] * 12 for _ in ROWS]


def cantilever():
    """The stiffness of a slender beam along x between both ends."""
    K = zeros()

    def add(i, j, value):
        K[i][j] += value
        K[j][i] += value if i != j else 0
    for i, value in ((0, E * A / L), (3, G * J / L)):
        add(i, i, value), add(i + 6, i + 6, value), add(i, i + 6, -value)
    for v, r, sign in ((1, 5, 1), (2, 4, -1)):
        b, c, d = 12 * E * I / L ** 3, sign * 6 * E * I / L ** 2, 2 * E * I / L
        add(v, v, b), add(v + 6, v + 6, b), add(v, v + 6, -b), add(r, r, 2 * d), add(r + 6, r + 6, 2 * d)
        add(v, r, c), add(v, r + 6, c), add(v + 6, r, -c), add(v + 6, r + 6, -c), add(r, r + 6, d)
    return K


def scaled(K, factor):
    return [[factor * x for x in row] for row in K]


def turned(K, axes):
    """The components of K along axes as components of space: T^T K T of each end."""
    full = [[0.0] * 12 for _ in ROWS]
    T = lambda row, column: axes[row % 3][column % 3] if row // 3 == column // 3 else 0.0
    half = [[sum(K[i][k] * T(k, j) for k in range(3 * (j // 3), 3 * (j // 3) + 3)) for j in ROWS] for i in ROWS]
    for i in ROWS:
        for j in ROWS:
            full[i][j] = sum(T(k, i) * half[k][j] for k in range(3 * (i // 3), 3 * (i // 3) + 3))
    return [[(full[i][j] + full[j][i]) / 2 for j in ROWS] for i in ROWS]


CASE = """gimbal: 1
bodies: [{name: tip, at: [%r, 0, 0], mass: %r, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0]}]
matrices:
  - {name: arm, between: [ground, tip], stiffness: %s, damping: %s, mass: %s}
loads: [{name: P, type: force, body: tip, at: [%r, 0, 0], value: %s}]
probes: [{name: p, body: tip, at: [%r, 0, 0]}]
functions:
  - {name: u, type: end, of: p, value: uz}
  - {name: E, type: energy, form: strain}
  - {name: mass, type: mass}
design:
  - {name: k, matrix: arm, parameter: stiffness}
  - {name: c, matrix: arm, parameter: damping}
  - {name: m, matrix: arm, parameter: mass}
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""


def masses(at_tip):
    """A mass matrix of the tip alone."""
    M = zeros()
    for i in range(6, 9):
        M[i][i] = at_tip
    return M


def case(K=None, C=None, M=None, load='[0, 0, "-%r*t"]' % P, mass=MASS):
    K = K or cantilever()
    return CASE % (L, mass, K, C or scaled(K, 1e-3), M or masses(0.3), L, load, L)


def statics_and_modes():
    r = ended("an arm", run(case()))
    close("deflection", r.json["functions"]["u"], -P * L ** 3 / (3 * E * I), 1e-12)
    close("energy", r.json["functions"]["E"], P * P * L ** 3 / (6 * E * I), 1e-12)
    close("mass", r.json["functions"]["mass"], MASS + 0.3, 1e-14)
    moment = changed(case(load="[0, 0, 0]"), ("type: force, body: tip, at: [%r, 0, 0], value: [0, 0, 0]" % L,
                                              'type: moment, body: tip, value: [0, "-%r*t", 0]' % P))
    for scheme, small in (("linear", 1e-12), ("static", 1e-5)): # of which the second has the sine of the rotation
        r = ended("a moment", run(moment, settings=["time.scheme=" + scheme]))
        close("deflection by a moment", r.json["functions"]["u"], P * L * L / (2 * E * I), small)
    r = ended("modes", run(changed(case(M=masses(0.0)), ("  - {name: m, matrix: arm, parameter: mass}\n", "")),
                                 verb="modes"))
    lowest = r.json["modes"]["frequency"]
    slow = math.sqrt(3 * E * I / (MASS * L ** 3)) / (2 * math.pi)
    check("lowest frequency", abs(lowest[0] / slow - 1) < 2e-3, (lowest, slow))
    for axes in ([[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]], [[2 / 3, 2 / 3, 1 / 3], [-2 / 3, 1 / 3, 2 / 3],
                                                              [1 / 3, -2 / 3, 2 / 3]]):
        # the load turns with the axes: the tip moves by the same along them
        pull = '["%r*t", "%r*t", "%r*t"]' % tuple(-P * axes[2][i] for i in range(3))
        along = changed(case(load=pull), ("name: arm,", "name: arm, axes: [%s, %s]," % (axes[0], axes[1])))
        one, other = [ended("along axes", run(text)).json["probes"]["p"]["u"][-1]
                      for text in (along, case(K=turned(cantilever(), axes), load=pull))]
        agree("the matrix of these axes", one, other, 1e-12)
        agree("turns with the load", one, [-P * L ** 3 / (3 * E * I) * x for x in axes[2]], 1e-11)


POINT = """gimbal: 1
gravity: [0, 0, -9.81]
masses: [{name: p, at: [0, 0, 0], mass: %r}]
matrices: [{name: s, between: [p, ground], stiffness: %s, mass: %s}]
probes: [{name: p, mass: p}]
functions: [{name: u, type: end, of: p, value: uz}]
time: {scheme: dirk4, step: 0.001, steps: 200}
output: {every: 0}
"""


def masses_fall():
    k, m = 300.0, 1.7
    K, M = zeros(), zeros()
    for i in range(3):
        K[i][i], M[i][i] = k, m
    w = math.sqrt(k / m)
    r = ended("a mass by a matrix alone", run(POINT % (0.0, K, M)))
    close("swings", r.json["functions"]["u"], -9.81 / w ** 2 * (1 - math.cos(0.2 * w)), 1e-6)
    other = ended("a point mass", run(POINT % (m, K, zeros())))
    close("as a point mass", r.json["functions"]["u"], other.json["functions"]["u"], 1e-13)
    half = ended("half of each", run(POINT % (m / 2, K, scaled(M, 0.5))))
    close("as half and half", half.json["functions"]["u"], other.json["functions"]["u"], 1e-13)
    refused("no mass at all", POINT % (0.0, K, zeros()), "'p' has no mass and is free along x, y, z")
    M[2][2] = 0.0
    refused("no mass along z", POINT % (0.0, K, M), "'p' has no mass and is free along z")


PAIR = """gimbal: 1
bodies:
  - {name: a, at: [0, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], velocity: [0.01, 0.02, 0]}
  - {name: b, at: [%r, 0, 0], mass: 3, inertia: [0.2, 0.1, 0.3, 0, 0, 0], velocity: [0, -0.01, 0.03]}
matrices: [{name: arm, between: [a, b], stiffness: %s, damping: %s}]
probes: [{name: a, body: a, at: [0, 0, 0]}, {name: b, body: b, at: [%r, 0, 0]}]
functions: [{name: T, type: energy, form: total, at: end}]
time: {scheme: galpha, rho: 1, step: 2e-5, steps: 200}
output: {every: 1}
"""


def pair():
    start = 0.5 * (0.01 ** 2 + 0.02 ** 2) + 1.5 * (0.01 ** 2 + 0.03 ** 2)
    for label, damping, least, most in (("without damping", 0.0, 0.9999, 1.0001), ("with damping", 1e-4, 0.1, 0.95)):
        r = ended("two bodies " + label, run(PAIR % (L, cantilever(), scaled(cantilever(), damping), L)))
        at = r.json["probes"]
        momentum = [at["a"]["v"][-1][i] + 3 * at["b"]["v"][-1][i] for i in range(3)]
        agree(label + " keep their momentum", momentum, [0.01, -0.01, 0.09], 1e-9)
        kept = r.json["functions"]["T"] / start
        check(label + " keep their energy, or lose some", least < kept < most, kept)


def derivatives():
    text = case(load='["3*t", "7*t", "-%r*sin(20*t)"]' % P)
    settings = ["time.step=0.002", "time.steps=10"]
    gradients_agree("an arm", text, ["dirk3", "galpha", "bdf2", "newmark"], settings=settings)
    gradients_agree("an arm at rest", changed(text, ("  - {name: c, matrix: arm, parameter: damping}\n", ""),
                                              ("  - {name: m, matrix: arm, parameter: mass}\n", "")),
                    ["static", "linear"])
    text = changed(text, ("step: 1, steps: 1", "step: 0.002, steps: 10"), ("scheme: static", "scheme: dirk3"))
    head, tail = text.split("design:\n")
    built_anew("an arm", head + "design:\n%s" + tail[tail.index("time:"):], {
        "k": ("matrix: arm, parameter: stiffness", {"matrices[0].factors": ([1, 1, 1], [1, 0, 0])}),
        "c": ("matrix: arm, parameter: damping", {"matrices[0].factors": ([1, 1, 1], [0, 1, 0])}),
        "m": ("matrix: arm, parameter: mass", {"matrices[0].factors": ([1, 1, 1], [0, 0, 1])})})
    still = text[:text.index("design:")]
    built_anew("a body moves with the end of its matrices",
               still.replace("at: [%r, 0, 0], value" % L, "at: [0.6, 0.1, 0], value") +
               "design:\n%stime: {scheme: static, step: 1, steps: 1}\n", {
                   "x": ("body: tip, parameter: at.x", {"bodies[0].at": ([L, 0, 0], [1, 0, 0])}),
                   "z": ("body: tip, parameter: at.z", {"bodies[0].at": ([L, 0, 0], [0, 0, 1])})})
    one = run(text)
    for label, other in (("on 3 ranks", run(text, 3)), ("two by two", run(text, settings=["checkpoint.memory=1 kB"]))):
        same_motions("an arm " + label, one, other)


# ---- decks ---------------------------------------------------------------------------------------

GRIDS = (card("GRID", 1, "", 0., 0., 0.) + card("GRID", 2, "", L, 0., 0.) + card("SPC1", 1, 123456, 1) +
         card("FORCE", 2, 2, "", 1., 0., 3., -P) + card("CONM2", 7, 2, "", MASS))
SETS = "SOL 101\nCEND\nSPC = 1\nLOAD = 2\n"


def dmig(name, grids, K, form=6):
    text = card("DMIG", name, 0, form, 2, 0)
    for j in range(len(K)):
        rows = [i for i in range(j if form == 6 else 0, len(K)) if K[i][j]]
        if rows:
            fields = [x for i in rows for x in (grids[i // 6], i % 6 + 1, K[i][j], "")]
            text += card("DMIG", name, grids[j // 6], j % 6 + 1, "", *fields[:4], *fields[4:])
    return text


def solved(text, control, ranks=1, verb="run", nodes=(2,)):
    keys = "probes: [%s]\n" % ", ".join(
        "{name: n%d, body: GRID %d, at: [%r, 0, 0]}" % (n, n, L * (n - 1)) for n in nodes)
    return deck(text, keys, STATIC, verb, ranks, SETS + control)


def decks():
    expected = [0, 3 * L ** 3 / (3 * E * I), -P * L ** 3 / (3 * E * I)]
    K = cantilever()
    for label, cards, control in (
            ("symmetric", dmig("KARM", (1, 2), K), "K2GG = KARM\n"),
            ("square", dmig("KARM", (1, 2), K, 1), "K2GG = KARM\n"),
            ("with a factor", dmig("KARM", (1, 2), scaled(K, 0.5)), "K2GG = 2.0*KARM\n"),
            ("as a sum", dmig("ONE", (1, 2), scaled(K, 0.25)) + dmig("TWO", (1, 2), scaled(K, 0.75)),
             "K2GG = ONE, TWO\n")):
        r = ended("DMIG, " + label, solved(GRIDS + cards, control))
        agree("DMIG, " + label, end(r, 2), expected, 1e-11)
    axes = [[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]]
    skew = changed(GRIDS, ("GRID,2,,0.5,0.,0.", "GRID,2,,0.5,0.,0.,3")) + card(
        "CORD2R", 3, "", 0., 0., 0., 0., 0., 1., *axes[0])
    T = lambda i, j: axes[i % 3][j % 3] if i // 3 == j // 3 else 0.0
    own = [[K[i][j] if i < 6 and j < 6 else
            sum(T(i, k) * K[k][j] for k in range(12)) if i > 5 > j or (i > 5 and j < 6) else
            sum(K[i][k] * T(j, k) for k in range(12)) if j > 5 and i < 6 else
            sum(T(i, k) * K[k][n] * T(j, n) for k in range(6, 12) for n in range(6, 12)) for j in ROWS] for i in ROWS]
    own = [[(own[i][j] + own[j][i]) / 2 for j in ROWS] for i in ROWS]
    r = ended("DMIG along CD", solved(skew + dmig("KARM", (1, 2), own), "K2GG = KARM\n"))
    agree("DMIG along CD", end(r, 2), expected, 1e-11)
    genel(expected)
    r = passed("DMIG that nothing names", solved(GRIDS + card("CELAS2", 5, 1e6, 2, 2) + card("CELAS2", 6, 1e6, 2, 3) +
                                                 card("CELAS2", 8, 1e6, 2, 1) + dmig("KARM", (1, 2), K), "", nodes=()),
               "DMIG KARM is left out")
    check("is not counted", r is not None)
    refusals(lambda control: solved(GRIDS + dmig("KARM", (1, 2), K), control), {
        "an unknown name": ("K2GG = KLEG\n", 3, "no DMIG has the name KLEG"),
        "a matrix of dynamics": ("K2PP = KARM\n", 3, "K2PP of the case control is not read"),
        "a factor that is no number": ("K2GG = x*KARM\n", 3, "'x' is no number before *")})
    lop = [row[:] for row in K]
    lop[7][1] *= 2
    refused("an unsymmetric DMIG", solved(GRIDS + dmig("KARM", (1, 2), lop, 1), "K2GG = KARM\n"),
            "DMIG KARM is not symmetric", status=3)
    refused("a rectangular DMIG", solved(GRIDS + dmig("KARM", (1, 2), K, 2), "K2GG = KARM\n"), "IFO = 2", status=3)
    refused("a missing grid", solved(GRIDS + dmig("KARM", (1, 9), K), "K2GG = KARM\n"),
            "grid 9 is not defined", status=3)


def genel(expected):
    K = cantilever()
    Kuu = [row[6:] for row in K[6:]]
    Z = inverse(Kuu)
    S = [[-sum(Z[i][k] * K[6 + k][j] for k in range(6)) for j in range(6)] for i in range(6)]
    ends = [9, "", *[x for c in range(1, 7) for x in (2, c)], "", ""]
    fixed = ["UD", "", *[x for c in range(1, 7) for x in (1, c)], "", ""]
    triangle = lambda T: [T[i][j] for j in range(6) for i in range(j, 6)]
    numbers = lambda word, values: [word, *values, *[""] * (-(1 + len(values)) % 8)]
    shape = numbers("S", [x for row in S for x in row])
    for label, cards, small in (
            ("K and S", card("GENEL", *ends, *fixed, *numbers("K", triangle(Kuu)), *shape), 1e-11),
            ("Z and S", card("GENEL", *ends, *fixed, *numbers("Z", triangle(Z)), *shape), 1e-10),
            ("Z towards the ground", card("GENEL", *ends, *numbers("Z", triangle(Z))), 1e-10)):
        r = ended("GENEL, " + label, solved(GRIDS + cards, ""))
        agree("GENEL, " + label, end(r, 2), expected, small)
    refused("UD without S", solved(GRIDS + card("GENEL", *ends, *fixed, *numbers("K", triangle(Kuu))), ""),
            "UD is given without S", status=3)
    refused("no K", solved(GRIDS + card("GENEL", *ends), ""), "neither K nor Z is given", status=3)
    whole = [x for row in Kuu for x in row]
    refused("all of K", solved(GRIDS + card("GENEL", *ends, *numbers("K", whole)), ""), "GENEL 9", status=3)
    Z[1][1] *= -1
    refused("no flexibility", solved(GRIDS + card("GENEL", *ends, *numbers("Z", triangle(Z))), ""),
            "not positive definite", status=3)


def inverse(A):
    A = [[*row, *[float(i == k) for k in range(len(A))]] for i, row in enumerate(A)]
    for k in range(len(A)):
        A[k] = [x / A[k][k] for x in A[k]]
        A = [row if i == k else [x - row[k] * y for x, y in zip(row, A[k])] for i, row in enumerate(A)]
    return [row[len(A):] for row in A]


def three_grids():
    """Two beams in a row, of which the first grid alone is held, are given as one matrix of three grids."""
    K = cantilever()
    whole = [[0.0] * 18 for _ in range(18)]
    for first in (0, 6):
        for i in ROWS:
            for j in ROWS:
                whole[first + i][first + j] += K[i][j]
    text = (GRIDS + card("GRID", 3, "", 2 * L, 0., 0.) + card("FORCE", 2, 3, "", 1., 0., 0., 2.0) +
            card("CONM2", 8, 3, "", MASS))
    apart = text + dmig("ONE", (1, 2), K) + dmig("TWO", (2, 3), K)
    for ranks in (1, 3):
        one = ended("two matrices of two grids", solved(apart, "K2GG = ONE, TWO\n", ranks, nodes=(2, 3)))
        other = ended("one of three", solved(text + dmig("ALL", (1, 2, 3), whole), "K2GG = ALL\n", ranks, nodes=(2, 3)))
        same_motions("three grids on %d ranks" % ranks, one, other, 1e-9)
    close("deflection of the end", end(one, 3)[2],
          2.0 * (2 * L) ** 3 / (3 * E * I) - P * L ** 3 / (3 * E * I) - P * L ** 2 / (2 * E * I) * L, 1e-9)
    found = [ended("modes of " + label, solved(cards, control, verb="modes", nodes=())).json["modes"]
             for label, cards, control in (("two", apart, "K2GG = ONE, TWO\n"),
                                           ("one", text + dmig("ALL", (1, 2, 3), whole), "K2GG = ALL\n"))]
    agree("frequencies", found[0]["frequency"], found[1]["frequency"], 1e-8)


def example():
    """The bracket of the example is the matrix of a tube: a bar of it gives the same frequencies."""
    text = (ROOT / "meshes" / "sensor-bracket.bdf").read_text()
    matrix = re.compile(r"^DMIG,.*\n(,.*\n)*|^[KM]2GG.*\n", re.M)
    bar = "MAT1,9,7.+10,,.33,2700.\nPBARL,9,9,,TUBE\n,.008,.0065\nCBAR,90,9,34,100,1.,0.,0.\nENDDATA"
    Path("bar.bdf").write_text(matrix.sub("", text).replace("ENDDATA", bar))
    own = ended("the bracket's matrices", run(str(ROOT / "meshes" / "sensor-bracket.yaml"), 2, "modes")).json["modes"]
    Path("bar.yaml").write_text("gimbal: 1\nmesh: bar.bdf\nmodes: {count: 6}\n" + STATIC)
    other = ended("a bar in their place", run("bar.yaml", verb="modes")).json["modes"]
    # the bar turns about its axis at a node of shells, which a body follows
    agree("frequencies of the bracket", own["frequency"][:3], other["frequency"][1:4], 2e-3, each=True)


def limits():
    good, K = case(), cantilever()
    lop = [row[:] for row in K]
    lop[3][2] = 1.0
    refusals(lambda part: part, {
        "an unsymmetric matrix": (case(K=lop), "matrices[0].stiffness", "not symmetric"),
        "eleven rows": (changed(good, (str(K), str(K[:11]))), "not twelve rows", "twelve rows of twelve numbers"),
        "eleven numbers": (changed(good, (str(K), str([*K[:11], K[11][:11]]))), "not twelve rows of twelve numbers"),
        "one end": (changed(good, ("[ground, tip]", "[tip, tip]")), "both ends are tip"),
        "no such body": (changed(good, ("[ground, tip]", "[ground, top]")), "top"),
        "nothing": (changed(good, (", stiffness: %s, damping: %s, mass: %s" % (K, scaled(K, 1e-3), masses(0.3)), "")),
                    "does nothing; accepted: with stiffness, damping or mass"),
        "a design of a matrix that is not given": (changed(good, (", mass: %s" % masses(0.3), "")),
                    "mass of matrix 'arm' cannot vary"),
        "parallel axes": (changed(good, ("name: arm,", "name: arm, axes: [[1, 0, 0], [2, 0, 0]],")),
                    "no two directions"),
        "a wrong key": (changed(good, ("stiffness: [", "stiffnes: [")), "stiffnes"),
        "rotations at a point": (changed(good, ("bodies:", "masses: [{name: q, at: [0, 0, 0], mass: 1}]\nbodies:"),
                                         ("[ground, tip]", "[q, tip]")), "q has no axes for a stiffness"),
        "spin": (changed(good, ("time:", "spin: {axis: [0, 0, 1], speed: 3}\ntime:")),
                 "matrices[0].mass", "a model that spins")})
    far = changed(case(load='[0, 0, "-6e3*t"]'), ("  - {name: c, matrix: arm, parameter: damping}\n", ""),
                  ("  - {name: m, matrix: arm, parameter: mass}\n", ""))
    passed("an end that turns far", far, "[matrix-turns]", "matrices[0]: an end of given matrices turns by")
    passed("an end that turns little", good, silent=False)
    check("is not told", "matrix-turns" not in run(good).stderr)


in_turn(statics_and_modes, masses_fall, pair, derivatives, decks, three_grids, example, limits)
