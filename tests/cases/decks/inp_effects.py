"""Nothing of an .inp deck is read and without effect: each parameter and field, changed, changes the motion or is refused.

Claims: of decks that have every keyword that is read, each number changed (1.3 times and 0.7 more; integers by 1), each word and
each value of a parameter replaced, each parameter left out and each line of data left out changes the probes or is an error,
but for what the table HARMLESS names with its reason; a further field, a further line and an unknown parameter are errors.
"""
# timeout: 300
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from helper import check, program

PARTS = """*HEADING
A shell on a beam, held by springs, with a rotor
*PART, NAME=P
*NODE
1, 0., 0., 0.
2, 1., 0., .1
3, 1., 1., .2
4, 0., 1., 0.
5, 2., 1., .3
6, 2., 0., .1
7, 3., 0., .7
*NODE, SYSTEM=C
8, 3., 30., .9
*ELEMENT, TYPE=S4, ELSET=SKIN
1, 1, 2, 3, 4
*ELEMENT, TYPE=S4, ELSET=PLAIN
2, 2, 6, 5, 3
*ELEMENT, TYPE=S3, ELSET=TAPER
5, 6, 7, 5
*ELEMENT, TYPE=B31, ELSET=BAR
3, 6, 7
*ELEMENT, TYPE=B31, ELSET=GEN
4, 5, 8
*NODAL THICKNESS
6, .03
5, .035
7, .032
*SHELL SECTION, ELSET=TAPER, MATERIAL=METAL, NODAL THICKNESS
*ORIENTATION, NAME=OR
1., .3, 0., .1, 1., 0., 0., .1, 0.
3, 20.
*SHELL SECTION, ELSET=SKIN, COMPOSITE, ORIENTATION=OR
.01, 3, PLY, 30.
.02, , ORTHO, -10.
*SHELL SECTION, ELSET=PLAIN, MATERIAL=METAL
.03
*BEAM SECTION, ELSET=BAR, MATERIAL=METAL, SECTION=I, OFFSET1=.3, OFFSET2=.2
.05, .2, .1, .1, .02, .02, .03
0., 1., .2
*BEAM GENERAL SECTION, ELSET=GEN, SECTION=GENERAL, DENSITY=2000.
.02, 6.E-5, 1.E-5, 2.E-5, 4.E-5
.2, 1., .1
7.E7, 2.7E7
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=I, PART=P
.3, .2, .1
0., 0., 1., 1., .5, 1., 30.
*END INSTANCE
*NODE
100, 2.5, 1.5, .4
101, .5, 2., .5
*NSET, NSET=CLAMP, INSTANCE=I
1, 4
*ELSET, ELSET=EDGE, INSTANCE=I
2
*NSET, NSET=TWO
I.3, I.5
*ELEMENT, TYPE=MASS, ELSET=M
900, 100
901, 101
*ELEMENT, TYPE=ROTARYI, ELSET=R
902, 100
*MASS, ELSET=M
5.
*ROTARY INERTIA, ELSET=R
.3, .4, .5
*SURFACE, NAME=S
EDGE, SPOS
*SURFACE, NAME=SN, TYPE=NODE
TWO
*COUPLING, CONSTRAINT NAME=C, REF NODE=100, SURFACE=SN
*KINEMATIC
1, 3
*ELEMENT, TYPE=SPRINGA, ELSET=K
903, I.2, 101
*SPRING, ELSET=K, NONLINEAR
-30., -.1
0., 0.
80., .2
*ELEMENT, TYPE=SPRING1, ELSET=G
904, 101
*SPRING, ELSET=G
2
300.
*ELEMENT, TYPE=SPRING2, ELSET=T
905, I.5, 101
*SPRING, ELSET=T
1, 1
200.
*ELEMENT, TYPE=DASHPOTA, ELSET=D
906, I.6, 101
*DASHPOT, ELSET=D

3.
*END ASSEMBLY
*MATERIAL, NAME=PLY
*ELASTIC, TYPE=LAMINA
1.E9, 1.E8, .3, 5.E7, 4.E7, 3.E7
*DENSITY
1600.
*MATERIAL, NAME=ORTHO
*ELASTIC, TYPE=ENGINEERING CONSTANTS
2.E9, 1.E9, 1.E9, .2, .2, .2, 3.E8, 2.E8
1.E8
*DENSITY
1200.
*DAMPING, ALPHA=3., BETA=1.E-3
*MATERIAL, NAME=METAL
*ELASTIC
7.E7, .3
*DENSITY
2700.
*AMPLITUDE, NAME=RAMP
0., 0., .1, 1.2, 1., 3.
*AMPLITUDE, NAME=WAVE, DEFINITION=PERIODIC
1, 7., .001, .4
.3, .5
*NSET, NSET=OWN
I.6, I.7, I.8
*TRANSFORM, NSET=OWN, TYPE=R
1., .2, 0., 0., 1., .3
*INITIAL CONDITIONS, TYPE=VELOCITY
101, 1, .5
*STEP, NAME=FIRST, NLGEOM=YES, INC=10
*STATIC
.1, 1.
*BOUNDARY
CLAMP, ENCASTRE
*BOUNDARY, AMPLITUDE=RAMP
I.6, 2, 2, .01
I.7, 1, 2
*CLOAD, AMPLITUDE=WAVE
I.7, 3, 4.
I.8, 5, .3
100, 4, .7
101, 2, 6.
*DLOAD
I.SKIN, P, 30.
I.BAR, PX, 9.
I.BAR, P1, 5.
I.GEN, P2, 4.
, GRAV, 9.81, 0., .3, -1.
*DSLOAD, OP=MOD
S, P, 20.
*END STEP
"""
JOINED = """*NODE
1, 0., 0., 0.
3, 2., 0., .2
11, 0., 2., .1
13, 2., 2., .4
31, 4., 1., .6
32, 4., 1., .6
33, 5., 2., .6
34, 0., 3., .6
35, 3.5, 1., .6
*NGEN, NSET=LEFT
1, 11, 5
*NGEN
3, 13, 5
1, 3, 1
6, 8
11, 13
*ELEMENT, TYPE=S4
1, 1, 2, 7, 6
*ELGEN, ELSET=SKIN
1, 2, 1, 1, 2, 5, 10
*ELEMENT, TYPE=T3D2, ELSET=ROD
50, 13, 34
*SOLID SECTION, ELSET=ROD, MATERIAL=WIRE
.02
*MATERIAL, NAME=WIRE
*ELASTIC
7.E6, .3
*DENSITY
2700.
*NSET, NSET=LINE, GENERATE
3, 13, 5
*SHELL GENERAL SECTION, ELSET=SKIN, MATERIAL=METAL
.03
*MATERIAL, NAME=METAL
*ELASTIC, TYPE=ORTHOTROPIC
9.E7, 3.E7, 8.E7, 2.E7, 1.E7, 9.E7, 2.E7, 3.E7
4.E7
*DENSITY
2700.
*ORIENTATION, NAME=AX
.2, 1., .3, 0., 0., 1.
1, 0.
*RIGID BODY, REF NODE=35, TIE NSET=LINE
*ELEMENT, TYPE=CONN3D2, ELSET=H
60, 35, 31
*ELEMENT, TYPE=CONN3D2, ELSET=L
61, 32, 33
*ELEMENT, TYPE=CONN3D2, ELSET=B
62, 31, 32
*CONNECTOR BEHAVIOR, NAME=HB
*CONNECTOR ELASTICITY, NONLINEAR, COMPONENT=1
-700., -1.
0., .001
900., 1.
*CONNECTOR DAMPING, COMPONENT=1
3.
*CONNECTOR BEHAVIOR, NAME=BB
*CONNECTOR ELASTICITY, COMPONENT=2
900.
*CONNECTOR ELASTICITY, COMPONENT=5
90.
*CONNECTOR SECTION, ELSET=H
BEAM
*CONNECTOR SECTION, ELSET=L, BEHAVIOR=HB
AXIAL
*CONNECTOR SECTION, ELSET=B, BEHAVIOR=BB
BUSHING
AX
*ELEMENT, TYPE=MASS, ELSET=M
90, 31
91, 32
92, 33
*MASS, ELSET=M
5.
*ELEMENT, TYPE=ROTARYI, ELSET=R
93, 31
94, 32
*ROTARY INERTIA, ELSET=R
.3, .4, .5
*EQUATION
2
13, 3, 1., 33, 2, -.5
*AMPLITUDE, NAME=EVEN, DEFINITION=EQUALLY SPACED, FIXED INTERVAL=.02, BEGIN=.005
.2, 1., .5
*AMPLITUDE, NAME=SOFT, DEFINITION=SMOOTH STEP
0., .2, .2, 1.5
*AMPLITUDE, NAME=DIE, DEFINITION=DECAY
.2, 1., .01, .3
*AMPLITUDE, NAME=HUM, DEFINITION=MODULATED
.2, 1., .01, 3., 5.
*TRANSFORM, NSET=LEFT, TYPE=C
-1., -1., 0., -1., -1., 2.
*BOUNDARY
LEFT, 2
LEFT, 3
LEFT, 4, 6
34, 1, 3
*STEP
*DYNAMIC
.1, 1.
*CLOAD, AMPLITUDE=EVEN
31, 3, 4.
32, 1, 3.
*CLOAD, AMPLITUDE=SOFT
32, 4, 3.
33, 3, 5.
*CLOAD, AMPLITUDE=DIE
12, 3, 5.
*CLOAD, AMPLITUDE=HUM
8, 3, 5.
7, 1, 5.
*DLOAD
, GRAV, 9.81, 0., .3, -1.
*END STEP
"""
HINGED = """*NODE
1, 0., 0., 0.
2, 1., 0., .1
3, 1., 1., .2
4, 0., 1., 0.
5, 2., 1., 0.
6, 2., 2., 0.
7, 2.5, 2.5, .3
*ELEMENT, TYPE=S4, ELSET=SKIN
1, 1, 2, 3, 4
*ELEMENT, TYPE=B31, ELSET=BAR
2, 3, 5
*SHELL SECTION, ELSET=SKIN, MATERIAL=METAL
.03, 5
*BEAM GENERAL SECTION, ELSET=BAR, SECTION=PIPE, MATERIAL=METAL, OFFSET1=.3, OFFSET2=.2
.1, .02
0., 1., .2
*MATERIAL, NAME=METAL
*ELASTIC
7.E7, .3
*DENSITY
2700.
*ORIENTATION, NAME=AX
.2, 1., .3, 0., 0., 1.
1, 0.
*ELEMENT, TYPE=CONN3D2, ELSET=H
60, 5, 6
*ELEMENT, TYPE=CONN3D2, ELSET=J
61, 7,
*ELEMENT, TYPE=CONN3D2, ELSET=B
62, 7, 6
*CONNECTOR SECTION, ELSET=B
BEAM
*CONNECTOR BEHAVIOR, NAME=HB
*CONNECTOR ELASTICITY, COMPONENT=4
70.
*CONNECTOR DAMPING, COMPONENT=4
3.
*CONNECTOR SECTION, ELSET=H
LINK
*CONNECTOR SECTION, ELSET=J, BEHAVIOR=HB
HINGE
AX
*ELEMENT, TYPE=MASS, ELSET=M
90, 6
*MASS, ELSET=M
5.
*ELEMENT, TYPE=ROTARYI, ELSET=R
93, 6
*ROTARY INERTIA, ELSET=R
.3, .4, .5
*KINEMATIC COUPLING, REF NODE=2
3, 1, 3
*ELEMENT, TYPE=MASS, ELSET=Q
94, 2
*MASS, ELSET=Q
1.
*AMPLITUDE, NAME=GO, SHIFTX=.01, SHIFTY=.2
0., 0., 1., 1.
*STEP, NLGEOM
*DYNAMIC
.1, 1.
*BOUNDARY
1, PINNED
1, 4, 6
4, ENCASTRE
*CLOAD, AMPLITUDE=GO
6, 4, 3.
5, 3, 5.
2, 3, 7.
*END STEP
"""
DRIVEN = HINGED.replace(", BEHAVIOR=HB\n", "\n").replace("*CLOAD, AMPLITUDE=GO", "*CONNECTOR MOTION, AMPLITUDE=TURN, TYPE=DISPLACEMENT\nJ, 4, .5\n*CLOAD, AMPLITUDE=GO").replace(
    "*STEP", "*AMPLITUDE, NAME=TURN\n0., 0., 1., 1.\n*STEP")
