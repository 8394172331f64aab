"""Constraints by a penalty and by projection, beside enforced positions and accelerations.

Claims: after each step of a projected march positions and velocities of joints and bodies are at round-off, over a
thousand steps (100,000 in docs/verification.md), by schemes that enforce accelerations too; the violation that a
penalty leaves at rest is lambda / (factor omega^2), and its force that of statics; an elastic arm in a closed loop with
a driven joint and a start that joints do not allow has gradients by adjoint, tangent and complex step alike for both,
on 1 and 3 ranks, and the same values on all ranks; states that are computed again, and restart files of march and
adjoint pass serve both; both converge to the motion by enforced positions; numbers of a penalty without one are
refused. Random chains of bodies keep their joints by what `auto` takes of each scheme, at round-off, or by the bounded
error of newmark and dirk2, and move as by a fourth of the step; a march whose joints open by more than a twentieth ends
with status 4, in any unit of length.
"""
# timeout: 300
import math
import random
from pathlib import Path

from common import ended, in_turn, refused
from helper import ROOT, check, close, gradients_agree, run

FIVE_BAR = ROOT / "meshes" / "five-bar.yaml"
BOTH = {"penalty": ["constraints.enforce=penalty", "constraints.factor=1e7"],
        "projected": ["constraints.enforce=projected"]}
ARM = """gimbal: 1
gravity: [0, -9.81, 2]
materials: {rubber: {young: 2e7, poisson: 0.3, density: 1500}}
sections: {bar: {type: rectangle, material: rubber, width: 0.03, height: 0.04}}
bodies:
  - {name: hub, mass: 0.4, inertia: [0.01, 0.01, 0.02, 0, 0, 0], at: [0, 0, 0], angular_velocity: [0, 0, 1]}
  - {name: bob, mass: 0.3, inertia: [0.01, 0.02, 0.01, 0, 0, 0], at: [1, 0, 0]}
  - {name: link, mass: 0.2, inertia: [0.01, 0.002, 0.01, 0, 0, 0], at: [1, -0.4, 0]}
beams:
  - {points: [[0, 0, 0], [1, 0, 0]], elements: 2, order: 2, name: arm, section: bar, orientation: [0, 0, 1],
     ends: [hub, bob]}
joints:
  - {name: axle, type: revolute, between: [ground, hub], at: [0, 0, 0]}
  - {name: pin, type: revolute, between: [bob, link], at: [1, 0, 0]}
  - {name: foot, type: revolute, between: [ground, link], at: [1, -0.8, 0], angle: "0.3*(1 - cos(5*t))"}
springs:
  - {name: s, between: [ground, hub], at: [[0, 1, 0], [0, 0.1, 0]], stiffness: 40, damping: 1}
probes: [{name: p, body: bob, at: [1, 0.1, 0]}]
design:
  - {name: mass, body: bob, parameter: mass}
  - {name: young, material: rubber, parameter: young}
  - {name: place, joint: pin, parameter: at.y}
  - {name: spin, body: hub, parameter: angular_velocity.z}
  - {name: k, spring: s, parameter: stiffness}
functions:
  - {name: path, type: integral, of: p, value: "x^2 + 2*y^2 + 0.1*vy^2"}
  - {name: last, type: end, of: p, value: "ux + 0.01*ay"}
time: {scheme: galpha, step: 2e-3, steps: 30}
output: {every: 0}
"""
SAME = ("functions", "gradient", "probes", "newton_iterations", "factorisations", "joints", "drift")


def drift():
    for scheme, step, steps in (("galpha", 5e-3, 1000), ("dirk2", 5e-3, 400), ("abm3", 5e-3, 400)):
        r = ended("projected by " + scheme,
                  run(FIVE_BAR, settings=["constraints.enforce=projected", "time.scheme=" + scheme,
                                          "time.step=%g" % step, "time.steps=%d" % steps, "output.every=0"]))
        for what, bound in (("position", 2e-15), ("velocity", 1e-14)):
            close("%s of a projected march by %s" % (what, scheme), r.json["drift"][what], 0, 0, bound)


