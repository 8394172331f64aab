"""What the tests of gimbal optimize share: cases, and running them."""
import csv

from helper import check, close, run

METHODS = ("slsqp", "mma", "ipopt", "lbfgsb")
FREE = "optimize.constraints=[]"


def optimize(case, ranks=1, settings=(), options=(), name="case"):
    return run(case, ranks, "optimize", settings, options, name=name)


def evaluations(name):
    with open(name + ".history.csv") as file:
        return list(csv.DictReader(file))


def done(label, r, status=0):
    return check(label + ": ends with %d" % status, r.status == status and (status or r.json), r.stderr)


def runs_again(label, r, name, limit=1e-11):
    """CASE.optimum.yaml, as it is, has the functions that were found."""
    again = run(name + ".optimum.yaml", name=name + "-again")
    if done(label + ", run again", again):
        for f, value in r.json["functions"].items():
            close("%s: %s of the written optimum" % (label, f), again.json["functions"][f], value, limit, 1e-13)


# A mass is thrown: x(1) = v, so that a function of the end is one of the designs.
THROWN = """gimbal: 1
title: "a mass, thrown: it ends # well"
masses:
  - {name: bob, at: [0, 0, 0], mass: 1, velocity: [%s]}
probes:
  - {name: bob, mass: bob}
design:
  - {name: vx, mass: bob, parameter: velocity.x, lower: -5, upper: 5}
  - {name: vy, mass: bob, parameter: velocity.y, lower: -5, upper: 5}
  - {name: vz, mass: bob, parameter: velocity.z, lower: 0.25, upper: 5}
time: {scheme: bdf2, step: 0.1, steps: 10}
functions:
  - {name: far, type: end, of: bob, value: x - 3*y}
  - {name: miss, type: end, of: bob, value: "%s"}
  - {name: sum, type: end, of: bob, value: "x + y"}
optimize:
  objective: miss
  constraints: [{function: sum, upper: 2}]
  method: slsqp
  tolerance: 1e-8
output: {every: 0}
"""
QUADRATIC = THROWN % ("0.5, 0.5, 0.5", "(x - 1)^2 + 2*(y - 2)^2 + z^2")
# a logarithm that has no value below 0.9
HOLE = THROWN % ("4, 3, 3", "x - 0.001*log(x - 0.9) + y^2 + z^2")

PLATE = """gimbal: 1
mesh: plate.msh
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800, yield: 250e6}
shells:
  - {group: plate, material: steel, thickness: 0.02}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: "2e4*sin(60*t)"}
design:
  - {name: skin, thickness: plate, per: patch, lower: 2e-3, upper: 0.05}
time: {scheme: bdf2, step: 5e-3, steps: 6}
functions:
  - {name: weight, type: mass}
  - {name: stress, type: ks, weight: 30}
optimize:
  objective: weight
  constraints: [{function: stress, upper: 0.4}]
  method: slsqp
  tolerance: 1e-6
output: {every: 0}
"""
