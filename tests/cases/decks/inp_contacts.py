"""*CONTACT PAIR of .inp decks, and faces that touch themselves (`inside`).

Claims: a column of two blocks whose faces meet, of equal or of other meshes, shortens by the strain of both and by the
pressure over the slope of *SURFACE BEHAVIOR, wherever its axis points, whichever surface is named first, with a gap or
pressed in, on 1 and 2 ranks; HARD is a hundred times E over the size of a face. Derivatives are differences. What would
be another contact is refused, and so are faces deeper than the spheres at the start, where the other sides of thin
plates do not count.
"""
from pathlib import Path

from common import agree, passed, refused
from helper import ROOT, close, differences_agree

E, SLOPE, PRESSURE = 2e5, 1e6, 20.0
BEHAVIOR = "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n%r, 1.\n" % SLOPE
PAIR = "*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\n%s\n"


def block(first, n, base, turn, height):
    """A plate of n x n x 1 elements from `base` on along axis turn + 2; nodes and elements from `first` on."""
    def number(i, j, k):
        return first + i + (n + 1) * (j + (n + 1) * k)

    nodes, elements = "", ""
    for k in range(2):
        for j in range(n + 1):
            for i in range(n + 1):
                x = [i / n, j / n, base + k * height]
                nodes += "%d, %r, %r, %r\n" % (number(i, j, k), *(x[(a - turn) % 3] for a in range(3)))
    for j in range(n):
        for i in range(n):
            elements += "%d, %s\n" % (first + i + n * j, ", ".join(
                str(number(i + a, j + b, k)) for k in (0, 1) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))))
    return nodes, elements, (number(0, 0, 0), number(n, n, 0)), (number(0, 0, 1), number(n, n, 1))


def deck(turn=0, gap=0.0, below=2, above=3, order="UP, LOW", behavior=BEHAVIOR, pair=PAIR, surface="", more="",
         height=1.0):
    low, up = block(1, below, 0.0, turn, height), block(101, above, height + gap, turn, height)
    axis, across = (turn + 2) % 3 + 1, [turn % 3 + 1, (turn + 1) % 3 + 1]
    text = "*NODE\n" + low[0] + up[0] + "*ELEMENT, TYPE=C3D8, ELSET=LOWER\n" + low[1]
    text += "*ELEMENT, TYPE=C3D8, ELSET=UPPER\n" + up[1]
    text += "".join("*NSET, NSET=%s, GENERATE\n%d, %d\n" % (name, *ends) for name, ends in (
        ("BASE", low[2]), ("TOP", up[3]), ("FOOT", up[2])))
    text += "*MATERIAL, NAME=M\n*ELASTIC\n%r, 0.\n" % E + "".join(
        "*SOLID SECTION, ELSET=%s, MATERIAL=M\n" % s for s in ("LOWER", "UPPER"))
    text += "*SURFACE, NAME=LOW\nLOWER, S2\n" + (surface or "*SURFACE, NAME=UP\nUPPER, S1\n")
    text += "*SURFACE INTERACTION, NAME=I\n1.,\n" + behavior + pair % order + "*BOUNDARY\nBASE, 1, 3\n" + "".join(
        "%s, %d\n" % (s, c) for s in ("TOP", "FOOT") for c in across)
    text += more + "*STEP\n*STATIC\n*DLOAD\nUPPER, P2, %r\n*END STEP\n" % PRESSURE
    Path("column.inp").write_text(text)
    return """gimbal: 1
mesh: column.inp
time: {scheme: deck, step: 1, steps: 1}
probes: [{name: tip, node: %d}, {name: held, reaction: %s on %s}]
output: {every: 0}
""" % (up[3][0], *order.split(", "))


def columns():
    for turn, gap, meshes, order, ranks, bound in (
            (0, 0, (2, 2), "UP, LOW", 1, 3e-4), (0, 0, (3, 3), "LOW, UP", 2, 3e-4),
            (1, 0.02, (1, 1), "UP, LOW", 1, 3e-4),
            (0, 0, (2, 3), "LOW, UP", 1, 0.02), (2, -1e-5, (2, 1), "LOW, UP", 2, 0.02)):
        label = "turned %d, gap %g, meshes %s, %s" % (turn, gap, meshes, order)
        pair = PAIR if turn != 1 else PAIR.replace("TYPE=SURFACE TO SURFACE", "small sliding, type=SurfaceToSurface")
        if r := passed(label, deck(turn, gap, *meshes, order, pair=pair), "*CONTACT PAIR is the contact '%s on %s'" % tuple(
                order.split(", ")), ranks=ranks):
            u = -2 * PRESSURE / E - PRESSURE / SLOPE - gap
            expected = [u if a == (turn + 2) % 3 else 0 for a in range(3)]
            agree(label, r.json["probes"]["tip"]["u"][-1], expected, bound, 1e-9)
            close(label + ": it carries", abs(r.json["reactions"]["held"]["force"][-1][(turn + 2) % 3]), PRESSURE, 1e-6)
    if r := passed("hard", deck(below=3, behavior="*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=HARD\n*FRICTION\n0.\n")):
        close("hard", r.json["probes"]["tip"]["u"][-1][2], -2 * PRESSURE / E - PRESSURE / (100 * E * 3), 3e-4)


