"""What acts on rigid bodies and between them: masses, springs, torsional springs, forces, moments.

Claims: a torsional pendulum follows its closed form, damped and from a turned rest, to 1e-7; a dead moment on
a sphere adds m t to its angular momentum, one that follows turns with it, both to 1e-8; forces at a
place, dead and following, move a body by the quadrature of their closed form; a body with a mass on it
moves as the body of both; a spring from a body to ground conserves energy and has its period; a plate hung
by a spherical joint at a node swings as one that is held there; gradients by masses, springs, rest angles
and amplitudes agree with complex step to 1e-10 and over ranks; what makes no sense is refused.
"""
# timeout: 240
import math
import re

from common import ended, in_turn, refusals, refused
from helper import check, close, grid, run

HEAD = """gimbal: 1
bodies:
  - {name: b, mass: 2, inertia: [0.5, 0.6, 0.4, 0, 0, 0], at: [0, 0, 0]%s}
%stime: {scheme: %s, step: %g, steps: %d}
output: {every: %d}
"""


def case(rest, body="", scheme="dirk4", step=2e-3, steps=500, every=0):
    return HEAD % (body, rest, scheme, step, steps, every)


def angle(p):
    """From the x axis, of the probe at (1, 0, 0)."""
    return math.atan2(p[1], 1 + p[0])


AXLE = """joints:
  - {type: revolute, name: axle, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}
probes:
  - {name: p, body: b, at: [1, 0, 0]}
springs:
  - {name: t, joint: axle, stiffness: 10, damping: %g, angle: %g}
"""


def pendulum():
    J, k = 0.4, 10
    for c, rest, spin in ((0, 0, 5), (0, 0.8, 0), (0.5, 0.3, 4)):
        r = ended("torsional pendulum", run(case(AXLE % (c, rest), ", angular_velocity: [0, 0, %g]" % spin)))
        p, decay = r.json["probes"]["p"], c / (2 * J)
        w = math.sqrt(k / J - decay ** 2)
        for n in (100, 300, 500):
            t = p["t"][n]
            expected = rest + math.exp(-decay * t) * (
                -rest * math.cos(w * t) + (spin - decay * rest) / w * math.sin(w * t))
            close("pendulum of damping %g, rest %g" % (c, rest), angle(p["u"][n]), expected, 0, 1e-7)


def moments():
    """On a sphere that spins about z: its angular momentum is the moment's integral in the axes in which it
    is constant."""
    for follow in ("false", "true"):
        text = case("loads:\n  - {type: moment, body: s, value: [0.3, 0, 0], follow: %s}\n" % follow, every=500)
        text = re.sub(r"  - \{name: b.*", "  - {name: s, mass: 2, inertia: [0.5, 0.5, 0.5, 0, 0, 0], "
                      "at: [0, 0, 0], angular_velocity: [0, 0, 3]}", text)
        r = ended("moment, follow: %s" % follow, run(text))
        L = r.json["balance"]["angular_momentum"][-1]
        if follow == "false":
            for i in range(3):
                close("dead moment, L%d" % i, L[i], (0.3, 0, 1.5)[i], 0, 1e-8)
        else:
            close("following moment, |L|", math.dist(L, (0, 0, 0)), math.hypot(0.3, 1.5), 0, 1e-8)
            # dL/dt = R m, R being the rotation of the body axes: integrate with small steps
            e, w = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]], None
            l, n = [0.0, 0, 1.5], 20000
            for k in range(n):
                t = (k + 0.5) / n
                w = [0.3 * t / 0.5 * e[0][i] + 3 * e[2][i] for i in range(3)]
                size = math.sqrt(sum(x * x for x in w)) / n
                axis = [x / (size * n) for x in w]
                half = [turn(v, axis, size / 2) for v in e]
                l = [l[i] + 0.3 * half[0][i] / n for i in range(3)]
                e = [turn(v, axis, size) for v in e]
            for i in range(3):
                close("following moment, L%d" % i, L[i], l[i], 0, 1e-7)


def turn(v, n, a):
    c, s, d = math.cos(a), math.sin(a), sum(x * y for x, y in zip(n, v))
    x = [n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0]]
    return [c * v[i] + s * x[i] + (1 - c) * d * n[i] for i in range(3)]


