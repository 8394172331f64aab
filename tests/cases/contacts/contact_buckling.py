"""Buckling about states in which things touch whose pairs are found by a search.

Claims: a column that a plate of shells presses by contact buckles at Euler's load, as under a plane, however little
they touch; one that a ball presses, whose surface is found by a pattern of names, at the load of a column under a strut
as long as the distance of the centres; a stop that touches by little holds like a spring; derivatives are central
differences of cases that are read anew; 1 and 3 ranks agree; the reference, where nothing touches, is refused.
"""
# timeout: 300
import math

from helper import Mesh, check, close, differences_agree, grid, joined, run, same_gradients

COLUMN = """gimbal: 1
mesh: column.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 500}, s: {young: 2e11, poisson: 0.3, density: 500}}
sections: {r: {type: rectangle, width: 0.02, height: 0.015, material: m}}
beams: [{group: column, section: r, orientation: [1, 0, 0]}]
supports: [{group: foot, fix: all}]
%s
bodies: [{name: press, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, %r]}]
joints: [{type: prismatic, between: [ground, press], at: [0, 0, 1.2], axis: [0, 0, 1]}]
springs: [{between: [ground, press], at: [[0, 0, 2.2], [0, 0, 1.2]], stiffness: 1e-3}] # holds it alone
contacts: [{name: c, %s, group: head, ball: 0.01, stiffness: 1e5}]
loads: [{name: push, type: force, body: press, at: [0, 0, 1.03], value: [0, 0, "-1 - 100*t"]}]
time: {scheme: static, step: 0.05, steps: 2, tolerance: 1e-13}
modes: {count: 2, at: %s}
"""
EI = 2e9 * 0.02 * 0.015 ** 3 / 12
SHELLS = "shells: [{group: plate, material: s, thickness: 0.04}]\nlinks: [{body: press, group: plate}]"
PLATE = SHELLS, 1.03, "surface: elements, on: plate, radius: 0.02"
PLANE = "ignore: [plate]", 1.03, "surface: plane, on: press, at: [0, 0, 1.00999], axis: [0, 0, -1]"
BALL = "ignore: [plate]", 2.00999, "surface: sphere, on: press, at: [0, 0, 2.00999], radius: 1"
BALLS = "ignore: [plate]", 2.00999, "surface: sphere, on: press*, radius: 1"


def column(count=16):
    mesh = Mesh()
    nodes = [mesh.node(0, 0, k / count) for k in range(count + 1)]
    for pair in zip(nodes, nodes[1:]):
        mesh.element("line2", "column", pair)
    mesh.element("point", "foot", nodes[:1])
    mesh.element("point", "head", nodes[-1:])
    return mesh


def factors(label, case, ranks=1, settings=()):
    r = run(case, ranks, "buckling", settings)
    return r.json["buckling"]["factor"] if check(label, r.status == 0, r.stderr) else []


def least_root(length):
    """The least root k of tan k = k (1 + length)."""
    low, high = 1e-9, math.pi / 2 - 1e-12
    for _ in range(200):
        k = (low + high) / 2
        low, high = (k, high) if math.tan(k) < k * (1 + length) else (low, k)
    return low


def columns():
    for count, bound in ((8, 1.5e-2), (32, 1e-3)):
        joined(column(count),
               grid(2, 2, (0.4, 0.4), place=lambda x, y: (x - 0.17, y - 0.16, 1.02999), group="plate")).write(
                   "column.msh")
        for name, parts, k in (("a plate", PLATE, math.pi / 2), ("balls", BALLS, least_root(1.01))):
            for at, t in (("equilibrium", 0.1), ("0.05", 0.05), ("0.005", 0.005)):
                few = ["time.step=0.005", "time.steps=1"] if t == 0.005 else ()
                one = factors("under %s at %s" % (name, at), COLUMN % (*parts, at), 1, few)
                three = factors("under %s at %s on 3 ranks" % (name, at), COLUMN % (*parts, at), 3, few)
                other = factors(
                    "under one surface at " + at, COLUMN % (*(PLANE if parts is PLATE else BALL), at), 1, few)
                if len(one) == len(three) == len(other) == 2:
                    close(
                        "load under %s at %s, %d beams" % (name, at, count), 1 + 100 * (t + one[0]), EI * k * k, bound)
                    for a, b, c in zip(one, three, other):
                        close("3 ranks", b, a, 1e-9)
                        close("one surface", c, a, 1e-7)


SECOND = """functions: [{name: second, type: buckling, mode: 2}]
design: [{name: k, contact: stop, parameter: stiffness}, {name: E, material: m, parameter: young}]
"""


