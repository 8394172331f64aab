"""Inerters: `inertance` of bushings with `apart`, and CMASS1 to CMASS4 of Nastran decks between two grids.

Claims: two masses with a spring and an inerter between them vibrate at w^2 = k (m1 + m2) / (m1 m2 + b (m1 + m2)), along
turned axes too and where they do not lie together, across them undisturbed; a march conserves energy and momentum and
is the closed form; an inerter between a mass and the ground adds to its mass against loads and not to its weight; the
deck's cards are that, between grids, scalar points and grids of a plate, with PMASS and PARAM,WTMASS; frequencies,
marches and models with moved axes have exact derivatives by the inertance on 1 to 3 ranks; statics do not change; what
turns, or is not read, is refused.

Source: M. C. Smith, IEEE Transactions on Automatic Control 47 (2002) 1648-1662.
"""
# quick
# timeout: 240
import math
from pathlib import Path

from common import ended, in_turn
from helper import built_anew, check, close, gradients_agree, run

USAGE, MODEL = 2, 3
M1, M2, K, B = 2.0, 3.0, 400.0, 1.5
OMEGA = math.sqrt(K * (M1 + M2) / (M1 * M2 + B * (M1 + M2)))
AXES = "[[1, 2, 2], [-2, -1, 2]]"  # lengths do not count
TURNED = [[1 / 3, 2 / 3, 2 / 3], [-2 / 3, -1 / 3, 2 / 3], [2 / 3, -2 / 3, 1 / 3]]


def pair(more="", inertance="[%g, 0, 0, 0, 0, 0]" % B, velocity=(0, 0, 0)):
    """Two masses apart; the spring along the first axis and, softer, along the others."""
    return """gimbal: 1
masses:
  - {name: one, at: [0, 0, 0], mass: %g}
  - {name: two, at: [0.3, 1, -0.2], mass: %g, velocity: [%.17g, %.17g, %.17g]}
bushings:
  - {name: b, between: [one, two], at: [0, 0, 0], axes: %s, apart: true, stiffness: [%g, 7, 9, 0, 0, 0], inertance: %s}
probes: [{name: one, mass: one}, {name: two, mass: two}]
%s""" % (M1, M2, *velocity, AXES, K, inertance, more)


def frequencies():
    time = "time: {scheme: linear, step: 1, steps: 1}\nmodes: {count: 6}\n"
    for ranks in (1, 2, 3):
        r = ended("modes on %d ranks" % ranks, run(pair(time), ranks, "modes"))
        found = sorted(r.json["modes"]["frequency"])[3:]
        free = [math.sqrt(k * (M1 + M2) / (M1 * M2)) / (2 * math.pi) for k in (7, 9)]
        for a, b in zip(found, free + [OMEGA / (2 * math.pi)]):
            close("a frequency on %d ranks" % ranks, a, b, 1e-9)
    by = pair(time + "design: [{name: b, bushing: b, parameter: inertance.11}, "
              "{name: k, bushing: b, parameter: stiffness.11}]\n"
              "functions: [{name: f, type: frequency, mode: 6}]\n")
    r = ended("the derivative of a frequency", run(by.replace("scheme: linear", "scheme: newmark"), 2, "gradient"))
    rate = M1 + M2
    close("by the inertance", r.json["gradient"]["f"]["b"][0],
          -OMEGA / (2 * math.pi) * rate / (2 * (M1 * M2 + B * rate)), 1e-8)


def vibration():
    """From a relative velocity along the first axis, over one period; energy and momentum stay."""
    v = [0.2 * x for x in TURNED[0]]
    period = 2 * math.pi / OMEGA
    text = pair("time: {scheme: dirk4, step: %.17g, steps: 80}\n" % (period / 80), velocity=v)
    # velocities of a mass at rest and a mass that moves: the centre of mass goes on, and both swing by it
    for ranks in (1, 2):
        r = ended("a vibration on %d ranks" % ranks, run(text, ranks))
        steps, two, one = 20, r.json["probes"]["two"]["u"], r.json["probes"]["one"]["u"]
        for i in range(3):
            gap = two[steps][i] - one[steps][i]
            close("the gap after a quarter, %d" % i, gap, v[i] / OMEGA, 1e-5)
            mean = (M1 * one[steps][i] + M2 * two[steps][i]) / (M1 + M2)
            close("the middle, %d" % i, mean, M2 * v[i] / (M1 + M2) * period / 4, 1e-8)
        balance = r.json["balance"]
        energy = [a + b for a, b in zip(balance["kinetic"], balance["strain"])]
        close("its energy", energy[0], 0.5 * (M2 + B) * 0.04, 1e-9)
        check("energy stays", max(abs(e - energy[0]) for e in energy) < 1e-5 * energy[0], str(energy))
        check("momentum stays",
              all(abs(p[i] - balance["momentum"][0][i]) < 1e-9 for p in balance["momentum"] for i in range(3)))


