"""Rigid elements and masses at one grid of a plane shell, which shells do not keep from turning about their normal.

Claims: a stub (RBE2, RBAR) and a CONM2 with an offset hand their forces over as a force and a moment at the grid do; a
moment about the normal acts as the forces around the grid that have the same mean rotation, in statics on 1 and 3
ranks, on plates along and across the axes; modes have no motion of the body alone. A strip whose end turns against
springs of rotations (CELAS2, CBUSH) has its closed form, and a CBUSH at a grid acts as at a stub there. A bolt (RBE2)
between two plates halves their load. Bodies that a bar or a support keeps from turning, and those of folds and of
several grids, are left as they are. Where bars pass as well, and in motions, a mass follows the shells by the stiffness
of K6ROT, k = 1e-6 K6ROT G t A: at sqrt(k / I) if they stand still, and through any rotation. A wing of shells and a
spine that share the grids of 30 CONM2 has no mode by their inertia about the normal. Derivatives are exact.
Where a link of a case has no `drilling`, statics name it: it would let the body turn.
"""
# quick
import math

from common import passed, same_motions
from helper import check, close, run
from helper import grid as square
from nastran_decks import STATIC, card, deck, end, probes

E, NU, T, N, RHO, MASS, G = 7e10, 0.3, 0.01, 4, 2700.0, 50.0, 9.81
TURNS = {"along": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
         "skew": ((2 / 3, 2 / 3, 1 / 3), (-2 / 3, 1 / 3, 2 / 3), (1 / 3, -2 / 3, 2 / 3))}
CENTRE, STUB = 23, 90


def place(axes, x):
    return tuple(sum(x[k] * axes[k][i] for k in range(3)) for i in range(3))


def grid(i, j):
    return 10 * i + j + 1


def plate(axes):
    """The cards of a plate of N x N quadrilaterals that is held along one side. Its centre is grid 23."""
    text = card("MAT1", 1, E, "", NU, RHO) + card("PSHELL", 1, 1, T, 1, "", 1)
    for i in range(N + 1):
        for j in range(N + 1):
            text += card("GRID", grid(i, j), "", *place(axes, (i / N, j / N, 0.0)))
    for i in range(N):
        for j in range(N):
            text += card("CQUAD4", 1 + i * N + j, 1, grid(i, j), grid(i + 1, j), grid(i + 1, j + 1), grid(i, j + 1))
    return text + card("SPC1", 1, 123456, *[grid(0, j) for j in range(N + 1)])


def force(axes, at, f):
    return card("FORCE", 2, at, "", 1.0, *place(axes, f))


def moment(axes, at, m):
    return card("MOMENT", 2, at, "", 1.0, *place(axes, m))


def solve(text, ranks=1):
    return deck(text, probes([CENTRE, grid(N, 0), grid(N, N)]), STATIC, "run", ranks, "SPC = 1\nLOAD = 2\n")


def same(label, text, other, ranks=1):
    r = solve(text, ranks)
    if same_motions(label, r, solve(other), 1e-9):
        check(label + ": a line", "1 rigid elements, masses or springs at shells of one grid, or along one normal (the "
              "first: 23)" in r.stderr, r.stderr)


def around(axes, M):
    """Forces that do the work of a moment M about the normal in the mean rotation of the shells around the centre."""
    h, text = 1 / N, ""
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            weight = (2 - abs(i)) * (2 - abs(j))
            if i or j:
                text += force(axes, CENTRE + 10 * i + j,
                              (-weight * j * h * M / (16 * h * h), weight * i * h * M / (16 * h * h), 0.0))
    return text


