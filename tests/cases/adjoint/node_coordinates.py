"""Designs that are the coordinates of nodes.

Claims: the mass of a plate has the derivatives of the area of a polygon by its corners, to 1e-12; derivatives by
coordinates, times the vectors of a shape, are that by its amount, to 1e-10 (transient, statics, shells of 3, 4, 6 and 9
nodes); mesh files whose nodes were moved by hand give the same by differences of fourth order, to 1e-7; adjoint and
complex step agree to 1e-10 on 1, 2 and 3 ranks, and 1 and 4 ranks to 1e-9; values in place of the mesh file's
coordinates, also from a table, are that mesh; what cannot follow, values of another number and nodes with two designs
are refused by name.
"""
# timeout: 300
from pathlib import Path

from common import ended, in_turn
from helper import check, close, grid, run

HEAD = """gimbal: 1
mesh: %s
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5}}
shells: [{group: plate, material: m, thickness: 0.02}]
"""
BODY = """gravity: [0.3, 0, -9.81]
supports: [{group: left, fix: all}]
loads:
  - {type: pressure, group: plate, value: "50 + 20*t"}
  - {type: traction, group: right, value: [0, 3, 10]}
  - {type: force, group: corner11, value: [0, 0, 1]}
  - {type: moment, group: corner10, value: [0.1, 0.5, 0]}
masses: [{group: corner11, mass: 0.3}, {name: w, at: [1.2, 0.2, 0.5], mass: 0.1, fix: all}]
springs: [{between: [w, "group:corner10"], stiffness: 500, length: 0.6}]
probes:
  - {name: tip, group: corner11}
  - {name: rim, reaction: left, about: [0.1, 0.2, 0.3]}
functions:
  - {name: weight, type: mass}
  - {name: c, type: compliance}
  - {name: ks, type: ks, weight: 8}
  - {name: uz, type: end, of: tip, value: uz}
  - {name: place, type: end, of: tip, value: "x*z"}
  - {name: reaction, type: value, of: rim, value: fz, at: end}
output: {every: 0}
design:
"""
COORDINATES = "  - {name: X, coordinates: plate}\n"
SHAPE = '  - {name: a, shape: {group: plate, vector: ["0.3*x", "0.1*x*y", "sin(pi*x)*(1 + y)"]}}\n'
MOTION = ('initial: [{group: plate, velocity: [0, 0, 0.1], angular_velocity: [0.1, 0.2, 0], about: [0, 0, 0]}]\n'
          "time: {scheme: bdf2, step: 1e-3, steps: 6}\n")
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"


def arched(x, y):
    return x, y, 0.05 * x * (1 - x) + 0.02 * y * y


def plate(name, kind="quad4"):
    mesh = grid(3, 2, size=(1, 0.6), place=arched, distort=0.15, kind=kind)
    mesh.write(name)
    return mesh


def polygon():
    """The area of a polygon grows by half the turned chord between a corner's neighbours."""
    mesh = grid(3, 2, size=(1, 0.6))
    mesh.write("flat.msh")
    case = HEAD % "flat.msh" + "supports: [{group: left, fix: all}]\ndesign:\n" + COORDINATES + STATIC
    r = ended(
        "a flat plate", run(case + "functions: [{name: weight, type: mass}]\noutput: {every: 0}\n", verb="gradient"))
    found = iter(r.json["gradient"]["weight"]["X"])
    for n, (x, y, _) in sorted(mesh.nodes.items()):
        inside = {"x": 0 < y < 0.6 - 1e-9, "y": 0 < x < 1 - 1e-9}
        wanted = [270 * 0.02 * part for part in (
            (0.3 if inside["x"] else 0.15) * (x > 1 - 1e-9) - (0.3 if inside["x"] else 0.15) * (x == 0),
            ((1 if inside["y"] else 0.5) / 3) * ((y > 0.6 - 1e-9) - (y == 0)), 0)]
        for axis, value in zip("xyz", wanted):
            close("mass by %s of node %d" % (axis, n), next(found), value, 1e-12, 1e-12)


def sum_of_shape():
    """The derivative by an amount is the sum over its vectors, by another way of the same program."""
    from math import pi, sin
    for kind, rest in (("quad4", MOTION), ("tri3", STATIC), ("quad9", STATIC), ("tri6", MOTION)):
        mesh = plate(kind + ".msh", kind)
        case = HEAD % (kind + ".msh") + rest + BODY + SHAPE + COORDINATES
        r = ended(kind, run(case, 2, verb="gradient"))
        vector = [v for n, (x, y, z) in sorted(mesh.nodes.items())
                  for v in (0.3 * x, 0.1 * x * y, sin(pi * x) * (1 + y))]
        for f, by in r.json["gradient"].items():
            terms = [a * b for a, b in zip(by["X"], vector)]
            close("%s: d %s along a shape" % (kind, f), sum(terms), by["a"][0], 1e-10, 1e-11 * max(map(abs, terms)))


