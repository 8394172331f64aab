"""`verify` reports the error that there is, and ends with status 4 where it is too large.

Claims: a complex step that is too long for x^3 errs by h^2 (v T)^2 / (3 x^2), which is reported, printed and refused by
the names of function and design, by adjoint and tangent, on 1 and 2 ranks, wherever it stands among others; the
smallest of the steps decides; a function too steep for a step of 1e-30 fails `--schemes`, with the scheme's name and
the error 1 - T / sinh T. Where a stress is zero its size has a kink: `verify` counts these, by adjoint and tangent, for
each design that moves them, agrees with the derivative 0 of beams, shells and principal stresses, and compares all
others.
"""
# quick
# memcheck
import math
import re

from common import ended, in_turn
from helper import Mesh, check, close, program, run

CASE = """gimbal: 1
masses:
  - {name: p, at: [1, 0, 0], mass: 2, velocity: [0.5, 0.25, 0]}
probes:
  - {name: p, mass: p}
design:
  - {name: vy, mass: p, parameter: velocity.y}
  - {name: vx, mass: p, parameter: velocity.x}
  - {name: vz, mass: p, parameter: velocity.z}
functions:
  - {name: line, type: end, of: p, value: "x + y"}
  - {name: cube, type: end, of: p, value: "x^3 + z"}
%stime: {scheme: dirk2, step: 0.1, steps: 10}
output: {every: 0}
"""
PLAIN = CASE % ""


def said(r):
    return re.sub(r"\s+", " ", r.stderr)


def too_long():
    """A free flight of 1 s: x = 1 + v."""
    x, v = 1.5, 0.5
    for ranks, options in ((1, []), (2, []), (1, ["--tangent"])):
        for h in (1e-2, 1e-3):
            exact = h * h * v * v / (3 * x * x)
            r = run(PLAIN, ranks, "verify", (), ["--steps", "%g" % h] + options)
            name = "step %g on %d ranks %s" % (h, ranks, options)
            check(name + ": status 4", r.status == 4, r.status)
            check(name + ": what is off", "d cube / d vx is off by %.1e" % exact in said(r), r.stderr)
            if check(name + ": a report", r.json, r.stdout):
                errors = r.json["verify"]
                close(name + ": the error", errors["cube"]["vx"], exact, 1e-5)
                for function, design in (("line", "vx"), ("line", "vy"), ("cube", "vy"), ("cube", "vz")):
                    close("%s: d %s / d %s" % (name, function, design), errors[function][design], 0, 0, 1e-14)
    told = program(["verify", "case.yaml", "--steps", "1e-30,1e-2"])
    row = [line.split() for line in told.stdout.splitlines() if line.split()[:2] == ["cube", "vx"]]
    check("the smallest step decides", told.status == 0, told.stderr)
    if check("a row of two steps", len(row) == 1 and len(row[0]) == 5, told.stdout):
        check("the table has the error", row[0][3] == "%.1e" % (1e-4 * v * v / (3 * x * x)), row)
        close("and the derivative", float(row[0][4]), 3 * x * x * v, 1e-12)
    check("a step of 1e-4 is short enough", run(PLAIN, 1, "verify", (), ["--steps", "1e-5"]).status == 0)


def too_steep():
    """sin(1e30 z) at z = 0 + 1e-30 i T."""
    text = CASE % '  - {name: steep, type: end, of: p, value: "sin(1e30*uz)"}\n'
    exact = 1 - 1 / math.sinh(1)
    r = run(text, 1, "verify", (), ["--schemes", "dirk2,newmark"])
    check("a steep function: status 4", r.status == 4, r.status)
    check("a steep function: the scheme", "dirk2 is off by %.1e" % exact in said(r), r.stderr)
    if check("a steep function: a report", r.json, r.stdout):
        for scheme, found in r.json["schemes"].items():
            close(scheme + ": the error", found["verify"]["steep"]["vz"], exact, 1e-9)
            close(scheme + ": of another function", found["verify"]["cube"]["vx"], 0, 0, 1e-13)
            close(scheme + ": adjoint and tangent", found["tangent"]["steep"]["vz"], 0, 0, 1e-12)
    ended("without it all is well", run(PLAIN, 1, "verify", (), ["--schemes", "dirk2,newmark"]))


