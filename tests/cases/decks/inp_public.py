"""Decks of Abaqus and CalculiX that ask for what is equal, or almost, to what is read.

Claims: *BOUNDARY gives rotations, which a beam that nothing else loads follows by theta L / 2; of several steps the one
that is not *NO ANALYSIS acts, and so does the only one of *STATIC beside others of eigenvalues; procedures at the end
that are not solved are left out with a line, and refused before others. Beams on the same nodes
are as stiff as both; with offsets they are a beam of two layers, whose pull along the nodes bends it by its closed form
e (1 - 1 / cosh(k L)). Thicknesses of nodes act in CalculiX without a parameter of the section. Parameters in other
letters, without blanks or short, trusses and beams in a plane (T2D2, B21, B22), springs of rotations to held nodes,
supports of idle nodes and initial displacements of zeros give the model without, to 1e-12; trusses of three nodes
(T3D3) are those of two, and their middle nodes are in the middle, on 1 and 3 ranks, where loads and supports there are
too; GRAV of sets that are all elements together pulls a column by its closed form; *NORMAL is compared with directors
and axes; what remains is refused with the reason.
"""
import math
from pathlib import Path

from common import agree, passed, refused, same_motions
from helper import check, close, program, run

THETA, LENGTH, PULL = 1e-3, 2.0, 4e4
BEAM = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 2., 0., 0.\n*ELEMENT, TYPE=B32, ELSET=BAR\n1, 1, 2, 3\n"
        "*MATERIAL, NAME=M\n*ELASTIC\n7.E10, .3\n*DENSITY\n2700.\n*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT\n"
        ".1, .1\n0., 0., -1.\n*BOUNDARY\n1, 1, 6\n%s*STEP\n*STATIC\n%s*END STEP\n%s")


def tip(deck, scheme="linear", ranks=1, verb="run", node=3, keys=""):
    Path("deck.inp").write_text(deck)
    return run("gimbal: 1\nmesh: deck.inp\nprobes: [{name: tip, node: %d}]\ntime: {scheme: %s, step: 1, steps: 1}\n" %
               (node, scheme) + keys, ranks, verb)


def rotations():
    for where, (before, within) in (("the model", ("*BOUNDARY\n3, 5, 5, %g\n" % THETA, "")),
                                    ("a step", ("", "*BOUNDARY\n3, 5, 5, %g\n" % THETA))):
        for ranks in (1, 2):
            if r := passed("a rotation of %s" % where, tip(BEAM % (before, within, ""), ranks=ranks)):
                u = r.json["probes"]["tip"]["u"][-1]
                close("bends it", u[2], -THETA * LENGTH / 2, 1e-10)
                close("that way alone", u[1], 0, 0, 1e-14)
                check("it is told", "*BOUNDARY gives 1 rotations: they are equations, for small rotations" in r.stderr,
                      r.stderr)
    turned = "*TRANSFORM, NSET=END, TYPE=R\n0., 1., 0., -1., 0., 0.\n*NSET, NSET=END\n3,\n"  # its x is y
    if r := passed("a rotation about an axis of its own",
                   tip(BEAM % (turned + "*BOUNDARY\n3, 4, 4, %g\n" % THETA, "", ""))):
        close("bends it too", r.json["probes"]["tip"]["u"][-1][2], -THETA * LENGTH / 2, 1e-10)


