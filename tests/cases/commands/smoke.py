"""Everything once on twelve shells, for the sanitizers: quadrilaterals and triangles of two sections on an inclined
plate, every load, support and functional, springs and dampers to a point of its own and to a moving one, designs by
element. The gradient is the same on 1 and 2 ranks, from states on disk, by the tangent and by complex step, and
CASE.designs.csv has its numbers, the designs' values and their bounds.
"""
# quick
# memcheck
import csv
import math
import re

from helper import check, grid, program, run

CASE = """gimbal: 1
title: a plate inclined by 30 degrees
mesh: plate.msh
gravity: [0, 1, "-9.81*ramp(t)"]
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800, yield: 250e6}
  foam: {young: 1e9, poisson: 0.2, density: 300, yield: 5e6}
shells:
  - {group: plate, material: steel, thickness: 0.01}
  - {group: flange, material: foam, thickness: 0.03}
supports:
  - {group: left, fix: [x, y, z, rx]}
  - {group: corner00, fix: all}
  - {group: top, fix: [rz]}
  - {group: corner10, fix: [y, ry, rz]}
  - {group: bottom, symmetry: y}
loads:
  - {type: pressure, group: plate, value: "1e4*sin(200*t)"}
  - {type: pressure, group: flange, value: 2e3, follow: true}
  - {type: traction, group: flange, value: [10, 20, "-30*exp(t)"]}
  - {type: traction, group: right, value: [0, 100, "smooth(t, 0, 0.002)"]}
  - {type: force, group: corner11, value: [1, 2, 300]}
  - {type: force, group: corner11, values: [[3, 2, 100]], value: "cos(9*t)"}
  - {type: moment, group: corner11, value: [20, 30, 0]}
  - {type: force, mass: bob, value: [0, 0, "10*t"]}
initial:
  - {group: right, velocity: [0, 0, 0.1], angular_velocity: [0.1, 0.2, 0], about: [2, 0, 0]}
masses:
  - {group: corner10, mass: 3}
  - {name: bob, at: [2, 1.5, 1.5], mass: 4, velocity: [1, 2, 0]}
  - {name: shaker, at: [3, 1.5, 1.5], motion: ["0.01*sin(300*t)", "0.2*t", 0]}
springs:
  - {between: ["group:corner11", bob], stiffness: [1e5, 1e6, 1e8], damping: 300, length: 0.5}
  - {between: [shaker, bob], stiffness: 4e5, damping: [100, 10, 1]}
  - {between: [bob, ground], at: [~, [2, 0, 1.5]], stiffness: 1e5}
bushings:
  - {between: ["group:corner11", ground], at: [1.7320508075688772, 1.5, 1], axes: [[1, 1, 0], [0, 0, 1]],
     stiffness: [1e4, 2e4, 3e4, 0, 0, 0], damping: [10, 20, 30, 0, 0, 0]}
  - {between: ["group:corner11", bob], at: [1.7320508075688772, 1.5, 1], apart: true, inertance: [2, 1, 0.5, 0, 0, 0]}
states: [{name: lag, rate: "1e3*(t - lag)", initial: 0.1}]
probes:
  - {name: tip, group: corner11}
  - {name: middle, at: [1, 0.5, 0.5]}
  - {name: bob, mass: bob}
  - {name: held, reaction: left}
  - {name: cell, element_at: [1, 0.5, 0.5]}
design:
  - {name: t, thickness: plate, per: element, lower: 2e-3, upper: 0.05}
  - {name: f, thickness: flange, per: patch}
time: {scheme: bdf2, step: 1e-3, steps: 3}
functions:
  - {name: 'weight, "all"', type: mass}
  - {name: compliance, type: compliance}
  - {name: ks, type: ks, weight: 20, sum: continuous}
  - {name: ks_discrete, type: ks, weight: 20, sum: discrete}
  - {name: exponential, type: induced, form: exponential, weight: 20, sum: continuous}
  - {name: exponential2, type: induced, form: exponential2, weight: 20, sum: discrete}
  - {name: power, type: induced, form: power, weight: 20, sum: discrete}
  - {name: power2, type: induced, form: power2, weight: 20, sum: continuous}
  - {name: value, type: value, value: "tip.uz + 1e-9*cell.N11 + lag.value"}
output: {every: 2}
"""