def at_rest():
    """A body that hangs on two joints at one place, each of which takes half of its weight."""
    text = """gimbal: 1
gravity: [0, -10, 0]
bodies: [{name: b, mass: 3, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0]}]
joints:
  - {name: one, type: fixed, between: [ground, b], at: [0, 0, 0]}
  - {name: two, type: fixed, between: [ground, b], at: [0, 0, 0]}
probes: [{name: b, body: b, at: [0, 0, 0]}]
constraints: {enforce: penalty, factor: 1e4, xi: 0.5, omega: 20}
time: {scheme: galpha, step: 1e-2, steps: 10, from: equilibrium}
output: {every: 0}
"""
    r = ended("a body on two joints", run(text))
    close("sag", r.json["probes"]["b"]["u"][-1][1], -15 / (1e4 * 400), 1e-9)
    for joint in ("one", "two"):
        close("force of joint " + joint, r.json["joints"][joint]["force"][-1][1], 15, 1e-9)
    r = ended("statics with a penalty",
              run(text, settings=["time.scheme=static", "time.from=reference", "time.step=1", "time.steps=1"]))
    close("sag in statics", r.json["probes"]["b"]["u"][-1][1], -15 / (1e4 * 400), 1e-9)
    refused("numbers of a penalty without one", text, "enforce: penalty", settings=["constraints.enforce=index1"])


def gradients():
    for enforce, settings in BOTH.items():
        gradients_agree("an arm, " + enforce, ARM, ("bdf2", "galpha", "dirk4", "newmark"), (1,), settings)
        gradients_agree("an arm, " + enforce, ARM, ("galpha", "sdirk3"), (3,), settings + ["time.steps=8"])
        values = [run(ARM, ranks, settings=settings + ["time.steps=10"]).json["functions"] for ranks in (1, 2, 3)]
        for other in values[1:]:
            for name, value in values[0].items():
                close("%s by %s on several ranks" % (name, enforce), other[name], value, 1e-10)


def convergence():
    end = {}
    for enforce, settings in (("index3", ["constraints.enforce=index3"]), *BOTH.items()):
        end[enforce] = [run(ARM, settings=settings + ["time.steps=%d" % steps, "time.step=%g" % (0.1 / steps)])
                        .json["functions"]["path"] for steps in (50, 100)]
    limit = {e: (4 * fine - coarse) / 3 for e, (coarse, fine) in end.items()}
    for enforce in BOTH:
        close("limit of " + enforce, limit[enforce], limit["index3"], 1e-5)


def going_on():
    for enforce, given in BOTH.items():
        for scheme in ("galpha", "dirk4"):
            settings = given + ["time.scheme=" + scheme, "checkpoint.memory=20 kB", "checkpoint.disk=0"]
            full = run(ARM, 1, "gradient", settings + ["checkpoint.keep=true", "checkpoint.every=25"])
            what = "%s by %s" % (enforce, scheme)
            ended("whole run, " + what, full)
            check("states are computed again, " + what, full.json["checkpoint"]["recomputed_steps"] > 0,
                  full.json["checkpoint"])
            whole = run(ARM, 1, "gradient", settings[:-2])
            gradient = whole.json["gradient"]["path"]
            noise = 1e-20 * max(abs(found[0]) for found in gradient.values())  # of a derivative that vanishes
            for design, found in gradient.items():
                close("all states kept, %s, %s" % (what, design), full.json["gradient"]["path"][design][0],
                      found[0], 1e-10, noise)
            files = {name: Path("case.restart" + name).read_bytes() for name in ("", ".old")}
            for name, data in files.items():
                Path("case.restart").write_bytes(data)
                again = ended("goes on, " + what, run(ARM, 1, "gradient", settings, ["--restart", "case.restart"]))
                differs = [key for key in SAME if again.json.get(key) != full.json.get(key)]
                check("bit by bit, " + what + name, not differs, differs)