def steps():
    load, empty = "*CLOAD\n3, 3, 5.\n", "*STEP\n*NO ANALYSIS\n*CLOAD\n3, 3, 70.\n*END STEP\n"
    one, more = tip(BEAM % ("", load, "")), tip(BEAM % ("", load, empty))
    if check("a step of *NO ANALYSIS behind it", one.status == 0 == more.status, one.stderr + more.stderr):
        close("does not act", more.json["probes"]["tip"]["u"][-1][2], one.json["probes"]["tip"]["u"][-1][2], 1e-14)
    r = tip(BEAM % ("", load, empty + "*STEP\n*STATIC\n*END STEP\n"), verb="check")
    several = [tip(BEAM % ("", load, "*STEP\n*FREQUENCY\n3\n*END STEP\n" + more), verb="check")
               for more in ("", "*STEP\n*STATIC\n*END STEP\n")]
    check("one of *STATIC beside one of *FREQUENCY",
          several[0].status == 0 and "step 1 of 2 acts, as the only one of *STATIC" in several[0].stderr,
          several[0].stderr)
    check("two of *STATIC beside it", several[1].status != 0
          and "the deck has the steps 1 (STATIC), 2 (FREQUENCY), 3 (STATIC)" in several[1].stderr, several[1].stderr)
    check("two that act",
          r.status != 0 and "the deck has the steps 1 (STATIC), 2 (NO ANALYSIS), 3 (STATIC)" in r.stderr, r.stderr)
    other = "*STEP%s\n*%s\n*CLOAD\n3, 3, 70.\n*END STEP\n"
    for last in ("MODAL DYNAMIC", "SENSITIVITY", "HEAT TRANSFER"):
        r = tip(BEAM % ("", load, other % ("", last)))
        if check("a last step of " + last, r.status == 0
                 and "step 2 (%s), not solved here, left out; step 1 acts" % last in r.stderr, r.stderr):
            close("is left out", r.json["probes"]["tip"]["u"][-1][2], one.json["probes"]["tip"]["u"][-1][2], 1e-14)
        if last != "SENSITIVITY":
            Path("alone.inp").write_text((BEAM % ("", load, "")).replace("*STEP\n", other % ("", last) + "*STEP\n"))
            refused("before another", program(["run", "alone.inp"]), 3, "steps 1 (%s), 2 (STATIC), of which" % last)
    pulled = BEAM % ("", "*CLOAD\n3, 1, 2.E6\n",
                     other.replace("*CLOAD\n3, 3, 70.", "2") % (", PERTURBATION", "FREQUENCY") + "%s")
    two, three = (tip(pulled % more, verb="modes") for more in ("", other % (", PERTURBATION", "COMPLEX FREQUENCY")))
    agree("modes under a pull before one of complex frequencies", three.json["modes"]["frequency"],
          two.json["modes"]["frequency"], 0, 0)
    check("which raises them", two.json["modes"]["frequency"][0] > 1.05 * tip(
        BEAM % ("", "", ""), verb="modes", keys="modes: {count: 2}\n").json["modes"]["frequency"][0], two.stdout)


def same(label, a, b, said="", keys=""):
    """Two decks with the same motion of node 3."""
    r = tip(a, keys=keys)
    same_motions(label, r, tip(b, keys=keys))
    check(label + " is told", said in r.stderr, r.stderr)


def doubled():
    """Two beams of the same nodes."""
    load = "*CLOAD\n3, 3, 5.\n3, 1, 70.\n"
    twice = BEAM.replace("1, 1, 2, 3\n", "1, 1, 2, 3\n2, 1, 2, 3\n") % ("", load, "")
    stiff = BEAM.replace("7.E10", "14.E10") % ("", load, "")
    for large in ("", ", NLGEOM"):
        same("two beams" + large, twice.replace("*STEP", "*STEP" + large), stiff.replace("*STEP", "*STEP" + large),
             "1 elements have the nodes of another: 2 (of 1); each adds its stiffness and mass")
    layer = "*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT"
    layers = twice.replace(
        "2, 1, 2, 3\n", "*ELEMENT, TYPE=B32, ELSET=SOFT\n2, 1, 2, 3\n*MATERIAL, NAME=S\n*ELASTIC\n3.5E10, .3\n",
        1) .replace(layer,
                    layer.replace("BAR", "SOFT").replace("=M", "=S") + ", OFFSET2=.5\n.1, .1\n0., 0., -1.\n" + layer +
                    ", OFFSET2=-.5") .replace(load, "*CLOAD\n3, 1, %r\n" % PULL).replace("*STEP", "*STEP, NLGEOM")
    if r := passed("two layers, each beside the line of their nodes", tip(layers, "static")):
        E, Q, I = .01 * 10.5e10, .01 * .05 * 3.5e10, 10.5e10 * .1 * .1 ** 3 / 3
        k, u = math.sqrt(PULL / (I - Q * Q / E)), r.json["probes"]["tip"]["u"][-1]
        close("bend towards the stiff one", u[1], Q / E * (1 - 1 / math.cosh(k * LENGTH)), 2e-3)
        close("in their plane", u[2], 0, 0, 1e-9 * u[1])


