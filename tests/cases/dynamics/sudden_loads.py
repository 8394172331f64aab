"""A stiff cantilever of four shells is pulled along its axis by a sudden force, with steps from far too short to 1,000
times its slowest period. Claims: by every implicit scheme the end is right to 5 % (the closed form at rest where the
scheme damps what the step does not resolve, with a warning; the wave of fine steps where steps are short), or the march
ends with status 4 and a cause, after one step as after four. No result is folded. Steps that resolve the motion are not
warned of, and the error they print is that of the march to a factor of five. time.error_limit accepts what is refused.
A free body under a force that grows is warned of where a low first step leaves a wrong velocity.
"""
# timeout: 300
import re

from helper import check, close, grid, run

LENGTH, WIDTH, THICKNESS, YOUNG, FORCE = 1.0, 0.25, 0.1, 210e9, 2000.0
AT_REST = 2 * FORCE * LENGTH / (YOUNG * WIDTH * THICKNESS)
CASE = """gimbal: 1
mesh: bar.msh
materials: {steel: {young: 210e9, poisson: 0, density: 7800, yield: 250e6}}
shells: [{group: plate, material: steel, thickness: 0.1}]
supports: [{group: left, fix: all}]
loads:
  - {type: force, group: corner10, value: [2000, 0, 0]}
  - {type: force, group: corner11, value: [2000, 0, 0]}
probes: [{name: tip, group: corner10}]
time: {scheme: bdf2, step: 1, steps: 4}
output: {every: 1}
"""
DAMPED = ("bdf1", "bdf2", "bdf3", "euler", "abm1", "sdirk2", "sdirk3")
RINGING = ("galpha", "hht", "wbz", "newmark", "average_acceleration", "abm2", "dirk2", "dirk3", "dirk4",
           "linear_acceleration", "fox_goodwin", "abm3", "abm4", "abm5", "abm6")
WARNING = "time.step is too large"
GROWING = """gimbal: 1
bodies: [{name: stone, at: [0, 0, 0], mass: 2, inertia: [1, 1, 1, 0, 0, 0]}]
loads: [{type: force, body: stone, at: [0, 0, 0], value: ["12*t", 0, 0]}]
probes: [{name: stone, body: stone, at: [0, 0, 0]}]
time: {scheme: bdf3, step: 1, steps: 3}
"""


def march(scheme, step, steps=4):
    r = run(CASE, settings=["time.scheme=" + scheme, "time.step=%r" % step, "time.steps=%d" % steps])
    name = "%s, step %g" % (scheme, step)
    if r.status == 4:
        check(name + ": a cause", re.search("time.step|refused|Newton", r.stderr), r.stderr)
        return name, r, None
    check(name + " ends", r.status == 0, r.stderr)
    return name, r, r.json["probes"]["tip"]["u"] if r.json else None


def long_steps(scheme, step, steps=4):
    name, r, u = march(scheme, step, steps)
    if scheme in DAMPED:
        close(name + ": the end", u[-1][0], AT_REST, 0.05)
        check(name + ": the step is warned of", WARNING in r.stderr and r.json["step_error"] > 0.25)
        check(name + ": along the axis", max(abs(x) for row in u for x in row[1:]) < 1e-6 * AT_REST)
    else:
        check(name + " is refused", r.status == 4, r.status)


def is_accepted(scheme, step):
    """Under-resolved motion swings between rest and twice the static displacement."""
    case = ["time.scheme=" + scheme, "time.step=%r" % step, "time.steps=4"]
    refused, r = run(CASE, settings=case), run(CASE, settings=case + ["time.error_limit=10"])
    for part in ("%s lets what a step does not resolve ring on" % scheme, "bdf2", "time.error_limit (0.25"):
        check("the message has '%s'" % part, part in refused.stderr, refused.stderr)
    check("the limit accepts it", r.status == 0 and WARNING in r.stderr, r.stderr)
    for row in r.json["probes"]["tip"]["u"]:
        check("within the bar's range", -0.3 * AT_REST <= row[0] <= 2.3 * AT_REST, row)


def short_steps(scheme, step, steps, reference):
    name, r, u = march(scheme, step, steps)
    if u:
        close(name + ": the end", u[-1][0], reference, 0.05)
        check(name + " is not warned of", WARNING not in r.stderr, r.stderr)


def estimates(scheme, step, steps):
    """The error of all steps together is between a fifth of the estimate of one and all of them."""
    exact = march("dirk4", step / 8, 8 * steps)[2]
    name, r, u = march(scheme, step, steps)
    size = max(abs(row[0]) for row in u)
    off = max(abs(row[0] - exact[8 * k][0]) for k, row in enumerate(u)) / size
    estimate = r.json["step_error"]
    check("%s: an estimate of %.1e for an error of %.1e" % (name, estimate, off),
          off / steps < 5 * estimate and estimate < 5 * off)


def growing(scheme, wrong):
    r = run(GROWING, settings=["time.scheme=" + scheme])
    off = abs(r.json["probes"]["stone"]["u"][-1][0] / 3 ** 3 - 1)
    check("%s: off by %.2g under a force that grows" % (scheme, off), (off > 0.3) == wrong, off)
    check("%s: warned of if wrong" % scheme, (WARNING in r.stderr) == wrong, r.stderr)


grid(4, 1, size=(LENGTH, WIDTH)).write("bar.msh")
for s, wrong in (("bdf1", True), ("bdf2", True), ("bdf3", True), ("newmark", False), ("dirk3", False)):
    growing(s, wrong)
for s in DAMPED + RINGING:
    long_steps(s, 1.0)
for s in ("bdf2", "bdf3", "newmark", "dirk4", "fox_goodwin"):
    for n in (1, 2):
        long_steps(s, 1.0, n)
for s in ("bdf2", "galpha", "newmark", "sdirk2"):
    for h in (0.01, 0.3, 0.5):
        long_steps(s, h)
is_accepted("newmark", 1.0)
fine = {t: march("dirk4", t / 50, 50)[2][-1][0] for t in (4e-5, 2e-4)}
for s in DAMPED + RINGING:
    short_steps(s, 1e-6, 40, fine[4e-5])
for s in ("bdf2", "bdf3", "abm3", "galpha", "newmark", "dirk2", "sdirk2", "dirk4"):
    short_steps(s, 1e-5, 20, fine[2e-4])
for s in ("bdf2", "newmark", "galpha", "sdirk2", "euler", "dirk3"):
    estimates(s, 2e-5, 40)
