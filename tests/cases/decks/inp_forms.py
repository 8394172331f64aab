"""Forms of keywords of .inp decks: each is the same deck written out, or the same entries of a case file, to 1e-12.

Claims: every DEFINITION of *AMPLITUDE is its formula; instances turn with their nodes, first axes and orientations;
*NGEN, *ELGEN, SYSTEM=C and NSET of an ELSET are nodes and elements written out; stiffnesses of an orthotropic material
and turned orientations are moduli and angles of plies; a spring by a table is a law of s.
"""
# quick
import math

from common import same_motions
from helper import run
from inp_decks import (AT, BEAM, FRAME, HELD, LOADED, MARCH, MATERIAL, MESH, PLATE, PROBES, PUSH, STATIC, STEEL, Y_BEAM,
                       Y_BEAMS, Y_FRAME, Y_HELD, Y_MATERIAL, Y_PUSH, rejected, same, write)


def alike(label, a, b, at=AT, tolerance=1e-12, ranks=1, march=STATIC):
    """Two decks have the same probes."""
    same_motions(label, run(write("a.inp", a) + at + march, ranks), run(write("b.inp", b) + at + march), tolerance,
                 1e-12)


def amplitudes():
    """Formulas over time, at 0.1 after steps in which each of their parts acts."""
    step = "((t - %s)/%s)^3*(10 - 15*(t - %s)/%s + 6*((t - %s)/%s)^2)"
    up, down = step % ((".01", ".03") * 3), step % ((".04", ".05") * 3)
    for label, words, data, formula in (
            ("TABULAR", "SHIFTX=.02, SHIFTY=.5", "0., 0., .05, 1.",
             "0.5 + if(t < 0.02, 0, if(t < 0.07, (t - 0.02)/0.05, 1))"),
            ("EQUALLY SPACED", "FIXED INTERVAL=.03, BEGIN=.01", ".2, 1., .5,\n2.",
             "if(t < 0.01, 0.2, if(t < 0.04, 0.2 + 0.8*(t - 0.01)/0.03, if(t < 0.07, 1 - 0.5*(t - 0.04)/0.03, "
             "0.5 + 1.5*(t - 0.07)/0.03)))"),
            ("PERIODIC", "", "2, 31., .03, .4\n.1, .2, .3, -.5", "if(t < 0.03, 0.4, 0.4 + 0.1*cos(31*(t - 0.03)) + "
             "0.2*sin(31*(t - 0.03)) + 0.3*cos(62*(t - 0.03)) - 0.5*sin(62*(t - 0.03)))"),
            ("SMOOTH STEP", "", ".01, .1, .04, 1.1, .09, .3",
             "if(t < 0.01, 0.1, if(t < 0.04, 0.1 + %s, if(t < 0.09, 1.1 - 0.8*%s, 0.3)))" % (up, down)),
            ("MODULATED", "", ".3, 2., .02, 20., 31.",
             "if(t < 0.02, 0.3, 0.3 + 2*sin(20*(t - 0.02))*sin(31*(t - 0.02)))"),
            ("DECAY", "", ".3, 2., .02, .04", "if(t < 0.02, 0.3, 0.3 + 2*exp(-(t - 0.02)/0.04))")):
        deck = ("*AMPLITUDE, NAME=A, DEFINITION=%s%s\n%s\n" % (label, words and ", " + words, data) + HELD +
                "*CLOAD, AMPLITUDE=A\n6, 3, 3.\n*CLOAD\n23, 3, -2.\n")
        same(label, FRAME + deck, (MESH, Y_FRAME + Y_HELD + "loads: [{type: force, group: TIP, value: [0, 0, "
                                   "'3*(%s)']}, {type: force, group: END, value: [0, 0, -2]}]\n" % formula), MARCH,
             1 + len(label) % 2)
    for words, data, wanted in (
            (", DEFINITION=ACTUATOR", "1.", "DEFINITION=ACTUATOR is not read; accepted: TABULAR, EQUALLY SPACED, "
             "PERIODIC, SMOOTH STEP, MODULATED, DECAY"), (", VALUE=ABSOLUTE", "0., 1.", "VALUE=ABSOLUTE is not read"),
            (", DEFINITION=EQUALLY SPACED", "1., 2.", "FIXED INTERVAL= is missing"),
            (", DEFINITION=PERIODIC", "2, 31., 0., 1.\n1., 1.", "1 terms, where the first line says 2"),
            (", DEFINITION=DECAY, SHIFTX=1.", "0., 1., 0., 1.", "SHIFTX has no meaning for this DEFINITION"),
            (", DEFINITION=DECAY", "0., 1., 0.", "the time of decay must be > 0"),
            (", SMOOTH=.1", "0., 1.", "SMOOTH; accepted: 0"), ("", "0., 1., 0., 2.", "times must ascend"),
            ("", "0.", "the amplitude at it must be a real number"),
            ("", "0., 1.\n*AMPLITUDE, NAME=a\n0., 1.", "NAME=a is that of another amplitude")):
        rejected(FRAME + "*AMPLITUDE, NAME=A%s\n%s\n" % (words, data) + HELD + PUSH, wanted)