SHELL = ("*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=S4, ELSET=E\n1, 1, 2, 3, 4\n"
         "*MATERIAL, NAME=M\n*ELASTIC\n7.E10, .3\n*SHELL SECTION, ELSET=E, MATERIAL=M\n%s\n%s*BOUNDARY\n1, 1, 6\n"
         "4, 1, 6\n*STEP\n*STATIC\n*CLOAD\n3, 3, 5.\n*END STEP\n")


def thicknesses():
    """*NODAL THICKNESS of a section that does not ask for it has no effect, in Abaqus and in CalculiX."""
    sag = {}
    for name in ("", "*NODAL THICKNESS\n2, .02\n3, .02\n"):
        for dialect in ("abaqus", "calculix", "auto"):
            Path("shell.inp").write_text(SHELL % (".01", name))
            r = run("gimbal: 1\nmesh: shell.inp\ndeck: {dialect: %s}\nprobes: [{name: tip, node: 3}]\n"
                    "time: {scheme: linear, step: 1, steps: 1}\n" % dialect)
            if check("thicknesses of nodes", ("no NODAL THICKNESS" in r.stderr) == bool(name), r.stderr):
                close("they have no effect", r.json["probes"]["tip"]["u"][-1][2], sag.setdefault("is", r.json["probes"][
                    "tip"]["u"][-1][2]), 1e-12)


LOADED = BEAM % ("", "*CLOAD\n3, 3, 5.\n3, 2, 2.\n", "")


def spelling():
    short = LOADED.replace("*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT",
                           "*Beam Section, elset = bar, Mat=M, section=Rect")
    same("short parameters", short.replace("*STEP", "*step, nlgeo"), LOADED.replace("*STEP", "*STEP, NLGEOM=YES"))
    link = "*NODE\n9, 2., .1, 0.\n*RIGID BODY, %s=9, %s=END\n*NSET, NSET=END\n3\n*CLOAD\n9, 3, 5.\n"
    body = [BEAM % (link % names, "", "") for names in (("refnode", "TieNset"), ("REF NODE", "TIE NSET"))]
    same("without blanks",
         *(b.replace("*CLOAD\n9, 3, 5.\n", "").replace("*STATIC\n", "*STATIC\n*CLOAD\n9, 3, 5.\n") for b in body))
    refused("the start of two parameters",
            tip(LOADED.replace("*BEAM SECTION,", "*BEAM SECTION, OFFSET=1.,"), verb="check"), 3,
            "the parameter OFFSET is not read")


PLANE = ("*NODE\n1, 0., 0.\n2, 3., 0.\n3, 2., 4.\n*ELEMENT, TYPE=%s, ELSET=BAR\n1, 1, 3\n2, 2, 3\n*MATERIAL, NAME=M\n"
         "*ELASTIC\n7.E10, .3\n%s*BOUNDARY\n1, 1, 2\n%s*STEP%s\n*STATIC\n*CLOAD\n3, 1, 7.E5\n3, 2, -3.E5\n*END STEP\n")


