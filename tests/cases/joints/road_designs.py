"""Designs of the road that tyres roll on.

Claims: gradients by the numbers of a road's height and by the place, height and radius of a step agree with complex
step by four schemes and on 1 to 3 ranks, and with roads that are drawn anew; a resting wheel stands on the height under
it and rises as that does with n1 and n2, also where `values` give one; what is no number of the road is refused.
"""
from common import ended, in_turn, refusals
from helper import built_anew, close, gradients_agree, run

WHEELS = """gimbal: 1
title: a car on two wheels
gravity: [0, 0, -9.81]
bodies:
  - {name: car, at: [0, 0, 0.6], mass: 100, inertia: [10, 20, 20, 0, 0, 0], velocity: [4, 0.6, 0]}
  - {name: f, at: [1, 0, 0.298], mass: 20, inertia: [0.5, 0.8, 0.5, 0, 0, 0], velocity: [4, 0.6, 0],
     angular_velocity: [0, 13, 0]}
  - {name: r, at: [-1, 0, 0.283], mass: 20, inertia: [0.5, 0.8, 0.5, 0, 0, 0], velocity: [4, 0.6, 0],
     angular_velocity: [0, 13, 0]}
joints:
  - {type: revolute, between: [car, f], at: [1, 0, 0.298], axis: [0, 1, 0]}
  - {type: revolute, between: [car, r], at: [-1, 0, 0.283], axis: [0, 1, 0]}
tyres:
  - {name: f, wheel: f, axis: [0, 1, 0], radius: 0.32, stiffness: 4e4, damping: 200, friction: 0.9, side_friction: 0.7,
     slip: 0.5, slip_angle: 0.4, slip_speed: 5}
  - {name: r, wheel: r, axis: [0, 1, 0], radius: 0.3, stiffness: 4e4, damping: 100, friction: 0.9, side_friction: 0.7,
     slip: 0.1, slip_angle: 0.15, slip_speed: 0.5}
road: {ROAD}
probes: [{name: p, body: car, at: [0, 0.5, 1]}]
time: {scheme: bdf2, step: 4e-3, steps: 40}
output: {every: 0}
functions:
  - {name: way, type: integral, of: p, value: "x^2 + 5*y^2 + vz^2"}
  - {name: end, type: end, of: p, value: "x*y + z"}
design:
%s"""
WAVE = WHEELS.replace("ROAD", 'height: "n1*sin(n2*x + y) + n3*sin(2*t)*x", numbers: [0.02, 3, 0.01]')
STEP = WHEELS.replace("ROAD", "step: [1.1, %s, 0.4]")
SCHEMES = ["bdf2", "galpha", "dirk4", "sdirk3"]


def waves():
    values = [0.02, 3, 0.01]
    moves = {"n%d" % (k + 1): ("road: n%d" % (k + 1), {"road.numbers": (values, [float(i == k) for i in range(3)])})
             for k in range(3)}
    text = built_anew("waves", WAVE, moves, 1e-5)
    gradients_agree("waves", text, SCHEMES, (1,))
    gradients_agree("waves", text, ["bdf2"], (2, 3))


def steps():
    for height in (0.03, -0.05):
        values = [1.1, height, 0.4]
        moves = {word: ("road: step." + word, {"road.step": (values, [float(i == k) for i in range(3)])})
                 for k, word in enumerate(("x", "height", "radius"))}
        text = built_anew("a step of %g" % height, STEP.replace("%s, 0.4", "%g, 0.4" % height), moves, 1e-6)
        gradients_agree("a step of %g" % height, text, SCHEMES if height > 0 else ["bdf2"], (1,))


REST = """gimbal: 1
gravity: [0, 0, -9.81]
bodies: [{name: w, at: [0, 0, 0.25], mass: 20, inertia: [1, 1, 1, 0, 0, 0]}]
joints: [{type: prismatic, between: [ground, w], at: [0, 0, 0.25], axis: [0, 0, 1]}]
tyres: [{name: t, wheel: w, radius: 0.3, stiffness: 4e3, friction: 0.9, side_friction: 0.7, slip: 0.1, slip_angle: 0.1,
  slip_speed: 0.5}]
road: {height: "n1 + n2*(x + 2)^2", numbers: [0.01, 0.003], normal: vertical}
probes: [{name: p, body: w, at: [0, 0, 0.25]}]
design: [{name: up, road: n1}, {name: bend, road: n2, values: [0.005]}]
functions: [{name: z, type: end, of: p, value: z}]
time: {scheme: static, step: 1, steps: 1}
"""


def rest():
    r = ended("a resting wheel", run(REST, verb="gradient"))
    close("its height", r.json["functions"]["z"], 0.3 + 0.01 + 4 * 0.005 - 20 * 9.81 / 4e3, 1e-12)
    close("d z / d n1", r.json["gradient"]["z"]["up"][0], 1, 1e-12)
    close("d z / d n2", r.json["gradient"]["z"]["bend"][0], 4, 1e-12)


def refused_cases():
    rows = "  - {name: d, road: %s}\n"
    refusals(str, {
        "another word": (WAVE % (rows % "n4"), "design[0].road", "n4", "n1"),
        "a step's number of a height": (WAVE % (rows % "step.height"), "step.height", "cannot vary", "has no step"),
        "a height's number of a step": (STEP.replace("%s, 0.4", "0.03, 0.4") % (rows % "n1"), "n1",
                                        "cannot vary", "is a step"),
        "a step without height": (STEP.replace("%s, 0.4", "0, 0.4") % (rows % "step.height"), "cannot vary",
                                  "no height"),
        "a parameter besides": (WAVE % "  - {name: d, road: n1, parameter: n1}\n", "parameter", "number of the road"),
        "numbers of a step": (STEP.replace("%s, 0.4]", "0.1, 0.4], numbers: [1, 2, 3]") % (rows % "step.x"), "numbers"),
        "values that make a step too steep": (STEP.replace("%s, 0.4", "0.1, 0.4") % "  - {name: d, "
                                              "road: step.radius, values: [0.01]}\n", "too steep", "0.01"),
        "no tyres": (REST.split("tyres:")[0] + "road: {height: n1}\ndesign: [{name: d, road: n1}]\n"
                     + "time: {scheme: bdf2, step: 0.1, steps: 1}\n", "cannot vary", "no tyre")}, verb="check")


in_turn(waves, steps, rest, refused_cases)