def on_the_ground():
    """(m + b) u'' = F, and m g of weight alone."""
    text = """gimbal: 1
gravity: [0, 0, -9.81]
masses: [{name: one, at: [0, 0, 0], mass: 2}]
bushings: [{name: b, between: [ground, one], at: [0, 0, 0], apart: true, inertance: [0, 0, 3, 0, 0, 0]}]
loads: [{type: force, mass: one, value: [4, 0, 5]}]
probes: [{name: one, mass: one}]
time: {scheme: newmark, step: 0.01, steps: 10}
"""
    r = ended("on the ground", run(text))
    a = r.json["probes"]["one"]["a"][-1]
    for i, exact in enumerate((2, 0, (5 - 2 * 9.81) / 5)):
        close("acceleration %d" % i, a[i], exact, 1e-9, 1e-12)


def gradients():
    text = pair("""loads: [{type: force, mass: two, value: ["3*sin(9*t)", 1, "2*t"]}]
functions: [{name: f, type: integral, of: one, value: "ux^2 + uy^2 + vz^2"},
            {name: e, type: end, value: "two.ux - one.uz + two.ay"}]
design:
%s""" , inertance="[1.5, 0.8, 0.4, 0, 0, 0]")
    moves = {"b": ("bushing: b, parameter: inertance.11",
                   {"bushings.b.inertance": ([1.5, 0.8, 0.4, 0, 0, 0], [1, 0, 0, 0, 0, 0])}),
             "c": ("bushing: b, parameter: inertance.33",
                   {"bushings.b.inertance": ([1.5, 0.8, 0.4, 0, 0, 0], [0, 0, 1, 0, 0, 0])}),
             "m": ("mass: two, parameter: mass", {"masses.two.mass": (M2, 1)})}
    march = "time: {scheme: newmark, step: 0.02, steps: 12}\noutput: {every: 0}\n"
    designs = "".join("  - {name: %s, %s}\n" % (n, d) for n, (d, _) in moves.items())
    designs += "  - {name: x, bushing: b, parameter: inertance.12}\n  - {name: a, bushing: b, parameter: axes.1.x}\n"
    gradients_agree("a pair", text % designs + march, ("newmark", "bdf2", "dirk4"), ranks=(1, 2, 3))
    built_anew("a pair", text + march, moves, 1e-4)


def statics():
    """An inerter is nothing at rest."""
    at_rest = ", fix: [x, y, z]"
    u = []
    for inertance in ("[0, 0, 0, 0, 0, 0]", "[5, 5, 5, 0, 0, 0]"):
        text = pair("loads: [{type: force, mass: two, value: [1, 2, 3]}]\ntime: {scheme: static, step: 1, steps: 1}\n",
                    inertance)
        r = ended("statics", run(text.replace("mass: 2}", "mass: 2%s}" % at_rest)))
        u.append(r.json["probes"]["two"]["u"][-1])
    check("the same", u[0] == u[1], str(u))


# ---- decks ---------------------------------------------------------------------------------------

def deck(name, cards, more="", ranks=1, verb="run"):
    Path(name).write_text("BEGIN BULK\n" + cards + "ENDDATA\n")
    return run("gimbal: 1\nmesh: %s\n" % name + more, ranks, verb)


MODES = "time: {scheme: linear, step: 1, steps: 1}\nmodes: {count: 1}\n"


