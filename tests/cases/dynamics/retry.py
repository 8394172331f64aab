"""Steps that are too large for Newton's method. The message names the place and the element. With time.retry they are
halved until they converge: the gradient equals complex step through the same halved steps, on 1 and 2 ranks. Load steps
of statics are cut as they need it, and the end is that of small steps.
"""
# quick
# memcheck
from common import in_turn
from helper import check, close, grid, run

ROLL_UP = """gimbal: 1
mesh: strip.msh
materials: {steel: {young: 1.2e6, poisson: 0, density: 1, yield: 1e4}}
shells: [{group: plate, material: steel, thickness: 0.3}]
supports: [{group: left, fix: all}]
loads: [{type: moment, group: right, value: [0, "-27*25*pi/3*t", 0]}]
probes: [{name: tip, at: [12, 0, 0]}]
design: [{name: skin, thickness: plate, per: group}]
functions:
  - {name: stiffness, type: compliance}
  - {name: ks, type: ks, weight: 20, sum: continuous}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 0}
"""
# what is verified is a derivative: these steps are far too long for the motion itself
HALVED = ["time.retry=5", "time.error_limit=10"]
FEW = ["time.iterations=20"]


def reports_the_place(ranks):
    result = run(ROLL_UP, ranks, settings=["time.scheme=newmark", "time.step=1", "time.steps=1"])
    check("a step for a full circle fails on %d ranks" % ranks, result.status == 4, result.status)
    message = result.stderr
    for part in ("step 1 of 1 (t = 1)", "largest residual: node ", "), element ", "smaller time.step"):
        check("the message has '%s'" % part, part in message, message)


def succeeded(name, result):
    return check(name + " ends well", result.status == 0, result.stderr)


def load_steps_are_cut():
    """Twenty corrections are enough for small load steps alone."""
    small = run(ROLL_UP, settings=["time.steps=40", "time.step=0.025"])
    if not succeeded("40 load steps", small):
        return
    check("40 load steps need no cut", (small.json["halvings"], small.json["steps"]) == (0, 40))
    fixed = run(ROLL_UP, settings=FEW + ["time.adapt=false"])
    check("2 load steps that stay fail", fixed.status == 4, fixed.status)
    for part in ("load step 1 (t = 0.5)", "largest residual: node ", "came to t = 0 of 1",
                 "smallest load step tried was 0.5", "adapt: true"):
        check("the message has '%s'" % part, part in fixed.stderr, fixed.stderr)
    for ranks in (1, 2):
        name = "2 load steps on %d ranks" % ranks
        cut = run(ROLL_UP, ranks, settings=FEW)
        if not succeeded(name, cut):
            continue
        check(name + " are cut", cut.json["halvings"] > 0)
        times = cut.json["probes"]["tip"]["t"]
        check(name + ": probes see all that converged", len(times) == cut.json["steps"] + 1 > 3)
        check(name + ": in order, through the case's own", times == sorted(times) and 0.5 in times
              and times[-1] == 1, times)
        for i, axis in ((0, "x"), (2, "z")):
            close("%s: tip %s" % (name, axis), cut.json["probes"]["tip"]["u"][-1][i],
                  small.json["probes"]["tip"]["u"][-1][i], 1e-8)
        for function in ("stiffness", "ks"):
            close("%s: %s" % (name, function), cut.json["functions"][function], small.json["functions"][function], 1e-8)


def load_steps_are_joined():
    own = run(ROLL_UP, settings=["time.steps=100", "time.step=0.01", "time.adapt=false"])
    joined = run(ROLL_UP, settings=["time.steps=100", "time.step=0.01"])
    if succeeded("100 load steps", own) and succeeded("100 load steps, joined", joined):
        check("100 load steps stay", own.json["steps"] == 100, own.json["steps"])
        check("100 load steps are joined", joined.json["steps"] <= 40, joined.json["steps"])
        close("the end is the same", joined.json["probes"]["tip"]["u"][-1][2],
              own.json["probes"]["tip"]["u"][-1][2], 0, 1e-8)


def hopeless_steps_end():
    result = run(ROLL_UP, settings=["time.iterations=1"])
    check("one correction is never enough", result.status == 4, result.status)
    for part in ("came to t = 0 of 1", "smallest load step tried was 4.77e-07"):
        check("the message has '%s'" % part, part in result.stderr, result.stderr)
    check("the message has no advice", "time.step" not in result.stderr, result.stderr)


def static_gradients_are_exact(ranks):
    result = run(ROLL_UP, ranks, verb="verify", settings=FEW, options=["--steps", "1e-30"])
    if succeeded("statics on %d ranks" % ranks, result):
        check("its load steps are cut", result.json["halvings"] > 0)
        errors = [e for function in result.json["verify"].values() for e in function.values()]
        check("statics on %d ranks: gradients" % ranks, max(errors) <= 1e-10, errors)


def gradients_are_exact(scheme, ranks):
    """With more corrections a half step ends in a state so close to a bifurcation that round-off of
    1e-15 in it is 1e-10 in its derivative."""
    settings = FEW + ["time.scheme=" + scheme, "time.step=1", "time.steps=1"]
    name = "one step of %s on %d ranks" % (scheme, ranks)
    check(name + " is too large", run(ROLL_UP, ranks, settings=settings).status == 4)
    result = run(ROLL_UP, ranks, verb="verify", settings=settings + HALVED, options=["--steps", "1e-30"])
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
in_turn(load_steps_are_cut, load_steps_are_joined, hopeless_steps_end)
static_gradients_are_exact(1)
static_gradients_are_exact(2)
gradients_are_exact("newmark", 1)
gradients_are_exact("dirk3", 1)
multi_step_schemes_refuse()
