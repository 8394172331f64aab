"""Nothing of an .inp deck is read and without effect: each parameter and field, changed, changes the motion or is
refused.

Claims: of decks that have every keyword that is read, each number changed (1.3 times and 0.7 more; integers by 1), each
word and each value of a parameter replaced, each parameter left out and each line of data left out changes the probes
or is an error, but for what the table HARMLESS names with its reason; a further field, a further line and an unknown
parameter are errors.
"""
# timeout: 300
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from helper import check, program

PARTS = ("*HEADING\nA shell on a beam, held by springs, with a rotor\n*PART, NAME=P\n*NODE\n1, 0., 0., 0.\n"
         "2, 1., 0., .1\n3, 1., 1., .2\n4, 0., 1., 0.\n5, 2., 1., .3\n6, 2., 0., .1\n7, 3., 0., .7\n*NODE, SYSTEM=C\n"
         "8, 3., 30., .9\n*ELEMENT, TYPE=S4, ELSET=SKIN\n1, 1, 2, 3, 4\n*ELEMENT, TYPE=S4, ELSET=PLAIN\n2, 2, 6, 5, 3\n"
         "*ELEMENT, TYPE=S3, ELSET=TAPER\n5, 6, 7, 5\n*ELEMENT, TYPE=B31, ELSET=BAR\n3, 6, 7\n"
         "*ELEMENT, TYPE=B31, ELSET=GEN\n4, 5, 8\n*NODAL THICKNESS\n6, .03\n5, .035\n7, .032\n"
         "*SHELL SECTION, ELSET=TAPER, MATERIAL=METAL, NODAL THICKNESS\n*ORIENTATION, NAME=OR\n1., .3, 0., .1, 1., 0., "
         "0., .1, 0.\n3, 20.\n*SHELL SECTION, ELSET=SKIN, COMPOSITE, ORIENTATION=OR\n.01, 3, PLY, 30.\n"
         ".02, , ORTHO, -10.\n*SHELL SECTION, ELSET=PLAIN, MATERIAL=METAL\n.03\n*BEAM SECTION, ELSET=BAR, "
         "MATERIAL=METAL, SECTION=I, OFFSET1=.3, OFFSET2=.2\n.05, .2, .1, .1, .02, .02, .03\n0., 1., .2\n"
         "*BEAM GENERAL SECTION, ELSET=GEN, SECTION=GENERAL, DENSITY=2000.\n.02, 6.E-5, 1.E-5, 2.E-5, 4.E-5\n"
         ".2, 1., .1\n7.E7, 2.7E7\n*END PART\n*ASSEMBLY, NAME=A\n*INSTANCE, NAME=I, PART=P\n.3, .2, .1\n"
         "0., 0., 1., 1., .5, 1., 30.\n*END INSTANCE\n*NODE\n100, 2.5, 1.5, .4\n101, .5, 2., .5\n"
         "*NSET, NSET=CLAMP, INSTANCE=I\n1, 4\n*ELSET, ELSET=EDGE, INSTANCE=I\n2\n*NSET, NSET=TWO\nI.3, I.5\n"
         "*ELEMENT, TYPE=MASS, ELSET=M\n900, 100\n901, 101\n*ELEMENT, TYPE=ROTARYI, ELSET=R\n902, 100\n*MASS, ELSET=M\n"
         "5.\n*ROTARY INERTIA, ELSET=R\n.3, .4, .5\n*SURFACE, NAME=S\nEDGE, SPOS\n*SURFACE, NAME=SN, TYPE=NODE\nTWO\n"
         "*COUPLING, CONSTRAINT NAME=C, REF NODE=100, SURFACE=SN\n*KINEMATIC\n1, 3\n*ELEMENT, TYPE=SPRINGA, ELSET=K\n"
         "903, I.2, 101\n*SPRING, ELSET=K, NONLINEAR\n-30., -.1\n0., 0.\n80., .2\n*ELEMENT, TYPE=SPRING1, ELSET=G\n"
         "904, 101\n*SPRING, ELSET=G\n2\n300.\n*ELEMENT, TYPE=SPRING2, ELSET=T\n905, I.5, 101\n*SPRING, ELSET=T\n1, 1\n"
         "200.\n*ELEMENT, TYPE=DASHPOTA, ELSET=D\n906, I.6, 101\n*DASHPOT, ELSET=D\n\n3.\n*END ASSEMBLY\n"
         "*MATERIAL, NAME=PLY\n*ELASTIC, TYPE=LAMINA\n1.E9, 1.E8, .3, 5.E7, 4.E7, 3.E7\n*DENSITY\n1600.\n"
         "*MATERIAL, NAME=ORTHO\n*ELASTIC, TYPE=ENGINEERING CONSTANTS\n2.E9, 1.E9, 1.E9, .2, .2, .2, 3.E8, 2.E8\n1.E8\n"
         "*DENSITY\n1200.\n*DAMPING, ALPHA=3., BETA=1.E-3\n*MATERIAL, NAME=METAL\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.\n"
         "*AMPLITUDE, NAME=RAMP\n0., 0., .1, 1.2, 1., 3.\n*AMPLITUDE, NAME=WAVE, DEFINITION=PERIODIC\n1, 7., .001, .4\n"
         ".3, .5\n*NSET, NSET=OWN\nI.6, I.7, I.8\n*TRANSFORM, NSET=OWN, TYPE=R\n1., .2, 0., 0., 1., .3\n"
         "*INITIAL CONDITIONS, TYPE=VELOCITY\n101, 1, .5\n*STEP, NAME=FIRST, NLGEOM=YES, INC=10\n*STATIC\n.1, 1.\n"
         "*BOUNDARY\nCLAMP, ENCASTRE\n*BOUNDARY, AMPLITUDE=RAMP\nI.6, 2, 2, .01\nI.7, 1, 2\n*CLOAD, AMPLITUDE=WAVE\n"
         "I.7, 3, 4.\nI.8, 5, .3\n100, 4, .7\n101, 2, 6.\n*DLOAD\nI.SKIN, P, 30.\nI.BAR, PX, 9.\nI.BAR, P1, 5.\n"
         "I.GEN, P2, 4.\n, GRAV, 9.81, 0., .3, -1.\n*DSLOAD, OP=MOD\nS, P, 20.\n*END STEP\n")
