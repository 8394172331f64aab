"""Contacts of bodies with surfaces. A ball bounces with the restitution that the law's first integral gives, whatever
stiffness and exponent, in other units, axes and steps; a ball that slides begins to roll at 5/7 of its speed; a block
on a slope stops after the way of Coulomb's law, or goes on with its acceleration; two free balls exchange momentum and
angular momentum and nothing else; energy never grows; what rests inside a bowl, on a cylinder, a capsule and a box has
the depth of its weight; 1 and 3 ranks agree; bad input is refused."""
import math

from common import cross, ended, in_turn
from helper import check, close, gradients_agree, run
from restitution import restitution

CASE = """gimbal: 1
title: contact
%(gravity)sbodies:
%(bodies)s
contacts:
%(contacts)s
%(more)sprobes: [%(probes)s]
time: {scheme: %(scheme)s, step: %(step)r, steps: %(steps)d%(retry)s}
output: {every: 1000}
"""


def case(bodies, contacts, probes, step, steps, gravity=None, scheme="dirk4", more=""):
    return CASE % {"gravity": "gravity: %r\n" % (list(gravity),) if gravity else "", "scheme": scheme, "more": more,
                   "retry": "" if scheme == "static" else ", retry: 10",
                   "bodies": "\n".join("  - {%s}" % b for b in bodies), "step": step, "steps": steps,
                   "contacts": "\n".join("  - {%s}" % c for c in contacts),
                   "probes": ", ".join("{name: %s, body: %s, at: %r}" % (n, b, list(x)) for n, b, x in probes)}


def turned(x, angle=0.7):
    """About (1, 2, 2)/3."""
    k = (1 / 3, 2 / 3, 2 / 3)
    c, s, along = math.cos(angle), math.sin(angle), sum(a * b for a, b in zip(k, x))
    cross = [k[1] * x[2] - k[2] * x[1], k[2] * x[0] - k[0] * x[2], k[0] * x[1] - k[1] * x[0]]
    return [x[i] * c + cross[i] * s + k[i] * along * (1 - c) for i in range(3)]


def bounce():
    # The step in which a ball leaves has a kink. Friction takes nothing of the velocity across the surface.
    for label, c, exponent, k, turn, unit in (("linear", 0.2, 1, 2e4, 0, 1), ("by Hertz", 0.3, 1.5, 1e6, 0.7, 1),
                                              ("in millimetres", 0.5, 1.5, 1e6, -0.4, 1000),
                                              ("hard", 1.0, 2, 1e8, 1.3, 1)):
        at, v, n = ([unit * x for x in turned(p, turn)] for p in ((0.3, 0.2, 0.1), (0, 0, -1), (0, 0, 1)))
        r = ended("a ball " + label, run(
            case(["name: b, sphere: %r, density: %r, at: %r, velocity: %r" % (0.1 * unit, 1000 / unit ** 3, at, v)],
                     ["surface: plane, on: ground, at: [0, 0, 0], axis: %r, body: b, ball: %r, "
                      "stiffness: %r, exponent: %r, "
                      "damping: %r, friction: %r, velocity: %r"
                      % (n, 0.1 * unit, k / unit ** (exponent - 1), exponent, c / unit, 0.3 * (exponent > 1),
                         1e-3 * unit)],
                     [("b", "b", at)], 2e-4, 400)))
        out = r.json["probes"]["b"]["v"][-1]
        speed = sum(a * b for a, b in zip(out, n)) / unit / unit
        close("restitution, " + label, speed, restitution(c, 1.0), 1e-5 if exponent != 1.5 else 2e-6)
        check("nothing aside, " + label, sum((out[i] - speed * n[i]) ** 2 for i in range(3)) < 1e-20 * unit ** 2, out)


def rolling():
    v, mu, R, m = 2.0, 0.2, 0.1, 1000 * 4 / 3 * math.pi * 0.1 ** 3
    rest = m * 9.81 / 1e6
    r = ended("a ball slides and rolls",
              run(case(["name: b, sphere: 0.1, density: 1000, at: [0, 0, %r], velocity: [%r, 0, 0]" % (R - rest, v)],
                       ["surface: plane, on: ground, at: [0, 0, 0], body: b, ball: 0.1, stiffness: 1e6, friction: %r, "
                        "velocity: 1e-4" % mu], [("b", "b", (0, 0, R - rest))], 1e-3, 500, (0, 0, -9.81))))
    begins = 2 * v / (7 * mu * 9.81)  # 0.29
    close("it rolls at 5/7", r.json["probes"]["b"]["v"][-1][0], 5 / 7 * v, 1e-4)
    close("way", r.json["probes"]["b"]["u"][-1][0],
          v * begins - mu * 9.81 * begins ** 2 / 2 + 5 / 7 * v * (0.5 - begins), 1e-4)
    lost = r.json["balance"]["lost"][-1]
    close("friction takes 2/7 of the energy", lost, m * v * v / 2 * 2 / 7, 1e-3)