def plate():
    """4 x 3 cells: the last column is the flange, the first is halved into triangles."""
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    mesh = grid(4, 3, size=(2, 1.5), distort=0.2, place=lambda x, y: (c * x, y, s * x))
    elements, mesh.elements = mesh.elements, []
    for kind, group, patch, n in elements:
        x = sum(mesh.nodes[i][0] for i in n) / len(n)
        if kind == "quad4" and x > 1.5 * c:
            mesh.element(kind, "flange", n, 2 if mesh.nodes[n[0]][1] < 0.4 else 3)
        elif kind == "quad4" and x < 0.5 * c:
            mesh.element("tri3", group, (n[0], n[1], n[2]))
            mesh.element("tri3", group, (n[0], n[2], n[3]))
        else:
            mesh.element(kind, group, n, patch)
    return mesh


def largest_difference(one, other):
    """Of two gradients, each functional relative to its largest derivative."""
    worst = 0
    for name, part in one.json["gradient"].items():
        a = [x for values in part.values() for x in values]
        b = [x for values in other.json["gradient"][name].values() for x in values]
        worst = max(worst, max(abs(x - y) for x, y in zip(a, b)) / max(map(abs, a)))
    return worst


def same(name, one, other, limit):
    if check(name + ": it runs", other.status == 0 and other.json, other.stderr):
        d = largest_difference(one, other)
        check("%s within %g" % (name, limit), d <= limit, d)


plate().write("plate.msh")
one = run(CASE, verb="gradient")
if check("the gradient on one rank", one.status == 0 and one.json, one.stderr):
    designs = sum(len(values) for values in one.json["gradient"]["ks"].values())
    check("a design for each element and patch", designs == 14, designs)
    same("2 ranks", one, run(CASE, 2, "gradient"), 1e-10)
    same("states on disk", one, run(CASE, 2, "gradient", ["checkpoint.memory=0"]), 1e-10)
last = run(CASE, 2, "gradient", options=["--tangent"])
if one.json:
    same("the tangent", one, last, 1e-11)
with open("case.designs.csv", newline="") as table:
    rows = list(csv.reader(table))
check("columns of the designs", rows[0][:5] == ["name", "value", "lower", "upper", 'd weight, "all"'], rows[0])
check("a row for each design", len(rows) == 15 and len({len(row) for row in rows}) == 1, rows)
if last.json:
    listed = {entry: [row for row in rows[1:] if row[0].split(".")[0] == entry] for entry in "tf"}
    for entry, values in (("t", (0.01, 2e-3, 0.05)), ("f", (0.03, 0.0, math.inf))):
        check("values and bounds of " + entry,
              all(tuple(map(float, row[1:4])) == values for row in listed[entry]), listed[entry])
        for column, name in enumerate(rows[0][4:], 4):
            check("derivatives in the column %s of %s" % (name, entry),
                  [float(row[column]) for row in listed[entry]]
                  == last.json["gradient"][name[2:]][entry])
verbose = program(["run", "case.yaml", "--verbose"])
check("--verbose: a line for each step",
      [line.split()[0] for line in verbose.stdout.splitlines() if len(line.split()) == 5
       and line.split()[0].isdigit()] == ["0", "1", "2", "3"], verbose.stdout)
for ranks in (1, 2):
    verified = run(CASE, ranks, "verify", options=["--steps", "1e-30"])
    if check("verify runs", verified.status == 0 and verified.json, verified.stderr):
        for name, errors in verified.json["verify"].items():
            for error in errors.values():
                check("%s by complex step on %d" % (name, ranks), abs(error) <= 1e-10, error)
STILL = re.sub("(?m)^states:.*\n| \\+ lag.value", "", CASE)  # statics know no states
for scheme in ("dirk3", "galpha", "abm2", "static", "linear"):
    r = run(STILL if scheme in ("static", "linear") else CASE, 2, "gradient",
            ["time.scheme=" + scheme, "time.steps=2", "time.step=5e-4"])
    check(scheme, r.status == 0 and r.json, r.stderr)