JOINED = ("*NODE\n1, 0., 0., 0.\n3, 2., 0., .2\n11, 0., 2., .1\n13, 2., 2., .4\n31, 4., 1., .6\n32, 4., 1., .6\n"
          "33, 5., 2., .6\n34, 0., 3., .6\n35, 3.5, 1., .6\n*NGEN, NSET=LEFT\n1, 11, 5\n*NGEN\n3, 13, 5\n1, 3, 1\n"
          "6, 8\n11, 13\n*ELEMENT, TYPE=S4\n1, 1, 2, 7, 6\n*ELGEN, ELSET=SKIN\n1, 2, 1, 1, 2, 5, 10\n"
          "*ELEMENT, TYPE=T3D2, ELSET=ROD\n50, 13, 34\n*SOLID SECTION, ELSET=ROD, MATERIAL=WIRE\n.02\n"
          "*MATERIAL, NAME=WIRE\n*ELASTIC\n7.E6, .3\n*DENSITY\n2700.\n*NSET, NSET=LINE, GENERATE\n3, 13, 5\n"
          "*SHELL GENERAL SECTION, ELSET=SKIN, MATERIAL=METAL\n.03\n*MATERIAL, NAME=METAL\n*ELASTIC, TYPE=ORTHOTROPIC\n"
          "9.E7, 3.E7, 8.E7, 2.E7, 1.E7, 9.E7, 2.E7, 3.E7\n4.E7\n*DENSITY\n2700.\n*ORIENTATION, NAME=AX\n"
          ".2, 1., .3, 0., 0., 1.\n1, 0.\n*RIGID BODY, REF NODE=35, TIE NSET=LINE\n*ELEMENT, TYPE=CONN3D2, ELSET=H\n"
          "60, 35, 31\n*ELEMENT, TYPE=CONN3D2, ELSET=L\n61, 32, 33\n*ELEMENT, TYPE=CONN3D2, ELSET=B\n62, 31, 32\n"
          "*CONNECTOR BEHAVIOR, NAME=HB\n*CONNECTOR ELASTICITY, NONLINEAR, COMPONENT=1\n-700., -1.\n0., .001\n"
          "900., 1.\n*CONNECTOR DAMPING, COMPONENT=1\n3.\n*CONNECTOR BEHAVIOR, NAME=BB\n*CONNECTOR ELASTICITY, "
          "COMPONENT=2\n900.\n*CONNECTOR ELASTICITY, COMPONENT=5\n90.\n*CONNECTOR SECTION, ELSET=H\nBEAM\n"
          "*CONNECTOR SECTION, ELSET=L, BEHAVIOR=HB\nAXIAL\n*CONNECTOR SECTION, ELSET=B, BEHAVIOR=BB\nBUSHING\nAX\n"
          "*ELEMENT, TYPE=MASS, ELSET=M\n90, 31\n91, 32\n92, 33\n*MASS, ELSET=M\n5.\n*ELEMENT, TYPE=ROTARYI, ELSET=R\n"
          "93, 31\n94, 32\n*ROTARY INERTIA, ELSET=R\n.3, .4, .5\n*EQUATION\n2\n13, 3, 1., 33, 2, -.5\n"
          "*AMPLITUDE, NAME=EVEN, DEFINITION=EQUALLY SPACED, FIXED INTERVAL=.02, BEGIN=.005\n.2, 1., .5\n"
          "*AMPLITUDE, NAME=SOFT, DEFINITION=SMOOTH STEP\n0., .2, .2, 1.5\n*AMPLITUDE, NAME=DIE, DEFINITION=DECAY\n"
          ".2, 1., .01, .3\n*AMPLITUDE, NAME=HUM, DEFINITION=MODULATED\n.2, 1., .01, 3., 5.\n*TRANSFORM, NSET=LEFT, "
          "TYPE=C\n-1., -1., 0., -1., -1., 2.\n*BOUNDARY\nLEFT, 2\nLEFT, 3\nLEFT, 4, 6\n34, 1, 3\n*STEP\n*DYNAMIC\n"
          ".1, 1.\n*CLOAD, AMPLITUDE=EVEN\n31, 3, 4.\n32, 1, 3.\n*CLOAD, AMPLITUDE=SOFT\n32, 4, 3.\n33, 3, 5.\n"
          "*CLOAD, AMPLITUDE=DIE\n12, 3, 5.\n*CLOAD, AMPLITUDE=HUM\n8, 3, 5.\n7, 1, 5.\n*DLOAD\n"
          ", GRAV, 9.81, 0., .3, -1.\n*END STEP\n")
