"""Claim: `initial: FILE` gives all designs the values in FILE, a table of designs or a case with values, bit for bit,
in run, gradient, verify and optimize on 1 and 2 ranks; what an optimisation writes is such a file; names and numbers
that are not the case's are refused by name; the file is never replaced.
"""
# quick
import csv
from pathlib import Path

from common import refused
from helper import check, close, grid, run
from optimization import optimize

CASE = """gimbal: 1
mesh: plate.msh
%s
materials: {m: {young: 2e9, poisson: 0.3, density: 1000, yield: 1e6}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
controls: [{name: p, nodes: 4, to: 0.05}]
loads: [{type: pressure, group: plate, value: "p + 1e3"}]
probes: [{name: tip, at: [1, 0.5, 0]}]
design:
  - {name: skin, thickness: plate, per: patch, lower: 1e-3, upper: 0.05}
  - {name: "Young's, in Pa", material: m, parameter: young, lower: 1e9, upper: 1e10, values: 3e9}
  - {name: p, control: p, lower: -1e3, upper: 1e3}
functions: [{name: mass, type: mass}, {name: z, type: value, of: tip, value: z}]
time: {scheme: bdf2, step: 5e-3, steps: 10}
output: {every: 0}
optimize: {objective: mass, constraints: [{function: z, upper: 1e-3}], method: slsqp, tolerance: 1e-8, iterations: 4}
"""
VALUES = {"skin.1": 0.012345678901234567, "skin.2": 0.01, "Young's, in Pa": 4.1e9, "p.1": 0.1, "p.2": -1 / 3,
          "p.3": 1e-300,
          "p.4": 77.7}
WRITTEN = {"skin": [VALUES["skin.1"], VALUES["skin.2"]], "Young's, in Pa": [4.1e9], "p": [0.1, -1 / 3, 1e-300, 77.7]}


def write(name, values, header="name,value,lower,upper"):
    text = "".join('"%s",%r,0,1\n' % (k, v) if "," in k else "%s,%r,0,1\n" % (k, v) for k, v in values.items())
    Path(name).write_text(header + "\n" + text)


def designs(name):
    with open(name + ".designs.csv", newline="") as file:
        return [(row["name"], float(row["value"])) for row in csv.DictReader(file)]


grid(4, 2, size=(1, 0.5), patch=lambda i, j: 1 + (i > 1)).write("plate.msh")
write("start.csv", VALUES)
wanted = run(CASE.replace("per: patch", "per: patch, values: %r" % WRITTEN["skin"]).replace(
    "values: 3e9", "values: 4.1e9").replace(
    "control: p,", "control: p, values: %r," % WRITTEN["p"]) % "", verb="gradient", name="wanted")
check("values in the case", wanted.status == 0, wanted.stderr)
for ranks in (1, 2):
    r = run(CASE % "initial: start.csv", ranks, "gradient")
    if check("a table on %d ranks" % ranks, r.status == 0, r.stderr):
        check("bit for bit", designs("case") == list(VALUES.items()), designs("case"))
        for f in ("mass", "z"):
            close(f, r.json["functions"][f], wanted.json["functions"][f], 0 if ranks == 1 else 1e-12)
            check("gradient of " + f, ranks > 1 or r.json["gradient"][f] == wanted.json["gradient"][f])
Path("again.csv").write_bytes(Path("case.designs.csv").read_bytes())
again = run(CASE % "initial: again.csv", 2, "gradient")
check("what a gradient writes", again.status == 0
      and Path("again.csv").read_bytes() == Path("case.designs.csv").read_bytes())
r = run(CASE % "initial:\n  - start.csv\n  - {group: plate, velocity: [0, 0, 1e-3]}", verb="gradient")
check("beside motions", r.status == 0 and designs("case") == list(VALUES.items()), r.stderr)
r = run(CASE % "", verb="gradient", settings=["initial=start.csv"])
check("by --set", r.status == 0 and designs("case") == list(VALUES.items()), r.stderr)
r = run(CASE % "initial: start.csv", verb="verify", options=["--steps", "1e-30"])
check("verify", r.status == 0 and r.json["functions"]["z"] == wanted.json["functions"]["z"], r.stderr)

# ---- an optimisation, one that goes on where it ended, and its case ----

r = optimize(CASE % "initial: start.csv", name="first")
if check("a start of an optimisation", r.status in (0, 4) and r.json, r.stderr):
    h = next(csv.DictReader(open("first.history.csv", newline="")))
    check("it begins there", all(float(h[name]) == value for name, value in VALUES.items()), h)
    found = r.json["optimize"]
    check("it writes what it found", [v for _, v in designs("first")] == sum(found["designs"].values(), []),
          designs("first"))
    for file in ("first.designs.csv", "first.optimum.yaml"):
        again = run(CASE % ("initial: " + file), verb="gradient")
        if check("from " + file, again.status == 0, again.stderr):
            check("the same designs", designs("case") == designs("first"), designs("case"))
            check("the same functions", again.json["functions"] == r.json["functions"], again.json["functions"])
    check("its case has them, and no start", "initial:" not in Path("first.optimum.yaml").read_text())
    again = run("first.optimum.yaml", name="optimum")
    check("its case runs", again.status == 0 and again.json["functions"]["mass"] == r.json["functions"]["mass"],
          again.stderr)

# ---- refusals ----

def without(*names):
    return {k: v for k, v in VALUES.items() if k not in names}


write("unknown.csv", {**VALUES, "skim.1": 1})
write("missing.csv", without("p.1", "p.2", "p.3", "p.4"))
write("short.csv", without("p.4"))
write("patches.csv", {("skin.3" if k == "skin.1" else k): v for k, v in VALUES.items()})
write("header.csv", VALUES, "design,number")
write("text.csv", {**VALUES, "p.2": "x"})
write("range.csv", {**VALUES, "Young's, in Pa": -1.0})
Path("empty.csv").write_text("")
Path("bare.csv").write_text("name,value\nskin.1\n")
Path("other.yaml").write_text(
    (CASE % "").replace("name: p, control", "name: q, control").replace("name: skin,", "name: skin, values: 1,"))
Path("plain.yaml").write_text(CASE % "")
for file, words in (
        ("unknown.csv", "unknown.csv:9: no design of this case (found skim.1)"),
        ("missing.csv",
         "missing.csv: has no value of a design (found p); nearest: p; accepted: values of all designs, skin, "),
        ("short.csv", "short.csv: design[2].values: not one for each node of control 'p' (found 3); accepted: 4"),
        ("patches.csv", "patches.csv: found a value of skin.3; accepted: of skin.1 here"),
        ("header.csv",
         "no table of designs (its first line begins with design); accepted: name,value as in CASE.designs.csv"),
        ("text.csv", "text.csv:6: design[2].values: not a number (found 'x')"),
        ("range.csv", "out of range (found -1)"), ("empty.csv", "has no value of a design (found skin)"),
        ("bare.csv", "bare.csv:2: a name without a value (found skin.1)"),
        ("other.yaml", "no design of this case (found q)"), ("plain.yaml", "has no value of a design (found skin)")):
    for verb in ("run", "optimize"):
        refused("%s: %s" % (verb, file), CASE % ("initial: " + file), words, verb=verb)
refused("no such file", CASE % "initial: none.csv", "initial", "none.csv", status=6)
refused("no designs", (CASE % "initial: start.csv").split("design:")[0]
        + "time: {scheme: bdf2, step: 5e-3, steps: 10}\n", "no design of this case")
refused("it is not replaced", CASE % "initial: case.designs.csv", "case.designs.csv is the file of initial",
        verb="gradient")