def plane():
    for large in ("", ", NLGEOM"):
        area, roll, still = "*SOLID SECTION, ELSET=BAR, MATERIAL=M\n.01\n", "2, 1, 2\n", "3, 3, 3\n1, 3, 3\n2, 3, 3\n"
        if not large:  # a blank nu is 0
            same("E alone",
                 *(PLANE.replace("7.E10, .3", m) % ("T2D2", area, roll, large) for m in ("7.E10", "7.E10, 0.")))
        same("T2D2" + large, PLANE % ("T2D2", area, roll, large), PLANE % ("T3D2", area, roll + still, large),
             "z of 3 nodes")
        rect, roll = "*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT\n.1, .2\n", "2, 2, 2\n"
        still = "".join("%d, 3, 5\n" % n for n in (1, 2, 3))
        same("B21" + large, PLANE % ("B21", rect, roll, large), PLANE % ("B31", rect, roll + still, large),
             "z of 3 nodes")
    long, rolls = PLANE.replace("1, 1, 3\n2, 2, 3", "1, 1, 2, 3"), "1, 6, 6\n"
    still = "".join("%d, 3, 5\n" % n for n in (1, 2, 3))
    same("B22", long % ("B22", rect, rolls, ""), long % ("B32", rect, rolls + still, ""))
    # a body at the tip, and one that carries it
    for more in ("*ELEMENT, TYPE=ROTARYI, ELSET=R\n9, 3\n*ROTARY INERTIA, ELSET=R\n1., 1., 1.\n",
                 "*NODE\n8, 2., 5., 0.\n*RIGID BODY, REF NODE=8, TIE NSET=END\n*NSET, NSET=END\n3\n"):
        at = still.replace("3, 3, 5", "8, 3, 5") if "NODE=8" in more else still
        same("B21 and a body", PLANE % ("B21", rect + more, roll, ""), PLANE % ("B31", rect + more, roll + at, ""))
    for said, text in (("has z = 0.5; accepted: of elements in the plane",
                        (PLANE % ("T2D2", area, roll, "")).replace("3., 0.", "3., 0., .5")),
                       ("SECTION of trusses, which have an area alone",
                        PLANE % ("T2D2", area.replace("=M", "=M, SECTION=RECT"), roll, ""))):
        refused(said, tip(text, verb="check"), (2, 3), said)


def held():
    base = "*NODE\n9, 5., 5., 5.\n*ELEMENT, TYPE=%s, ELSET=S\n9, %s\n*SPRING, ELSET=S\n%s\n700.\n*BOUNDARY\n9, 1, 6\n"
    deck = LOADED.replace("*BOUNDARY\n", "%s*BOUNDARY\n")
    grounded = deck % (base % ("SPRING1", "3", "5")).replace("9, 1, 6\n", "")
    for nodes in ("9, 3", "3, 9"):
        same("a spring of a rotation to a held node", deck % base % ("SPRING2", nodes, "5, 5"), grounded)
    told = tip(deck % base % ("SPRING2", "9, 3", "5, 5")).stderr
    check("its support is not idle", "*BOUNDARY of node 9" not in told, told)
    same("one of a held rotation alone", deck % base % ("SPRING1", "9", "5"), LOADED,
         "element 9 is left out: what it turns is held")
    check("which is not that of the deck without",
          tip(grounded).json["probes"]["tip"]["u"] != tip(LOADED).json["probes"]["tip"]["u"], "")
    same("a support of an idle node", deck % "*NODE\n9, 5., 5., 5.\n*BOUNDARY\n9, 1, 6\n", LOADED,
         "*BOUNDARY of node 9, which no element, body or spring has, is left out")
    start = "*INITIAL CONDITIONS, TYPE=DISPLACEMENT\n3, 1, 0.\n2, 2\n"
    same("initial displacements of 0", deck % start, LOADED)
    for said, text in (("component 5 of node 9, which has springs alone and turns freely",
                        deck % (base % ("SPRING2", "9, 3", "5, 5")).replace("9, 1, 6", "9, 1, 4")),
                       ("an initial displacement", deck % start.replace("0.", "1e-3")),
                       ("springs and dampers of JOINTC elements, whose axes turn with the first node, are not read",
                        deck % "*JOINT, ELSET=BAR\n"),
                       ("its springs between two nodes turn with the first",
                        deck % "*ELEMENT, TYPE=JOINTC, ELSET=J\n7, 2, 3\n")):
        refused(said, tip(text, verb="check"), 3, said)


