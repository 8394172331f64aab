"""Every type of joint and both prescribed motions against closed forms, and what joints report.

Claims: bodies on each type of joint move as the closed form says, and the forces and moments that joints report are
those of statics and of Newton's law, by a scheme that enforces positions and one that enforces accelerations
(generalised-alpha's own accelerations start with an error of first order that dies within the first steps); the tension
of the rigid pendulum, 3 m g times its depth, converges with the order of the scheme; positions are at round-off where
they are enforced; the universal joint turns its second shaft by arctan(tan(a) cos(b)); all this on 1 and 2 ranks.
"""
import math

from common import cross, ended, in_turn
from helper import ROOT, check, close, run

BODY = "  - {name: %s, mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0, 0], at: %s%s}\n"
G = (0.5, -9.81, -3)


def case(bodies, joints, probes="", gravity=G):
    text = "gimbal: 1\ngravity: [%g, %g, %g]\nbodies:\n" % gravity
    text += "".join(BODY % body for body in bodies)
    text += "joints:\n" + "".join("  - {%s}\n" % joint for joint in joints)
    if probes:
        text += "probes:\n  - {name: p, %s}\n" % probes
    return text + "time: {scheme: galpha, step: 1e-3, steps: 500}\noutput: {every: 0}\n"


def compare(name, text, start, place, force=None, moment=None, joint="j", bound=1e-5, ranks=1):
    """The probe's places and the reactions at all step ends; a function of t each, or None."""
    for scheme in ("galpha", "sdirk3"):
        r = ended("%s by %s" % (name, scheme), run(text, ranks, settings=["time.scheme=" + scheme]))
        if scheme == "galpha":
            close("positions of %s" % name, r.json["drift"]["position"], 0, 0, 1e-12)
        if place:
            probe = r.json["probes"]["p"]
            error = max(math.dist([a + b for a, b in zip(start, u)], place(t)) for t, u in zip(probe["t"], probe["u"]))
            close("place of %s by %s" % (name, scheme), error, 0, 0, bound)
        for what, function in (("force", force), ("moment", moment)):
            history = r.json["joints"][joint]
            if function:
                error = max(math.dist(f, function(t)) for t, f in zip(history["t"], history[what])
                            if scheme != "galpha" or t >= 0.5 * history["t"][-1])
                close("%s of %s by %s" % (what, name, scheme), error, 0, 0, 100 * bound)


def prismatic():
    """Down an inclined axis; the joint's place on the body is 0.5 from its centre."""
    n = (1 / math.sqrt(2), -1 / math.sqrt(2), 0)
    along = sum(a * b for a, b in zip(G, n))
    force = [-2 * (a - along * b) for a, b in zip(G, n)]
    compare("a prismatic joint", case([("a", "[0.5, 0, 0]", "")], [
        "type: prismatic, name: j, between: [ground, a], at: [0, 0, 0], axis: [1, -1, 0]"],
        "body: a, at: [0.5, 0, 0]"), (0.5, 0, 0),
            lambda t: [s + 0.5 * along * t * t * e for s, e in zip((0.5, 0, 0), n)],
            lambda t: force, lambda t: cross((0.5, 0, 0), force), ranks=2)


def driven_prismatic():
    def force(t):
        return [-2 * G[0] - 2 * 0.9 * math.sin(3 * t), -2 * G[1], -2 * G[2]]
    compare("a driven prismatic joint", case([("a", "[0, 0, 0]", ", velocity: [0.3, 0, 0]")], [
        "type: prismatic, name: j, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0], "
        "distance: \"0.1*sin(3*t)\""], "body: a, at: [0, 0, 0]"), (0, 0, 0),
            lambda t: (0.1 * math.sin(3 * t), 0, 0), force, lambda t: (0, 0, 0))


def inline():
    """Down an inclined axis by its centre, turning as it likes; then its place is given."""
    n = (1 / math.sqrt(2), -1 / math.sqrt(2), 0)
    along = sum(a * b for a, b in zip(G, n))
    joint = "type: inline, name: j, between: [ground, a], at: [0.5, 0, 0], axis: [1, -1, 0]"
    body = [("a", "[0.5, 0, 0]", ", angular_velocity: [0, 0, 2]")]

    def turned(t, s):
        return [0.5 + s * n[0] + math.cos(2 * t), s * n[1] + math.sin(2 * t), 0]
    compare("an inline joint", case(body, [joint], "body: a, at: [1.5, 0, 0]"), (1.5, 0, 0),
            lambda t: turned(t, 0.5 * along * t * t),
            lambda t: [-2 * (a - along * b) for a, b in zip(G, n)], lambda t: (0, 0, 0))

    def driven(t):  # s = 0.1 t^3, with s'' = 0.6 t along the axis
        return [2 * (0.6 * t * b - a) for a, b in zip(G, n)]
    compare("a driven inline joint", case(body, [joint + ", distance: \"0.1*t^3\""],
                                          "body: a, at: [1.5, 0, 0]"), (1.5, 0, 0),
            lambda t: turned(t, 0.1 * t**3), driven, lambda t: (0, 0, 0), ranks=2)