def decks():
    """Two grids on a line, of which component 1 is free; two scalar points."""
    grids = "GRID,1,,0.,0.,0.,,23\nGRID,2,,1.,0.,0.,,23\nCONM2,11,1,,%g\nCONM2,12,2,,%g\nCELAS2,21,%g,1,1,2,1\n" % (
        M1, M2, K)
    points = "SPOINT,1,2\nCMASS4,11,%g,1\nCMASS4,12,%g,2\nCELAS4,21,%g,1,2\n" % (M1, M2, K)
    for name, base, cards, factor in (
            ("CMASS2", grids, "CMASS2,31,%g,1,1,2,1\n" % B, 1),
            ("CMASS1", grids, "CMASS1,31,41,1,1,2,1\nPMASS,41,%g\n" % B, 1),
            ("CMASS2 of twice the half", grids, "CMASS2,31,%g,1,1,2,1\nCMASS2,32,%g,2,1,1,1\n" % (B / 2, B / 2), 1),
            ("CMASS4", points, "CMASS4,31,%g,1,2\n" % B, 1),
            ("CMASS3", points, "CMASS3,31,41,1,2\nPMASS,41,%g\n" % B, 1),
            ("WTMASS", grids, "CMASS2,31,%g,1,1,2,1\nPARAM,WTMASS,.25\n" % B, 4),
            ("WTMASS of PMASS", grids, "CMASS1,31,41,1,1,2,1\nPMASS,41,%g\nPARAM,WTMASS,.25\n" % B, 4)):
        r = ended(name, deck("pair.bdf", base + cards, MODES.replace("count: 1", "count: 2"), verb="modes"))
        close("frequency of " + name, max(r.json["modes"]["frequency"]), math.sqrt(factor) * OMEGA / (2 * math.pi),
              1e-9)
    system = "CORD2R,9,0,0.,0.,0.,-.6,0.,.8,+\n+,.8,0.,.6\n"  # x along (0.8, 0, 0.6)
    turned = system + "GRID,1,,0.,0.,0.,9,23\nGRID,2,,1.,0.,0.,9,23\n" + grids[
        grids.index("CONM2"):] + "CMASS2,31,%g,1,1,2,1\n" % B
    r = ended("axes CD", deck("turned.bdf", turned, MODES.replace("count: 1", "count: 2"), verb="modes"))
    close("frequency along axes CD", max(r.json["modes"]["frequency"]), OMEGA / (2 * math.pi), 1e-9)
    for cards, words in (("CMASS2,31,1.5,1,1,2,2\n", "C1 = 1 and C2 = 2; accepted: the same component of both grids"),
                         ("CMASS2,31,1.5,1,4,2,4\n",
                          "component 4 of both grids; accepted: between two grids, a displacement"),
                         ("CMASS2,31,-1.5,1,1,2,1\n", "CMASS2 31: M = -1.5; accepted: a number >= 0"),
                         ("CMASS1,31,77,1,1,2,1\n",
                          "CMASS1 31: PID = 77 is not defined; accepted: the number of a PMASS"),
                         ("CMASS2,31,1.5,1,1,1,1\n", "both ends are grid 1"),
                         ("CMASS2,31,1.5,1,1,99,1\n", "grid 99 is not defined")):
        r = deck("bad.bdf", grids + cards, MODES, verb="check")
        check(words, r.status == MODEL and words in " ".join(r.stderr.split()), "%d %s" % (r.status, r.stderr))


def refusals():
    march = "time: {scheme: newmark, step: 0.1, steps: 1}\n"
    for text, words in ((pair(march).replace("apart: true, ", ""), "between axes that turn"),
                        (pair(march, "[1, 0, 0, 1, 0, 0]"), "inertance of rotations"),
                        (pair(march + "functions: [{name: e, type: energy, form: kinetic}]\n"),
                         "the kinetic energy of masses, and case.yaml:6: bushings[0] has inertance"),
                        (pair("time: {scheme: linear, step: 1, steps: 1}\nspin: {speed: 3, axis: [0, 0, 1]}\n"),
                         "in a model that spins")):
        r = run(text)
        check(words, r.status in (USAGE, MODEL) and words in " ".join(r.stderr.split()), "%d %s" % (r.status, r.stderr))
    r = run(pair(march).replace("stiffness: [400, 7, 9, 0, 0, 0], inertance: [1.5, 0, 0, 0, 0, 0]",
                                "axes: [[1, 0, 0], [0, 1, 0]]"), verb="check")
    check("nothing", r.status == USAGE, r.stderr)


in_turn(frequencies, vibration, on_the_ground, gradients, statics, decks, refusals)