for name, axes in TURNS.items():
    base, stub = plate(axes), card("GRID", STUB, "", *place(axes, (0.5, 0.5, 0.2)))
    F = (30.0, -20.0, 10.0)
    carried = force(axes, CENTRE, F) + moment(axes, CENTRE, (-0.2 * F[1], 0.2 * F[0], 0.0))
    for word, rigid in (("RBE2", card("RBE2", 900, CENTRE, 123456, STUB)),
                        ("RBAR", card("RBAR", 900, CENTRE, STUB, 123456, "", "", 123456)),
                        ("RBE2 of the stub", card("RBE2", 900, STUB, 123456, CENTRE)),
                        ("RBE2 without a rotation", card("RBE2", 900, CENTRE, 12345, STUB))):
        for ranks in (1, 3) if (word, name) == ("RBE2", "skew") else (1,):
            same("%s %s on %d ranks" % (name, word, ranks), base + stub + rigid + force(axes, STUB, F), base + carried,
                 ranks)
    arm = card("GRID", STUB, "", *place(axes, (0.7, 0.5, 0.0)))
    same(name + ", an arm in the plane",
         base + arm + card("RBE2", 900, CENTRE, 123456, STUB) + force(axes, STUB, (0.0, 40.0, 0.0)),
         base + force(axes, CENTRE, (0.0, 40.0, 0.0)) + around(axes, 0.2 * 40.0))
    down = place(axes, (0.0, 0.6, -0.8))
    weight = (0.0, 0.6 * MASS * G, -0.8 * MASS * G)
    conm = card("CONM2", 901, CENTRE, "", MASS, *place(axes, (0.1, 0.0, 0.0)))
    same(name + ", CONM2", base + conm + card("GRAV", 2, "", G, *down),
         base + card("GRAV", 2, "", G, *down) + force(axes, CENTRE, weight) +
         moment(axes, CENTRE, (0.0, -0.1 * weight[2], 0.0)) + around(axes, 0.1 * weight[1]))
    if r := passed(name + ", modes", deck(base + conm, "modes: {count: 6}\n", verb="modes", control="SPC = 1\n")):
        check("none is of the body alone", r.json["modes"]["frequency"][0] > 1.0, r.json["modes"]["frequency"])


def strip():
    """A strip under an end moment, whose end turns against springs: theta = M L / (E I + K L), w = -theta L / 2."""
    n, width, M, K = 4, 0.1, 3.0, 800.0
    text = card("MAT1", 1, E, "", 0.0) + card("PSHELL", 1, 1, T, 1, "", 1) + "SPC1,1,123456,1,2\n"
    text += "".join(card("GRID", 10 * i + j + 1, "", i / n, j * width, 0.0) for i in range(n + 1) for j in (0, 1))
    text += "".join(card("CQUAD4", i + 1, 1, 10 * i + 1, 10 * i + 11, 10 * i + 12, 10 * i + 2) for i in range(n))
    tips = (10 * n + 1, 10 * n + 2)
    text += "".join(card("MOMENT", 2, tip, "", M / 2, 0.0, 1.0, 0.0) for tip in tips)
    theta = M / (E * width * T ** 3 / 12 + K)
    for name, springs in (("CELAS2", "".join(card("CELAS2", 50 + tip, K / 2, tip, 5) for tip in tips)),
                          ("CBUSH", card("PBUSH", 9, "K", "", "", "", "", K / 2) +
                           "".join(card("CBUSH", 50 + tip, 9, tip, "", "", "", "", 0) for tip in tips))):
        for ranks in (1, 2):
            if r := passed("a strip with %s on %d ranks" % (name, ranks),
                           deck(text + springs, probes(tips), STATIC, "run", ranks, "SPC = 1\nLOAD = 2\n")):
                for tip in tips:
                    close("sinks, grid %d" % tip, end(r, tip)[2], -theta / 2, 1e-9)


def fastener():
    """A CBUSH of all stiffnesses from the centre to the ground, and from a grid that an RBE2 puts at the centre."""
    axes = TURNS["skew"]
    bush = card("GRID", 99, "", *place(axes, (0.5, 0.5, 0.0)), "",
                123456) + "PBUSH,9,K,100000.,200000.,30000.,300.,500.,700.\n"
    load = plate(axes) + bush + force(axes, grid(N, 1), (3000.0, 4000.0, 10.0))
    stub = card("GRID", STUB, "", *place(axes, (0.5, 0.5, 0.0))) + card("RBE2", 900, CENTRE, 123456, STUB)
    same("a CBUSH at shells", load + card("CBUSH", 98, 9, CENTRE, 99, "", "", "", 0),
         load + stub + card("CBUSH", 98, 9, STUB, 99, "", "", "", 0), 3)