CASE = "gimbal: 1\nmesh: %s\n%sprobes: [%s]\ntime: {scheme: bdf2, step: 0.02, steps: 3}\noutput: {every: 0}\n"
TIED = """*NODE
1, 0., 0., 0.
2, 1., 0., .1
3, 1., 1., .2
4, 0., 1., 0.
5, 1., 0., .1
6, 1., 1., .2
7, 2., 1., .3
8, 2., 0., .1
*ELEMENT, TYPE=S4, ELSET=SKIN
1, 1, 2, 3, 4
2, 5, 8, 7, 6
*SURFACE, NAME=SLAVE, TYPE=NODE
5
6
*SURFACE, NAME=MASTER, TYPE=NODE
2
3
*TIE, NAME=T, ADJUST=YES, POSITION TOLERANCE=.1
SLAVE, MASTER
*MATERIAL, NAME=METAL
*ELASTIC
7.E7, .3
*DENSITY
2700.
*SHELL SECTION, ELSET=SKIN, MATERIAL=METAL
.03
*BOUNDARY
1, ENCASTRE
4, ENCASTRE
*STEP
*STATIC
*CLOAD
7, 3, 2.
*END STEP
"""

HEATED = """*NODE
1, 0., 0., 0.
2, 1., 0., .1
3, 1., 1., .2
4, 0., 1., 0.
*ELEMENT, TYPE=S4, ELSET=SKIN
1, 1, 2, 3, 4
*MATERIAL, NAME=METAL
*ELASTIC
7.E7, .3
*DENSITY
2700.
*EXPANSION, TYPE=ISO, ZERO=4.
2.E-5, 10.
*SHELL SECTION, ELSET=SKIN, MATERIAL=METAL
.03
*BOUNDARY
1, ENCASTRE
4, ENCASTRE
*INITIAL CONDITIONS, TYPE=TEMPERATURE
4, 15.
2, 20.
*STEP
*STATIC
*TEMPERATURE
1, 80.
3, 70.
*END STEP
*STEP
*STATIC
*TEMPERATURE, OP=NEW
2, 50.
4, 60.
*END STEP
"""

