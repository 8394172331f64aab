"""Viscous damping in joints.

Claims: a wheel on a damped axle spins down as exp(-c t/I) through many turns, a block in a damped guide as exp(-c t/m),
both to 1e-6, whichever end is named first; the loss is the energy's; a driven joint feels c times its rate; gradients
by the damping agree with complex step on 1 and 2 ranks; joints that have neither an angle nor a distance refuse it, as
do numbers below zero.
"""
import math

from common import refused
from helper import ROOT, check, close, gradients_agree, run

CASE = """gimbal: 1
title: a body slows down
bodies: [{name: b, mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0, 0], at: [0, 0, 0], %s}]
joints: [{name: j, type: %s, between: [%s], at: [0, 0, 0], axis: %s, damping: %s}]
probes: [{name: p, body: b, at: [1, 0, 0]}]
time: {scheme: dirk4, step: 2.5e-3, steps: 800}
output: {every: 80}
"""


def decay():
    for kind, start, axis, inertia in (
            ("revolute", "angular_velocity: [0, 0, 9]", "[0, 0, 2]", 0.5),
            ("cylindrical", "angular_velocity: [0, 0, 9], velocity: [0, 0, 1]", "[0, 0, 1]", 0.5),
            ("planar", "angular_velocity: [0, 0, 9]", "[0, 0, 1]", 0.5),
            ("prismatic", "velocity: [3, 4, 0]", "[3, 4, 0]", 2),
            ("inline", "velocity: [3, 4, 0]", "[3, 4, 0]", 2)):
        for ends in ("ground, b", "b, ground"):
            r = run(CASE % (start, kind, ends, axis, 0.4))
            label = "%s between %s" % (kind, ends)
            if not check(label, r.status == 0, r.stderr):
                continue
            v = r.json["probes"]["p"]["v"][-1]
            speed = 9 if "angular" in start else 5
            close(label, math.hypot(v[0], v[1]), speed * math.exp(-0.4 * 2 / inertia), 1e-6)
            b = r.json["balance"]
            close(label + ": loss", b["lost"][-1], b["kinetic"][0] - b["kinetic"][-1], 2e-5)
    r = run((CASE % ("angular_velocity: [0, 0, 1]", "revolute", "ground, b", "[0, 0, 1]", 0.4)).replace(
        "damping: 0.4", "damping: 0.4, angle: t"))
    moment = r.json["joints"]["j"]["moment"][-1][2]
    close("a driven axle", abs(moment), 0.4, 1e-6)


def others():
    text = CASE % ("angular_velocity: [0, 0, 9]", "cylindrical", "ground, b", "[0, 1, 5]", 0.4)
    gradients_agree("door", (ROOT / "meshes/door-closer.yaml").read_text(), ["bdf2", "galpha", "dirk4", "sdirk3"],
                    (1, 2), ["time.steps=40", "time.step=0.02"])
    for kind in ("spherical", "fixed", "universal"):
        refused(kind + " refuses", text.replace("cylindrical", kind), "accepted: with revolute", verb="check")
    for number in ("-1", ".nan", "'2*t'"):
        refused(number, text.replace("damping: 0.4", "damping: " + number), "accepted", verb="check")


decay()
others()