TRIPOD = ("*NODE\n1, 0., 0., 0.\n2, 3., 0., 0.\n3, 0., 4., 0.\n4, 1., 1., 5.\n11, .5, .5, 2.5\n12, 2., .5, 2.5\n"
          "13, .5, 2.5, 2.5\n*ELEMENT, TYPE=%s, ELSET=BAR\n1, 1, %s4\n2, 2, %s4\n3, 3, %s4\n*MATERIAL, NAME=M\n"
          "*ELASTIC\n7.E10, .3\n*DENSITY\n2700.\n*SOLID SECTION, ELSET=BAR, MATERIAL=M\n.01\n*TRANSFORM, NSET=TURNED\n"
          "0., .6, .8, 1., 0., 0.\n*NSET, NSET=TURNED\n12\n*BOUNDARY\n1, 1, 3\n2, 1, 3\n3, 1, 3\n%s*STEP%s\n*STATIC\n"
          "*CLOAD\n4, 1, 7.E5\n4, 3, -3.E6\n%s*END STEP\n")


def trusses():
    """T3D3: middle nodes are in the middle of the ends, loads there are half of each end's, and supports there across
    the truss do nothing."""
    three, load = ("T3D3", "11, ", "12, ", "13, "), "12, 1, 4.E5\n12, 2, -6.E5\n12, 3, 9.E5\n"
    # of the load along x, y, z
    turned = [4e5 * a + -6e5 * b + 9e5 * c for a, b, c in ((0, 1, 0), (.6, 0, .8), (.8, 0, -.6))]
    half = "".join("4, %d, %.17g\n" % (i + 1, turned[i] / 2) for i in range(3))
    seen = "probes: [{name: tip, node: 4}, {name: middle, mass: NODE 12}]\n"
    for large in ("", ", NLGEOM"):
        scheme = "static" if large else "linear"
        two = tip((TRIPOD % ("T3D2", "", "", "", "", large, half)).replace(
            "*TRANSFORM, NSET=TURNED\n0., .6, .8, 1., 0., 0.\n*NSET, NSET=TURNED\n12\n", ""), scheme, node=4)
        for ranks in (1, 3):
            Path("tripod.inp").write_text(TRIPOD % (*three, "", large, load))
            r = run("gimbal: 1\nmesh: tripod.inp\n" + seen + "time: {scheme: %s, step: 1, steps: 1}\n" % scheme, ranks)
            if check("T3D3" + large, r.status == 0 == two.status and "middle nodes of 3 trusses follow" in r.stderr,
                     r.stderr + two.stderr):
                u, v, middle = (s.json["probes"][n]["u"][-1] for s, n in ((r, "tip"), (two, "tip"), (r, "middle")))
                agree("T3D3%s: the tip" % large, u, v, 1e-11)
                agree("T3D3%s: the middle" % large, middle, [x / 2 for x in u], 0, 1e-11 * max(map(abs, v)))
    straight = (TRIPOD % (*three, "", "", "")).replace(
        "1, 1, 11, 4\n2, 2, 12, 4\n3, 3, 13, 4\n", "1, 1, 11, 4\n").replace(
            "11, .5, .5, 2.5", "11, 0., 0., 2.5").replace("4, 1., 1., 5.", "4, 0., 0., 5.")
    straight = straight.replace("4, 1, 7.E5\n", "").replace("*BOUNDARY\n1", "*BOUNDARY\n11, 1, 2\n4, 1, 2\n1").replace(
        "2, 1, 3\n3, 1, 3\n", "")
    if r := passed("one truss", tip(straight, node=4)):
        close("its shortening", r.json["probes"]["tip"]["u"][-1][2], -3e6 * 5 / (7e10 * .01), 1e-9)
    for said, text in (("a support holds its middle node 11 along the truss", straight.replace("11, 1, 2", "11, 3, 3")),
                       ("its middle node 11 is off the middle of its ends",
                        straight.replace("11, 0., 0., 2.5", "11, 0., 0., 2.4")),
                       ("or another element or a tie has it", straight.replace(
                               "1, 1, 11, 4\n",
                               "1, 1, 11, 4\n2, 1, 11, 4\n*ELEMENT, TYPE=T3D2, ELSET=BAR\n3, 11, 4\n")),
                       ("names node 77, which is not defined", straight.replace("1, 1, 11, 4\n", "1, 1, 11, 77\n")),
                       ("node 77 is not defined", straight.replace("1, 1, 11, 4\n", "1, 1, 77, 4\n"))):
        refused(said, tip(text, verb="check", node=4), 3, said)


