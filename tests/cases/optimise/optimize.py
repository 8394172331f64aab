"""gimbal optimize: closed-form optima by every method, at bounds to the last digit; points without values; problems
that have no optimum; refusals; and CASE.optimum.yaml, which gives the functions that were found.
"""
# timeout: 240
from pathlib import Path

from helper import check, close, program
from hdf5 import File
from optimization import FREE, HOLE, METHODS, QUADRATIC, THROWN, done, evaluations, optimize, runs_again

# ---- a quadratic: (x - 1)^2 + 2 (y - 2)^2 + z^2 with z >= 1/4 and x + y <= 2: x = 1/3, y = 5/3; = 5/2: 2/3, 11/6;
# >= 4: 5/3, 7/3 ---------------------------------------------------------------------------------------------------

for method in METHODS:
    settings = ["optimize.method=" + method] + [FREE] * (method == "lbfgsb")
    r = optimize(QUADRATIC, settings=settings)
    if not done("quadratic by " + method, r):
        continue
    x, y, value = (1, 2, 0.0625) if method == "lbfgsb" else (1 / 3, 5 / 3, 2 / 3 + 0.0625)
    found = r.json["optimize"]
    for name, wanted in (("vx", x), ("vy", y), ("vz", 0.25)):
        close("quadratic by %s: %s" % (method, name), found["designs"][name][0], wanted, 1e-6)
    close("quadratic by %s: objective" % method, found["objective"], value, 1e-7)
    check("quadratic by %s: status" % method, found["status"] == "optimal" and found["violation"] <= 1e-8, found)
    check("quadratic by %s: functions that are not asked for are left out" % method, "far" not in r.json["functions"])
    if method == "slsqp":
        runs_again("quadratic", r, "case")
for method in ("slsqp", "ipopt"):
    r = optimize(
        QUADRATIC, settings=["optimize.method=" + method, "optimize.constraints[0]={function: sum, equals: 2.5}"])
    if done("an equality by " + method, r):
        close("an equality by %s: x" % method, r.json["optimize"]["designs"]["vx"][0], 2 / 3, 1e-6)
        close("an equality by %s: y" % method, r.json["optimize"]["designs"]["vy"][0], 11 / 6, 1e-6)
for method in ("slsqp", "ipopt", "mma"):
    r = optimize(QUADRATIC, settings=["optimize.method=" + method, "optimize.constraints[0]={function: sum, lower: 4}"])
    if done("a lower limit, by " + method, r):
        close("a lower limit, by %s: x" % method, r.json["optimize"]["designs"]["vx"][0], 5 / 3, 1e-6)
        close("a lower limit, by %s: y" % method, r.json["optimize"]["designs"]["vy"][0], 7 / 3, 1e-6)

# ---- optima at bounds whose scaled values, scaled back, lie outside by the last digit: they are the bounds -----------

SCALED = {"vz": ("lower", 0.003, 0.035), "vy": ("upper", 1.7, 0.7)}
check("the scaled bounds lie outside", 0.003 / 0.035 * 0.035 < 0.003 and 1.7 / 0.7 * 0.7 > 1.7)
for method in METHODS:
    settings = ["design.%s.%s=%r" % (name, side, bound) for name, (side, bound, _) in SCALED.items()]
    settings += ["design.%s.scale=%r" % (name, scale) for name, (_, _, scale) in SCALED.items()]
    r = optimize(QUADRATIC, settings=["optimize.method=" + method, FREE] + settings)
    if done("scaled bounds by " + method, r):
        for name, (_, bound, _) in SCALED.items():
            found = r.json["optimize"]["designs"][name][0]
            if method in ("ipopt", "slsqp"):  # which may end within a bound
                close("%s ends near the bound of %s" % (method, name), found, bound, 0, 1e-7)
            else:
                check("%s ends at the bound of %s" % (method, name), found == bound, repr(found))

# ---- success at the end of a line search, whose point has no gradient yet, and in the last iteration that is allowed
# ----

VALLEY = THROWN % ("1.11, -0.83, 2.85", "(x-2.50)^2 + (y-2.60)^2 + 1000000*ramp(x+y-z)^2 + z^2")
r = optimize(VALLEY, settings=["optimize.tolerance=1e-11"], name="valley")
if done("a valley", r):
    check("it is an optimum", r.json["optimize"]["status"] == "optimal" and r.json["optimize"]["optimality"] < 1e-9,
          r.json["optimize"])
r = optimize(QUADRATIC)
if done("the quadratic", r):
    last = r.json["optimize"]["iterations"]
    r = optimize(QUADRATIC, settings=["optimize.iterations=%d" % last])
    if done("as many iterations as it takes", r):
        check("they suffice", (r.json["optimize"]["status"], r.json["optimize"]["iterations"]) == ("optimal", last),
              r.json["optimize"])

