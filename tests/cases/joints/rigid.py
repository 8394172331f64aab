"""Rigid bodies and joints against published values.

Claims: the simple pendulum (reference.md 4.3) is within 1e-6 of the tabled digits over 10 s; the heavy top
(4.1) is within 1e-5 of them at 2 s, and converges with the orders of its pairings of scheme and
enforcement: 2 for generalised-alpha (index3), average acceleration and the midpoint rule (index1), 3 for SDIRK 3, at
least 4 for DIRK 4; a spatial double pendulum moves alike by three schemes, with no more than four
corrections a point and few factors; gradients by masses, inertias and initial velocities agree with complex step to
1e-10; results agree on 1, 2 and 3 ranks; entries that make no sense are refused.
"""
# timeout: 240
import math

from common import ended, in_turn, refused
from helper import ROOT, check, close, run

PENDULUM = ROOT / "meshes" / "rigid-pendulum.yaml"
DOUBLE = ROOT / "meshes" / "double-pendulum.yaml"
TOP = ROOT / "meshes" / "heavy-top.yaml"
SWING = {1: (0.9862917511, -0.1650108531), 2: (-0.7935661953, -0.6084839304),
         5: (-0.9423054350, -0.3347543384), 10: (-0.2750874626, -0.9614192051)}
SPIN = {0.5: (-0.7024682971, -0.0211651847, -0.7114002577), 2.0: (-0.1504168227, -0.7241655916, -0.6730222696)}


def positions(r, probe, start):
    p = r.json["probes"][probe]
    return p["t"], [[a + b for a, b in zip(start, u)] for u in p["u"]]


def pendulum():
    r = ended("the pendulum swings", run(PENDULUM, settings=["time.steps=10000", "output.every=0"]))
    t, x = positions(r, "tip", (-1, 0, 0))
    for time, reference in SWING.items():
        k = round(time / 1e-3)
        close("pendulum at %g s" % time, math.dist(x[k][:2], reference), 0, 0, 1e-6)


def top(scheme, step, end, ranks=1):
    steps = round(end / step)
    r = ended("the top turns by %s on %d ranks" % (scheme, ranks),
              run(TOP, ranks,
                  settings=["time.scheme=" + scheme, "time.step=%g" % step, "time.steps=%d" % steps, "output.every=0"]))
    return positions(r, "centre", (0, 1, 0))[1][-1]


def orders():
    for scheme, order, above in (("galpha", 2, 0.1), ("newmark", 2, 0.1), ("dirk2", 2, 0.1),
                                 ("sdirk3", 3, 0.1), ("dirk4", 4, 1.2)):
        error = []
        for step in (5e-4, 2.5e-4):
            x = top(scheme, step, 0.5)
            error.append(math.dist(x, SPIN[0.5]) if x else 1)
        observed = math.log2(error[0] / error[1])
        check("order of %s is %.2f" % (scheme, observed), order - 0.1 <= observed <= order + above,
              "errors %s, expected order %g" % (error, order))


def long_run():
    x = top("dirk4", 1.25e-4, 2.0)
    if x:
        close("heavy top at 2 s", math.dist(x, SPIN[2.0]), 0, 0, 1e-5)


def ranks():
    one = top("galpha", 5e-4, 0.05)
    for count in (2, 3):
        other = top("galpha", 5e-4, 0.05, count)
        for i in range(3):
            close("heavy top on %d ranks" % count, other[i], one[i], 0, 1e-10)


def double_pendulum():
    """Two schemes of order 2 and one of order 4 meet in one motion, with few corrections a point."""
    end = {}
    for scheme, points, factors in (("galpha", 1, 51), ("newmark", 1, 29), ("dirk4", 3, 75)):
        enforce = ["constraints.enforce=index1"] if points > 1 else []
        r = ended("the double pendulum swings by " + scheme,
                  run(DOUBLE, settings=["time.scheme=" + scheme, "time.steps=500", "output.every=0", *enforce]))
        end[scheme] = r.json["probes"]["tip"]["u"][-1]
        cost = r.json["newton_iterations"] + 2 * r.json["factorisations"]  # a small factor costs two corrections
        check("corrections and factors of " + scheme, cost <= 4.5 * points * 501, cost)
        close("factors of " + scheme, r.json["factorisations"], factors, 0.3)
    for scheme in ("galpha", "newmark"):
        close("end of the double pendulum by " + scheme, math.dist(end[scheme], end["dirk4"]), 0, 0, 1e-5)


DESIGNS = """design:
  - {name: m, body: top, parameter: mass}
  - {name: Jyy, body: top, parameter: inertia.yy}
  - {name: Jxz, body: top, parameter: inertia.xz}
  - {name: spin, body: top, parameter: angular_velocity.y}
functions:
  - {name: mass, type: mass}
  - {name: path, type: integral, of: centre, value: "x + z^2 + vx*0.1"}
  - {name: place, type: end, of: centre, value: "x*y + z"}
"""


def gradients():
    """With multipliers: adjoint against complex step, tangent against adjoint; a start by Runge-Kutta
    takes constraints by accelerations by itself."""
    settings = ["time.step=2.5e-4", "time.steps=40", "output.every=0"]
    r = ended("verify", run(TOP.read_text() + DESIGNS, 1, "verify", settings,
                            ["--schemes", "bdf2,bdf3:dirk,galpha,newmark,abm3:dirk,dirk4,sdirk3"]))
    for scheme, errors in r.json["schemes"].items():
        for kind, bound in (("verify", 1e-10), ("tangent", 1e-11)):
            for function, found in errors.get(kind, {"march": {"failed": 1}}).items():
                for design, error in found.items():
                    close("%s, %s: d %s / d %s" % (scheme, kind, function, design), error, 0, 0, bound)
    refused("positions cannot be held by a solved step end", TOP.read_text() + "constraints: {enforce: index3}\n",
            "start: dirk", settings=settings + ["time={scheme: bdf2, start: dirk, step: 1e-3, steps: 5}"])


CASE = """gimbal: 1
bodies:
  - {name: a, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0]}
  - {name: b, box: [1, 2, 3], density: 2, at: [1, 0, 0], rotation: {axis: [1, 0, 0], angle: 0.5}}
joints: [{type: revolute, between: [a, b], at: [0.5, 0, 0], axis: [0, 0, 1]}]
time: {scheme: bdf2, step: 0.01, steps: 2}
output: {every: 0}
"""


def refusals():
    for find, put, words in (
            ("mass: 1,", "", "mass and inertia"),
            ("[1, 1, 1, 0, 0, 0]", "[1, 1, 3, 0, 0, 0]", "no body's inertia"),
            ("density: 2, ", "", "density with one of box, cylinder, sphere"),
            ("[a, b]", "[a, a]", "two different ends"),
            ("[a, b]", "[a, c]", "no body is named 'c'"),
            ("axis: [0, 0, 1]}", "axis: [0, 0, 0]}", "a vector with a length"),
            ("revolute", "revolut", "nearest: revolute"),
            ("axis: [0, 0, 1]}", "axis: [0, 0, 1], distance: t}", "no distance to drive"),
            ("name: b", "name: ground", "another name"),
            ("scheme: bdf2", "scheme: explicit_euler", None)):
        text = CASE.replace(find, put, 1)
        if words is None:
            text += "constraints: {enforce: index3}\n"
            words = "explicit in the positions"
        for count in (1, 2):
            refused("%s on %d ranks" % (words, count), text, words, ranks=count)


ended("the case of the refusals runs", run(CASE))
in_turn(pendulum, orders, long_run, double_pendulum, ranks, gradients, refusals)