HINGED = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., .1\n3, 1., 1., .2\n4, 0., 1., 0.\n5, 2., 1., 0.\n6, 2., 2., 0.\n"
          "7, 2.5, 2.5, .3\n*ELEMENT, TYPE=S4, ELSET=SKIN\n1, 1, 2, 3, 4\n*ELEMENT, TYPE=B31, ELSET=BAR\n2, 3, 5\n"
          "*SHELL SECTION, ELSET=SKIN, MATERIAL=METAL\n.03, 5\n*BEAM GENERAL SECTION, ELSET=BAR, SECTION=PIPE, "
          "MATERIAL=METAL, OFFSET1=.3, OFFSET2=.2\n.1, .02\n0., 1., .2\n*MATERIAL, NAME=METAL\n*ELASTIC\n7.E7, .3\n"
          "*DENSITY\n2700.\n*ORIENTATION, NAME=AX\n.2, 1., .3, 0., 0., 1.\n1, 0.\n*ELEMENT, TYPE=CONN3D2, ELSET=H\n"
          "60, 5, 6\n*ELEMENT, TYPE=CONN3D2, ELSET=J\n61, 7,\n*ELEMENT, TYPE=CONN3D2, ELSET=B\n62, 7, 6\n"
          "*CONNECTOR SECTION, ELSET=B\nBEAM\n*CONNECTOR BEHAVIOR, NAME=HB\n*CONNECTOR ELASTICITY, COMPONENT=4\n70.\n"
          "*CONNECTOR DAMPING, COMPONENT=4\n3.\n*CONNECTOR SECTION, ELSET=H\nLINK\n*CONNECTOR SECTION, ELSET=J, "
          "BEHAVIOR=HB\nHINGE\nAX\n*ELEMENT, TYPE=MASS, ELSET=M\n90, 6\n*MASS, ELSET=M\n5.\n*ELEMENT, TYPE=ROTARYI, "
          "ELSET=R\n93, 6\n*ROTARY INERTIA, ELSET=R\n.3, .4, .5\n*KINEMATIC COUPLING, REF NODE=2\n3, 1, 3\n"
          "*ELEMENT, TYPE=MASS, ELSET=Q\n94, 2\n*MASS, ELSET=Q\n1.\n*AMPLITUDE, NAME=GO, SHIFTX=.01, SHIFTY=.2\n"
          "0., 0., 1., 1.\n*STEP, NLGEOM\n*DYNAMIC\n.1, 1.\n*BOUNDARY\n1, PINNED\n1, 4, 6\n4, ENCASTRE\n"
          "*CLOAD, AMPLITUDE=GO\n6, 4, 3.\n5, 3, 5.\n2, 3, 7.\n*END STEP\n")