def turned():
    """A part that is turned is its nodes, axes and orientations turned."""
    def turn(x, a, b, angle):
        axis = [q - p for p, q in zip(a, b)]
        axis = [p / math.hypot(*axis) for p in axis]
        d, c, s = [p - q for p, q in zip(x, a)], math.cos(math.radians(angle)), math.sin(math.radians(angle))
        along = sum(p * q for p, q in zip(axis, d))
        cross = [axis[1] * d[2] - axis[2] * d[1], axis[2] * d[0] - axis[0] * d[2], axis[0] * d[1] - axis[1] * d[0]]
        return [a[i] + c * d[i] + s * cross[i] + (1 - c) * along * axis[i] for i in range(3)]
    nodes = {1: (0, 0, 0), 2: (1, 0, 0), 3: (1, 1, 0), 4: (0, 1, 0), 5: (2, 1, .3)}
    mesh = ("*NODE\n%s*ELEMENT, TYPE=S4, ELSET=SKIN\n1, 1,2,3,4\n*ELEMENT, TYPE=B31, ELSET=BAR\n2, 3,5\n"
            "*ELEMENT, TYPE=MASS, ELSET=M\n3, 5\n")
    props = ("*ORIENTATION, NAME=O\n%s, 0., 1., 0.\n3, 20.\n*SHELL SECTION, ELSET=SKIN, COMPOSITE, ORIENTATION=O\n"
             ".01, , PLY, 30.\n.02, , PLY, -10.\n*BEAM SECTION, ELSET=BAR, MATERIAL=PLAIN, SECTION=RECT\n.05, .1\n%s\n"
             "*MASS, ELSET=M\n2.\n")
    material = ("*MATERIAL, NAME=PLY\n*ELASTIC, TYPE=LAMINA\n1.E9, 1.E8, .3, 5.E7, 5.E7, 3.E7\n*DENSITY\n1600.\n"
                "*MATERIAL, NAME=PLAIN\n*ELASTIC\n1.E9, .3\n*DENSITY\n1000.\n")
    write_nodes = lambda all: "".join("%d, %r, %r, %r\n" % ((n,) + tuple(x)) for n, x in all.items())
    a, b, angle, shift = (.5, 0, .2), (1.5, 2, .2), 40, (.3, -.2, 1)
    place = "%s\n%s, %s, %r\n" % (", ".join(map(repr, shift)), ", ".join(map(repr, map(float, a))),
                                  ", ".join(map(repr, map(float, b))), float(angle))
    step = ("*STEP\n*STATIC\n*BOUNDARY\n%s1, ENCASTRE\n%s4, ENCASTRE\n%s5, 4, 6\n*CLOAD\n%s5, 3, 30.\n%s5, 1, 7.\n"
            "*END STEP\n")
    first, n1, zero = (1., .3, 0.), (0., 1., .2), (0, 0, 0)
    def vector(v):
        return ", ".join("%.17g" % q for q in (turn(v, zero, [q - p for p, q in zip(a, b)], angle)))
    deck = ("*PART, NAME=P\n" + mesh % write_nodes(nodes) + props % ("1., .3, 0.", "0., 1., .2") +
            "*END PART\n*ASSEMBLY, NAME=A\n*INSTANCE, NAME=I, PART=P\n" + place + "*END INSTANCE\n*END ASSEMBLY\n" +
            material + step % (("I.",) * 5))
    moved = {n: turn([p + q for p, q in zip(x, shift)], a, b, angle) for n, x in nodes.items()}
    flat = (mesh % write_nodes(moved) + props.replace("0., 1., 0.\n3", "%s\n3") %
            (vector(first), vector((0., 1., 0.)), vector(n1)) + material + step % (("",) * 5))
    at = "probes: [{name: a, node: 3}, {name: b, node: 5}]\n"
    for ranks in (1, 2):
        alike("a turned instance", deck, flat, at, 1e-11, ranks)
    rejected(deck.replace(place, "0., 0., 0.\n0., 0., 0., 0., 0., 0., 30.\n"), "both points of the axis are one")
    rejected(deck.replace(", 40.0\n", "\n"), "the axis (two points) or the angle of a rotation must be a real number")
    rejected(deck.replace(".05, .1\n0., 1., .2\n", ".05, .1\n"), "n1 is missing, in an instance that is turned")
    rejected(deck.replace("COMPOSITE, ORIENTATION=O", "COMPOSITE"),
             "ORIENTATION of plies is missing, in an instance that is turned")
    inertia = "*MASS, ELSET=M\n2.\n*ELEMENT, TYPE=ROTARYI, ELSET=R\n9, 5\n*ROTARY INERTIA, ELSET=R\n1., 2., 3.\n"
    rejected(deck.replace("*MASS, ELSET=M\n2.\n", inertia), "in an instance that is turned; accepted: I11 = I22 = I33")


