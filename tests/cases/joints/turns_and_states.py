"""Claim: expressions know how bodies and the ends of beams have turned and how fast they turn (a driven joint and a
free rotation, by their closed forms), and of an element the largest failure index and the strain energy, which are
those of the results and of the functionals of the whole model; gradients by adjoint and tangent are those of complex
step, on 1 and 3 ranks.
"""
# timeout: 100
import math

from common import ended, refused
from helper import check, close, gradients_agree, run

SPIN = """gimbal: 1
bodies:
  - {name: crank, at: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0], rotation: {axis: [1, 2, 3], angle: 0.4}}
  - {name: ball, at: [0, 5, 0], mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], angular_velocity: [0.3, -0.2, 0.5]}
joints:
  - {name: axle, type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, %s], angle: "5*t^2"}
probes: [{name: crank, body: crank, at: [1, 0, 0]}]
functions:
  - {name: angle, type: value, value: crank.r%s, at: {mesh: 11}}
  - {name: rate, type: value, of: crank, value: w%s, at: {mesh: 11}}
  - {name: x, type: value, of: crank, value: x}
  - {name: spin, type: value, of: ball, value: "wx + 10*wy + 100*wz"}
  - {name: turn, type: value, of: ball, value: "sqrt(rx^2 + ry^2 + rz^2)"}
time: {scheme: %s, step: 1e-3, steps: 1000}
output: {every: 0}
"""


def turns():
    for axis, name in (("0, 1", "z"), ("1, 0", "y")):
        r = ended("driven about " + name, run(SPIN % (axis, name, name, "galpha"), 2 if name == "z" else 1))
        f = r.json["functions"]
        for k in range(11):
            t = 0.1 * k
            angle = math.remainder(5 * t * t, 2 * math.pi)
            close("angle about %s at %g" % (name, t), f["angle"][k], angle, 0, 1e-7)
            close("rate about %s at %g" % (name, t), f["rate"][k], 10 * t, 0, 1e-4)
        if name == "z":
            close("the probe of this name", f["x"], math.cos(5), 1e-7)
        close("a ball keeps its angular velocity", f["spin"], 0.3 - 2 + 50, 0, 1e-4)
        # rotation by w about w: sin(w) n_i over (1 + cos) and (1 - cos) n_i^2
        w = math.sqrt(0.3 ** 2 + 0.2 ** 2 + 0.5 ** 2)
        n = [v / w for v in (0.3, -0.2, 0.5)]
        exact = [math.atan2(2 * math.sin(w) * c, 2 * math.cos(w) + (1 - math.cos(w)) * (1 - c * c)) for c in n]
        close("turns about three axes", f["turn"], math.sqrt(sum(a * a for a in exact)), 0, 1e-5)


ARM = """gimbal: 1
gravity: [0, 0, -9.81]
materials: {m: {young: 2e9, poisson: 0.3, density: 1200, yield: 2e7}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.03}}
beams:
  - {name: arm, points: [[0, 0, 0], [1, 0, 0.2]], elements: %d, order: 2, section: s, orientation: [0, 1, 0],
     ends: [hub, ~]}
bodies: [{name: hub, at: [0, 0, 0], mass: 1, inertia: [0.01, 0.02, 0.03, 0, 0, 0]}]
joints: [{name: pin, type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 1, 0.1], damping: 0.5}]
springs: [{name: k, joint: pin, stiffness: 20}]
masses: [{name: load, body: arm.end, at: [1, 0.1, 0.2], mass: 0.2}]
probes: [{name: tip, body: arm.end, at: [1, 0, 0.2]}, {name: root, element_at: [0.1, 0, 0.02]},
         {name: wall, element_at: [0.9, 0, 0.18]}]
design:
  - {name: width, section: s, parameter: width}
  - {name: young, material: m, parameter: young}
  - {name: stiffness, spring: k, parameter: stiffness}
  - {name: load, mass: load, parameter: mass}
functions:
  - {name: turn, type: value, value: "arm.end.ry + 2*arm.end.rx*arm.start.rz + hub.wy*arm.end.wx", at: {mesh: 3}}
  - {name: failure, type: value, of: root, value: "failure + 1e-3*My*failure", at: {mesh: 3}}
  - {name: energy, type: value, value: "root.energy + 3*wall.energy"}
  - {name: root, type: value, of: root, value: failure}
  - {name: all, type: value, value: "root.energy"}
  - {name: compliance, type: compliance, at: end}
  - {name: ks, type: ks, weight: 1e6, sum: discrete, at: end}
time: {scheme: SCHEME, step: 5e-3, steps: 20}
output: {every: 20}
"""


def states():
    gradients_agree("turns and states", (ARM % 4).replace("SCHEME", "galpha"), ("galpha", "bdf2"), ranks=(1,))
    gradients_agree("turns and states", (ARM % 4).replace("SCHEME", "bdf2"), ("dirk4",), ranks=(3,))
    alone = ARM.replace("springs: [{name: k, joint: pin, stiffness: 20}]\n", "")  # which has energy of its own
    alone = alone.replace("  - {name: stiffness, spring: k, parameter: stiffness}\n", "")
    r = ended("one element", run((alone % 1).replace("SCHEME", "galpha")))
    f = r.json["functions"]
    close("twice the energy is the compliance", 2 * f["all"], f["compliance"], 1e-12)
    close("the largest index is the limit of KS", f["root"], f["ks"], 0, 2e-6)
    check("neither is nothing", f["all"] > 1e-4 and f["root"] > 1e-4, f)
    bad = {"of: root, value: failures": "unknown name", "of: hub, value: fx": "unknown name",
           "value: hub.rr": "nearest"}
    for text, message in bad.items():
        refused(text, (ARM % 1).replace("SCHEME", "galpha"), message, verb="check",
                settings=["functions=[{type: value, %s}]" % text])
    text = (ARM % 1).replace(", yield: 2e7", "")
    refused("no yield stress", text.replace("SCHEME", "galpha"), "there is no failure index (found root.failure)",
            verb="check", settings=["functions=[{type: value, value: root.failure}]"])


turns()
states()
