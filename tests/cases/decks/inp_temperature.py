"""*TEMPERATURE of .inp decks heats shells and beams, which expand by *EXPANSION from *INITIAL CONDITIONS,
TYPE=TEMPERATURE.

Claims: a free plate and a free beam take the closed forms of free expansion, a held beam and a held truss those of
forces; by one temperature of a set, by those of single nodes, from initial temperatures of 0 or not, in one step or by
those before it (OP), by an amplitude, of S4R, S8R and B32, on 1 and 3 ranks; temperatures that vary do what the same
case with `values` does; plies expand along and across their fibres, and a cross-ply laminate by classical theory; what
is not read is told with its place.
"""
# quick
from pathlib import Path

from common import agree, passed, refused
from helper import check, close, run

A, E = 23e-6, 70e9
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"
MATERIAL = "*MATERIAL, NAME=M\n*ELASTIC\n70e9, 0.3\n*DENSITY\n2700.\n%s*SHELL SECTION, ELSET=ALL, MATERIAL=M\n0.01\n"
ALPHA = "*EXPANSION, ZERO=3.\n23e-6\n"


def plate(steps, kind="S4R", expansion=ALPHA, initial="", offset=""):
    """Two by one elements on 2 m by 1 m; the left edge slides along y, node 1 is held."""
    step = 2 if kind == "S8R" else 1
    at = {}
    text = "*NODE, NSET=N\n"
    for j in range(step + 1):
        for i in range(2 * step + 1):
            if step == 1 or not (i % 2 and j % 2):
                at[i, j] = len(at) + 1
                text += "%d, %r, %r, 0.\n" % (at[i, j], i / step, j / step)
    text += "*ELEMENT, TYPE=%s, ELSET=ALL\n" % kind
    for k in range(2):
        corners = ([(0, 0), (1, 0), (1, 1), (0, 1)] if step == 1
                   else [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)])
        text += "%d, %s\n" % (k + 1, ", ".join(str(at[step * k + x, y]) for x, y in corners))
    text += MATERIAL.replace("MATERIAL=M", "MATERIAL=M" + offset) % expansion + initial + "*BOUNDARY\n"
    text += ("".join("%d, 1\n%d, 3, 6\n" % (n, n) for (i, j), n in at.items() if i == 0) + "1, 2\n%d, 3\n" %
             at[2 * step, 0])
    Path("deck.inp").write_text(text + steps)
    return at[2 * step, step]


def corner(node):
    return "probes: [{name: p, node: %d}]\n" % node


def step(lines, head="*STEP\n*STATIC\n"):
    return head + lines + "*END STEP\n"


def move(name, node, rise, keys="", ranks=1, time=STATIC):
    if r := passed(name, "gimbal: 1\nmesh: deck.inp\n" + keys + corner(node) + time, ranks=ranks):
        for i, length in enumerate((2, 1, 0)):
            close("%s, %d" % (name, i), r.json["probes"]["p"]["u"][-1][i], A * rise * length, 1e-9, 1e-13)


for kind in ("S4R", "S8R"):
    for ranks in (1, 3):
        move("%s on %d ranks" % (kind, ranks), plate(step("*TEMPERATURE\nN, 80.\n"), kind), 80, ranks=ranks)
INITIAL = "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nN, 20.\n"
move("from 20 degrees", plate(step("*TEMPERATURE\nN, 80.\n"), initial=INITIAL), 60)
move("single nodes", plate(step("*TEMPERATURE\n" + "".join("%d, 80.\n" % n for n in range(1, 7)))), 80)
two = step("*TEMPERATURE\nN, 50.\n") + step("*CLOAD\n1, 1, 0.\n")
move("a step before goes on", plate(two), 50, "deck: {step: 2}\n")
move("a later step counts", plate(step("*TEMPERATURE\nN, 50.\n") + step("*TEMPERATURE\nN, 80.\n")), 80,
     "deck: {step: 2}\n")
move("the first step alone", plate(step("*TEMPERATURE\nN, 50.\n") + step("*TEMPERATURE\nN, 80.\n")), 50,
     "deck: {step: 1}\n")