DRIVEN = HINGED.replace(", BEHAVIOR=HB\n", "\n").replace(
    "*CLOAD, AMPLITUDE=GO",
    "*CONNECTOR MOTION, AMPLITUDE=TURN, TYPE=DISPLACEMENT\nJ, 4, .5\n*CLOAD, AMPLITUDE=GO").replace(
        "*STEP", "*AMPLITUDE, NAME=TURN\n0., 0., 1., 1.\n*STEP")
CASE = "gimbal: 1\nmesh: %s\n%sprobes: [%s]\ntime: {scheme: bdf2, step: 0.02, steps: 3}\noutput: {every: 0}\n"
TIED = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., .1\n3, 1., 1., .2\n4, 0., 1., 0.\n5, 1., 0., .1\n6, 1., 1., .2\n"
        "7, 2., 1., .3\n8, 2., 0., .1\n*ELEMENT, TYPE=S4, ELSET=SKIN\n1, 1, 2, 3, 4\n2, 5, 8, 7, 6\n"
        "*SURFACE, NAME=SLAVE, TYPE=NODE\n5\n6\n*SURFACE, NAME=MASTER, TYPE=NODE\n2\n3\n*TIE, NAME=T, ADJUST=YES, "
        "POSITION TOLERANCE=.1\nSLAVE, MASTER\n*MATERIAL, NAME=METAL\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.\n"
        "*SHELL SECTION, ELSET=SKIN, MATERIAL=METAL\n.03\n*BOUNDARY\n1, ENCASTRE\n4, ENCASTRE\n*STEP\n*STATIC\n*CLOAD\n"
        "7, 3, 2.\n*END STEP\n")