def block(slope, mu, v, steps, step=1e-3):
    g = (9.81 * math.sin(slope), 0, -9.81 * math.cos(slope))
    corners = [[x, y, -0.02] for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    m = 1000 * 0.2 * 0.2 * 0.04
    z = 0.02 - m * 9.81 * math.cos(slope) / 4 / 1e5
    return run(case(["name: b, box: [0.2, 0.2, 0.04], density: 1000, at: [0, 0, %r], velocity: [%r, 0, 0]" % (z, v)],
                    ["surface: plane, on: ground, at: [0, 0, 0], body: b, points: %r, stiffness: 1e5, "
                     "damping: 1, friction: %r, "
                     "velocity: 1e-5" % ([[x, y, z + w] for x, y, w in corners], mu)],
                    [("b", "b", (0, 0, z))], step, steps, g, "sdirk2"))


def sliding():
    r = ended("a block stops on a slope", block(0.3, 0.5, 1.0, 900))
    brake = 9.81 * (0.5 * math.cos(0.3) - math.sin(0.3))
    close("its way", r.json["probes"]["b"]["u"][-1][0], 1 / (2 * brake), 2e-3)
    check("it rests", abs(r.json["probes"]["b"]["v"][-1][0]) < 1e-4, r.json["probes"]["b"]["v"][-1])
    balance = r.json["balance"]
    check("energy never grows", all(b >= a - 1e-7 for a, b in zip(balance["lost"], balance["lost"][1:])),
          balance["lost"])
    r = ended("a block goes down a slope", block(0.3, 0.2, 0.0, 200))
    close("its speed", r.json["probes"]["b"]["v"][-1][0], 9.81 * (math.sin(0.3) - 0.2 * math.cos(0.3)) * 0.2, 1e-3)


def momentum():
    m = (1.0, 3.0)
    x, v = ((0, 0, 0), (0.25, 0.08, 0.02)), ((2, 0, 0), (-0.5, 0.1, 0))
    bodies = [
        "name: b%d, mass: %r, inertia: [0.01, 0.02, 0.015, 0, 0, 0], at: %r, velocity: %r, angular_velocity: [3, 1, %d]"
        % (i, m[i], list(x[i]), list(v[i]), 2 - i) for i in (0, 1)]
    contact = ("surface: sphere, on: b0, at: %r, radius: 0.1, body: b1, ball: 0.12, stiffness: 1e4, "
               "exponent: 1.5, damping: 0.1, "
               "friction: 0.4, velocity: 1e-2" % (list(x[0]),))
    results = []
    probes = [("%s%d" % (n, i), "b%d" % i, [a + b for a, b in zip(x[i], d)])
              for i in (0, 1) for n, d in (("c", (0, 0, 0)), ("x", (1, 0, 0)), ("y", (0, 1, 0)), ("z", (0, 0, 1)))]
    for ranks in (1, 3):
        r = ended("two balls on %d ranks" % ranks, run(case(bodies, [contact], probes, 2e-4, 300), ranks))
        results.append(r.json["probes"])
        close("momentum", sum(m[i] * r.json["probes"]["c%d" % i]["v"][-1][1] for i in (0, 1)), 0.3, 1e-10)
        at = [angular(r.json["probes"], m, k, x) for k in (0, -1)]
        for a, b in zip(*at):
            close("angular momentum", b, a, 0, 1e-8)
        lost = r.json["balance"]["lost"]
        check("energy is lost", lost[-1] > 1e-2 and all(b >= a - 1e-8 for a, b in zip(lost, lost[1:])), lost[-1])
        check("friction turns them",
              abs(r.json["probes"]["x0"]["v"][-1][1] - r.json["probes"]["c0"]["v"][-1][1] - 2) > 0.05)
    close("ranks", results[1]["c1"]["v"][-1][1], results[0]["c1"]["v"][-1][1], 1e-10)


def forces():
    """The force of a contact is what changes the momentum, and its derivative is exact."""
    ball = "name: b, sphere: 0.1, density: 1000, at: [0, 0, 0.1], velocity: [0.3, 0, -1]"
    floor = "name: floor, surface: plane, on: ground, at: [0, 0, 0], body: b, ball: 0.1, stiffness: 1e5, " \
            "friction: 0.3, velocity: 1e-2"
    text = case([ball], [floor], [("b", "b", (0, 0, 0.1))], 2e-4, 40, scheme="newmark").replace(
        "probes: [", "probes: [{name: f, reaction: floor}, ") + """design: [{name: k, contact: floor,
          parameter: stiffness}]
functions: [{name: fz, type: integral, value: "f.fz*f.fz/1e4 + f.fx"}]
"""
    gradients_agree("force", text, ("newmark", "dirk4"), ranks=(1, 2))
    r = run(text)
    force, motion = r.json["reactions"]["f"]["force"], r.json["probes"]["b"]
    m = 1000 * 4 / 3 * math.pi * 1e-3
    for i in (0, 2):
        close("force by acceleration", force[-1][i], m * motion["a"][-1][i], 1e-9, 1e-9)
        close("impulse", sum(2e-4 * (a[i] + b[i]) / 2 for a, b in zip(force, force[1:])),
              m * (motion["v"][-1][i] - motion["v"][0][i]), 1e-2)


def angular(probes, m, k, X):
    """Of both bodies about the origin, by places and velocities of their centres and of points along their axes."""
    total = [0.0] * 3
    for i in (0, 1):
        at = {n: ([a + b for a, b in zip(probes["%s%d" % (n, i)]["u"][k], X[i])], probes["%s%d" % (n, i)]["v"][k])
              for n in "cxyz"}
        axes = [[at[n][0][j] - at["c"][0][j] + (n == "xyz"[j]) for j in range(3)] for n in "xyz"]
        rates = [[at[n][1][j] - at["c"][1][j] for j in range(3)] for n in "xyz"]
        c = cross(*at["c"])
        # the sum over the axes of half the trace of the inertia minus twice the axis' own moment, times d x d'
        inertia = (0.01, 0.02, 0.015)
        own = [cross(axes[j], rates[j]) for j in range(3)]
        for q in range(3):
            total[q] += m[i] * c[q] + sum((sum(inertia) / 2 - inertia[j]) * own[j][q] for j in range(3))
    return total


def resting():
    """In statics a guided ball sinks by (weight / k)^(1/n)."""
    for label, surface, ball, z in (
            ("in a bowl", "surface: sphere, inside: true, radius: 0.5, at: [0, 0, 0.5]", 0.1, 0.1),
            ("in a trough", "surface: cylinder, inside: true, radius: 0.5, at: [3, 0, 0.5], axis: [1, 0, 0]", 0.1, 0.1),
            ("on a sphere", "surface: sphere, radius: 0.5, at: [0, 0, -0.5]", 0.1, 0.1),
            ("on a cylinder", "surface: cylinder, radius: 0.5, at: [3, 0, -0.5], axis: [1, 0, 0]", 0.1, 0.1),
            ("on a capsule", "surface: capsule, radius: 0.5, length: 2, at: [0.9, 0, -0.5], axis: [1, 0, 0]", 0.1, 0.1),
            ("on a capsule's end", "surface: capsule, radius: 0.5, length: 2, at: [0, 0, -1.5]", 0.1, 0.1),
            ("on a box", "surface: box, edges: [1, 2, 0.4], at: [0.3, 0.2, -0.2]", 0.1, 0.1),
            ("on a box's edge",
             "surface: box, edges: [0.4, 2, 0.4], at: [0, 0, %r], axis: [1, 0, 1], second: [1, 0, -1]"
             % (-0.2 * math.sqrt(2)), 0.1, 0.1)):
        r = ended("a ball " + label,
                  run(case(["name: b, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, %r]" % (z - 1e-4)],
                           ["%s, on: ground, body: b, ball: %r, stiffness: 1e5, exponent: 1.5" % (surface, ball)],
                           [("b", "b", (0, 0, z - 1e-4))], 1, 1, (0, 0, -10), "static",
                           "joints: [{type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}]\n")))
        close("depth " + label, -r.json["probes"]["b"]["u"][-1][2] + 1e-4, (20 / 1e5) ** (2 / 3), 1e-9)


def refusals():
    ball = "name: b, sphere: 0.1, density: 1000, at: [0, 0, 0.1]"
    good = "surface: plane, on: ground, at: [0, 0, 0], body: b, stiffness: 1e5"
    for change, words in (("surface: ring", "surface"), ("on: nothing", "nothing"), ("body: c", "'c'"), ("on: b", "on"),
                          ("radius: 1", "radius"), ("axis: [0, 0, 0]", "axis"), ("friction: 0.1", "velocity"),
                          ("stiffness: 0", "stiffness"), ("exponent: 0.5", "exponent"), ("group: g", "group"),
                          ("surface: sphere", "radius"), ("surface: capsule, radius: 1", "length"),
                          ("ball: -1", "ball"), ("surface: box, edges: [1, 0, 1]", "edges"), ("inside: true", "inside"),
                          ("hardness: 1", "hardness")):
        keys = [k.split(": ")[0] for k in change.split(", ") if ": " in k]
        entry = ", ".join([k for k in good.split(", ") if k.split(": ")[0] not in keys] + [change])
        r = run(case([ball], [entry], [("b", "b", (0, 0, 0.1))], 1e-3, 2))
        check("refused: " + change, r.status in (2, 3) and words in r.stderr and "case.yaml:" in r.stderr, r.stderr)
    r = run(case([ball], [good], [("b", "b", (0, 0, 0.1))], 1e-3, 2), settings=["time.scheme=linear"])
    check("refused: linear statics", r.status in (2, 3) and "scheme linear" in r.stderr, r.stderr)


in_turn(bounce, rolling, sliding, momentum, forces, resting, refusals)