def chain(draw):
    """Bodies one behind the other, by joints of any axis."""
    at, before, bodies, joints = [0, 0, 0], "ground", "", ""
    for i in range(draw.randint(2, 4)):
        link = [draw.uniform(0.2, 0.6) * draw.choice((-1, 1)) for _ in range(3)]
        kind = draw.choice(("revolute", "revolute", "spherical", "universal"))
        axis = "" if kind == "spherical" else ", axis: %s" % [draw.gauss(0, 1) for _ in range(3)]
        bodies += "  - {name: b%d, mass: %g, inertia: [%g, %g, %g, 0, 0, 0], at: %s}\n" % (
            i, draw.uniform(0.5, 3), *[draw.uniform(0.02, 0.03) for _ in range(3)],
            [a + l / 2 for a, l in zip(at, link)])
        joints += "  - {name: j%d, type: %s, between: [%s, b%d], at: %s%s}\n" % (i, kind, before, i, at, axis)
        at, before = [a + l for a, l in zip(at, link)], "b%d" % i
    return """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
%sjoints:
%sprobes: [{name: tip, body: %s, at: %s}]
time: {scheme: dirk4, step: 5e-3, steps: 60}
output: {every: 0}
""" % (bodies, joints, before, at)


def random_chains():
    for seed in range(3):
        text = chain(random.Random(seed))
        exact = ended("chain of seed %d" % seed,
                      run(text, settings=["time.step=1.25e-3", "time.steps=240", "constraints.enforce=projected"]))
        for scheme, bound in (("galpha", 1e-2), ("bdf2", 2e-2), ("newmark", 1e-2), ("dirk2", 1e-2), ("dirk3", 1e-3),
                              ("dirk4", 1e-4), ("sdirk2", 5e-3), ("sdirk3", 1e-3), ("abm4", 1e-3)):
            r = run(text, settings=["time.scheme=" + scheme])
            name = "chain of seed %d by %s" % (seed, scheme)
            if check(name, r.status == 0, r.stderr):
                close(name + ": joints", r.json["drift"]["position"], 0, 0, 2e-2 if scheme in ("newmark", "dirk2")
                      else 1e-13)
                tip = [one.json["probes"]["tip"]["u"][-1] for one in (r, exact)]
                close(name + ": tip", math.dist(*tip), 0, 0, bound)


def opened():
    """A pendulum that long steps take apart."""
    text = (ROOT / "meshes/rigid-pendulum.yaml").read_text().replace("type: revolute", "type: distance").replace(
        "at: [0, 0, 0], axis: [0, 0, 1]", "at: [[0, 0, 0], [-1, 0, 0]]")
    for unit in (1, 1e3):
        scaled = text.replace("-9.81", "%g" % (-9.81 * unit)).replace("[-1,", "[%g," % -unit).replace(
            "1e-9", "%g" % (1e-3 * unit * unit))
        for step, status in ((0.05, 0), (0.2, 4)):
            for ranks, verb in ((1, "run"), (2, "run"), (1, "gradient")):
                more = "" if verb == "run" else ("design: [{name: m, body: bob, parameter: mass}]\n"
                                                 "functions: [{name: z, type: end, of: tip, value: uy}]\n")
                r = run(scaled + more, ranks, verb,
                        ["time.scheme=newmark", "time.step=%g" % step, "time.steps=20", "output.every=0"])
                name = "a step of %g on %d ranks, %s, a metre of %g" % (step, ranks, verb, unit)
                check(name, r.status == status, r.stderr)
                check(name + ": why", status == 0 or "[joint-opened]" in r.stderr, r.stderr)


in_turn(random_chains, opened, drift, at_rest, gradients, convergence, going_on)