TOUCHING = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 1., 1., 0.\n4, 0., 1., 0.\n5, 0., 0., 1.\n6, 1., 0., 1.\n7, 1., 1., 1.\n"
            "8, 0., 1., 1.\n11, 0., 0., .99\n12, 1., 0., .99\n13, 1., 1., .99\n14, 0., 1., .99\n15, 0., 0., 2.\n16, 1., 0., 2.\n"
            "17, 1., 1., 2.\n18, 0., 1., 2.\n*ELEMENT, TYPE=C3D8, ELSET=LOWER\n1, 1, 2, 3, 4, 5, 6, 7, 8\n"
            "*ELEMENT, TYPE=C3D8, ELSET=UPPER\n2, 11, 12, 13, 14, 15, 16, 17, 18\n*MATERIAL, NAME=METAL\n*ELASTIC\n7.E5, .3\n"
            "*DENSITY\n2700.\n*SOLID SECTION, ELSET=LOWER, MATERIAL=METAL\n*SOLID SECTION, ELSET=UPPER, MATERIAL=METAL\n"
            "*SURFACE, NAME=LOW\nLOWER, S2\n*SURFACE, NAME=UP\nUPPER, S1\n*SURFACE INTERACTION, NAME=I\n1.\n"
            "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n2.E6, 1., .1\n*FRICTION\n0.\n*CONTACT PAIR, INTERACTION=I, "
            "TYPE=SURFACE TO SURFACE\nUP, LOW\n*BOUNDARY\n1, ENCASTRE\n2, ENCASTRE\n3, ENCASTRE\n4, ENCASTRE\n*STEP\n*STATIC\n*CLOAD\n17, 3, -9.\n"
            "*END STEP\n")
HEATED = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., .1\n3, 1., 1., .2\n4, 0., 1., 0.\n*ELEMENT, TYPE=S4, ELSET=SKIN\n"
          "1, 1, 2, 3, 4\n*MATERIAL, NAME=METAL\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.\n*EXPANSION, TYPE=ISO, ZERO=4.\n"
          "2.E-5, 10.\n*SHELL SECTION, ELSET=SKIN, MATERIAL=METAL\n.03\n*BOUNDARY\n1, ENCASTRE\n4, ENCASTRE\n"
          "*INITIAL CONDITIONS, TYPE=TEMPERATURE\n4, 15.\n2, 20.\n*STEP\n*STATIC\n*TEMPERATURE\n1, 80.\n3, 70.\n"
          "*END STEP\n*STEP\n*STATIC\n*TEMPERATURE, OP=NEW\n2, 50.\n4, 60.\n*END STEP\n")

DECKS = {
    "heated": (HEATED, "deck: {step: 2}\n", ["{name: a, node: 2}", "{name: b, node: 3}"]),
    "parts": (PARTS, "", ["{name: a, node: 3}", "{name: b, node: 5}", "{name: c, node: 7}", "{name: d, node: 8}",
                          "{name: e, mass: NODE 109}", "{name: f, body: NODE 108, at: [3, 2, 1]}"]),
    "joined": (JOINED, "", ["{name: a, node: 7}", "{name: b, node: 12}", "{name: c, mass: NODE 33}",
                            "{name: d, body: NODE 31, at: [3, 2, 1]}", "{name: e, body: NODE 32, at: [3, 2, 1]}",
                            "{name: f, node: 13}"]),
    "hinged": (HINGED, "deck: {dialect: calculix}\n",
               ["{name: a, node: 3}", "{name: b, node: 5}", "{name: c, body: NODE 6, at: [3, 2, 1]}"]),
    "driven": (DRIVEN, "deck: {dialect: calculix}\n",
               ["{name: a, node: 3}", "{name: b, node: 5}", "{name: c, body: NODE 6, at: [3, 2, 1]}"]),
    "touching": (TOUCHING, "deck: {dialect: calculix}\n", ["{name: a, node: 7}", "{name: b, node: 13}"]),
    "tied": (TIED, "deck: {dialect: abaqus}\n", ["{name: a, node: 7}", "{name: b, node: 8}"])}
# Keywords of several forms, which each deck tries; the others the first that has them.
FORMS = {"ELASTIC", "INITIAL CONDITIONS", "AMPLITUDE", "TRANSFORM", "BEAM GENERAL SECTION", "BOUNDARY",
         "CONNECTOR SECTION", "CONNECTOR ELASTICITY", "CONNECTOR MOTION"}
