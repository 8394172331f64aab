"""Features together, drawn at random: shells beside their nodes, folds, laminates, beams, springs, following loads,
schemes.

Claims: a model of two smooth or folded halves gives the same states, functionals and gradients on 1 and 3 ranks, turned
and moved in space, and in millimetres and tonnes; its frequencies about a loaded state, and its state under a spin, are
the same too; its gradient equals complex step. A seed that fails is printed.
"""
import math
import random
import re
import sys

from common import ended, times
from helper import check, close, grid, run

SEEDS = (4, 11, 21, 1001)
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
PLAIN = (UNIT, (0, 0, 0), 1.0, 1.0)


def rotation(rng):
    w, x, y, z = (rng.gauss(0, 1) for _ in range(4))
    n = w * w + x * x + y * y + z * z
    return [[1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
            [2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n],
            [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n]]


def words(v, times=""):
    return "[" + ", ".join("\"%.17g*%s\"" % (x, times) if times else "%.17g" % x for x in v) + "]"


def draw(seed):
    rng = random.Random(seed)
    o = {"fold": rng.choice([0, 0, 1.2, 0.5, 2.2]), "kind": rng.choice(["quad4", "tri3", "quad9", "tri6"]),
         "offset": rng.choice([0.01, -0.02]), "fraction": rng.choice([0, 0.5, -0.7]), "laminate": rng.random() < 0.5,
         "beam": rng.random() < 0.5, "follow": rng.random() < 0.4, "spring": rng.random() < 0.5,
         "scheme": rng.choice(["static", "linear", "bdf2", "galpha", "dirk3"])}
    walks = o["scheme"] in ("static", "linear")
    return dict(o, amplitude="(0.2*t)" if walks else "sin(100*t)", step=0.5 if walks else 2e-3,
                steps=2 if walks else 5), rng


def model(o, how, name, more):
    """The case in axes that R turns, from the place c, with lengths and masses times `length` and `mass`."""
    R, c, length, mass = how
    force, stress = mass * length, mass / length

    def place(x, y):
        far = max(0.0, x - 0.5)
        p = (min(x, 0.5) + far * math.cos(o["fold"]), y, far * math.sin(o["fold"]) + 0.1 * x * (0.5 - x) * y)
        return tuple(length * (a + b) for a, b in zip(times(R, p), c))

    grid(4, 2, size=(1.0, 0.4), kind=o["kind"], place=place).write(name + ".msh")
    at = lambda *p: words([length * (a + b) for a, b in zip(times(R, p), c)])
    ply = tuple(x * stress for x in (9e7, 2e7, 8e6, 8e6, 6e6)) + (1600 * mass / length ** 3,) + tuple(
        x * stress for x in (1e6, 9e5, 3e5, 4e5, 2e5))
    offset = "offset: %.17g, offset_fraction: %g" % (o["offset"] * length, o["fraction"])
    text = "gimbal: 1\nmesh: %s.msh\nmaterials:\n  m: {young: %.17g, poisson: 0.3, density: %.17g, yield: %.17g}\n" % (
        name, 7e7 * stress, 2700 * mass / length ** 3, 3e5 * stress)
    text += "  a: {E1: %.17g, E2: %.17g, poisson: 0.3, G12: %.17g, G13: %.17g, G23: %.17g, density: %.17g, " \
            "Xt: %.17g, Xc: %.17g, " \
        "Yt: %.17g, Yc: %.17g, S: %.17g}\n" % ply
    text += "sections:\n  l: {type: laminate, plies: [{material: a, thickness: %.17g, angle: 30}, " \
            "{material: a, thickness: %.17g, angle: -50}]}\n" % (
        0.01 * length, 0.015 * length)
    text += "  b: {type: rectangle, material: m, width: %.17g, height: %.17g, offset: [0, %.17g]}\n" % (
        0.03 * length, 0.05 * length, 0.02 * length)
    text += "shells: [{group: plate, %s, %s}]\n" % (
        "section: l, axis: " + words(times(R, (1, 0.2, 0.3))) if o["laminate"]
        else "material: m, thickness: %.17g" % (0.025 * length), offset)
    if o["beam"]:
        text += "beams: [{group: top, section: b, orientation: %s}]\n" % words(times(R, (0.2, 1, 0.3)))
    text += "supports: [{group: left, fix: all}]\ngravity: %s\n" % words([x * length for x in times(R, (1, 2, -9.81))])
    loads = ["{type: traction, group: right, value: %s}" % words(
        [x * force / length for x in times(R, (10, 3, 20))], o["amplitude"]),
             "{type: pressure, group: plate, value: \"%.17g*%s\", follow: %s}"
             % (30 * stress, o["amplitude"], str(o["follow"]).lower()),
             "{type: force, group: corner11, value: %s}" % words(
                 [x * force for x in times(R, (1, -2, 3))], o["amplitude"])]
    text += "loads: [%s]\n" % ", ".join(loads)
    designs = ["{name: E, material: %s, parameter: %s}" % (("a", "E1") if o["laminate"] else ("m", "young")),
               "{name: t, %s}" % ("section: l, parameter: \"plies[0].thickness\"" if o["laminate"]
                                  else "thickness: plate, per: element")]
    if o["spring"]:
        ends = [((2, 0.1, 0.9), 800), ((1.3, 1, 0.5), 700), ((1.1, 0, 1.5), 600)]
        text += "masses: [{name: p, at: %s, mass: %.17g}]\n" \
                "springs: [{name: s, between: [p, group:corner10], stiffness: %.17g}%s]\n" % (
            at(1.3, 0.1, 0.6), 0.7 * mass, 500 * force / length, "".join(
                ", {name: s%g, between: [p, ground], at: [%s, %s], stiffness: %.17g}"
                % (k, at(1.3, 0.1, 0.6), at(*p), k * force / length)
                for p, k in ends))
        designs.append("{name: k, spring: s, parameter: stiffness}")
    return text + more.format(designs=", ".join(designs), axis=words(times(R, (0, 0.3, 1))), about=at(0.2, 0.1, 0),
                              time="time: {scheme: %s, step: %g, steps: %d%s}\noutput: {every: 0}\n" % (
                                  o["scheme"], o["step"], o["steps"], "" if o["step"] > 0.1 else ", error_limit: 100"))


GRADIENT = "design: [{designs}]\nprobes: [{{name: tip, group: corner11}}]\n" \
           "functions: [{{name: c, type: compliance}}, " \
    "{{name: ks, type: ks, weight: 20, sum: discrete}}, {{name: m, type: mass}}]\n{time}"
SPIN = "probes: [{{name: tip, group: corner11}}]\nspin: {{speed: \"8*t\", axis: {axis}, about: {about}}}\n{time}"
MODES = "modes: {{count: 5, at: 1}}\n{time}"


def flat(x):
    return sum((flat(y) for y in x), []) if isinstance(x, list) else [x]


def near(label, found, known, bound):
    size = max(map(abs, known))
    check(label, len(found) == len(known) and max(abs(a - b) for a, b in zip(found, known)) <= bound * size,
          (found, known))


def compare(label, r, known, how, bound):
    R, _, length, mass = how
    u = known.json["probes"]["tip"]["u"][-1]
    near(label + ": its tip", r.json["probes"]["tip"]["u"][-1], [length * x for x in times(R, u)], bound)
    design = {"E": mass / length, "t": length, "k": mass}
    for f, unit in (("c", mass * length * length), ("ks", 1), ("m", mass)):
        if f not in known.json.get("functions", {}):
            continue
        close(label + ": " + f, r.json["functions"][f], unit * known.json["functions"][f], 10 * bound)
        for d, row in known.json["gradient"][f].items():
            known_row = [x * unit / design[d] for x in flat(row)]
            if any(known_row):
                near("%s: d %s / d %s" % (label, f, d), flat(r.json["gradient"][f][d]), known_row, 1000 * bound)


def mixture(seed):
    o, rng = draw(seed)
    ways = ((PLAIN, 3, 1e-9), ((rotation(rng), [rng.uniform(-5, 5) for _ in range(3)], 1.0, 1.0), 2, 1e-7),
            ((UNIT, (0, 0, 0), 1e3, 1e-3), 1, 1e-7))
    steady = dict(o, scheme="static", step=0.5, steps=2, amplitude="(0.1*t)", follow=False)
    for what, verb, options, more in (("a gradient", "gradient", o, GRADIENT), ("a spin", "run", steady, SPIN),
                                      ("modes", "modes", steady, MODES)):
        known = run(model(options, PLAIN, "plain", more), 1, verb)
        label = "seed %d, %s, %s" % (seed, what, o)
        ended(label, known)
        for how, ranks, bound in ways:
            r = run(model(options, how, "other", more), ranks, verb)
            at = "%s on %d ranks, lengths times %g" % (label, ranks, how[2])
            ended(at, r)
            if verb == "modes":
                near(at + ": frequencies", r.json["modes"]["frequency"], known.json["modes"]["frequency"], 1e-7)
            else:
                compare(at, r, known, how, bound)
    r = run(model(o, PLAIN, "plain", GRADIENT), 2, "verify")
    if check("seed %d, verify, %s" % (seed, o), r.status == 0, r.stderr):
        worst = max(e for row in r.json["verify"].values() for e in row.values())
        close("seed %d: complex step, %s" % (seed, o), worst, 0, 0, 1e-9)


for number in [int(sys.argv[1])] if len(sys.argv) > 1 and re.fullmatch(r"\d+", sys.argv[1]) else SEEDS:
    mixture(number)