# ---- a wall that a method runs into: the gradient there is no measure of the optimum's ---------------------------

WALL = THROWN % ("0.5, 0.5, 0.25", "50*(x - 1)^2 + (y - 1)^2 + z^2 + exp(100*(x - 1.2))")
for method in ("lbfgsb", "slsqp", "ipopt", "mma"):
    r = optimize(WALL, settings=["optimize.method=" + method, FREE, "optimize.tolerance=1e-7"])
    if done("a wall, by " + method, r):
        for name, wanted in (("vx", 1), ("vy", 1), ("vz", 0.25)):
            close("a wall, by %s: %s" % (method, name), r.json["optimize"]["designs"][name][0], wanted, 1e-5)
    if method == "lbfgsb":
        rows, scale = evaluations("case"), {"vx": 0.5, "vy": 0.5, "vz": 0.25}
        steps = [max(abs(float(b[k]) - float(a[k])) / scale[k] for k in scale) for a, b in zip(rows, rows[1:])]
        check("L-BFGS goes no farther than a part of the designs' scale, or twice its last step", all(
            step <= max(0.2, 2 * before) * (1 + 1e-12) for before, step in zip([0] + steps, steps)), steps)

# ---- files -----------------------------------------------------------------------------------------------------

r = optimize(QUADRATIC, name="files")
if done("files", r):
    rows, found, h5 = evaluations("files"), r.json["optimize"], File("files.history.h5")
    check("every evaluation is in each history", len(rows) == found["evaluations"] == len(found["history"]["objective"])
          == len(h5.rows("/designs")), len(rows))
    last = [float(rows[-1][k]) for k in ("vx", "vy", "vz")]
    check("the table ends at the optimum", last == [found["designs"][k][0] for k in ("vx", "vy", "vz")], last)
    check("so does the HDF5 file", [float(v) for v in h5.rows("/designs")[-1]] == last, h5.rows("/designs")[-1])
    check("gradients are in it", abs(h5.rows("/gradient")[-1][0] - 2 * (last[0] - 1)) < 1e-9, h5.rows("/gradient")[-1])
    check("the picture is one", 'class="curve"' in Path("files.history.svg").read_text())
    check("a line an iteration", program(["optimize", "files.yaml"]).stdout.count("e-") > found["iterations"])
    text = Path("files.optimum.yaml").read_text()
    check("the title keeps its quotes", 'title: "a mass, thrown: it ends # well"' in text, text)

# ---- a column of two bars in series: under axial forces F1 >= F2 the lightest one with a given shortening d has the
# areas A_i = F_i (sum_k F_k L) / (E d)... of equal lengths by sqrt(F_i): A_i = sqrt(F_i) sum_k sqrt(F_k) L / (E d) ---

COLUMN = """gimbal: 1
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800}}
sections:
  lower: {type: rectangle, material: steel, width: 0.02, height: 0.01}
  upper: {type: rectangle, material: steel, width: 0.02, height: 0.01}
beams:
  - {points: [[0, 0, 0], [1, 0, 0]], elements: 1, name: first, section: lower, orientation: [0, 1, 0],
     ends: [ground, joint]}
  - {points: [[1, 0, 0], [2, 0, 0]], elements: 1, name: last, section: upper, orientation: [0, 1, 0], ends: [joint, ~]}
bodies: [{name: joint, mass: 1e-3, inertia: [1e-6, 1e-6, 1e-6, 0, 0, 0], at: [1, 0, 0]}]
loads:
  - {type: force, body: joint, at: [1, 0, 0], value: [3e4, 0, 0]}
  - {type: force, body: last.end, at: [2, 0, 0], value: [1e4, 0, 0]}
probes: [{name: tip, body: last.end, at: [2, 0, 0]}]
design:
  - {name: first, section: lower, parameter: width, lower: 1e-3, upper: 0.1}
  - {name: last, section: upper, parameter: width, lower: 1e-3, upper: 0.1}
time: {scheme: linear, step: 1, steps: 1}
functions:
  - {name: weight, type: mass}
  - {name: stretch, type: end, of: tip, value: ux}
optimize:
  objective: weight
  constraints: [{function: stretch, upper: 1e-3}]
  tolerance: 1e-8
output: {every: 0}
"""
for method in ("slsqp", "mma", "ipopt"):
    r = optimize(COLUMN, settings=["optimize.method=" + method])
    if done("the column by " + method, r):
        for name, force in (("first", 4e4), ("last", 1e4)):
            area = force ** 0.5 * (4e4 ** 0.5 + 1e4 ** 0.5) / (2e11 * 1e-3)
            close("the column by %s: %s" % (method, name), r.json["optimize"]["designs"][name][0], area / 0.01, 1e-6)

