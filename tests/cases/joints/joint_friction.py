"""Coulomb friction in joints, by their reactions.

Claims: a block on an incline slides as its one equation says, and on a flat one creeps at the speed of the
regularisation; a pendulum with friction in its bearing, whose reaction depends on the acceleration, and a shaft that
turns and slides in its guide go as independent integrations say, to 1e-6, by enforced positions and by enforced
accelerations, whichever end is named first, in other units too; the loss is the energy's; gradients by coefficient,
radius, velocity and by what the reaction depends on agree with complex step by four schemes on 2 ranks, and with models
built anew; 1 to 4 ranks and a restart agree; the wrong is refused.
"""
# timeout: 300
import math
import shutil

from common import ended, in_turn, refused
from helper import ROOT, built_anew, check, close, gradients_agree, run

CASE = """gimbal: 1
title: friction
gravity: [0, 0, -9.81]
bodies: [{name: b, mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0, 0], at: %s%s}]
joints: [{name: j, type: %s, between: [%s], at: [0, 0, 0], axis: %s, friction: {%s}}]
probes: [{name: p, body: b, at: %s}]
time: {scheme: %s, step: %r, steps: %d}
output: {every: 50}
"""


def case(kind, axis, friction, at="[0, 0, 0]", start="", ends="ground, b", scheme="dirk4", step=1e-3, steps=500):
    return CASE % (at, ", " + start if start else "", kind, ends, axis, friction, at, scheme, step, steps)