news = step("*TEMPERATURE\nN, 50.\n") + step("*TEMPERATURE, OP=NEW\n" + "".join("%d, 70.\n" % n for n in range(1, 7)))
move("OP=NEW", plate(news), 70, "deck: {step: 2}\n")
AMPLITUDE = "*AMPLITUDE, NAME=RAMP\n0., 0., 1., 0.5\n"
move("an amplitude", plate(AMPLITUDE + step("*TEMPERATURE, AMPLITUDE=RAMP\nN, 80.\n")), 40)
move("without temperatures", plate(step("*CLOAD\n1, 1, 0.\n"), expansion="*EXPANSION, TYPE=ORTHO\n1e-5, 2e-5, 3e-5\n"),
     0)

varied = [20 + 7.0 * n for n in range(1, 7)]
node = plate(step("*TEMPERATURE\n" + "".join("%d, %r\n" % (n + 1, t) for n, t in enumerate(varied))))
r = run("gimbal: 1\nmesh: deck.inp\n" + corner(node) + STATIC, 2)
plate(step("*CLOAD\n1, 1, 0.\n"))
s = run("gimbal: 1\nmesh: deck.inp\ntemperatures: [{group: N, value: 1, values: %s}]\n" % varied + corner(node) +
        STATIC)
t = run("gimbal: 1\nmesh: deck.inp\ntemperatures: [{group: ALL, value: 1, values: %s}]\n" % varied + corner(node) +
        STATIC)
check("a set of nodes has no elements", s.status == 3 and "no shells and no beams" in s.stderr, s.stderr)
if check("temperatures that vary", r.status == t.status == 0, r.stderr + t.stderr):
    agree("they vary", *(s.json["probes"]["p"]["u"][-1] for s in (r, t)), 1e-9, 1e-15, each=True)

# A gradient g along the normal bends a free plate that is held at node 1, with its direction, to w = -a g r^2 / 2,
# against its normal.
def bend(name, lines, g, ranks=1, kind="S4R", initial="", change=("", "")):
    node = plate(step("*TEMPERATURE\n" + lines), kind, initial=initial)
    text = Path("deck.inp").read_text().replace(*change)
    Path("deck.inp").write_text(text[:text.index("*BOUNDARY")] + "*BOUNDARY\n1, 1, 6\n2, 2\n" +
                                text[text.index("*STEP"):])
    if r := passed(name, "gimbal: 1\nmesh: deck.inp\n" + corner(node) + "time: {scheme: linear, step: 1, steps: 1}\n",
                   ranks=ranks):
        close(name, r.json["probes"]["p"]["u"][-1][2], -A * g * 5 / 2, 1e-8)


for kind in ("S4R", "S8R"):
    for ranks in (1, 3):
        bend("a gradient in %s on %d ranks" % (kind, ranks), "N, 80., 500.\n", 500, ranks, kind)
bend("from a gradient", "N, 80., 500.\n", 300, initial="*INITIAL CONDITIONS, TYPE=TEMPERATURE\nN, 20., 200.\n")
bend("without a rise", "N, 0., 500.\n", 500)
bend("of elements that face down", "N, 80., 500.\n", -500,
     change=("1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n", "1, 1, 4, 5, 2\n2, 2, 5, 6, 3\n"))

# A beam and a truss that are held at both ends, with the ends at 60 and 100 degrees.
BEAM = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 2., 0., 0.\n11, 0., 1., 0.\n12, 2., 1., 0.\n"
        "*ELEMENT, TYPE=B32, ELSET=B\n1, 1, 2, 3\n*ELEMENT, TYPE=T3D2, ELSET=T\n2, 11, 12\n*MATERIAL, NAME=M\n"
        "*ELASTIC\n70e9, 0.3\n*EXPANSION\n23e-6\n*BEAM SECTION, ELSET=B, MATERIAL=M, SECTION=RECT\n0.02, 0.01\n"
        "0., 0., 1.\n*SOLID SECTION, ELSET=T, MATERIAL=M\n3e-4\n*BOUNDARY\n1, 1, 6\n3, 1, 6\n11, 1, 3\n12, 1, 3\n"
        "*STEP\n*STATIC\n*TEMPERATURE\n1, 60.\n2, 80.\n3, 100.\n11, 60.\n12, 100.\n*END STEP\n")