def moved_by_hand():
    for label, rest, bound in (("static", STATIC, 1e-7), ("transient", MOTION, 1e-7)):
        mesh = plate("quad4.msh")
        r = ended("a gradient, " + label, run(HEAD % "quad4.msh" + rest + BODY + COORDINATES, verb="gradient"))
        numbers = sorted(mesh.nodes)
        case = HEAD % "moved.msh" + rest + (BODY + COORDINATES).split("design:")[0]
        for number, axis in ((numbers[5], 0), (numbers[6], 2), (numbers[4], 1), (numbers[-1], 2)):
            value, h = {}, 2e-4
            for k in (-2, -1, 1, 2):
                other = plate("moved.msh")
                at = list(other.nodes[number])
                at[axis] += k * h
                other.nodes[number] = tuple(at)
                other.write("moved.msh")
                again = ended("built anew", run(case, name="anew"))
                value[k] = again.json["functions"]
            for f, by in r.json["gradient"].items():
                slope = (8 * (value[1][f] - value[-1][f]) - (value[2][f] - value[-2][f])) / (12 * h)
                close("%s: d %s by %s of node %d" % (label, f, "xyz"[axis], number),
                      by["X"][3 * numbers.index(number) + axis], slope, bound, bound * max(map(abs, by["X"])))


def exact():
    plate("quad4.msh")
    for label, rest, all_ranks in (("static", STATIC, (2,)), ("transient", MOTION, (1, 2, 3))):
        case = HEAD % "quad4.msh" + rest + BODY + COORDINATES
        for ranks in all_ranks:
            r = ended("verify, %s, on %d ranks" % (label, ranks), run(case, ranks, "verify"))
            for f, found in r.json["verify"].items():
                for error in found.values():
                    close("%s on %d ranks: d %s" % (label, ranks, f), error, 0, 0, 1e-10)
        one, four = (run(case, ranks, "gradient", name="ranks") for ranks in (1, 4))
        if check("four ranks", one.status == 0 and four.status == 0, one.stderr + four.stderr):
            for f, by in one.json["gradient"].items():
                most = max(map(abs, by["X"]))
                for a, b in zip(four.json["gradient"][f]["X"], by["X"]):
                    close("%s, %s on 4 ranks" % (label, f), a, b, 1e-9, 1e-9 * most)


def values():
    mesh = plate("drawn.msh")
    moved = {n: (x + 0.02 * y, 1.1 * y, z + 0.03 * x) for n, (x, y, z) in mesh.nodes.items()}
    mesh.nodes = moved
    mesh.write("moved.msh")
    flat = [c for n in sorted(moved) for c in moved[n]]
    by_values = COORDINATES.replace("}", ", values: %s}" % flat)
    Path("moved.csv").write_text("name,value\n" + "".join(
        "X.%d.%s,%.17g\n" % (n, axis, c) for n in sorted(moved) for axis, c in zip("xyz", moved[n])))
    one = run(HEAD % "moved.msh" + STATIC + BODY + COORDINATES)
    two = run(HEAD % "drawn.msh" + STATIC + BODY + by_values, 2, name="valued")
    three = run(HEAD % "drawn.msh" + STATIC + BODY + COORDINATES, settings=["initial=moved.csv"], name="tabled")
    if check("values", all(r.status == 0 for r in (one, two, three)), one.stderr + two.stderr + three.stderr):
        for f, value in one.json["functions"].items():
            close("%s of values" % f, two.json["functions"][f], value, 1e-9)
            close("%s of a table" % f, three.json["functions"][f], value, 1e-9)


def refused():
    plate("quad4.msh")
    case = HEAD % "quad4.msh" + STATIC + BODY.replace("\n  - {type: moment, group: corner10, value: [0.1, 0.5, 0]}", "")
    average = 'bodies: [{name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [1.5, 0, 0]}]\n' \
        "links: [{body: b, group: right, type: average}]\n"
    beam = "sections: {rod: {type: circle, material: m, radius: 0.01}}\n" \
        "beams: [{group: right, section: rod, orientation: [0, 0, 1]}]\n"
    once = "  - {name: X, coordinates: plate%s}\n"
    for status, said, text in (
            (3, "something else is tied", average + case + once % ""),
            (3, "frame of a beam", beam + case + once % ""),
            (3, "no area left", case + once % (", values: %s" % [0.1 * (k % 7) for k in range(36)])),
            (2, "found 4); accepted: 36", case + once % ", values: [0, 1, 2, 3]"),
            (2, "are design 'X' already", case + once % "" + "  - {name: Y, coordinates: right}\n"),
            (3, "no group", case + "  - {name: X, coordinates: plat}\n"),
            (2, "parameter", case + once % ", parameter: at.x"),
            (2, "needs one thing", case + once % ", thickness: plate"),
            (2, "needs one thing", case + once % ", shape: {group: plate, vector: [0, 0, 1]}"),
            (2, "per", case + once % ", per: element")):
        r = run(text, name="refused")
        check("refused: " + said, r.status == status and said in r.stderr, (r.status, r.stderr))


in_turn(polygon, sum_of_shape, moved_by_hand, exact, values, refused)
