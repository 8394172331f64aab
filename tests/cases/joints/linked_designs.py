"""Gradients by the places of bodies that carry nodes of a mesh, or go with their mean.

Claim: a strip's root goes with a hub on a hinge and its tip carries a body by its mean; where both bodies lie off
their nodes, models built anew at x +- h give the derivatives by their places to 1e-5; the slope of a tie that is
missing would be missing in complex step too.
"""
from helper import built_anew, grid

STRIP = """gimbal: 1
mesh: strip.msh
gravity: [0, 3, -9.81]
materials: {foam: {young: 5e6, poisson: 0.3, density: 200}}
shells: [{group: plate, material: foam, thickness: 0.02}]
bodies:
  - {name: hub, mass: 2, inertia: [0.02, 0.03, 0.04, 0, 0, 0], at: [-0.2, 0.1, 0.3]}
  - {name: weight, mass: 0.5, inertia: [0.01, 0.01, 0.01, 0, 0, 0], at: [1.1, 0.3, 0.2]}
joints: [{type: revolute, name: hinge, between: [ground, hub], at: [-0.3, 0, 0], axis: [0, 1, 0]}]
links:
  - {body: hub, group: left}
  - {body: weight, group: right, type: average}
probes:
  - {name: tip, group: corner11}
  - {name: weight, body: weight, at: [1.2, 0.2, 0]}
design:
%sfunctions:
  - {name: path, type: integral, of: tip, value: "z^2 + vx^2 + weight.y*y"}
  - {name: last, type: end, of: weight, value: "x*vz + uy"}
  - {name: c, type: compliance}
time: {scheme: bdf2, step: 5e-3, steps: 12}
output: {every: 0}
"""
PLACES = {"hub": [-0.2, 0.1, 0.3], "weight": [1.1, 0.3, 0.2]}

grid(4, 2, size=(1, 0.4), distort=0.1).write("strip.msh")
built_anew("a strip on bodies", STRIP, {
    body + axis: ("body: %s, parameter: at.%s" % (body, axis),
                  {"bodies.%s.at" % body: (at, [float(axis == a) for a in "xyz"])})
    for body, at in PLACES.items() for axis in "xyz"})