Path("deck.inp").write_text(BEAM)
if r := passed("held",
               "gimbal: 1\nmesh: deck.inp\nprobes: [{name: beam, element: 1}, {name: truss, element: 2}]\n" + STATIC,
               ranks=2):
    close("a beam", r.json["sections"]["beam"]["N"][-1], -E * 2e-4 * A * 80, 1e-9)
    close("a truss", r.json["sections"]["truss"]["N"][-1], -E * 3e-4 * A * 80, 1e-9)

# A ply of one direction, and [0/90]s of plies that expand by directions: half the sum of Q a over that of Q.
LAMINA = ("*MATERIAL, NAME=M\n*ELASTIC, TYPE=LAMINA\n140e9, 10e9, 0.3, 5e9, 5e9, 4e9\n*EXPANSION, TYPE=ORTHO\n"
          "1e-6, 25e-6, 3e-5\n")
q11, q22, q12 = (x / (1 - 0.09 * 10 / 140) for x in (140e9, 10e9, 3e9))
cross = (q11 * 1e-6 + q12 * 26e-6 + q22 * 25e-6) / (q11 + q22 + 2 * q12)
for section, x, y in (("*SHELL SECTION, ELSET=ALL, MATERIAL=M\n0.01\n", 1e-6, 25e-6),
                      ("*SHELL SECTION, ELSET=ALL, COMPOSITE\n" +
                       "".join("0.001, 3, M, %d.\n" % a for a in (0, 90, 90, 0)), cross, cross)):
    node = plate(step("*TEMPERATURE\nN, 80.\n"))
    text = Path("deck.inp").read_text()
    Path("deck.inp").write_text(text.replace(MATERIAL % ALPHA, LAMINA + section))
    if r := passed("plies", "gimbal: 1\nmesh: deck.inp\n" + corner(node) + STATIC, ranks=2):
        for u, expected in zip(r.json["probes"]["p"]["u"][-1], (2 * x * 80, y * 80, 0)):
            close("plies", u, expected, 1e-9, 1e-13)

Path("deck.inp").write_text(BEAM.replace("2, 80.", "2, 80., 5."))
refused("refused: a gradient in a beam", "gimbal: 1\nmesh: deck.inp\n" + STATIC, 3, "nodes of the beam 1")

HOT = step("*TEMPERATURE\nN, 80.\n")
for name, steps, more, words in (
        ("an isotropic shell that expands by directions", HOT,
         dict(expansion="*EXPANSION, TYPE=ORTHO\n1e-5, 2e-5, 3e-5\n"), "'M' has no expansion,"),
        ("an expansion that distorts", HOT, dict(expansion="*EXPANSION, TYPE=ANISO\n1e-5, 2e-5, 3e-5, 1e-6\n"),
         "*EXPANSION: temperatures act"),
        ("one that varies", HOT, dict(expansion="*EXPANSION\n1e-5, 0.\n2e-5, 100.\n"), "*EXPANSION: temperatures act"),
        ("a gradient beside an offset", step("*TEMPERATURE\nN, 80., 5.\n"), dict(offset=", OFFSET=0.5"),
         "beside the OFFSET of shells"),
        ("two gradients", step("*TEMPERATURE\nN, 80., 3., 4.\n"), {}, "TEMPERATURE"),
        ("two amplitudes", AMPLITUDE + step("*TEMPERATURE\n1, 80.\n*TEMPERATURE, AMPLITUDE=RAMP\n2, 80.\n"), {},
         "several amplitudes"),
        ("an amplitude from 20 degrees", AMPLITUDE + step("*TEMPERATURE, AMPLITUDE=RAMP\nN, 80.\n"),
         dict(initial=INITIAL), "initial temperatures"),
        ("a file", step("*TEMPERATURE, FILE=heat.fil\n"), {}, "FILE"),
        ("no such node", step("*TEMPERATURE\n99, 80.\n"), {}, "99")):
    plate(steps, **more)
    refused("refused: " + name, "gimbal: 1\nmesh: deck.inp\n" + STATIC, (2, 3), words)