def made():
    """Nodes and elements that keywords make from others."""
    rest = STEEL + "*BOUNDARY\nROOT, ENCASTRE\n*CLOAD\nTIP, 3, 5.\n9, 1, 3.\n*DLOAD\n%s, P, 2.\n"
    at = "probes: [{name: a, node: 13}, {name: b, node: 9}]\n"
    grid = {5 * j + i + 1: (i / 4, j / 2, .1 * j) for j in range(3) for i in range(5)}
    flat = ("*NODE\n" + "".join("%d, %r, %r, %r\n" % ((n,) + x) for n, x in grid.items()) +
            "*ELEMENT, TYPE=S4, ELSET=SKIN\n" + "".join(
                "%d, %d, %d, %d, %d\n" % (10 * j + i + 1, n, n + 1, n + 6, n + 5) for j in range(2) for i in range(4)
                for n in [5 * j + i + 1]) + "*NSET, NSET=ROOT\n1, 6, 11\n*NSET, NSET=TIP\n5, 10, 15\n*ELSET, ELSET=UP\n"
            "11, 12, 13, 14\n")
    short = ("*NODE\n1, 0., 0., 0.\n5, 1., 0., 0.\n11, 0., 1., .2\n15, 1., 1., .2\n*NGEN, NSET=ROOT\n1, 11, 5\n"
             "*NGEN, NSET=TIP\n5, 15, 5\n*NGEN\n1, 5\n6, 10, 1\n11, 15\n*ELEMENT, TYPE=S4\n1, 1, 2, 7, 6\n"
             "*ELGEN, ELSET=SKIN\n1, 4, 1, 1, 2, 5, 10\n*ELSET, ELSET=UP, GENERATE\n11, 14\n")
    for ranks in (1, 2):
        alike("*NGEN and *ELGEN", short + rest % "UP", flat + rest % "UP", at, ranks=ranks)
    layers = short.replace("1, 4, 1, 1, 2, 5, 10\n", "1, 4, 1, 1, 1, , , 2, 5, 10\n")
    alike("layers", layers + rest % "UP", flat + rest % "UP", at)
    sets = flat.replace("*NSET, NSET=TIP\n5, 10, 15\n", "*ELSET, ELSET=END\n4\n*NSET, NSET=TIP, ELSET=END\n")
    alike("NSET of an ELSET", sets + rest % "UP", flat.replace("5, 10, 15\n", "4, 5, 9, 10\n") + rest % "UP", at)
    rejected(sets.replace("ELSET=END\n*EL", "ELSET=END, GENERATE\n*EL").replace(
        "NSET=TIP, ELSET=END", "NSET=TIP, ELSET=END, GENERATE") + rest % "UP", "ELSET beside GENERATE or INSTANCE")
    for old, new, wanted in (("1, 5\n6", "1, 4\n6", "node 4 is not defined before it"),
                                    ("1, 11, 5\n", "1, 11, 4\n", "an increment that leads from one to the other"),
                                    ("1, 4, 1, 1, 2", "2, 4, 1, 1, 2", "element 2 is not defined before it"),
                                    ("1, 4, 1, 1, 2", "1, 9000000, 1, 1, 2", "more than 10000000 are made"),
                                    ("1, 4, 1, 1, 2", "1, 5, 1, 1, 2", "which is not defined"),
                                    ("*NGEN\n", "*NGEN, LINE=C\n", "the parameter LINE is not read"),
                                    ("6, 10, 1\n", "6, 10, 1, 3\n", "field 4, '3', is not read")):
        rejected(short.replace(old, new) + rest % "UP", wanted)
    round_ = PLATE.replace("*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n",
                           "*NODE, SYSTEM=C\n1, 1., 0.\n2, 2., 0.\n3, 2., 30., .5\n4, 1., 30.\n")
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    plain = PLATE.replace("2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n",
                          "2, 2., 0.\n3, %r, %r, .5\n4, %r, %r\n" % (2 * c, 2 * s, c, s)).replace(
                              "1, 0., 0.\n", "1, 1., 0.\n", 1)
    alike("SYSTEM=C", round_ + STEEL + LOADED, plain + STEEL + LOADED)