def normals():
    """*NORMAL says what directors and axes are, or is refused."""
    given, at = "*NORMAL\nBAR, 3, %s\n", "*BOUNDARY\n"
    for dialect, n in (("abaqus", "0., 2., 0."), ("abaqus", "0., -1., 0."), ("calculix", "0., 0., -1.")):
        same("*NORMAL, " + dialect, LOADED.replace(at, given % n + at), LOADED, "*NORMAL at 1 nodes of elements",
             "deck: {dialect: %s}\n" % dialect)
    shell = ("*NODE\n1, 0.\n2, 2., 0.\n3, 2., 1.\n4, 0., 1.\n*ELEMENT, TYPE=S4, ELSET=E\n1, 1, 2, 3, 4\n"
             "*MATERIAL, NAME=M\n*ELASTIC\n7.E10, .3\n*SHELL SECTION, ELSET=E, MATERIAL=M\n.01\n%s*BOUNDARY\n1, 1, 6\n"
             "4, 1, 6\n*STEP\n*STATIC\n*CLOAD\n3, 3, 5.\n*END STEP\n")
    same("*NORMAL of a shell", shell % "*NORMAL, TYPE=ELEMENT\n1, 3, .1, 0., 1.\nE, 2, 0., 0., 1.\n", shell % "",
         "up to 5.7 degrees from what is given")
    same("S4R5", (shell % "").replace("TYPE=S4", "TYPE=S4R5"), shell % "")
    for said, text, keys in (
            ("n2 of a beam; of CalculiX: n1 of a beam", LOADED.replace(at, given % "0., 2., 0." + at), ""),
            ("(0, 2, 0) is 90 degrees from the axis of the section of element 1",
             LOADED.replace(at, given % "0., 2., 0." + at), "deck: {dialect: calculix}\n"),
            ("is 26.5651 degrees from the normal of element 1; accepted: up to 20 degrees",
             shell % "*NORMAL\n1, 3, .5, 0., 1.\n", ""),
            ("none of the elements has such a node", shell % "*NODE\n9, 1.\n*NORMAL\n1, 9, 0., 0., 1.\n", ""),
            ("a direction of length 0", shell % "*NORMAL\n1, 3\n", ""),
            ("accepted: ELEMENT", shell % "*NORMAL, TYPE=CONTACT SURFACE\n1, 3, 0., 0., 1.\n", "")):
        refused(said, tip(text, keys=keys, verb="check"), 3, said)
    passed("*NO ANALYSIS alone", tip(LOADED.replace("*STATIC", "*NO ANALYSIS"), verb="check"),
           "the only step, of *NO ANALYSIS, asks for nothing")