def forces():
    """F along x at (0, 0.5, 0): about z it turns the body by -F/2 J, as long as it follows."""
    loads = "probes:\n  - {name: c, body: b, at: [0, 0, 0]}\nloads:\n" \
            "  - {type: force, body: b, at: [0, 0.5, 0], value: [1.5, 0, 0], follow: %s}\n"
    for follow in ("false", "true"):
        r = ended("force, follow: %s" % follow, run(case(loads % follow)))
        u, n = r.json["probes"]["c"]["u"][-1], 4000
        x = y = vx = vy = 0.0
        for k in range(n):  # trapezoid of the acceleration, exact for the place of a constant one
            a = [1.5 / 2 * f((0.5 if follow == "true" else 0) * -1.5 * 0.5 / 0.4 * ((k + 0.5) / n) ** 2)
                 for f in (math.cos, math.sin)]
            x, y = x + vx / n + a[0] / n / n / 2, y + vy / n + a[1] / n / n / 2
            vx, vy = vx + a[0] / n, vy + a[1] / n
        for i, expected in enumerate((x, y, 0)):
            close("force, follow: %s" % follow, u[i], expected, 0, 1e-7)


def masses():
    """1 kg at (0.3, 0, 0) and 2 at the origin: 3 kg at (0.1, 0, 0), m1 m2 / (m1 + m2) 0.09 more about y, z."""
    tail = "gravity: [0, 0, -9.81]\njoints:\n  - {type: spherical, between: [ground, b], at: [0, 1, 0]}\n" \
           "probes:\n  - {name: p, body: b, at: [1, 0, 0]}\n"
    on = run(case(tail + "masses:\n  - {body: b, at: [0.3, 0, 0], mass: 1}\n"))
    text = case(tail).replace("mass: 2, inertia: [0.5, 0.6, 0.4, 0, 0, 0], at: [0, 0, 0]",
                              "mass: 3, inertia: [0.5, 0.66, 0.46, 0, 0, 0], at: [0.1, 0, 0]")
    one = run(text)
    if check("mass on a body", on.status == one.status == 0, on.stderr + one.stderr):
        close("a mass on a body", math.dist(on.json["probes"]["p"]["u"][-1],
                                            one.json["probes"]["p"]["u"][-1]), 0, 0, 1e-8)


def springs():
    tail = "springs:\n  - {between: [ground, b], at: [[-1, 0, 0], %s], stiffness: 50}\n" \
           "probes:\n  - {name: p, body: b, at: [0, 0, 0]}\n"
    r = ended("spring at the centre of a body", run(case(tail % "[0, 0, 0]", ", velocity: [1, 0, 0]")))
    close("oscillator", r.json["probes"]["p"]["u"][-1][0], math.sin(5) / 5, 0, 1e-8)
    r = ended("spring at a place of a body",
              run(case(tail % "[0.2, 0.4, 0]", ", velocity: [1, 0, 2]", "galpha, rho: 1", 1e-3, 1000, 50), 2))
    b = r.json["balance"]
    energy = [k + s for k, s in zip(b["kinetic"], b["strain"])]
    close("energy", max(abs(e - energy[0]) for e in energy), 0, 0, 1e-4)
    check("the spring stretches", max(b["strain"]) > 0.05)


HUNG = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials:
  foam: {young: 5e6, poisson: 0.3, density: 200}
shells:
  - {group: plate, material: foam, thickness: 0.02}
probes:
  - {name: tip, group: corner11}
time: {scheme: galpha, step: 1e-3, steps: 60}
output: {every: 0}
"""


def hung():
    grid(4, 2, size=(1, 0.5)).write("plate.msh")
    joint = "joints:\n  - {type: spherical, between: [ground, 'group:corner00'], at: [0, 0, 0]}\n"
    held = "supports:\n  - {group: corner00, fix: [x, y, z]}\n"
    a, b, c = run(HUNG + held), run(HUNG + joint), run(HUNG + joint, 3)
    if check("a hung plate", a.status == b.status == c.status == 0, a.stderr + b.stderr + c.stderr):
        u, v, w = (r.json["probes"]["tip"]["u"][-1] for r in (a, b, c))
        close("held and hung", math.dist(u, v), 0, 0, 1e-9)
        close("on 3 ranks", math.dist(w, v), 0, 0, 1e-10)
    refused("a revolute joint at a node", HUNG + joint.replace("spherical", "revolute"), "has no axes")
    refused("a joint off its node", HUNG + joint.replace("at: [0, 0, 0]", "at: [0.1, 0, 0]"),
            "accepted: the same place")


ALL = """gimbal: 1
gravity: [0, 0, -1]
bodies:
  - {name: a, mass: 2, inertia: [0.5, 0.6, 0.4, 0, 0, 0], at: [0, 0, 0], angular_velocity: [0, 0, 2]}
  - {name: b, box: [1, 0.2, 0.3], density: 10, at: [1, 0, 0], velocity: [0, 2, 0], angular_velocity: [0, 0, 2]}