def rk4(rate, y, end, n):
    h = end / n
    for _ in range(n):
        k1 = rate(y)
        k2 = rate([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = rate([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = rate([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return y


def end(r, what="u"):
    return r.json["probes"]["p"][what][-1]


def loss_is_energy(label, r, tolerance):
    b, u = r.json["balance"], r.json["probes"]["p"]["u"]
    total = [b["kinetic"][i] + 2 * 9.81 * u[i][2] for i in (0, -1)]
    close(label + ": loss", b["lost"][-1], total[0] - total[1], tolerance)


def block():
    angle = 0.5
    c, s = math.cos(angle), math.sin(angle)
    axis = "[%r, 0, %r]" % (c, -s)
    for mu, v0, ends, scheme, step in (
            (0.3, 0.01, "ground, b", "dirk4", 5e-4), (0.3, 0.1, "b, ground", "galpha", 2.5e-4),
            (0.7, 0.01, "ground, b", "dirk4", 5e-4)):
        for kind in ("prismatic", "inline") if scheme == "dirk4" and mu < 0.5 else ("prismatic",):
            r = run(case(kind, axis, "coefficient: %r, velocity: %r" % (mu, v0), ends=ends, scheme=scheme,
                         step=step, steps=round(0.5 / step)))
            label = "%s, coefficient %g, between %s, %s" % (kind, mu, ends, scheme)
            ended(label, r)
            x, v = rk4(lambda y: [y[1], 9.81 * (s - mu * c * y[1] / math.hypot(y[1], v0))], [0.0, 0.0], 0.5, 20000)
            close(label, end(r)[0], x * c, 1e-6)
            close(label + ": speed", math.hypot(end(r, "v")[0], end(r, "v")[2]), v, 1e-6)
            loss_is_energy(label, r, 1e-4)
            if mu > math.tan(angle):
                creep = v0 * math.tan(angle) / math.sqrt(mu ** 2 - math.tan(angle) ** 2)
                close("it sticks but for a creep", v, creep, 1e-6)


def pendulum():
    m, length, J, g, mu, radius, v0 = 2.0, 0.6, 0.4, 9.81, 0.5, 0.05, 0.02

    def rate(y):
        phi, w = y  # from hanging down
        a = -m * g * length * math.sin(phi) / (J + m * length ** 2)
        for _ in range(60):
            N = m * math.hypot(length * a + g * math.sin(phi), length * w * w + g * math.cos(phi))
            new = (-m * g * length * math.sin(phi) - mu * N * radius ** 2 * w / math.hypot(radius * w, v0)) / (
                J + m * length ** 2)
            done, a = abs(new - a) < 1e-14 * abs(new), new
            if done:
                break
        return [w, a]

    phi, w = rk4(rate, [math.pi / 2, 0.0], 1.0, 4000)
    exact = (length * math.sin(phi) - length, -length * math.cos(phi))
    text = case("revolute", "[0, -1, 0]", "coefficient: 0.5, radius: 0.05, velocity: 0.02", at="[0.6, 0, 0]",
                step=1e-3, steps=1000)
    for scheme, enforce, step in (("dirk4", "auto", 1e-3), ("dirk4", "index1", 1e-3), ("galpha", "index3", 2e-4)):
        r = run(text, settings=["time.scheme=" + scheme, "constraints.enforce=" + enforce, "time.step=%r" % step,
                                "time.steps=%d" % round(1 / step), "output.every=100"])
        label = "pendulum by %s, %s" % (scheme, enforce)
        if check(label, r.status == 0, r.stderr):
            close(label + ", x", end(r)[0], exact[0], 1e-6)
            close(label + ", z", end(r)[2], exact[1], 1e-6)
            loss_is_energy(label, r, 5e-4)  # a trapezoid over the turn
    for a, b in (("9.81", "9810"), ("mass: 2,", "mass: 2e-3,"), ("[0.3, 0.4, 0.5,", "[300, 400, 500,"),
                 ("[0.6, 0, 0]", "[600, 0, 0]"), ("radius: 0.05", "radius: 50"), ("velocity: 0.02", "velocity: 20")):
        text = text.replace(a, b)
    r = run(text)
    close("millimetres and tonnes", end(r)[0], 1e3 * exact[0], 1e-6)
    hard = run(case("revolute", "[0, -1, 0]", "coefficient: 5, radius: 0.05, velocity: 1e-4", at="[0.6, 0, 0]",
                    scheme="galpha", step=1e-2, steps=200),
               settings=["time.retry=12"])
    check("ten times the friction and the step", hard.status == 0 and -0.6 < end(hard)[2] < 0, hard.stderr)


def shaft():
    m, J, g, mu, radius, v0 = 2.0, 0.3, 9.81, 0.4, 0.1, 0.05

    def rate(y):
        v, w = y[2:]
        f = mu * m * g / math.sqrt(v * v + (radius * w) ** 2 + v0 * v0)
        return [v, w, -f * v / m, -f * radius ** 2 * w / J]

    x, phi, v, w = rk4(rate, [0.0, 0.0, 1.5, 8.0], 0.5, 4000)
    r = ended("shaft", run(case("cylindrical", "[1, 0, 0]", "coefficient: 0.4, radius: 0.1, velocity: 0.05",
                                start="velocity: [1.5, 0, 0], angular_velocity: [8, 0, 0]").replace(
        "probes: [", "probes: [{name: q, body: b, at: [0, 0.1, 0]}, ")))
    close("shaft slides", end(r)[0], x, 1e-6)
    close("shaft turns", r.json["probes"]["q"]["u"][-1][2], 0.1 * math.sin(phi), 1e-6)
    loss_is_energy("shaft", r, 1e-4)


GRADIENT = """gimbal: 1
title: an arm with a slider
gravity: [0, 0, -9.81]
bodies:
  - {name: arm, mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0.02, 0], at: [0.6, 0.1, 0]}
  - {name: block, mass: 0.7, inertia: [0.01, 0.02, 0.03, 0, 0, 0], at: [1, 0, 0.1]}
joints:
  - {name: pin, type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0.1],
     friction: {coefficient: 0.4, radius: 0.1, velocity: 0.1}}
  - {name: guide, type: cylindrical, between: [block, arm], at: [1, 0, 0], axis: [1, 0, 0.2],
     friction: {coefficient: 0.2, radius: 0.05, velocity: 0.1}}
probes: [{name: p, body: block, at: [1, 0.1, 0.3]}]
time: {scheme: bdf2, step: 4e-3, steps: 60}
output: {every: 0}
functions:
  - {name: way, type: integral, of: p, value: "x^2 + 5*y^2 + vz^2"}
  - {name: end, type: end, of: p, value: "x*z + y"}
design:
%s"""
MOVES = {
    "mu": ("joint: pin, parameter: friction.coefficient", {"joints.pin.friction.coefficient": (0.4, 1)}),
    "R": ("joint: pin, parameter: friction.radius", {"joints.pin.friction.radius": (0.1, 1)}),
    "v0": ("joint: pin, parameter: friction.velocity", {"joints.pin.friction.velocity": (0.1, 1)}),
    "mu2": ("joint: guide, parameter: friction.coefficient", {"joints.guide.friction.coefficient": (0.2, 1)}),
    "m": ("body: block, parameter: mass", {"bodies.block.mass": (0.7, 1)}),
    "x": ("joint: guide, parameter: at.z", {"joints.guide.at": ([1, 0, 0], [0, 0, 1])}),
    "a": ("joint: guide, parameter: axis.z", {"joints.guide.axis": ([1, 0, 0.2], [0, 0, 1])}),
}


def gradients():
    text = built_anew("arm", GRADIENT, MOVES)
    gradients_agree("arm", text, ["bdf2", "galpha", "dirk4", "sdirk3"], (2,))
    gradients_agree("arm", text, ["dirk4"], (1,), ["constraints.enforce=index1"])
    ends = [run(text, ranks, settings=["checkpoint.keep=true", "checkpoint.every=25"]) for ranks in (4, 3, 2, 1)]
    for r in ends:
        if check("ranks", r.status == 0, r.stderr):
            for i in range(3):
                close("ranks agree", end(r)[i], end(ends[-1])[i], 1e-9)
    shutil.copy("case.restart", "kept.restart")
    again = run(text, options=["--restart", "kept.restart"])
    check("it goes on", again.status == 0 and again.json["probes"] == ends[-1].json["probes"], again.stderr)


def example():
    text = (ROOT / "meshes/swinging-bell.yaml").read_text()
    r = ended("bell", run(text))
    b, u = r.json["balance"], r.json["probes"]["bell"]["u"]
    total = [b["kinetic"][i] + 400 * 9.81 * u[i][2] for i in (0, -1)]
    close("what the bell has lost", b["lost"][-1], total[0] - total[1], 1e-3)
    gradients_agree("bell", text, ["galpha"], (1,), ["time.steps=40"])


def refusals():
    good = "coefficient: 0.4, radius: 0.1, velocity: 0.05"
    for kind, friction in (("revolute", "coefficient: 0.4, velocity: 0.05"),
                           ("revolute", "coefficient: 0.4, radius: 0.1"), ("revolute", "radius: 0.1, velocity: 0.1"),
                           ("prismatic", good), ("spherical", good), ("planar", good), ("fixed", good),
                           ("universal", good), ("revolute", good.replace("0.4", "-0.4")),
                           ("revolute", good.replace("0.05", "0")), ("revolute", good + ", axis: x")):
        refused("%s, %s" % (kind, friction), case(kind, "[0, 1, 0]", friction), "accepted", verb="check")
    design = "design: [{name: d, joint: j, parameter: %s}]\nprobes:"
    for text in (case("prismatic", "[1, 0, 0]", "coefficient: 0.4, velocity: 0.05").replace(
            "probes:", design % "friction.radius"),
                 case("revolute", "[1, 0, 0]", good).replace(", friction: {%s}" % good, "").replace(
                     "probes:", design % "friction.coefficient")):
        refused("no design", text, "cannot vary", verb="check")


in_turn(block, pendulum, shaft, gradients, example, refusals)