def derivatives():
    differences_agree("derivatives", deck(gap=1e-3) + """functions:
  - {name: u, type: value, of: tip, value: uz, at: end}
design: [{name: k, contact: UP on LOW, parameter: stiffness}, {name: E, material: M, parameter: young},
         {name: ball, contact: UP on LOW, parameter: ball}]
""")


def pressed_in():
    for gap, ranks in ((-0.017, 1), (-0.15, 3)):
        refused("%g deep" % -gap, deck(1, gap, order="LOW, UP"), "column.inp:87: *CONTACT PAIR: group 'SURFACE UP' is %g "
                "deep in the solid of group 'SURFACE LOW'" % -gap, "near node", "up to 0.0166667", status=3, ranks=ranks)
    case = deck(gap=-0.012) + """contacts: [{name: c, surface: elements, on: SURFACE LOW, group: SURFACE UP, stiffness: 1,
            inside: true, ball: %g}]
"""
    refused("deeper than ball", case % 0.011, "contacts[0]: group 'SURFACE UP' is 0.012 deep", "up to 0.011", status=3)
    passed("less deep than ball", case % 0.013)
    thin = deck(below=1, above=1, height=0.2, surface="LOWER, S1\n*SURFACE, NAME=UP\nUPPER, S1\nUPPER, S2\n",
                pair=PAIR.replace("%s", "%s\nUP, UP"))
    if r := passed("other sides of thin plates", thin):
        close("thin plates", r.json["probes"]["tip"]["u"][-1][2], -0.4 * PRESSURE / E - PRESSURE / SLOPE, 3e-4)


def example():
    """The helper leaf takes k (sag - gap) of the load, where k = 3 E I / L^3 is the stiffness of each leaf."""
    if r := passed("a leaf spring", str(ROOT / "meshes" / "leaf-spring.yaml"), ranks=2):
        k, load, gap = 3 * 2.1e11 * 0.06 * 0.01 ** 3 / 12 / 0.6 ** 3, 450.0, 0.006
        close("its sag", r.json["functions"]["sag"], (load / k + gap) / 2, 3e-3)
        close("the helper's share", r.json["reactions"]["helped"]["force"][-1][2], (load - k * gap) / 2, 0.015)


def wrong():
    shell = "*ELEMENT, TYPE=S4, ELSET=SKIN\n901, 101, 102, 106, 105\n*SURFACE, NAME=UP\nSKIN, SPOS\n"
    for make, *words in (
            ({"behavior": BEHAVIOR + "*FRICTION\n0.3\n"}, "friction of 0.3", "accepted: 0"),
            ({"behavior": "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=EXPONENTIAL\n1., 1.\n"}, "accepted: HARD, LINEAR"),
            ({"pair": PAIR.replace("\n%", ", ADJUST=0.1\n%")}, "ADJUST"),
            ({"pair": PAIR.replace("=I", "=J")}, "INTERACTION=J is not defined"),
            ({"order": "UP, NONE"}, "'NONE' is no surface"),
            ({"surface": "*SURFACE, NAME=UP, TYPE=NODE\nFOOT\n"}, "'UP' is not of faces of solids"),
            ({"surface": shell}, "'UP' is not of faces of solids")):
        refused(words[0], deck(**make), *words, status=3)
    case = deck() + "contacts: [{name: c, surface: elements, on: SURFACE LOW, group: SURFACE UP, stiffness: 1, %s}]\n"
    refused("no ball", case % "inside: true", "inside: without ball")
    refused("friction", case % "inside: true, ball: 0.1, friction: 0.1, velocity: 1", "inside: beside friction")
    refused("of nodes", case.replace("SURFACE UP", "FOOT") % "inside: true, ball: 0.1", 3, "'FOOT' has no faces")


for part in (columns, derivatives, pressed_in, example, wrong):
    part()