def laws():
    """Materials, orientations and springs."""
    E1, E2, E3, n12, n13, n23 = 1.4e8, 1e7, 9e6, .3, .2, .4
    S = [[1 / E1, -n12 / E1, -n13 / E1], [-n12 / E1, 1 / E2, -n23 / E2], [-n13 / E1, -n23 / E2, 1 / E3]]
    det = sum(S[0][i] * (S[1][(i + 1) % 3] * S[2][(i + 2) % 3] - S[1][(i + 2) % 3] * S[2][(i + 1) % 3])
              for i in range(3))
    D = [[(S[(j + 1) % 3][(i + 1) % 3] * S[(j + 2) % 3][(i + 2) % 3] - S[(j + 1) % 3][(i + 2) % 3] *
           S[(j + 2) % 3][(i + 1) % 3]) / det for j in range(3)] for i in range(3)]
    head = ("*MATERIAL, NAME=ply\n*ELASTIC, TYPE=%s\n%s\n*DENSITY\n1600.\n*ORIENTATION, NAME=O\n"
            "1., .5, 0., 0., 1., 0.\n3, %s\n")
    stiff = "%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, 5.E6, 4.E6\n3.E6" % (
        D[0][0], D[0][1], D[1][1], D[0][2], D[1][2], D[2][2])
    y = (Y_MATERIAL[:-2] + ", ply: {E1: 1.4e8, E2: 1e7, poisson: 0.3, G12: 5e6, G13: 4e6, G23: 3e6, density: 1600}}\n"
         "sections:\n" + Y_BEAM + "  lam: {type: laminate, plies: [{material: ply, thickness: 0.01, angle: %s}, "
         "{material: ply, thickness: 0.03, angle: %s}]}\n" + Y_BEAMS + "shells: [{group: SKIN, section: lam, "
         "axis: %s}]\n" + Y_HELD + Y_PUSH)
    at = lambda turn: repr([math.cos(math.atan2(.5, 1) + math.radians(turn)),
                            math.sin(math.atan2(.5, 1) + math.radians(turn)), 0])
    plies = "*%s, ELSET=SKIN, COMPOSITE, ORIENTATION=O\n.01, , ply, 30.\n.03, , ply, -45.\n"
    for label, deck, turn in (
            ("ORTHOTROPIC", head % ("ORTHOTROPIC", stiff, "0.") + plies % "SHELL SECTION", 0),
            ("a turned orientation",
             head % ("ENGINEERING CONSTANTS", "1.4E8, 1.E7, 9.E6, .3, .2, .4, 5.E6, 4.E6\n3.E6", "25.") + plies %
             "SHELL SECTION", 25),
            ("a general section",
             head % ("LAMINA", "1.4E8, 1.E7, .3, 5.E6, 4.E6, 3.E6", "0.") + plies % "SHELL GENERAL SECTION", 0)):
        same(label, MESH + MATERIAL + deck + BEAM + HELD + PUSH, (MESH, y % (30, -45, at(turn))),
             ranks=1 + len(label) % 2, tolerance=1e-11)
    rejected(MESH + MATERIAL + head % ("ORTHOTROPIC", stiff.replace("%.17g" % D[2][2], "1.", 1), "0.") + plies %
             "SHELL SECTION" + BEAM, "positive definite")
    rejected(MESH + MATERIAL + "*SHELL GENERAL SECTION, ELSET=SKIN\n1., 2.\n" + BEAM, "the 21 numbers of the stiffness")
    single = (head % ("LAMINA", "1.4E8, 1.E7, .3, 5.E6, 4.E6, 3.E6", "25.") +
              "*SHELL SECTION, ELSET=SKIN, MATERIAL=ply, ORIENTATION=O\n.04\n")
    same("one ply of a turned orientation", MESH + MATERIAL + single + BEAM + HELD + PUSH, (MESH, y % (0, 0, at(25))))
    turned = head % ("LAMINA", "1.4E8, 1.E7, .3, 5.E6, 4.E6, 3.E6", "25.") + plies % "SHELL SECTION"
    for label, axes, turn in (("its third axis down", "1., .5, 0., 0., -1., 0.\n3", -25),
                              ("its first axis up", "0., 0., 1., 1., .5, 0.\n1", 25),
                              ("its second axis up", "-.5, 1., 0., 0., 0., 1.\n2", 25),
                              ("its first axis down", "0., 0., -1., 1., .5, 0.\n1", -25)):
        deck = MESH + MATERIAL + turned.replace("1., .5, 0., 0., 1., 0.\n3", axes) + BEAM + HELD + PUSH
        same("an orientation with " + label, deck, (MESH, y % (30, -45, at(turn))),
             probes=PROBES + "deck: {dialect: abaqus}\n")
        if "third" not in label:
            rejected(deck, "has no second line 3, 0.", "deck: {dialect: calculix}\n")
    spring = ("*ELEMENT, TYPE=SPRINGA, ELSET=K\n60, 6, 41\n*SPRING, ELSET=K, NONLINEAR\n-30., -.1\n0., 0.\n80., .2\n"
              "*BOUNDARY\n41, 1, 3\n")
    law = "if(s < -0.1, -30, if(s < 0, 300*s, if(s < 0.2, 400*s, 80)))"
    same("a spring by a table", FRAME + spring + HELD + PUSH, (
        MESH, Y_FRAME + Y_HELD + Y_PUSH + "masses: [{name: p, at: [2, 0, 1], fix: [x, y, z]}]\n"
        "springs: [{between: ['group:TIP', p], force: '%s'}]\n" % law), MARCH, 2)
    for old, new, wanted in (("0., 0.\n", "0., .3\n", "displacements must ascend"),
                             ("-30., -.1\n0., 0.\n", "", "needs two points or more"),
                             ("TYPE=SPRINGA", "TYPE=SPRING2", "NONLINEAR; accepted: of SPRINGA")):
        bad = FRAME + spring.replace(old, new) + HELD + PUSH
        rejected(bad.replace("NONLINEAR\n", "NONLINEAR\n1, 1\n") if "SPRING2" in new else bad, wanted)


if __name__ == "__main__":
    for part in (amplitudes, turned, made, laws):
        part()