def cylindrical():
    """Slides and turns."""
    compare("a cylindrical joint", case([("a", "[0, 0, 0]", ", angular_velocity: [0, 0, 2]")], [
        "type: cylindrical, name: j, between: [a, ground], at: [0, 0, 0], axis: [0, 0, 1]"],
        "body: a, at: [1, 0, 0]"), (1, 0, 0),
            lambda t: (math.cos(2 * t), math.sin(2 * t), 0.5 * G[2] * t * t),
            lambda t: (2 * G[0], 2 * G[1], 0),
            lambda t: cross((0, 0, 0.5 * G[2] * t * t), (2 * G[0], 2 * G[1], 0)))


def planar():
    compare("a planar joint", case([("a", "[0, 0, 0]", ", angular_velocity: [0, 0, 2]")], [
        "type: planar, name: j, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]"],
        "body: a, at: [1, 0, 0]"), (1, 0, 0),
            lambda t: (math.cos(2 * t) + 0.5 * G[0] * t * t,
                       math.sin(2 * t) + 0.5 * G[1] * t * t, 0),
            lambda t: (0, 0, -2 * G[2]))


def fixed():
    """A bracket of two bodies: weight and moment at its foot."""
    bodies = [("a", "[1, 0, 0]", ""), ("b", "[1, 1, 0]", "")]
    foot = "type: fixed, name: j, between: [ground, a], at: [0, 0, 0]"
    top = "type: fixed, name: k, between: [b, a], at: [1, 0.5, 0]"
    weight = [2 * g for g in G]
    moment = [-(a + b) for a, b in zip(cross((1, 0, 0), weight), cross((1, 1, 0), weight))]
    text = case(bodies, [foot, top], "body: b, at: [1, 1, 0]").replace("steps: 500", "steps: 20")
    compare("a fixed joint", text, (1, 1, 0), lambda t: (1, 1, 0), lambda t: [-2 * w for w in weight],
            lambda t: moment, bound=1e-10)
    compare("a second fixed joint", text, (1, 1, 0), None, lambda t: weight,
            lambda t: cross((0, 0.5, 0), weight), joint="k", bound=1e-10, ranks=2)


def driven_revolute():
    """A pendulum whose angle is given: its driving torque is a moment of the joint."""
    def angle(t):
        return 0.8 * t * t

    def force(t):
        a, w, e = angle(t), 1.6 * t, 1.6
        return [2 * (-w * w * math.cos(a) - e * math.sin(a) - G[0]),
                2 * (-w * w * math.sin(a) + e * math.cos(a) - G[1]), -2 * G[2]]

    def moment(t):
        a = angle(t)
        arm = (math.cos(a), math.sin(a), 0)
        f = cross(arm, force(t))
        return [f[0], f[1], 0.5 * 1.6 + f[2]]
    compare("a driven revolute joint", case([("a", "[1, 0, 0]", "")], [
        "type: revolute, name: j, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], "
        "angle: \"0.8*t^2\""], "body: a, at: [1, 0, 0]"), (1, 0, 0),
            lambda t: (math.cos(angle(t)), math.sin(angle(t)), 0), force, moment)


def universal():
    """Two shafts in line at an angle of b: the second turns unevenly."""
    b = 0.6
    axis = (math.cos(b), math.sin(b), 0)
    across = (-math.sin(b), math.cos(b), 0)
    spin = ", angular_velocity: [%.17g, %.17g, 0]" % (math.cos(b) ** 2, math.cos(b) * math.sin(b))
    text = case([("a", "[-1, 0, 0]", ", angular_velocity: [1, 0, 0]"),
                 ("b", "[%.17g, %.17g, 0]" % axis[:2], spin)], [
        "type: revolute, between: [ground, a], at: [-1, 0, 0], axis: [1, 0, 0], angle: t",
        "type: universal, name: j, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1], "
        "second: [%.17g, %.17g, 0]" % across[:2],
        "type: revolute, between: [ground, b], at: [%.17g, %.17g, 0], axis: [%.17g, %.17g, 0]"
        % (axis[:2] + axis[:2])], "body: b, at: [%.17g, %.17g, 0]" % across[:2])

    def place(t):
        a = math.atan(math.tan(t) * math.cos(b))
        return [math.cos(a) * across[0], math.cos(a) * across[1], math.sin(a)]
    compare("a universal joint", text, across, place, ranks=2)


PENDULUM = ROOT / "meshes" / "rigid-pendulum.yaml"


def tension(scheme, step):
    """Largest error of the reaction over 1 s: -3 m g y along the rod."""
    r = ended("the pendulum by " + scheme, run(PENDULUM, settings=[
        "time.scheme=" + scheme, "time.step=%g" % step, "output.every=0", "time.steps=%d" % round(1 / step)]))
    error = 0
    for f, u in zip(r.json["joints"]["pivot"]["force"], r.json["probes"]["tip"]["u"]):
        x, y = u[0] - 1, u[1]
        error = max(error, math.dist(f, (3 * 9.81 * y * x, 3 * 9.81 * y * y, 0)))
    return error


def multiplier_orders():
    for scheme, order in (("galpha", 2), ("bdf2", 2), ("newmark", 2), ("sdirk3", 3)):
        error = [tension(scheme, step) for step in (4e-3, 2e-3)]
        observed = math.log2(error[0] / error[1])
        check("order of the tension by %s: %.2f" % (scheme, observed),
              order - 0.15 <= observed <= order + 0.3, "errors %s" % error)


in_turn(prismatic, driven_prismatic, cylindrical, inline, planar, fixed, driven_revolute, universal, multiplier_orders)
