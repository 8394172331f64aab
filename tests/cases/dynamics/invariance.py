# quick
"""Results do not depend on units, on axes or on the order in which a beam's points are given. Each case is a small one
of a family that bench/metamorphic.py searches with random models (tests/cases/dynamics/metamorphic.py)."""
import json
import math
import random
import sys

from common import ended
from helper import ROOT, check, close, grid, run

sys.path.insert(0, str(ROOT / "bench"))
# noqa: E402
from random_models import (DAMPING, DENSITY, FORCE, INERTIA, LENGTH, MASS, MOMENT, ONE, RATE, SPEED,
                           STIFFNESS, STRESS, TIME, TURN_DAMPING, ACCELERATION, Transform, expressions,
                           number, point, render, rotation, vector, Shape)

TURNED = Transform(R=rotation([1.0, -2.0, 0.5], 1.1))


def motion(case, transform, dynamic, name):
    """Displacement, velocity, acceleration of the probe p at the end, in the case's own units and axes."""
    transform.dynamic = dynamic
    r = ended(
        name + ": runs", run(json.dumps(render({"gimbal": 1, "output": {"every": 0}, **case}, transform), indent=1)))
    back = list(zip(*transform.R))
    p, found = r.json["probes"]["p"], []
    for key, dimension in (("u", LENGTH), ("v", SPEED), ("a", ACCELERATION)):
        f = transform.factor(dimension if dynamic else LENGTH)
        found.append([sum(a * b for a, b in zip(row, p[key][-1])) / f for row in back])
    return found


def same(name, case, transform, dynamic=True, relative=1e-11):
    one, other = motion(case, Transform(), dynamic, name), motion(case, transform, dynamic, name + ", transformed")
    if not one or not other:
        return
    for key, a, b in zip("uva", one, other):
        size = math.dist(a, (0, 0, 0))
        check("%s: %s is the same" % (name, key), math.dist(a, b) <= relative * size or not dynamic and key != "u",
              "%r and %r" % (a, b))


def body(name, at, mass=2.0, **more):
    return {"name": name, "at": point(at), "mass": number(mass, MASS),
            "inertia": [number(v * mass, INERTIA) for v in (0.02, 0.03, 0.04, 0, 0, 0)],
            "rotation": lambda tr: turn_of(tr), **more}


def turn_of(tr):
    from random_models import axis_and_angle
    axis, angle = axis_and_angle(tr.R)
    return {"axis": axis, "angle": angle}


# ---- the search for mechanisms -------------------------------------------------------------------

HELD = {
    "bodies": [body("one", [0, 0, 0]), body("two", [3, -3, -2.7])],
    "joints": [{"type": "revolute", "name": "hinge", "between": ["ground", "one"], "at": point([-0.4, 0.2, 0.1]),
                "axis": vector([0.45, 0, 0.9])}],
    "springs": [{"joint": "hinge", "stiffness": number(1e6, MOMENT)}],
    "bushings": [{"between": ["one", "two"], "at": point([3, -3, -2.7]), "axes": [vector([1, 0, 0]), vector([0, 1, 0])],
                  "stiffness": [number(1e6, STIFFNESS)] * 3 + [number(5e5, MOMENT)] * 3}],
    "loads": [{"type": "force", "body": "two", "at": point([3, -3, -2.7]),
               "value": expressions([1e3, 0, 0], FORCE, Shape("t"))}],
    "probes": [{"name": "p", "body": "two", "at": point([3, -3, -2.7])}],
    "time": {"scheme": "static", "step": 0.5, "steps": 2}}
for length in (100.0, 1e3, 1e-3):
    same("two bodies, unit of length 1/%g" % length, HELD, Transform(units=(length, 1.0, 1e-3)), False)
same("two bodies, unit of time 1/1000", HELD, Transform(units=(1.0, 1e3, 1.0)), False)

