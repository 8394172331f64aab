"""A part of a shell between planes of symmetry is the whole one: the directors on a plane lie in it.

A ring under inner pressure, R = 1, is stretched by p R^2 / (E t) (closed form of a thin ring in plane stress). A
quarter of it, between planes that are given as `symmetry`, as components of a deck and as components of a deck along
oblique axes, moves as the whole ring with the same elements, to round-off; so does its derivative by a change of the
shape.
"""
import math
from pathlib import Path

from common import ended
from helper import close, run

N, WIDTH, YOUNG, THICKNESS, PRESSURE = 8, 0.2, 70e9, 0.01, 1e5
EXACT = PRESSURE / (YOUNG * THICKNESS)


def number(x):
    text = "%.15g" % x
    return text if "." in text or "e" in text else text + "."


def deck(name, quarter, turn, supports):
    """A ring of 4 N elements, or N of them, whose first node is at the angle `turn`."""
    count = N + 1 if quarter else 4 * N
    angles = [turn + math.pi / 2 * i / N for i in range(count)]
    points = [(math.cos(a), math.sin(a), z) for a in angles for z in (0.0, WIDTH)]
    lines = ["SOL 101", "CEND", "SPC=1", "BEGIN BULK",
             "CORD2R,7,,0.,0.,0.,0.,0.,1.,", ",%s,%s,0." % (number(math.cos(turn)), number(math.sin(turn)))]
    axes = 7 if quarter and turn else ""
    lines += ["GRID,%d,,%s,%s,%s,%s" % (i + 1, *map(number, p), axes) for i, p in enumerate(points)]
    lines += ["CQUAD4,%d,1,%d,%d,%d,%d" % (i + 1, 2 * i + 1, 2 * j + 1, 2 * j + 2, 2 * i + 2)
              for i in range(N if quarter else 4 * N) for j in [(i + 1) % count]]
    lines += ["PSHELL,1,1,%s,1,,1" % number(THICKNESS), "MAT1,1,7.+10,,.3"] + supports(count)
    Path(name + ".bdf").write_text("\n".join(lines + ["ENDDATA", ""]))


def solve(name, quarter, turn, supports, entries="", extra=""):
    """The displacements of the nodes at 0, 45 (of N elements) and 90 degrees from `turn`."""
    deck(name, quarter, turn, supports)
    case = "gimbal: 1\nmesh: %s.bdf\n%s" % (name, entries)
    case += "loads: [{type: pressure, group: all, value: %g}]\n" % PRESSURE
    case += "time: {scheme: linear, step: 1, steps: 1}\nprobes:\n"
    for k, i in enumerate((0, N // 2, N)):
        a = turn + math.pi / 2 * i / N
        case += "  - {name: p%d, at: [%.15g, %.15g, 0]}\n" % (k, math.cos(a), math.sin(a))
    r = ended(name + " runs", run(case + extra, verb="gradient" if extra else "run", name=name))
    return r.json


def outwards(result, turn):
    return [sum(u * e for u, e in zip(result["probes"]["p%d" % k]["u"][-1], (math.cos(a), math.sin(a))))
            for k, a in enumerate(turn + math.pi / 4 * k for k in range(3))]


def foot(count):
    return ["SPC1,1,3,%d" % (2 * i + 1) for i in range(count)]


def ends(first, last):
    """Components at both ends, and rigid motions of what is left."""
    return lambda count: ["SPC1,1,%s,1,2" % first, "SPC1,1,%s,%d,%d" % (last, 2 * count - 1, 2 * count), *foot(count)]


def ring(count):
    """The whole ring slides along the axes of four of its nodes."""
    return [*foot(count), "SPC1,1,2,1,%d" % (4 * N + 1), "SPC1,1,1,%d" % (2 * N + 1)]


whole = solve("whole", False, 0.0, ring)
if whole:
    stretch = outwards(whole, 0.0)
    print("whole ring of %d elements: %.6f %.6f %.6f of the closed form" % (4 * N, *[u / EXACT for u in stretch]))
    for u in stretch:
        close("the whole ring", u, EXACT, 0.005)
    groups = "groups:\n  - {name: first, box: [[0.999, -1e-6, -1], [1.001, 1e-6, 1]]}\n" \
             "  - {name: last, box: [[-1e-6, 0.999, -1], [1e-6, 1.001, 1]]}\n"
    # components of the case stand in place of the deck's
    groups += "  - {name: foot, box: [[-2, -2, -1e-6], [2, 2, 1e-6]]}\n"
    keys = groups + "supports: [{group: first, symmetry: y}, {group: last, symmetry: x}, {group: foot, fix: [z]}]\n"
    ways = {"symmetry of the case": (0.0, foot, keys), "a deck's components": (0.0, ends("246", "156"), ""),
            "those but the drilling": (0.0, ends("26", "16"), "")}
    for degrees in (30, -75):
        ways["a deck's components in axes at %d degrees" % degrees] = (math.radians(degrees), ends("26", "16"), "")
    for what, (turn, supports, entries) in ways.items():
        quarter = solve("quarter", True, turn, supports, entries)
        for u, v in zip(outwards(quarter, turn) if quarter else [], stretch):
            close("a quarter by " + what, u, v, 1e-8)

    # by the size of waves of the shape, against models built anew; a director on a plane turns within it
    waves = keys + "design: [{name: waves, shape: {group: all, vector: [\"x*(1 - 8*x^2*y^2)\", " \
        "\"y*(1 + z)\", 0]}, values: %.15g}]\n"
    ask = "functions: [{name: f, type: end, of: p0, value: ux}, {name: c, type: compliance}]\n"
    h, found = 1e-5, {}
    for value in (0.02, 0.02 + h, 0.02 - h):
        r = solve("waves", True, 0.0, foot, waves % value, ask)
        found[value] = r or {}
    for name in ("f", "c"):
        values = [found[v]["functions"][name] for v in (0.02 + h, 0.02 - h)]
        close("d %s / d waves" % name, found[0.02]["gradient"][name]["waves"][0], (values[0] - values[1]) / (2 * h),
              1e-6)
