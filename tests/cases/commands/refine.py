"""Claims of `--refine`: it gives the functionals and derivatives of a run with half the step, bit by bit, in dynamics
and in statics, on 1 and 2 ranks, for single values and lists over time; from its change the error of a scheme of second
order follows by 4/3 to a few per cent of the exact solution's; of an optimum it gives those of the optimum's designs,
also where designs move the reference; a march that fails with half the step ends with its error after the results are
written.
"""
# quick
# memcheck
import math
from pathlib import Path

from helper import check, close, grid, program, run

OSCILLATOR = """gimbal: 1
masses: [{name: m, at: [1, 0, 0], mass: 1, velocity: [1, 0, 0], fix: [y, z]}]
springs: [{name: s, between: [ground, m], at: [[0, 0, 0], ~], stiffness: 4, length: 1}]
probes: [{name: m, mass: m}]
design: [{name: k, spring: s, parameter: stiffness, lower: 1, upper: 6}, {name: m, mass: m, parameter: mass}]
functions:
  - {name: x, type: value, of: m, value: ux}
  - {name: each, type: value, of: m, value: ux, at: each}
  - {name: three, type: value, of: m, value: ux, at: {mesh: 3}}
  - {name: J, type: integral, of: m, value: "ux^2"}
time: {scheme: newmark, step: 0.05, steps: 20}
optimize: {objective: J, constraints: [{function: x, lower: 0.3}], method: slsqp}
output: {every: 0}
"""
PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{name: blow, type: pressure, group: plate, amplitude: 1, value: "3e3*t"}]
probes: [{name: tip, at: [2, 0.5, 0]}]
design: [{name: thick, thickness: plate, per: patch}, {name: push, load: blow, parameter: amplitude}]
functions:
  - {name: stress, type: ks, weight: 20}
  - {name: path, type: value, of: tip, value: uz, at: each}
time: {scheme: %s}
output: {every: 0}
"""


def relative(a, b):
    return 0 if a == b else (b - a) / max(abs(a), abs(b))


def flat(value):
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]


def agrees(label, r, half, lists=("each",)):
    """The refinement of r is the run with half the step, of which lists have a value at every other step."""
    if not check(label, r.status == 0 and half.status == 0, r.stderr + half.stderr):
        return
    found = r.json["refine"]
    for f in found["functions"]:
        every = 2 if f in lists else 1
        pairs = [(found["functions"][f], found["changes"][f], r.json["functions"][f], half.json["functions"][f])]
        for d in found["gradient"][f]:
            pairs.append((found["gradient"][f][d], found["gradient_changes"][f][d], r.json["gradient"][f][d],
                          half.json["gradient"][f][d]))
        for refined, change, whole, known in pairs:
            known = flat(known[::every] if f in lists else known)
            check("%s: %s is that of half the step" % (label, f), flat(refined) == known, (refined, known))
            check("%s: change of %s" % (label, f), all(abs(c - relative(a, b)) < 1e-14 for c, a, b in zip(
                flat(change), flat(whole), known)), change)


HALF = ["time.step=0.025", "time.steps=40"]
for ranks, options in ((1, []), (2, []), (1, ["--tangent"])):
    agrees("an oscillator on %d ranks %s" % (ranks, options),
           run(OSCILLATOR, ranks, "gradient", options=["--refine", *options]),
           run(OSCILLATOR, ranks, "gradient", HALF, options))
r = run(OSCILLATOR, 1, "gradient", options=["--refine"])
exact = math.sin(2) / 2
slope = math.cos(2) / 8 - math.sin(2) / 16  # by k = w^2 of sin(w)/w
for label, found, half, exact in (("x", r.json["functions"]["x"], r.json["refine"]["functions"]["x"], exact),
                                  ("dx/dk", r.json["gradient"]["x"]["k"][0], r.json["refine"]["gradient"]["x"]["k"][0],
                                   slope)):
    close("4/3 of the change of %s is the error" % label, 4 / 3 * (half - found), exact - found, 0.03)

grid(4, 2, size=(2, 1), patch=lambda i, j: 1 + i // 2).write("plate.msh")
for scheme, half in (("static, step: 0.5, steps: 2", ["time.step=0.25", "time.steps=4"]),
                     ("bdf2, step: 1e-3, steps: 6", ["time.step=5e-4", "time.steps=12"])):
    text = PLATE % scheme if "bdf2" in scheme else (PLATE % scheme).replace("at: each", "at: end")
    agrees(scheme, run(text, 1, "gradient", options=["--refine"]), run(text, 1, "gradient", half),
           ("path",) * ("bdf2" in scheme))
said = program(["gradient", "case.yaml", "--refine"]).stdout
check("it is said", "half the time step, 0.0005 in place of 0.001:" in said and "path[6]" in said, said)

# ---- optimisation ------------------------------------------------------------------------------------------------

PLACE = """gimbal: 1
masses: [{name: m, at: [0.5, 1, 0], mass: 2, fix: [z]}]
springs: [{between: [ground, m], at: [[0, 0, 0], ~], stiffness: 50, damping: 2}]
loads: [{type: force, mass: m, value: [10, 0, 0]}]
probes: [{name: m, mass: m}]
design: [{name: X, mass: m, parameter: at.x, lower: 0.2, upper: 3}]
time: {scheme: galpha, step: 0.02, steps: 20}
functions: [{name: unused, type: mass}, {name: J, type: integral, of: m, value: "(ux - 0.1)^2 + 0.5*(x - 1)^2"}]
optimize: {objective: J, method: slsqp, tolerance: 1e-7}
output: {every: 0}
"""
for label, text, half, wanted in (("an oscillator", OSCILLATOR, HALF, ("J", "x")),
                                  ("a place", PLACE, ["time.step=0.01", "time.steps=40"], ("J",))):
    for ranks in (1, 2):
        r = run(text, ranks, "optimize", options=["--refine"], name="best")
        again = run("best.optimum.yaml", ranks, "gradient", half, name="again")
        if check("optimum of " + label, r.status == 0 and again.status == 0, r.stderr + again.stderr):
            found = r.json["refine"]
            check("those of the problem alone", set(found["functions"]) == set(wanted), found)
            for f in wanted:
                close("%s of %s, refined" % (f, label), found["functions"][f], again.json["functions"][f], 1e-12)
                check("its change",
                      abs(found["changes"][f] - relative(r.json["functions"][f], found["functions"][f])) < 1e-14)
                check("it is not zero", abs(found["changes"][f]) > 1e-5, found["changes"])
                for d, values in again.json["gradient"][f].items():
                    close("d %s / d %s, refined" % (f, d), found["gradient"][f][d][0], values[0], 1e-10, 1e-12)

# ---- failure -----------------------------------------------------------------------------------------------------

text = OSCILLATOR.replace("probes:", 'loads: [{type: force, mass: m, value: ["1/(t - 0.125)", 0, 0]}]\nprobes:')
Path("case.designs.csv").unlink(missing_ok=True)
r = run(text, 1, "gradient", options=["--refine"])
check("a march that fails with half the step", r.status in (4, 5)
      and "--refine: with half the time step, 0.025:" in r.stderr,
      (r.status, r.stderr))
check("its results are written", Path("case.designs.csv").exists() and "failure" in r.json["refine"], r.json)
r = run(OSCILLATOR, options=["--refine"])
check("it is an option of gradient and optimize", r.status == 2 and "gradient, optimize" in r.stderr, r.stderr)