# ---- designs that move the reference: the model is built anew. A spring of length 1 pulls the bob from X to 1, so that
# u = 1 - X is 0.1 at X = 0.9 ----------------------------------------------------------------------------------

PLACE = """gimbal: 1
masses: [{name: bob, at: [0.5, 0, 0], mass: 2, fix: [y, z]}]
springs: [{between: [ground, bob], at: [[0, 0, 0], ~], stiffness: 50, length: 1}]
probes: [{name: bob, mass: bob}]
design: [{name: X, mass: bob, parameter: at.x, lower: 0.2, upper: 3}]
time: {scheme: static, step: 1, steps: 1}
functions: [{name: J, type: end, of: bob, value: "(ux - 0.1)^2 + 0.5*(x - 1)^2"}]
optimize: {objective: J, scale: 1, method: slsqp, tolerance: 1e-9}
output: {every: 0}
"""
r = optimize(PLACE, 2, name="place")
if done("a place", r):
    close("a place", r.json["optimize"]["designs"]["X"][0], 0.9, 1e-7)
    runs_again("a place", r, "place")
# a spring at an angle, whose own length is the distance in the reference: by linear slopes the model would be another
# one
r = optimize(PLACE.replace("[0.5, 0, 0]", "[0.5, 1, 0]").replace(", length: 1", "").replace(
    "probes:", "loads:\n  - {type: force, mass: bob, value: [10, 0, 0]}\nprobes:"), name="angle")
if done("a place at an angle", r):
    check("a place at an angle: it has moved", abs(r.json["optimize"]["designs"]["X"][0] - 0.5) > 0.1,
          r.json["optimize"])
    runs_again("a place at an angle", r, "angle")

# ---- points without values: log(x - 0.9) has none below 0.9; every method comes back ---------------------------

for method in METHODS:
    r = optimize(HOLE, settings=["optimize.method=" + method, FREE, "optimize.tolerance=1e-7"])
    if done("a hole, by " + method, r):
        close("a hole, by %s: x" % method, r.json["optimize"]["designs"]["vx"][0], 0.901, 1e-6)
        check("a hole, by %s: it was met" % method, r.json["optimize"]["failed"] > 0, r.json["optimize"]["failed"])

# ---- problems without an optimum -------------------------------------------------------------------------------

for method in ("slsqp", "mma", "ipopt"):
    r = optimize(
        QUADRATIC, settings=["optimize.method=" + method, "optimize.constraints=[{function: far, lower: -100}, "
                             "{function: sum, lower: 20}]"], name="none")
    done("infeasible, by " + method, r, 4)
    check("infeasible, by %s: the constraint" % method, "sum = 10" in r.stderr and "at least 20" in r.stderr, r.stderr)
    check("infeasible, by %s: in JSON" % method, r.json["optimize"]["status"] == "infeasible", r.json["optimize"])
r = optimize(HOLE, settings=[FREE, "optimize.iterations=3"], name="short")
done("too few iterations", r, 4)
check("too few iterations: JSON", r.json["optimize"]["status"] == "iterations"
      and r.json["optimize"]["iterations"] == 3, r.json["optimize"])
check("too few iterations: what was found is written", Path("short.optimum.yaml").exists())

# ---- refusals --------------------------------------------------------------------------------------------------

for settings, words in (
        (["optimize.objective=mis"],
         "optimize.objective: unknown function (found mis); nearest: miss; accepted: far, "),
        (["optimize.constraints[0].function=su"], "optimize.constraints[0].function: unknown function (found su)"),
        (["optimize.constraints[0]={function: sum}"], "optimize.constraints[0]: needs what the function is to be"),
        (["optimize.constraints[0]={function: sum, upper: 1, equals: 1}"], "found a limit and equals"),
        (["optimize.method=lbfgsb"], "method lbfgsb takes no constraints; accepted: with ipopt, slsqp"),
        (["optimize.method=mma", "optimize.constraints[0]={function: sum, equals: 1}"], "method mma takes no equals"),
        (["design.vx.lower=1"], "design 'vx' begins outside of its bounds (found 0.5, lower 1, upper 5)"),
        (["design.vx.values=[1, 2]"], "design[0].values: the design is a single number (found a list of 2)"),
        (["design=[]"], "an optimisation needs designs"), (["optimize=~"], "nothing to optimize")):
    r = optimize(QUADRATIC, settings=settings)
    check("refused: " + " ".join(settings), r.status == 2 and words in r.stderr, r.stderr)