DECKS = {
    "heated": (HEATED, "deck: {step: 2}\n", ["{name: a, node: 2}", "{name: b, node: 3}"]),
    "parts": (PARTS, "", ["{name: a, node: 3}", "{name: b, node: 5}", "{name: c, node: 7}", "{name: d, node: 8}", "{name: e, mass: NODE 109}",
                          "{name: f, body: NODE 108, at: [3, 2, 1]}"]),
    "joined": (JOINED, "", ["{name: a, node: 7}", "{name: b, node: 12}", "{name: c, mass: NODE 33}", "{name: d, body: NODE 31, at: [3, 2, 1]}", "{name: e, body: NODE 32, at: [3, 2, 1]}",
                            "{name: f, node: 13}"]),
    "hinged": (HINGED, "deck: {dialect: calculix}\n", ["{name: a, node: 3}", "{name: b, node: 5}", "{name: c, body: NODE 6, at: [3, 2, 1]}"]),
    "driven": (DRIVEN, "deck: {dialect: calculix}\n", ["{name: a, node: 3}", "{name: b, node: 5}", "{name: c, body: NODE 6, at: [3, 2, 1]}"]),
    "tied": (TIED, "deck: {dialect: abaqus}\n", ["{name: a, node: 7}", "{name: b, node: 8}"]),
}
# Keywords of several forms, which each deck tries; the others the first that has them.
FORMS = {"ELASTIC", "INITIAL CONDITIONS",  "AMPLITUDE", "TRANSFORM", "BEAM GENERAL SECTION", "BOUNDARY", "CONNECTOR SECTION", "CONNECTOR ELASTICITY", "CONNECTOR MOTION"}
# Keywords without data or parameters, or of other tests.
UNTRIED = {"PART", "END PART", "ASSEMBLY", "END ASSEMBLY", "END INSTANCE", "END STEP", "INCLUDE", "FREQUENCY", "BUCKLE", "NO ANALYSIS", "NORMAL", "MPC", "DISTRIBUTING", "TRANSVERSE SHEAR STIFFNESS"}
# What may change nothing: a keyword, and what of it, as patterns of whole words; with the reason.
HARMLESS = (
    ("EXPANSION", ".*ZERO.*|data 1 field 2|without TYPE", "expansions are constant and isotropic"), ("TEMPERATURE", "data 1 .*|data 2 .*|without data [12]", "OP=NEW of the next step"),
    ("TIE", ".*(NAME|ADJUST|POSITION TOLERANCE).*", "nodes are at one place"), ("HEADING", ".*", "a title"), ("COUPLING", ".*CONSTRAINT NAME.*", "a name"), ("BEAM SECTION", "a further line", "points of integration"),
    ("ELASTIC", "data 1 field [356]", "moduli along the normal"), ("SPRING|CONNECTOR ELASTICITY", "(without )?data 3.*", "an elongation beyond what it comes to"),
    ("DASHPOT", "without data 1", "a blank line"), ("AMPLITUDE", "data 1 field [56]", "a time beyond the march's"), ("TRANSFORM", "without TYPE", "R is meant without"),
    ("TRANSFORM", "data 1 field [36]", "an axis along itself"), ("BOUNDARY", "data 4 field 3", "trusses have no rotations"), ("DSLOAD", "without OP", "MOD is meant without"),
    ("STATIC|DYNAMIC", ".*", "times are the case's"),
    ("STEP", "NAME.*|INC.*|without NAME|without INC", "names and times are the case's"),
    ("STEP", "without NLGEOM", "pressures alone follow with it"),
    ("ELEMENT", "data . field 1", "numbers of elements"), ("ELGEN", "data 1 field [47]", "numbers of elements"),
    ("NSET", "data 1 field 2", "the last number of GENERATE need not be there"),
    ("SHELL SECTION", "data 1 field 2", "points of integration"),
    ("ORIENTATION", "data 1 field [456]|data 2 field 1|without data 2", "connectors without a second axis"),
    ("ELEMENT", "data 1 field 2", "the inertia of one of two bodies that are fixed to each other"),
    ("CLOAD", "data 1 field 1", "and a moment on it"), ("BOUNDARY", "data 2 field 2", "one rotation of two that fix a director"),
    ("CONNECTOR MOTION", "without TYPE", "DISPLACEMENT is meant without"),
    ("NODE", "data 9 field [234]", "the node of reference of a body"),
)


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
            for what, changed in ((key + " changed", [key + "=" + other(value)] if value else None), ("without " + key, [])):
                if changed is not None:
                    yield name, what, False, with_line(n, "*" + ", ".join([name] + words[:k] + changed + words[k + 1:]))
        if name not in tried:
            yield name, "another parameter", True, with_line(n, "*" + ", ".join([name] + words + ["FOO=1"]))
        for d, at in enumerate(data[:2] if name == "NODE" else data):
            fields = [f.strip() for f in lines[at].rstrip().rstrip(",").split(",")]
            for k, field in enumerate(fields):
                if field:
                    yield name, "data %d field %d" % (d + 1, k + 1), False, with_line(at, ", ".join(fields[:k] + [other(field)] + fields[k + 1:]))
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
        return [w for w in r.stderr.strip().splitlines() if "warning:" not in w][-1] if r.stderr.strip() else "status %d" % r.status
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
    all_ = [c for c in changes(deck, tried) if (c[0] not in before or c[0] in FORMS) and (name != "driven" or c[0] == "CONNECTOR MOTION")]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: result(name, k + 1, all_[k][3], keys, probes), range(len(all_))))
    for (keyword, what, error, text), outcome in zip(all_, found):
        if any(re.fullmatch(k, keyword) and re.fullmatch(w, what) for k, w, _ in HARMLESS):
            continue
        label = "%s: *%s, %s" % (name, keyword, what)
        if error:
            check(label + " is an error", isinstance(outcome, str) and ".inp:" in outcome, text if not isinstance(outcome, str) else outcome)
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