joints:
  - {type: revolute, name: axle, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  - {type: revolute, name: knee, between: [a, b], at: [0.5, 0, 0], axis: [0, 1, 0]}
masses:
  - {name: m, body: b, at: [1.5, 0.1, 0], mass: 0.7}
springs:
  - {name: t, joint: knee, stiffness: [3, 0, 1], damping: 0.2, angle: 0.3}
  - {name: s, between: [a, b], at: [[0, 0.3, 0.4], [1.3, 0, 0]], stiffness: 20, damping: 0.1, length: 1}
  - {name: g, between: [b, ground], at: [[1.5, 0, 0], [2, 1, 1]], stiffness: 5}
loads:
  - {name: f, type: force, body: b, at: [1.4, 0, 0.1], value: [0.3, "sin(9*t)", 1], follow: true}
  - {name: d, type: force, body: b, at: [1.4, 0, 0], value: [0, 0.1, 0.2]}
  - {name: n, type: moment, body: b, value: [0.1, 0.3, -0.1], follow: true}
  - {name: o, type: moment, body: a, value: [0, 0, "t"]}
probes:
  - {name: p, body: b, at: [1.5, 0, 0]}
design:
  - {name: mass, mass: m, parameter: mass}
  - {name: k, spring: t, parameter: stiffness}
  - {name: k3, spring: t, parameter: stiffness.3}
  - {name: c, spring: t, parameter: damping}
  - {name: rest, spring: t, parameter: angle}
  - {name: ks, spring: s, parameter: stiffness}
  - {name: ls, spring: s, parameter: length}
  - {name: kg, spring: g, parameter: stiffness}
  - {name: f, load: f, parameter: amplitude}
  - {name: d, load: d, parameter: amplitude}
  - {name: n, load: n, parameter: amplitude}
  - {name: o, load: o, parameter: amplitude}
functions:
  - {name: path, type: integral, of: p, value: "x^2 + z + 0.1*vz*y"}
  - {name: place, type: end, of: p, value: "x*y + z"}
  - {name: energy, type: compliance}
time: {scheme: dirk4, step: 5e-3, steps: 40}
output: {every: 20}
"""


def gradients():
    for scheme in ("bdf2", "galpha", "dirk4", "sdirk3"):
        one = None
        for ranks in (1, 2, 3):
            r = ended("verify by %s on %d ranks" % (scheme, ranks),
                      run(ALL, ranks, "verify", ["time.scheme=" + scheme], ["--steps", "1e-30"]))
            for function, errors in r.json["verify"].items():
                for design, error in errors.items():
                    close("%s: d %s / d %s" % (scheme, function, design), error, 0, 0, 1e-10)
            one = one or r.json
            for function, value in one["functions"].items():
                close("%s on %d ranks" % (function, ranks), r.json["functions"][function], value, 1e-10)


def refused_cases():
    refusals(ALL, [
        ("body: b, at: [1.5, 0.1, 0], mass", "body: c, at: [1.5, 0.1, 0], mass", "no body is named 'c'"),
        ("body: b, at: [1.5, 0.1, 0], mass", "body: b, mass", "place on the body"),
        ("at: [[0, 0.3, 0.4], [1.3, 0, 0]]", "at: [~, [1.3, 0, 0]]", "end 1 is on body 'a'"),
        ("joint: knee,", "joint: kneee,", "nearest: knee"),
        ("joint: knee,", "joint: knee, length: 1,", "there alone"),
        ("stiffness: 20", "stiffness: 20, angle: 1", "there alone"),
        ("joint: knee,", "joint: knee, between: [a, b],", "accepted: between, or joint"),
        ("revolute, name: knee", "universal, name: knee", "has no angle"),
        ("value: [0.1, 0.3, -0.1]", "at: [0, 0, 0], value: [0.1, 0.3, -0.1]", "a moment none"),
        ("at: [1.4, 0, 0], value", "value", "needs a place"),
        ("type: moment, body: a", "type: traction, body: a", "acts by a force or a moment"),
        ("name: m, body", "name: m, velocity: [0, 0, 1], body", "of a point of its own"),
        ("parameter: angle", "parameter: length", "vary its angle"),
        ("spring: s, parameter: length", "spring: s, parameter: angle", "not about a joint"),
        ("mass: m, parameter: mass", "mass: m, parameter: velocity.x", "carried by a body")], count=1)


in_turn(pendulum, moments, forces, masses, springs, hung, gradients, refused_cases)