# Keywords without data or parameters, or of other tests.
UNTRIED = {"PART", "END PART", "ASSEMBLY", "END ASSEMBLY", "END INSTANCE", "END STEP", "INCLUDE", "FREQUENCY", "BUCKLE",
           "NO ANALYSIS", "NORMAL", "MPC", "DISTRIBUTING", "TRANSVERSE SHEAR STIFFNESS"}
# What may change nothing: a keyword, and what of it, as patterns of whole words; with the reason.
HARMLESS = (("EXPANSION", ".*ZERO.*|data 1 field 2|without TYPE", "expansions are constant and isotropic"),
            ("TEMPERATURE", "data 1 .*|data 2 .*|without data [12]", "OP=NEW of the next step"),
            ("TIE", ".*(NAME|ADJUST|POSITION TOLERANCE).*", "nodes are at one place"), ("HEADING", ".*", "a title"),
            ("COUPLING", ".*CONSTRAINT NAME.*", "a name"), ("BEAM SECTION", "a further line", "points of integration"),
            ("ELASTIC", "data 1 field [356]", "moduli along the normal"),
            ("SPRING|CONNECTOR ELASTICITY", "(without )?data 3.*", "an elongation beyond what it comes to"),
            ("DASHPOT", "without data 1", "a blank line"),
            ("SURFACE INTERACTION", "(without )?data 1.*", "a thickness of plane models"),
            ("SURFACE BEHAVIOR", "data 1 field [23]", "a tension of CalculiX"),
            ("CONTACT PAIR", "without TYPE", "both types are one contact"),
            ("AMPLITUDE", "data 1 field [56]", "a time beyond the march's"),
            ("TRANSFORM", "without TYPE", "R is meant without"),
            ("TRANSFORM", "data 1 field [36]", "an axis along itself"),
            ("BOUNDARY", "data 4 field 3", "trusses have no rotations"),
            ("DSLOAD", "without OP", "MOD is meant without"), ("STATIC|DYNAMIC", ".*", "times are the case's"),
            ("STEP", "NAME.*|INC.*|without NAME|without INC", "names and times are the case's"),
            ("STEP", "without NLGEOM", "pressures alone follow with it"),
            ("ELEMENT", "data . field 1", "numbers of elements"), ("ELGEN", "data 1 field [47]", "numbers of elements"),
            ("NSET", "data 1 field 2", "the last number of GENERATE need not be there"),
            ("SHELL SECTION", "data 1 field 2", "points of integration"),
            ("ORIENTATION", "data 1 field [456]|data 2 field 1|without data 2", "connectors without a second axis"),
            ("ELEMENT", "data 1 field 2", "the inertia of one of two bodies that are fixed to each other"),
            ("CLOAD", "data 1 field 1", "and a moment on it"),
            ("BOUNDARY", "data 2 field 2", "one rotation of two that fix a director"),
            ("CONNECTOR MOTION", "without TYPE", "DISPLACEMENT is meant without"),
            ("NODE", "data 9 field [234]", "the node of reference of a body"))


def blocks(deck):
    """Keyword, parameters, and lines of data, by line."""
    out = []
    for n, line in enumerate(deck.splitlines()):
        if line.startswith("*"):
            words = [w.strip() for w in line[1:].split(",")]
            out.append((words[0], n, words[1:], []))
        else:
            out[-1][3].append(n)
    return out


def other(word):
    """A number or word that is not this one."""
    if re.fullmatch(r"[-+]?\d+", word):
        return str(int(word) + 1)
    try:
        return repr(1.3 * float(word) + .7)
    except ValueError:
        return "ZZZ"