def bolt():
    """A bolt along the normal joins the centres of two plates that are held along two sides. Each plate carries half of
    the load."""
    for name, axes in TURNS.items():
        single = plate(axes) + card("SPC1", 1, 123456, *[grid(N, j) for j in range(N + 1)])
        second = ""
        for i in range(N + 1):
            for j in range(N + 1):
                second += card("GRID", 100 + grid(i, j), "", *place(axes, (i / N, j / N, 0.2)))
        for i in range(N):
            for j in range(N):
                second += card("CQUAD4", 101 + i * N + j, 1,
                               *(100 + g for g in (grid(i, j), grid(i + 1, j), grid(i + 1, j + 1), grid(i, j + 1))))
        second += "".join(card("SPC1", 1, 123456, *[100 + grid(i, j) for j in range(N + 1)]) for i in (0, N))
        same(name + ", a bolt",
             single + second + card("RBE2", 900, CENTRE, 123456, 100 + CENTRE) + force(axes, CENTRE, (0.0, 0.0, 100.0)),
             single + force(axes, CENTRE, (0.0, 0.0, 50.0)))


SPINE = card("MAT1", 2, 1e6, "", NU, 0.1) + card("PBAR", 7, 2, 3e-6, 8e-13, 8e-13, 1.6e-12)


def carrier():
    """A mass where a soft bar ends too turns about the normal by the stiffness of K6ROT."""
    K = E / 2 / (1 + NU) * T / N ** 2
    for name, axes in TURNS.items():
        text = (plate(axes) + SPINE + card("CBAR", 70, 7, CENTRE, CENTRE + 1, *axes[2]) +
                card("CONM2", 901, CENTRE, "", MASS, "", "", "", "", 1.0, "", 1.0, "", "", 1.0))
        for word, part in (("", 1e-4), ("PARAM,K6ROT,400.\n", 4e-4)):
            r = deck(word + text, "modes: {count: 8}\n", verb="modes", control="SPC = 1\n", ranks=1 + (word > ""))
            if passed("%s, a mass and a bar %s" % (name, word), r):
                f = math.sqrt(part * K) / 2 / math.pi
                check("turns at %g Hz" % f, min(abs(g / f - 1) for g in r.json["modes"]["frequency"]) < 1e-3,
                      r.json["modes"]["frequency"])


def wing():
    """All grids of a wing have masses, and a third of the grids are those of its spine too."""
    found = []
    for inertia in (6e-9, 0.0):
        text = card("MAT1", 1, E, "", NU, RHO) + card("PSHELL", 1, 1, 2e-3, 1, "", 1) + SPINE + "SPC1,1,123456,1,2,3\n"
        for i in range(11):
            for j in range(3):
                n, at = 10 * i + j + 1, (0.01 * j + 0.002 * i, 0.01 * i, 0.0)
                text += card("GRID", n, "", *at)
                if i and j:
                    text += card("CQUAD4", n, 1, n - 11, n - 10, n, n - 1)
                if i and j == 1:
                    text += card("CBAR", 300 + n, 7, n - 10, n, 0.0, 0.0, 1.0)
                if i:
                    text += card("CONM2", 500 + n, n, "", 1e-4, "", "", 5e-3, "", 6e-9, "", 6e-9, "", "", inertia)
        r = deck(text, "modes: {count: 3}\n", verb="modes", control="SPC = 1\n", ranks=1 + 2 * (inertia > 0))
        found.append(passed("a wing", r) and r.json["modes"]["frequency"])
    for k in range(3 if all(found) else 0):
        close("mode %d of the wing" % (k + 1), found[0][k], found[1][k], 2e-3)