def kinks():
    """One beam is pulled, another one and a shell are not: their indices are the pull over area and strength, or |0|. A
    rectangle has its index at eight points at two places of the beam, a shell at both faces at four corners, and
    principal stresses at both faces of its middle."""
    mesh = Mesh()
    nodes = [mesh.node(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    mesh.element("quad4", "plate", nodes)
    mesh.element("line2", "root", (nodes[0], nodes[3]))
    mesh.element("line2", "end", (nodes[1], nodes[2]))
    mesh.write("square.msh")
    force, area, strength = 6.0, 0.02 * 0.03, 1e5
    r = run(KINKS, 1, "gradient")
    if check("kinks: gradient", r.json, r.stderr):
        gradient = r.json["gradient"]
        close("the pulled bar", gradient["pulled"]["pull"][0], force / area / strength, 1e-3)
        for name in ("rest", "plate", "first"):
            check("nothing is said of the " + name, gradient[name]["none"] == gradient[name]["edge"] == [0],
                  gradient[name])
    for ranks, options in ((1, []), (2, []), (1, ["--tangent"])):
        name = "kinks on %d ranks %s" % (ranks, options)
        r = ended(name + ": passes", run(KINKS, ranks, "verify", (), ["--steps", "1e-30"] + options))
        if check(name + ": a report", r.json, r.stdout):
            worst = max(max(errors.values()) for errors in r.json["verify"].values())
            check(name + ": all derivatives", worst < 1e-12, r.json["verify"])
    told = program(["verify", "case.yaml", "--steps", "1e-30"])
    counts = dict((design, int(count)) for count, design in
                  re.findall(r"kinks: (\d+) stresses are zero and change with (\w+);", told.stderr))
    check("kinks are counted by design", counts == {"none": 2 * 8, "edge": 2 * 4 + 2}, told.stderr)
    r = run(KINKS, 1, "verify", ("design.none.values=1e-3", "design.edge.values=1e-3"), ["--steps", "1e-30"])
    check("no kinks under loads", r.status == 0 and "kinks" not in r.stderr, r.stderr)
    r = run(KINKS, 1, "verify", (), ["--differences"])
    check("differences are unclear at kinks alone", r.status == 0 and r.json and all(
        (of["verdict"] == "unclear") == (name != "pulled" and design == ("none" if name == "rest" else "edge"))
        for name, table in r.json["differences"].items() for design, of in table.items()), r.stdout)


KINKS = """gimbal: 1
mesh: square.msh
materials: {m: {young: 2e7, poisson: 0.3, density: 1000, yield: 1e5}}
sections:
  s: {type: rectangle, material: m, width: 0.02, height: 0.03}
  t: {type: isotropic, plies: [{material: m, thickness: 0.01}]}
shells: [{group: plate, section: t}]
beams:
  - {name: rest, section: s, points: [[0, 2, 0], [1, 2, 0]], elements: 1, orientation: [0, 1, 0], ends: [ground, ~]}
  - {name: pulled, section: s, points: [[0, 3, 0], [1, 3, 0]], elements: 1, orientation: [0, 1, 0], ends: [ground, ~]}
supports: [{group: root, fix: all}]
loads:
  - {type: force, name: none, body: rest.end, at: [1, 2, 0], value: [1, 2, 3]}
  - {type: force, name: pull, body: pulled.end, at: [1, 3, 0], value: [6, 0, 0]}
  - {type: force, name: edge, group: end, value: [3, 0, 1]}
probes: [{name: rest, element_at: [0.4, 2, 0]}, {name: pulled, element_at: [0.4, 3, 0]},
         {name: plate, element_at: [0.4, 0.4, 0]}]
design:
  - {name: none, load: none, parameter: amplitude, values: [0]}
  - {name: pull, load: pull, parameter: amplitude}
  - {name: edge, load: edge, parameter: amplitude, values: [0]}
functions:
  - {name: rest, type: value, value: rest.failure}
  - {name: pulled, type: value, value: pulled.failure}
  - {name: plate, type: value, value: plate.failure}
  - {name: first, type: value, value: "plate.s1_top - plate.s2_top"}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 0}
"""
in_turn(too_long, too_steep, kinks)
