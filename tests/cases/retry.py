"""Steps that are too large for Newton's method. The message names the place and the element. With
time.retry they are halved until they converge, in statics and in dynamics: the end is that of small
steps, the gradient equals complex step through the same halved steps, on 1 and 2 ranks.
"""
# quick
from helper import check, close, grid, run

ROLL_UP = """gimbal: 1
mesh: strip.msh
materials:
  steel: {young: 1.2e6, poisson: 0, density: 1, yield: 1e4}
shells:
  - {group: plate, material: steel, thickness: 0.3}
supports:
  - {group: left, fix: all}
loads:
  - {type: moment, group: right, value: [0, "-27*25*pi/3*t", 0]}
probes:
  - {name: tip, at: [12, 0, 0]}
design:
  - {name: skin, thickness: plate, per: group}
functions:
  - {name: stiffness, type: compliance}
  - {name: ks, type: ks, weight: 20, sum: continuous}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 0}
"""
HALVED = ["time.retry=5"]


def reports_the_place(ranks):
    result = run(ROLL_UP, ranks)
    check("two steps for a full circle fail on %d ranks" % ranks, result.status == 4, result.status)
    message = result.stderr
    for part in ("step 1 of 2 (t = 0.5)", "largest residual: node ", "), element ",
                 "smaller time.step"):
        check("the message has '%s'" % part, part in message, message)


def succeeded(name, result):
    return check(name + " ends well", result.status == 0, result.stderr)


def static_steps_are_halved():
    small = run(ROLL_UP, settings=["time.steps=40", "time.step=0.025"])
    if not succeeded("40 load steps", small):
        return
    check("40 load steps need no halving", small.json["halvings"] == 0)
    for ranks in (1, 2):
        name = "2 load steps on %d ranks" % ranks
        halved = run(ROLL_UP, ranks, settings=HALVED)
        if not succeeded(name, halved):
            continue
        check(name + " are halved", halved.json["halvings"] > 0)
        check(name + ": probes see the steps alone", halved.json["probes"]["tip"]["t"] == [0, 0.5, 1])
        for i, axis in ((0, "x"), (2, "z")):
            close("%s: tip %s" % (name, axis), halved.json["probes"]["tip"]["u"][-1][i],
                  small.json["probes"]["tip"]["u"][-1][i], 1e-8)
        for function in ("stiffness", "ks"):
            close("%s: %s" % (name, function), halved.json["functions"][function],
                  small.json["functions"][function], 1e-8)


def gradients_are_exact(scheme, ranks):
    settings = ["time.scheme=" + scheme, "time.step=1", "time.steps=1"]
    name = "one step of %s on %d ranks" % (scheme, ranks)
    check(name + " is too large", run(ROLL_UP, ranks, settings=settings).status == 4)
    result = run(ROLL_UP, ranks, verb="verify", settings=settings + HALVED,
                 options=["--steps", "1e-30"])
    if not succeeded(name, result):
        return
    check(name + " is halved", result.json["halvings"] > 0)
    errors = [e for function in result.json["verify"].values() for e in function.values()]
    check(name + ": gradients", max(errors) <= 1e-10, errors)


def multi_step_schemes_refuse():
    result = run(ROLL_UP, settings=HALVED + ["time.scheme=bdf2"])
    check("bdf2 with retry is refused", result.status == 2, result.status)
    for part in ("time.retry: steps of bdf2", "one-step schemes: static,", "newmark", "sdirk3"):
        check("the message has '%s'" % part, part in result.stderr, result.stderr)


grid(8, 1, size=(12, 1)).write("strip.msh")
for count in (1, 2):
    reports_the_place(count)
static_steps_are_halved()
gradients_are_exact("static", 1)
gradients_are_exact("static", 2)
gradients_are_exact("newmark", 1)
gradients_are_exact("dirk3", 1)
multi_step_schemes_refuse()