BEAM = """
gimbal: 1
materials: {m: {young: 1e7, poisson: 0.3, density: 1000}}
sections: {s: {type: rectangle, material: m, width: 0.1, height: 0.1}}
beams: [{name: b, points: %s, elements: 2, section: s, orientation: [0, 0, 1], ends: %s}]
loads: [{type: force, group: b.%s, value: [0, 0, "t"]}]
probes: [{name: p, group: b.%s}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
# a cantilever of unit length under a unit force: F L^3 / (3 E I) and what shear adds, F L / (k G A)
TIP = 1 / (3 * 1e7 * 0.1 ** 4 / 12) + 1.2 * 2.6 / (1e7 * 0.01)
for points, ends, free in (("[[0, 0, 0], [1, 0, 0]]", "[ground, ~]", "end"),
                           ("[[1, 0, 0], [0, 0, 0]]", "[~, ground]", "start")):
    r = ended("a beam from its %s: runs" % free, run(BEAM % (points, ends, free, free)))
    close("a beam from its %s: tip" % free, r.json["probes"]["p"]["u"][-1][2], TIP, 1e-3)

# ---- axes across a joint -------------------------------------------------------------------------

ARM = {
    "gravity": vector([0.6, -4.9, -2.0], ACCELERATION),
    "bodies": [body("one", [0.3, 0.1, 0]), body("two", [0.9, 0.2, 0.1])],
    "springs": [{"between": ["ground", "two"], "at": [point([1, 1, 0]), point([0.9, 0.2, 0.1])],
                 "stiffness": number(900, STIFFNESS)},
                {"between": ["one", "two"], "at": [point([0.3, 0.1, 0]), point([0.9, 0.2, 0.1])],
                 "stiffness": number(700, STIFFNESS)}],
    "probes": [{"name": "p", "body": "two", "at": point([1.0, 0.3, 0])}]}


def joint(kind, at, between, **more):
    return {"type": kind, "name": "j%s" % between[1], "between": between, "at": point(at),
            "axis": vector([-0.7, -0.1, -0.65]), **more}


DAMPED = {"damping": number(3.0, TURN_DAMPING)}
SLIDES = {"friction": {"coefficient": number(0.3), "velocity": number(0.05, SPEED), "radius": number(0.05, LENGTH)}}
DRIVEN = {"angle": lambda tr: "0.3*(%s)" % Shape("(t/%s)^3", (0.1, TIME))(tr)}
for scheme, enforce in (("bdf1", "index3"), ("dirk4", "index1"), ("abm3", "index1")):
    for words, kind, more in (("damping", "cylindrical", DAMPED), ("friction", "cylindrical", SLIDES),
                              ("a driven angle", "revolute", DRIVEN), ("fixed", "fixed", {}),
                              ("prismatic", "prismatic", {})):
        first = joint("universal", [0, 0, 0], ["ground", "one"], second=vector([0.1, -0.7, 0]))
        second = joint(kind, [0.6, 0.1, 0], ["one", "two"], **more)
        if kind == "fixed":
            del second["axis"]
        case = {**ARM, "joints": [first, second], "constraints": {"enforce": enforce},
                "time": {"scheme": scheme, "step": number(0.01, TIME), "steps": 10, "error_limit": 1e9}}
        case["bodies"] = [dict(b) for b in ARM["bodies"]]
        same("%s by %s" % (words, scheme), case, TURNED, relative=1e-9)

# ---- units of time and of length -----------------------------------------------------------------

SWING = {**ARM,
         "joints": [joint("revolute", [0, 0, 0], ["ground", "one"]), joint("spherical", [0.6, 0.1, 0], ["one", "two"])]}
del SWING["joints"][1]["axis"]
for scheme in ("dirk4", "abm3", "euler", "explicit_newmark"):
    case = {**SWING, "constraints": {"enforce": "index1"},
            "time": {"scheme": scheme, "step": number(0.01, TIME), "steps": 20, "error_limit": 1e9}}
    same("a swing by %s in milliseconds" % scheme, case, Transform(units=(1.0, 1e3, 1.0)), relative=1e-9)
    same("a swing by %s in kilometres, minutes and grams" % scheme, case, Transform(units=(1e-3, 1 / 60, 1e3)),
         relative=1e-9)

# directors of slender beams have so little inertia in kilometres that pivots were taken for round-off
SLENDER = {
    "materials": {"m": {"young": number(2e8, STRESS), "poisson": number(0.25), "density": number(40, DENSITY)}},
    "sections": {
        "s": {"type": "rectangle", "material": "m", "width": number(0.06, LENGTH), "height": number(0.07, LENGTH)}},
    "beams": [{"name": "b", "points": lambda tr: [tr.point([0, 0, 0]), tr.point([1, 0.2, 0.1])],
               "elements": 3, "section": "s", "orientation": vector([0, 0, 1]), "ends": ["ground", None]}],
    "bodies": [body("one", [1.4, 0.3, 0.1], velocity=vector([0.1, 0.3, 0.2], SPEED))],
    "joints": [{"type": "distance", "between": ["ground", "one"],
                "at": lambda tr: [tr.point([1.5, 1, 0.2]), tr.point([1.3, 0.3, 0.2])]}],
    "springs": [
        {"between": ["group:b.end", "one"], "at": lambda tr: [tr.point([1, 0.2, 0.1]), tr.point([1.4, 0.3, 0.1])],
         "stiffness": number(900, STIFFNESS)}],
    "probes": [{"name": "p", "body": "one", "at": point([1.4, 0.3, 0.1])}],
    "time": {"scheme": "euler", "step": number(0.005, TIME), "steps": 5, "error_limit": 1e9}}
same("a slender beam in kilometres", SLENDER, Transform(units=(1e-3, 60.0, 1e-3)), relative=1e-9)

# ---- contacts ------------------------------------------------------------------------------------

def strike(seed):
    """A body strikes another one, which has a random surface, and then the ground. The forces by depth^e have the units
    of a stiffness times length^(1 - e)."""
    draw = random.Random(seed)
    exponent = draw.choice([1, 1.5, 2])
    axis, second = ([draw.gauss(0, 1) for _ in range(3)] for _ in range(2))
    surface = draw.choice(["sphere", "cylinder", "capsule", "box"])
    sizes = {"sphere": {"radius": number(0.3, LENGTH)}, "cylinder": {"radius": number(0.25, LENGTH)},
             "capsule": {"radius": number(0.2, LENGTH), "length": number(0.3, LENGTH)},
             "box": {"edges": [number(v, LENGTH) for v in (0.3, 0.4, 0.5)], "second": vector(second)}}
    law = {"stiffness": number(10 ** draw.uniform(4, 5), (1 - exponent, -2, 1)), "exponent": exponent,
           "damping": number(draw.uniform(0, 0.5), (-1, 1, 0)), "friction": draw.uniform(0.1, 0.6),
           "velocity": number(0.05, SPEED)}
    touching = [draw.uniform(0.35, 0.4), 0.1, -0.1]
    return {
        "gravity": vector([-3, 0.2, -9], ACCELERATION),
        "bodies": [body("one", [0, 0, 0], angular_velocity=vector([1, -2, 1], RATE)),
                   body("two", touching, 1.0, velocity=vector([-3, 0, 0.5], SPEED),
                        angular_velocity=vector([3, 2, -1], RATE))],
        "contacts": [
            {"surface": surface, "on": "one", "at": point([0.01, 0.02, 0]), "axis": vector(axis), "body": "two",
             "ball": number(0.15, LENGTH), **sizes[surface], **law},
            {"surface": "plane", "on": "ground", "at": point([-0.1, 0, -0.05]), "axis": vector([0.5, 0, 1]),
             "body": "one", "points": lambda tr: [tr.point([0.1, 0, -0.15]), tr.point([-0.1, 0.1, -0.15])],
             **law}],
        "probes": [{"name": "p", "body": "two", "at": point([0.5, 0.1, 0])}],
        "time": {"scheme": "dirk4", "step": number(5e-4, TIME), "steps": 60, "retry": 8}}


for seed in range(1, 7):
    same("a strike of seed %d, turned" % seed, strike(seed), TURNED, relative=1e-9)
    same("a strike of seed %d, in millimetres, milliseconds and tonnes" % seed, strike(seed),
         Transform(units=(1e3, 1e3, 1e-3)), relative=1e-9)

# ---- multipliers beside displacements in adjoint solves -----------------------------------------

# A failure index of a shell on a body that a joint fixes balances itself: the joint's adjoint unknowns are zero but for
# round-off, which in units of time and mass that make forces large exceeds all other adjoint unknowns.
FIXED = """
gimbal: 1
mesh: plate.msh
materials: {a: {young: %(E).17g, poisson: 0.3, density: 1, yield: %(Y).17g}}
shells: [{group: plate, material: a, thickness: 0.03}]
bodies: [{name: b, at: [-0.2, 0.3, 0.1], mass: 2, inertia: [1, 1, 1, 0.1, 0, 0]}]
links: [{body: b, group: left, type: rigid}]
joints: [{type: fixed, name: j, between: [ground, b], at: [-0.3, 0.1, 0.2]}]
springs: [{name: s, between: [ground, "group:corner11"], stiffness: %(k).17g, at: [[0.3, 1.4, 2.1], null]}]
loads: [{type: pressure, group: plate, name: p, value: "%(p).17g*t"}]
design: [{load: p, parameter: amplitude, name: p}, {joint: j, parameter: at.y, name: y}]
functions:
  - {type: induced, name: index, form: exponential, weight: 10, sum: discrete}
  - {type: energy, form: strain, name: energy}
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""
grid(3, 2, size=(1.0, 0.6), place=lambda x, y: (x, y + 0.1 * x, 0.3 * x * y)).write("plate.msh")
found = []
for seconds, kilograms in ((1.0, 1.0), (60.0, 1.0), (3600.0, 1.0), (1.0, 1e-9), (1e-3, 1e-3)):  # of the units
    force = seconds ** 2 / kilograms
    r = ended("an adjoint with a fixed joint, units of %g s and %g kg: runs" % (seconds, kilograms),
              run(FIXED % dict(E=2e9 * force, Y=3e7 * force, k=1e5 * force, p=500 * force), verb="gradient"))
    g = r.json["gradient"]
    found.append([r.json["functions"]["index"], g["index"]["p"][0], r.json["functions"]["energy"] / force,
                  g["energy"]["p"][0] / force])
for values in found:
    for what, value, expected in zip(("index", "its derivative", "energy", "its derivative"), values, found[0]):
        close("an adjoint with a fixed joint in all units of time and mass: " + what, value, expected, 1e-9)
    close("the energy grows with the square of the load", values[3], 2 * values[2], 1e-9)