def single():
    """A member whose ends do not turn sways as it shall with one beam of two nodes as with several."""
    deck = "*NODE\n%s*ELEMENT, TYPE=B31, ELSET=BAR\n%s" + LOADED[LOADED.index("*MATERIAL"):].replace(
        "\n3, 3, 5.", "\n9, 3, 5.").replace("\n3, 2, 2.\n", "\n")
    exact = 5 * 2**3 / (12 * 7e10 * .1**4 / 12) + 5 * 2 / (7e10 / 2.6 * .01 * 5 / 6)
    for n in (1, 2, 4):
        ids = [1] + list(range(21, 20 + n)) + [9]
        nodes = "".join("%d, %.17g, 0., 0.\n" % (i, 2 * k / n) for k, i in enumerate(ids))
        text = deck % (nodes, "".join("%d, %d, %d\n" % (k + 1, ids[k], ids[k + 1]) for k in range(n)))
        if r := passed("%d beams" % n, tip(text.replace("*BOUNDARY\n", "*BOUNDARY\n9, 4, 6\n"), node=9)):
            close("%d beams" % n, r.json["probes"]["tip"]["u"][-1][2], exact, 2e-5)


def sectionless():
    """Elements without a section are named with the keyword that is missing; the case may give it."""
    two = TRIPOD % ("T3D2", "", "", "", "", "", "")
    bare = two.replace("*SOLID SECTION, ELSET=BAR, MATERIAL=M\n.01\n", "*ELSET, ELSET=PART\n1\n%s")
    part = "*SOLID SECTION, ELSET=PART, MATERIAL=M\n.01\n"
    said = ("element %d, a %s, is in no set that *%s SECTION names (elements without a section: %d); accepted: *%s "
            "SECTION with a set of it")
    for text, words in ((bare % "", (1, "truss", "SOLID", 3, "SOLID")),
                        (bare % part, (2, "truss", "SOLID", 2, "SOLID")),
                        (BEAM.replace("*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT\n.1, .1\n0., 0., -1.\n", "") %
                         ("", "", ""), (1, "beam", "BEAM", 1, "BEAM"))):
        for ranks in (1, 2):
            refused("no section of " + words[1], tip(text, verb="check", ranks=ranks), 3, said % words)
    r = tip(bare % "*BEAM SECTION, ELSET=PART, MATERIAL=M, SECTION=RECT\n.1, .1\n", verb="check")
    check("a section of beams", "PART has element 1, which is a truss with a section by *SOLID SECTION; accepted: a "
          "set of beams alone" in r.stderr, r.stderr)
    keys = ("materials: {S: {young: 7e10, poisson: 0.3}}\nsections: {r: {type: rod, area: 0.01, material: S}}\n"
            "beams: [{group: BAR, section: r}]\n")
    whole, given = tip(two, node=4), tip(bare % "", node=4, keys=keys)
    if check("a section of the case", whole.status == given.status == 0, given.stderr):
        agree("with it", *(r.json["probes"]["tip"]["u"][-1] for r in (whole, given)), 1e-12, each=True)


def distributed():
    """A beam that ends at the reference node of a *DISTRIBUTING coupling carries its loads there."""
    grid = "*NODE\n" + "".join("%d, %g, %g, 0.\n" % (1 + i + 5 * j, i / 4, j / 4) for j in range(3) for i in range(5))
    plate = "*ELEMENT, TYPE=S4, ELSET=P\n" + "".join("%d, %d, %d, %d, %d\n" % (
        1 + i + 4 * j, 1 + i + 5 * j, 2 + i + 5 * j, 7 + i + 5 * j, 6 + i + 5 * j) for j in range(2) for i in range(4))
    rest = ("*SHELL SECTION, ELSET=P, MATERIAL=M\n.02\n*MATERIAL, NAME=M\n*ELASTIC\n1.E7, .3\n*NSET, NSET=E\n"
            "5, 4, 10, 15\n*SURFACE, TYPE=NODE, NAME=S\nE\n*COUPLING, CONSTRAINT NAME=C, REF NODE=99, SURFACE=S\n"
            "*DISTRIBUTING\n1, 6\n*BOUNDARY\n1, 1, 6\n6, 1, 6\n11, 1, 6\n*STEP\n*STATIC\n*CLOAD\n%s*END STEP\n")
    bar = ("*ELEMENT, TYPE=B31, ELSET=B\n77, 99, 100\n*BEAM SECTION, ELSET=B, MATERIAL=M, SECTION=RECT\n.1, .1\n"
           "0., 0., -1.\n")
    found = []
    for label, nodes, more, loads in (("nothing", "", "", "99, 1, 1.\n99, 2, 2.\n99, 3, 3.\n99, 5, -.9\n99, 6, .6\n"),
                                      ("a beam", "100, 1.5, .2, .1\n", bar, "100, 1, 1.\n100, 2, 2.\n100, 3, 3.\n")):
        if r := passed("with %s at its reference node" % label, tip(
                grid + "99, 1.2, .2, .1\n" + nodes + plate + more + rest % loads, ranks=1 + len(found), node=5)):
            found.append(r.json["probes"]["tip"]["u"][-1])
            off = max(abs(x - y) for x, y in zip(found[0], found[-1])) / max(map(abs, found[0]))
            check("%s at its reference node carries its loads there" % label, off < 1e-8, (off, found))


