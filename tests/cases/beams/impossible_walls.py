"""Numbers that are refused as keys are refused by --set, as designs and as bounds of designs too.

Claims: walls of tubes, boxes, I, C and L that are thicker than the section, ranges of numbers (the exponent of a
contact, a web, a radius), and numbers of a material that leave it no stiffness are refused in each of these ways with
the same range; walls that just fit are taken; an optimisation that could leave the range ends within it; of a design
whose section varies too, a bound is refused where no value of the others allows it.
"""
from common import changed, passed, refused
from helper import check

CASE = """gimbal: 1
materials: {s: {young: 2e11, poisson: 0.3, density: 1000, yield: 3e8},
            p: {E1: 1e11, E2: 1e10, G12: 5e9, G13: 5e9, G23: 5e9, poisson: 0.3}}
sections: {c: {type: %s, material: s, %s}}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 2, section: c, orientation: [0, 1, 0], ends: [ground, ~]}]
loads: [{type: force, group: b.end, value: [0, 0, -100]}]
probes: [{name: p, group: b.end}]
functions: [{name: w, type: mass}, {name: sag, type: end, of: p, value: -uz}]
design: [{name: t, %s}]
time: {scheme: linear, step: 1, steps: 1}
optimize: {objective: w, constraints: [{function: sag, upper: 0.03}], method: slsqp}
"""
BALL = """bodies: [{name: ball, at: [0, 0, 9], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]
contacts: [{name: k, surface: plane, on: ground, at: [0, 0, -9], body: ball, ball: 1, stiffness: 1e4, exponent: 1.5}]
"""
SHAPES = {"tube": ("radius: 0.01, thickness: 0.005", "thickness", 0.01),
          "box": ("width: 0.03, height: 0.02, thickness: 0.005", "thickness", 0.01),
          "L": ("width: 0.03, height: 0.02, thickness: 0.005", "thickness", 0.02),
          "I": ("width: 0.02, height: 0.02, flange: 0.005, web: 0.002", "flange", 0.01),
          "C": ("width: 0.02, height: 0.03, flange: 0.005, web: 0.002", "web", 0.02)}
for shape, (numbers, key, most) in SHAPES.items():
    vary = "section: c, parameter: %s" % key
    good, words = CASE % (shape, numbers, vary), (key, "out of range", "accepted: a number up to")
    for value in (most, 1.0001 * most):
        told = passed if value == most else lambda *a, **k: refused(*a, *words, **k)
        told("%s: %s of %g by --set" % (shape, key, value), good, settings=["sections.c.%s=%.17g" % (key, value)])
        told("%s: by values" % shape, good, settings=["design.t.values=%.17g" % value])
        told("%s: as upper bound" % shape, good, settings=["design.t.upper=%.17g" % value])
    refused("%s: as lower bound" % shape, good, *words, settings=["design.t.lower=%.17g" % (1.0001 * most)])

for owner, key, wrong, fits in (("contact: k", "exponent", 0.5, 1), ("contact: k", "stiffness", 0, 1),
                                ("material: s", "young", 0, 1), ("material: s", "poisson", 0.5, 0.49),
                                ("section: c", "radius", 0, 1), ("body: ball", "inertia.xx", 2.1, 2),
                                ("body: ball", "mass", -1, 1)):
    good, (entry, name) = CASE % ("tube", SHAPES["tube"][0], "%s, parameter: %s" % (owner, key)), owner.split(": ")
    if entry in ("contact", "body"):
        good = changed(good, ("scheme: linear", "scheme: bdf2")) + BALL
    path = {"contact": "contacts.%s.%s", "material": "materials.%s.%s", "section": "sections.%s.%s"}.get(entry)
    for value in (wrong, fits):
        told = passed if value == fits else lambda *a, **k: refused(*a, "accepted", **k)
        if path:
            told("%s of %g by --set" % (key, value), good, settings=["%s=%g" % (path % (name, key), value)])
        told("%s of %g by values" % (key, value), good, settings=["design.t.values=%g" % value])
        if value != 0.5 or key == "exponent":
            told("%s of %g as bound" % (key, value), good, settings=["design.t.lower=%g" % value])

good = CASE % ("tube", SHAPES["tube"][0], "section: c, parameter: thickness, lower: 1e-3, upper: 0.01")
grows = changed(good, ("upper: 0.01}", "upper: 0.05}, {name: r, section: c, parameter: radius%s}"))
passed("a bound that a larger radius allows", grows % "")
refused("a bound that no radius allows", grows % ", upper: 0.04", "at the upper bound of 't'", "0.04")
if r := passed("an optimisation", good, verb="optimize", settings=["design.t.upper=0.01"]):
    check("ends with a wall within the radius", r.json["optimize"]["designs"]["t"][0] <= 0.01, r.json)