def stops():
    """A stop that touches the middle of a column by little holds it like a spring, as if it could pull: what
    differences along the path would lose."""
    mesh = column(14)  # fewer than 300 unknowns, which need no sparse solver
    mesh.element("point", "middle", (8,))
    mesh.write("column.msh")
    case = COLUMN % ("", *PLANE[1:], "%s")
    side = '{name: side, type: force, group: middle, value: ["-1e-3 - 1e-3*t", 0, 0]}, {name: push'
    stop = ("contacts: [{name: stop, surface: plane, on: ground, at: [-0.009999, 0, 0.5], axis: [1, 0, 0], "
            "group: middle, ball: 0.01, stiffness: 1e3},\n  {name: c")
    spring = ("springs: [{between: [ground, 'group:middle'], at: [[-1, 0, 0.5], [0, 0, 0.5]], stiffness: 1e3, "
              "length: 0.999999}, ")
    for at in ("0.05", "equilibrium"):
        held, sprung = case.replace("{name: push", side) % at, case.replace("{name: push", side).replace(
            "springs: [", spring) % at
        a, b = factors("a stop at " + at, held.replace("contacts: [{name: c", stop)), factors(
            "a spring at " + at, sprung)
        for one, other in zip(a, b):
            close("a stop at " + at, one, other, 1e-5)
        differences_agree("a stop at " + at, held.replace("contacts: [{name: c", stop) + SECOND)
        check("it holds at " + at, len(a) == 2 and a[1] > 1.2 * factors("no stop at " + at, held)[1], a)


def driven():
    """A wall that a motion drives against the middle of a column holds it like a spring from a point with that motion.
    """
    mesh = column()
    mesh.element("point", "middle", (9,))
    joined(mesh, grid(1, 1, (0.2, 0.2), place=lambda x, y: (-0.019999, x - 0.09, y + 0.42), group="wall")).write(
        "column.msh")
    case = COLUMN % ("", *PLANE[1:], "0.05")
    wall = case.replace("supports: [", 'shells: [{group: wall, material: s, thickness: 0.02}]\n'
                        'supports: [{group: wall, motion: ["1e-3*t", 0, 0], ' "fix: all}, ").replace(
                            "contacts: [", "contacts: [{name: stop, surface: elements, on: wall, radius: 0.01, "
                            "group: middle, ball: 0.01, stiffness: 1e3}, ")
    spring = ("springs: [{between: [base, 'group:middle'], at: [[-1, 0, 0.5], [0, 0, 0.5]], stiffness: 1e3, "
              "length: 1.000001}, ")
    sprung = case.replace(
        "springs: [", 'ignore: [wall]\nmasses: [{name: base, at: [-1, 0, 0.5], motion: ["1e-3*t", 0, 0]}]\n' + spring)
    a, b = factors("a driven wall", wall), factors("a driven spring", sprung)
    check("two of each", len(a) == len(b) == 2, (a, b))
    for one, other in zip(a[1:], b[1:]):  # the first is across, where only the spring turns
        close("a driven wall", one, other, 1e-6)


DESIGNS = """functions:
  - {name: first, type: buckling, mode: 1}
  - {name: both, type: buckling, form: ks, mode: 2, weight: 20}
design:
  - {name: k, contact: c, parameter: stiffness}
  - {name: radius, contact: c, parameter: radius}
  - {name: E, material: m, parameter: young}
  - {name: height, section: r, parameter: height}
  - {name: force, load: push, parameter: amplitude}
"""


def derivatives():
    """Of a column that is not straight, under a plate that is not level."""
    mesh = joined(column(), grid(
        2, 2, (0.4, 0.4), place=lambda x, y: (x - 0.17, y - 0.16, 1.02999 + 0.01 * (x - 0.17)), group="plate"))
    mesh.nodes[6] = (2e-3, 1e-3, mesh.nodes[6][2])
    mesh.write("column.msh")
    for name, parts in (("a plate", PLATE), ("balls", BALLS)):
        differences_agree("under " + name, COLUMN % (*parts, "equilibrium") + DESIGNS)
    # K' is the difference of stiffnesses at two states, in which the shear stiffness of beams cancels
    same_gradients("under a plate", COLUMN % (*PLATE, "equilibrium") + DESIGNS, [2], part=1e-8)


def refusals():
    column().write("column.msh")
    case = COLUMN % ("", *BALLS[1:], "%s")
    r = run(case % "reference", verb="buckling")
    check("the reference",
          r.status == 2 and "contacts[0]" in r.stderr and "accepted: equilibrium, or a time" in r.stderr,
          (r.status, r.stderr))
    r = run(case.replace("2.00999", "2.01").replace("-1 - 100*t", "-100*t") % "0", verb="buckling")
    check("where a contact begins", r.status == 2 and "begins or ends to touch at t = 0" in r.stderr,
          (r.status, r.stderr))


columns()
stops()
driven()
derivatives()
refusals()