def gravities():
    """GRAV of sets that are all elements together pulls a column of length L by rho g L^2 / (2 E)."""
    column = ("*NODE\n1, 0., 0., 0.\n2, 2., 0., 0.\n3, 3., 0., 0.\n*ELEMENT, TYPE=B31, ELSET=A\n1, 1, 2\n"
              "*ELEMENT, TYPE=B31, ELSET=B\n2, 2, 3\n*ELSET, ELSET=ALL\nA, B\n*MATERIAL, NAME=M\n*ELASTIC\n7.E10, .3\n"
              "*DENSITY\n2700.\n*BEAM SECTION, ELSET=ALL, MATERIAL=M, SECTION=RECT\n.1, .1\n0., 0., -1.\n*BOUNDARY\n"
              "1, 1, 6\n")
    step, exact = "*STEP\n*STATIC\n%s*END STEP\n", 2700 * 9.81 * 3 ** 2 / (2 * 7e10)
    a, b = "*DLOAD\nA, GRAV, 9.81, 1., 0., 0.\n", "B, GRAV, 9.81, 1., 0., 0.\n"
    for label, steps, factor in (("two sets", step % (a + b), 1), ("two keywords", step % (a + "*DLOAD\n" + b), 1),
                                 ("all", step % "*DLOAD\nALL, GRAV, 9.81, 2., 0., 0.\n", 1),
                                 ("a later step", step % (a + b) + step % (a + b).replace("9.81", "19.62"), 2),
                                 ("a step that removes it",
                                  step % a + step % "*DLOAD, OP=NEW\nALL, GRAV, 9.81, 1., 0., 0.\n", 1)):
        if r := passed("gravity of %s" % label, tip(
                column + steps, keys="deck: {step: 2}\n" * (steps.count("*STEP") - 1),
                ranks=1 + (label == "two sets"))):
            close("pulls a column, %s" % label, r.json["probes"]["tip"]["u"][-1][0], factor * exact, 1e-9)
    for steps, said in ((a, "deck.inp:24: *DLOAD: GRAV on 1 of the 2 elements"),
                        (a + b.replace("1., 0., 0.", "0., 1., 0."),
                         "another gravity than that of line 24, on 1 of the 2"),
                        (a + a[7:], "element 1 has the same gravity twice"),
                        (a + ", GRAV, 9.81, 1., 0., 0.\n", "GRAV on 1 of the 2 elements"),
                        ("*DLOAD\nA, CENTRIF, 4., 0., 0., 0., 0., 0., 1.\n", "CENTRIF on 1 of the 2 elements")):
        refused(said, tip(column + step % steps, verb="check"), 3, said)


for part in (rotations, gravities, distributed, sectionless, steps, single, trusses, normals, spelling, plane, held,
             doubled, thicknesses):
    part()