def changes(deck, tried):
    """Keyword, what is changed, whether it must be an error, and the changed deck."""
    lines = deck.splitlines()
    def with_line(n, text, more=()):
        return "\n".join(lines[:n] + ([] if text is None else [text]) + list(more) + lines[n + 1:]) + "\n"
    for name, n, words, data in blocks(deck):
        if name in ("PART", "END PART", "ASSEMBLY", "END ASSEMBLY", "END INSTANCE", "END STEP"):
            continue
        for k, word in enumerate(words):
            key, _, value = word.partition("=")
            for what, changed in (
                    (key + " changed", [key + "=" + other(value)] if value else None), ("without " + key, [])):
                if changed is not None:
                    yield name, what, False, with_line(n, "*" + ", ".join([name] + words[:k] + changed + words[k + 1:]))
        if name not in tried:
            yield name, "another parameter", True, with_line(n, "*" + ", ".join([name] + words + ["FOO=1"]))
        for d, at in enumerate(data[:2] if name == "NODE" else data):
            fields = [f.strip() for f in lines[at].rstrip().rstrip(",").split(",")]
            for k, field in enumerate(fields):
                if field:
                    yield name, "data %d field %d" % (d + 1, k + 1), False, with_line(
                        at, ", ".join(fields[:k] + [other(field)] + fields[k + 1:]))
            yield name, "without data %d" % (d + 1), False, with_line(at, None)
        if data and name not in tried:
            last = data[-1]
            fields = lines[last].rstrip().rstrip(",")
            yield name, "a further field", True, with_line(last, fields + ", , , , , , , , , , , 7.")
            yield name, "a further line", False, with_line(last, lines[last], ["7."])
        tried.add(name)


def result(name, number, text, keys, probes):
    """Probes of a deck, or the first line of its error."""
    stem = "%s%d" % (name, number)
    Path(stem + ".inp").write_text(text)
    Path(stem + ".yaml").write_text(CASE % (stem + ".inp", keys, ", ".join(probes)))
    r = program(["run", stem + ".yaml", "--quiet", "--json", stem + ".json", "--output-dir", "."])
    if r.status != 0:
        return ([w for w in r.stderr.strip().splitlines() if "warning:" not in w][-1] if r.stderr.strip()
                else "status %d" % r.status)
    out = [x for p in json.loads(Path(stem + ".json").read_text())["probes"].values() for u in p["u"] for x in u]
    for suffix in (".inp", ".yaml", ".json"):
        Path(stem + suffix).unlink()
    return out


def differs(a, b):
    """Whether two results do."""
    if isinstance(a, str) or isinstance(b, str) or len(a) != len(b):
        return a != b
    return max(abs(x - y) for x, y in zip(a, b)) > 1e-12 * max(map(abs, b))


def hunt(tried, name, deck, keys, probes):
    first = result(name, 0, deck, keys, probes)
    if not check("the deck '%s' runs" % name, not isinstance(first, str), first):
        return
    before = set(tried)
    all_ = [c for c in changes(deck, tried) if (c[0] not in before or c[0] in FORMS)
            and (name != "driven" or c[0] == "CONNECTOR MOTION")]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: result(name, k + 1, all_[k][3], keys, probes), range(len(all_))))
    for (keyword, what, error, text), outcome in zip(all_, found):
        if any(re.fullmatch(k, keyword) and re.fullmatch(w, what) for k, w, _ in HARMLESS):
            continue
        label = "%s: *%s, %s" % (name, keyword, what)
        if error:
            check(label + " is an error", isinstance(outcome, str) and ".inp:" in outcome,
                  text if not isinstance(outcome, str) else outcome)
        else:
            check(label + " has an effect", differs(outcome, first), text)
            check(label + " does not crash", not isinstance(outcome, str) or outcome.startswith("gimbal:"), outcome)


if __name__ == "__main__":
    seen = set()
    for deck in DECKS.items():
        hunt(seen, deck[0], *deck[1])
    read = re.findall(r"^\| ([A-Z][A-Z ,]+) \|", program(["help", "keywords"]).stdout.split("## Left out")[0], re.M)
    missing = {w for row in read for w in row.split(", ")} - seen - UNTRIED
    check("each keyword that is read is tried", not missing, missing)
