"""States: scalar unknowns with equations of first order, x' = f(t, x, y, ...), which each scheme integrates.

Claims: errors of e^-t by each scheme, and of a stiff pair (x = 2 e^-t, y = -e^-t beside e^-1000t) by implicit ones, are
of the scheme's order; a forced nonlinear pair beside a pendulum has a gradient by initial values and numbers of rates
that agrees with complex step, on 1 to 3 ranks and from few checkpoints, and goes on from a restart file; states keep
their initial values where a march starts from an equilibrium, and are exact beside a plate whose accelerations are 1e8
times larger; a state of 1e-8 and its derivatives are beside a pendulum in millimetres what they are alone; statics, modes and unknown names are refused.
"""
# quick
import math

from common import changed, ended, refused
from helper import close, gradients_agree, grid, run

DECAY = """gimbal: 1
states: [{name: x, rate: -x, initial: 1}]
functions: [{name: end, type: end, of: x, value: value}]
time: {scheme: bdf1, step: 0.1, steps: 10}
"""
STIFF = changed(DECAY, ("[{name: x, rate: -x, initial: 1}]", """
  - {name: x, rate: 998*x + 1998*y, initial: 2}
  - {name: y, rate: -999*x - 1999*y, initial: -1}"""))
PAIR = """gimbal: 1
gravity: [0, 0, -9.81]
states:
  - {name: prey, rate: "prey*(n1 - predator) + n2*sin(t)", numbers: [1.1, 0.2], initial: 0.8}
  - {name: predator, rate: "predator*(prey - n1)", numbers: 0.9, initial: 0.7}
bodies: [{name: bob, at: [1, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0]}]
joints: [{name: pin, type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}]
probes: [{name: bob, body: bob, at: [1, 0, 0]}]
design:
  - {name: first, state: prey, parameter: initial}
  - {name: growth, state: prey, parameter: n1}
  - {name: hunger, state: predator, parameter: n1}
  - {name: mass, body: bob, parameter: mass}
functions:
  - {name: end, type: end, of: predator, value: value}
  - {name: eaten, type: integral, value: prey.value*predator.value + bob.uz}
time: {scheme: galpha, step: 0.05, steps: 20}
output: {every: 0}
"""
PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 200e9, poisson: 0.3, density: 7800}}
shells: [{group: plate, material: steel, thickness: 1e-3}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 1e7}]
states: [{name: lag, rate: 3e5*(lead - lag), initial: 0.5}, {name: lead, rate: 3e5*cos(3e5*t)}]
functions: [{name: end, type: end, of: lag, value: value}]
time: {scheme: bdf1, step: 5e-6, steps: 3}
"""
# scheme and the order that it has for equations of first order
ORDERS = {"bdf1": 1, "bdf2": 2, "bdf3": 3, "newmark": 2, "average_acceleration": 2, "linear_acceleration": 2,
          "fox_goodwin": 2, "central_difference": 2, "explicit_newmark": 1, "explicit_euler": 1, "euler": 1,
          "abm1": 1, "abm2": 2, "abm3": 3, "abm4": 4, "abm5": 5, "abm6": 5, "dirk2": 2, "dirk3": 3, "dirk4": 4,
          "sdirk2": 2, "sdirk3": 3, "galpha": 2, "hht": 2, "wbz": 2}
MULTISTEP, START = ("bdf3", "abm3", "abm4", "abm5", "abm6"), ["time.start=dirk"]
STABLE = ("bdf1", "bdf2", "bdf3", "sdirk2", "sdirk3", "euler", "galpha")


def error(text, scheme, steps, exact):
    settings = ["time.scheme=" + scheme, "time.steps=%d" % steps, "time.step=%r" % (1 / steps)]
    r = ended("%s, %d steps" % (scheme, steps), run(text, settings=settings + START * (scheme in MULTISTEP)))
    return abs(r.json["functions"]["end"] - exact)


for text, exact, schemes in ((DECAY, math.exp(-1), ORDERS), (STIFF, 2 * math.exp(-1), STABLE)):
    for scheme in schemes:
        errors = [error(text, scheme, steps, exact) for steps in (20, 40)]
        order = math.log2(errors[0] / errors[1])
        close("%s: order" % scheme, order, ORDERS[scheme], 0, 0.25)

gradients_agree("pair beside a pendulum", PAIR, ("galpha", "bdf3", "dirk4", "abm4"), ranks=(1, 2, 3))
SETTLED = ["time.from=equilibrium", "bodies[0].at=[0, 0, -1]", "probes[0].at=[0, 0, -1]"]
gradients_agree("from an equilibrium", PAIR, ("galpha",), ranks=(1,), settings=SETTLED)
KEPT = ["checkpoint.keep=true", "checkpoint.every=6"]
FEW = ["checkpoint.memory=2 kB", "checkpoint.disk=0"]
whole = ended("few checkpoints run", run(PAIR, 2, "gradient", settings=KEPT + FEW, name="stopped"))
again = run(PAIR, 3, "gradient", settings=KEPT + FEW, options=["--restart", "stopped.restart"], name="stopped")
ended("the restart runs", again)
for name, gradient in ended("a gradient runs", run(PAIR, 1, "gradient", name="plain")).json["gradient"].items():
    for design, (value,) in gradient.items():
        for label, r in (("few checkpoints", whole), ("restart", again)):
            close("%s: d %s / d %s" % (label, name, design), r.json["gradient"][name][design][0], value, 1e-9, 1e-12)
start = ended("the start runs", run(PAIR, settings=SETTLED + ["time.steps=1"]))
close("states start from their initial values", start.json["states"]["prey"]["value"][0], 0.8, 1e-15)
grid(8, 6).write("plate.msh")
lag, lead = 0.5, 0
for k in (1, 2, 3):
    lead += 1.5 * math.cos(1.5 * k)
    lag = (lag + 1.5 * lead) / 2.5
plate = ended("states beside a plate run", run(PLATE))
close("accelerations of a plate hide no error of states", plate.json["functions"]["end"], lag, 1e-12)
SMALL = """gimbal: 1
states: [{name: x, rate: -n1*x^2, numbers: 1e9, initial: 1e-8}]
design: [{name: x, state: x, parameter: initial}, {name: n, state: x, parameter: n1}]
functions: [{name: end, type: end, of: x, value: value}]
time: {scheme: galpha, step: 0.01, steps: 20}
output: {every: 0}
"""
PENDULUM = """gravity: [0, 0, -9810]
bodies: [{name: bob, at: [1e3, 0, 0], mass: 1, inertia: [1e5, 1e5, 1e5, 0, 0, 0]}]
joints: [{name: pin, type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}]
"""
for scheme in ("galpha", "newmark", "bdf2", "dirk3", "abm4"):
    alone, beside = (ended("%s, a small state" % scheme, run(text, verb="gradient", settings=["time.scheme=" + scheme]))
                     for text in (SMALL, SMALL + PENDULUM))
    close("%s: a small state" % scheme, beside.json["functions"]["end"], alone.json["functions"]["end"], 1e-12)
    for design, (value,) in alone.json["gradient"]["end"].items():
        close("%s: d end / d %s" % (scheme, design), beside.json["gradient"]["end"][design][0], value, 1e-11)
refused("statics", PAIR, "states[0]", "static", settings=["time.scheme=static"])
refused("modes", PAIR, "states[0]", "modes", verb="modes", settings=["modes.count=1"])
refused("an unknown name", changed(DECAY, ("rate: -x", "rate: -z")), "states[0].rate", "z")
refused("a rate that is not finite", changed(DECAY, ("rate: -x", "rate: 1/(x-1)")), 4, "rate of a state", "diverged")
refused("a name of the grammar", changed(DECAY, ("name: x, rate: -x", "name: n1, rate: -n1")), "states[0].name", "n1")
