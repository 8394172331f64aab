"""Given motions that the nodes of a support have of their own.

Claims: own displacements, velocities and accelerations of nodes are the same motion as an expression for each of them,
also of nodes tied to one that moves, by dynamic schemes and in statics; adjoint, tangent and complex step agree to
1e-10 by them on 1, 2 and 3 ranks; cases that are read anew give the same by differences, to 1e-7; lists of another
length, a displacement at the start of a march, other motions beside them and supports without them are refused.
"""
from common import in_turn, refusals
from helper import check, close, gradients_agree, grid, run

HEAD = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5}}
shells: [{group: plate, material: m, thickness: 0.02}]
probes: [{name: tip, group: corner11}]
output: {every: 0}
functions:
  - {name: c, type: compliance}
  - {name: uz, type: end, of: tip, value: uz}
  - {name: ks, type: ks, weight: 8}
loads: [{type: traction, group: right, value: [1, 2, 3]}]
"""
MOTION = "time: {scheme: bdf2, step: 1e-3, steps: 6}\n"
STATIC = "time: {scheme: static, step: 0.5, steps: 2}\n"
U = [[0, 0, 0]] * 3
V = [[0.1, 0, 2], [0.2, 0.1, 3], [0, -0.3, 1]]
A = [[0, 30, 200], [0, -20, 400], [50, 0, 300]]

mesh = grid(3, 2, size=(1, 0.6), place=lambda x, y: (x, y, 0.05 * x * (1 - x) + 0.02 * y * y), distort=0.15)
mesh.write("plate.msh")
LEFT = [n for n, (x, _, _) in sorted(mesh.nodes.items()) if x < 1e-9]


def own(scale=1, start=U):
    scaled = [[[scale * c for c in one] for one in all] for all in (V, A)]
    return "supports: [{group: left, fix: rotation}, {name: wall, group: left, displacements: %s, " \
           "velocities: %s, accelerations: %s}]\n" % (
        start, *scaled)


def by_expressions(scale=1, start=U):
    groups = ", ".join("{name: n%d, nodes: [%d]}" % (n, n) for n in LEFT)
    motions = ", ".join("{group: n%d, motion: [%s]}" % (n, ", ".join(
        '"%r + %r*t + %r*t^2"' % (u, scale * v, scale * a / 2) for u, v, a in zip(*of))) for n,
                        of in zip(LEFT, zip(start, V, A)))
    return "groups: [%s]\nsupports: [{group: left, fix: rotation}, %s]\n" % (groups, motions)


def equal(label, one, other):
    if check(label, one.status == 0 and other.status == 0, one.stderr + other.stderr):
        for f, value in one.json["functions"].items():
            close("%s: %s" % (label, f), other.json["functions"][f], value, 1e-9)


def same_motions():
    for scheme in "bdf2", "galpha", "sdirk2":
        case = HEAD + MOTION.replace("bdf2", scheme)
        equal(scheme, run(case + by_expressions()), run(case + own(), 2, name="own"))
    start = [[1e-3, 0, 2e-3], [0, 0, 0], [0, -1e-3, 0]]
    for scheme in "static", "linear":
        case = HEAD + STATIC.replace("static", scheme)
        equal(scheme, run(case + by_expressions(1e-3, start)), run(case + own(1e-3, start), 2, name="own"))


DESIGN = (
    "design: [{name: U, support: wall, parameter: displacements}, {name: V, support: wall, parameter: velocities}, "
    "{name: A, support: wall, parameter: accelerations}]\n")


def exact():
    gradients_agree("own motions", HEAD + MOTION + own() + DESIGN, ("bdf2", "dirk3"), (1, 2, 3), tangent=1e-10)
    gradients_agree("own motions in statics", HEAD + STATIC + own(1e-3) + DESIGN, ("static", "linear"),
                    (1, 3), tangent=1e-10)
    r = run(HEAD + MOTION + own() + DESIGN, verb="gradient")
    for key, values, h in (("velocities", V, 1e-3), ("accelerations", A, 1)):
        found = []
        for step in (h, -h):
            moved = [list(one) for one in values]
            moved[1][2] += step
            settings = ["supports[1].%s=%s" % (key, moved), "design=~"]
            found.append(run(HEAD + MOTION + own() + DESIGN, name="anew", settings=settings).json["functions"])
        for f in found[0]:
            slope = (found[0][f] - found[1][f]) / (2 * h)
            close("d %s by differences of %s" % (f, key), r.json["gradient"][f][key[0].upper()][5], slope, 1e-7)


def refused():
    case = HEAD + MOTION
    wall = "{group: left, fix: rotation}, "
    refusals(lambda text: case + text + "\n", [
        ("supports: [{group: left, velocities: [[0, 0, 1], [0, 0, 2]]}]", "found 2); accepted: 3"),
        ("supports: [%s{group: left, displacements: [[0, 0, 0], [0, 0, 0.1], [0, 0, 0]]}]" % wall,
         "found 0.1 at t = 0"),
        ("supports: [{group: left, motion: [0, 0, t], velocities: %s}]" % V, "beside motion"),
        ("supports: [{group: left, angle: t, axis: [0, 0, 1], velocities: %s}]" % V, "beside angle"),
        ("supports: [{body: left, velocities: %s}]" % V, "beside body"),
        ("supports: [{group: left, symmetry: x, velocities: %s}]" % V, "beside a given motion"),
        ("supports: [{group: left, fix: all}, {group: left, velocities: %s}]" % V, "has a given motion"),
        ("supports: [%s{name: s, group: left, velocities: %s}]\n"
         "design: [{name: U, support: s, parameter: displacements}]" % (wall, V), "accepted: velocities"),
        ("supports: [%s{name: s, group: left, velocities: %s}]\n"
         "design: [{name: U, support: r, parameter: velocities}]" % (wall, V), "unknown"),
        ("supports: [%s{name: s, group: left, velocities: %s}]\n"
         "design: [{name: V, support: s, parameter: velocities, values: [1, 2, 3]}]" % (wall, V),
         "found 3); accepted: 9")],
        status=(2, 3))


in_turn(same_motions, exact, refused)