def spin():
    """A moment on a mass turns a free plate about its normal: by 4.3 radians, the mass ahead by M / k times the plate's
    part of the inertia."""
    inertia, M, t = RHO * T / 6, 5.0, math.pi
    keys = """
groups: [{name: c, nodes: [%d]}]
bodies: [{name: m, mass: 5, inertia: [1, 1, 1, 0, 0, 0], at: [0.5, 0.5, 0]}]
links: [{body: m, group: c, drilling: 1e-4}]
loads: [{type: moment, body: m, value: [0, 0, "%g*(1 - cos(3*t))"]}]
probes: [{name: n1, body: m, at: [1, 0.5, 0]}, {name: n2, node: %d}]
functions: [{name: f, type: end, of: n1, value: ux}]
design: [{name: young, material: MAT1 1, parameter: young}, {name: x, body: m, parameter: at.x}]
output: {every: 0}
""" % (CENTRE, M, grid(N, N // 2))
    text = plate(TURNS["along"]).split("SPC1")[0]
    r = deck(text, keys, "time: {scheme: galpha, step: %.16g, steps: 160}\n" % (t / 160), ranks=3)
    if passed("a free plate turns", r):
        mass, shells = (math.atan2(u[1], 0.5 + u[0]) for u in (end(r, 1), end(r, 2)))
        turned = M / (1 + inertia) * (t * t / 2 - 2 / 9) - 2 * math.pi
        close("the plate", shells, turned, 5e-3)
        close("the mass is ahead", mass - shells, 2 * M * inertia / (1 + inertia) / (1e-4 * E / 2 / (1 + NU) * T / N ** 2),
              0.02)
    short = "time: {scheme: galpha, step: 0.02, steps: 10}\n"
    passed("derivatives", deck(text, keys, short, "verify"))
    r = deck(text, keys.replace("drilling", "type: average, drilling"), short)
    check("beside a mean rotation", r.status == 2 and "not used beside type: average" in r.stderr, r.stderr)


strip()
fastener()
bolt()
carrier()
wing()
spin()
base = (plate(TURNS["along"]) + card("GRID", STUB, "", 0.5, 0.5, 0.2) + card("RBE2", 900, CENTRE, 123456, STUB) +
        force(TURNS["along"], STUB, (1.0, 2.0, 3.0)))
for label, text in (("a support", card("SPC1", 1, 6, CENTRE)), (
        "a bar", "GRID,91,,1.5,0.5,0.2,,123456\nPBAR,7,1,0.0001,1e-09,1e-09,1e-09\n" +
        card("CBAR", 70, 7, STUB, 91, 0.0, 0.0, 1.0)), ("a second grid", card("RBE2", 902, CENTRE, 123456, 24))):
    r = solve(base + text)
    check(label + " keeps the stub from turning", r.status == 0 and "turn about the normal" not in r.stderr, r.stderr)
square(2, 2).write("plate.msh")
for tail, named in (("}]\n", True), (", drilling: 1e-4}]\n", False), ("}, {body: b, group: corner11}]\n", False)):
    r = run("gimbal: 1\nmesh: plate.msh\nmaterials: {m: {young: 7e10, poisson: 0.3, density: 2700}}\n"
            "shells: [{group: plate, material: m, thickness: 0.01}]\nsupports: [{group: left, fix: all}]\n"
            "bodies: [{name: b, at: [1, 0, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]\n"
            "loads: [{type: force, body: b, at: [1, 0, 0], value: [0, 0, 1]}]\n"
            "time: {scheme: static, step: 1, steps: 1}\nlinks: [{body: b, group: corner10" + tail)
    check("a body on a node, " + tail, r.status == (5 if named else 0) and named == (
        "links[0]: nothing keeps body 'b' from turning about the normal of the shells at its only node (drilling); "
        "links.drilling of 1e-4 does" in r.stderr), r.stderr)
