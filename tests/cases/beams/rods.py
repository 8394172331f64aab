"""The distance joint: two points keep their distance.

Claims: a ball on a rod goes round a level circle as the closed form says, to 1e-6, and the rod's force is that of
balance; two bodies tied by a rod between points of theirs keep momentum and angular momentum, the distance to
round-off; two free nodes do too; statics finds the hanging place; one rod leaves five motions free, and six hold a
body; gradients by masses, speeds and places, which vary the length, agree with complex step on 1 and 2 ranks and with
models built anew; one place, equal places are refused.
"""
# timeout: 300
import math

from common import ended, in_turn, refused
from helper import ROOT, check, close, gradients_agree, run

CONE = (ROOT / "meshes/conical-pendulum.yaml").read_text().replace("2.349069", repr(math.sqrt(9.81) * 0.75))
SCHEMES = ["bdf2", "galpha", "dirk4", "sdirk3"]


def cone():
    r = ended("cone", run(CONE, settings=["time.scheme=dirk4"]))
    u, w = r.json["probes"]["ball"]["u"][-1], math.sqrt(9.81)
    for i, exact in enumerate((0.75 * math.cos(w) - 0.75, 0.75 * math.sin(w), 0)):
        close("cone", u[i], exact, 0, 1e-6)
    force = r.json["joints"]["rod"]["force"][-1]
    close("the rod's force", math.hypot(*force), 2 * 9.81 * 1.25, 1e-6)
    check("the drift", r.json["drift"]["position"] <= 1e-8, r.json["drift"])
    gradients_agree("cone", CONE, SCHEMES, (1, 2), ["time.steps=40"])
    slope = run(CONE, verb="gradient", settings=["time.steps=100"]).json["gradient"]["height"]["radius"]
    h = 1e-5
    ends = [run(CONE.replace("0.75, 0, -1]", "%r, 0, -1]" % (0.75 + s * h)), settings=["time.steps=100"])
            .json["functions"]["height"] for s in (1, -1)]
    close("the radius", slope[0] if isinstance(slope, list) else slope, (ends[0] - ends[1]) / 2 / h, 1e-6)


PAIR = """gimbal: 1
title: two bodies on a rod
bodies:
  - {name: a, mass: 2, inertia: [0.3, 0.2, 0.4, 0, 0, 0], at: [0, 0, 0], velocity: [0, 0.5, 0],
     angular_velocity: [1, 0, 2]}
  - {name: b, mass: 1, inertia: [0.1, 0.2, 0.3, 0, 0, 0], at: [2, 0, 0], velocity: [0, -0.5, 1],
     angular_velocity: [0, 1, 0]}
masses: [{name: m, at: [3, 1, 0], mass: 0.5, velocity: [0, 0, 1]}]
joints:
  - {type: distance, between: [%s], at: [%s]}
  - {type: distance, between: [b, m], at: [[2, 0.5, 0], [3, 1, 0]]}
probes: [{name: p, body: a, at: [0, 0.5, 0]}, {name: q, body: b, at: [2, 0, 0.5]}]
time: {scheme: galpha, step: 2e-3, steps: 400}
output: {every: 50}
"""


def pair():
    places = ["[0, 0.5, 0]", "[2, 0, 0.5]"]
    found = []
    for ends, order in (("a, b", places), ("b, a", places[::-1])):
        r = ended("pair " + ends, run(PAIR % (ends, ", ".join(order)), 2))
        p, q = (r.json["probes"][n] for n in "pq")
        apart = [math.dist([x + y for x, y in zip(p["position"], u)], [x + y for x, y in zip(q["position"], v)])
                 for u, v in zip(p["u"], q["u"])]
        close("the distance", max(abs(a - apart[0]) for a in apart), 0, 0, 1e-10)
        for what in ("momentum", "angular_momentum"):
            for i in range(3):
                close(what, r.json["balance"][what][-1][i], r.json["balance"][what][0][i], 0, 1e-4)
        found.append(p["u"][-1])
    check("ends exchanged", len(found) == 2 and math.dist(*found) <= 1e-9, found)


STATIC = """gimbal: 1
title: a body on rods
bodies: [{name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0]}]
joints:
%sloads: [{type: force, body: b, at: [0, 0, 0], value: ["t", "2*t", 0]}]
time: {scheme: static, step: 0.5, steps: 2}
"""
RODS = ["  - {type: distance, between: [ground, b], at: [[%s], [%s]]}\n" % (far, near) for far, near in (
    ("2, 0, 1", "0, 0, 1"), ("2, 0, -1", "0, 0, -1"), ("0, 2, 1", "0, 0, 1"), ("1, 2, 0", "1, 0, 0"),
    ("0, 0, 3", "0, 0, 1"), ("0, 1, 3", "0, 1, 0"))]


def statics():
    r = ended("six rods hold a body", run(STATIC % "".join(RODS)))
    for count in (1, 5):
        r = run(STATIC % "".join(RODS[:count]))
        free = "" if count == 5 else "5 of 6 rigid motions are free"
        check("%d rods" % count, r.status == 5 and "no joint keeps body 'b'" in r.stderr and free in r.stderr, r.stderr)
    for at in ("[0, 0, 0]", "[[1, 0, 0], [1, 0, 0]]", "[~, [1, 0, 0]]", "[[1, 0], [1, 0, 0]]"):
        refused(at, CONE.replace("[[0, 0, 0], [0.75, 0, -1]]", at), "accepted", verb="check")
    refused("one place of others", CONE.replace("type: distance", "type: spherical"), "one position", verb="check")


in_turn(cone, pair, statics)
