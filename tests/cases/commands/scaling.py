"""Claims: `gimbal scaling CASE --ranks 1,2` starts the case by its launcher on each number of ranks, and its table has
the times of the JSON files that those wrote; speed-up and efficiency, weak scaling and the cost of functionals follow
from made times as they should; elements are spread evenly; --predict finds the coefficients of made laws of cost, and
refuses runs of one number of ranks; what is no list, no launcher and no JSON is refused. `gimbal check` predicts the
memory of a gradient's states as a run takes it, and refuses a budget that is too small.
"""
# quick
# memcheck
import csv
import json
import math
import os
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from helper import GIMBAL, PATIENCE, ROOT, WRAP, check, close, grid, program, run

CASE = """gimbal: 1
mesh: plate.msh
materials:
  steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: "1e4*sin(300*t)"}
design:
  - {name: thick, thickness: plate}
functions:
  - {name: weight, type: mass}
  - {name: stress, type: ks, weight: 50}
time: {scheme: bdf2, step: 1e-3, steps: 6}
"""
LAUNCHER = str(ROOT / "tools" / "mpirun.sh")


def scaling(*words, timeout=100):
    """The program itself, which starts ranks: never under mpirun."""
    return subprocess.run([str(w) for w in WRAP + [GIMBAL, "scaling"] + list(words)], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=timeout * PATIENCE,
                          env=dict(os.environ, OMP_NUM_THREADS="1"))


def rows(path):
    return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(path))]


grid(8, 4, size=(2, 1)).write("plate.msh")
Path("plate.yaml").write_text(CASE)

# ---- runs ------------------------------------------------------------------------------------------

p = scaling("plate.yaml", "--ranks", "1,2", "--launcher", LAUNCHER, "--set", "time.steps=5", "--output-dir", "out",
            "--vary",
            "functions=[{name: stress, type: ks, weight: 50}],[{type: mass, name: m}, {type: ks, weight: 50, name: k}]")
check("it ends well", p.returncode == 0, p.stderr)
found = rows("out/plate.scaling.csv")
check("a row for each run", [(r["ranks"], r["functionals"]) for r in found] == [(1, 1), (2, 1), (1, 2), (2, 2)], found)
for row in found:
    of = json.loads(Path("out/plate.scaling-%d-%d.json" % (row["ranks"], row["functionals"])).read_text())
    check("the steps are those of --set", row["steps"] == of["steps"] == 5)
    for name, key in (("march", "march"), ("gradient", "adjoint")):
        close("%s on %d ranks" % (name, row["ranks"]), row[name], of["time"][key], 1e-5)
        parts = sum(v for k, v in row.items() if k.startswith(name + "_") and k != "march_mesh")
        close("phases of %s on %d ranks" % (name, row["ranks"]), parts, row[name], 1e-4)
    check("elements are spread evenly", row["least"] + row["most"] == 32 * (2 if row["ranks"] == 1 else 1)
          and row["most"] - row["least"] <= 2, row)
    close("memory", row["memory_mb"], of["memory"]["peak_mb"], 1e-5)
ElementTree.parse("out/plate.scaling.svg")
check("the cost of functionals", "cost of a gradient" in p.stdout, p.stdout)

# ---- made times ------------------------------------------------------------------------------------


def made(ranks, unknowns, march, adjoint, designs=1):
    data = {"ranks": ranks, "unknowns": unknowns, "steps": 10, "elements": 64, "least_elements": 64 // ranks,
            "most_elements": 64 // ranks, "functions": {"a": 1, "b": [1, 2]}, "memory": {"peak_mb": 100 * ranks},
            "gradient": {"a": {"d": [0.5] * designs}, "b": {"d": [[0.5] * designs] * 2}},
            "time": {"mesh": 1, "assembly": march / 2, "solve": march / 4, "march": march,
                     "gradient_solve": adjoint / 2, "adjoint": adjoint}}
    name = "made-%d-%d-%d.json" % (ranks, unknowns, designs)
    Path(name).write_text(json.dumps(data))
    return name


files = [made(4, 4000, 3.0, 2.0), made(1, 4000, 8.0, 6.0), made(2, 4000, 5.0, 3.0), made(1, 1000, 2.0, 1.0),
         made(1, 4000, 8.0, 9.0, 50)]
p = scaling(*files)
check("JSONs alone", p.returncode == 0, p.stderr)
strong = p.stdout.split("4000 unknowns, 10 steps, 3 functionals, 1 designs")[1].splitlines()[2:5]
words = [line.split() for line in strong]
check("speed-up and efficiency of march and gradient",
      [w[:7] for w in words] == [["1", "8.000", "1.00", "1.00", "6.000", "1.00", "1.00"],
                                 ["2", "5.000", "1.60", "0.80", "3.000", "2.00", "1.00"],
                                 ["4", "3.000", "2.67", "0.67", "2.000", "3.00", "0.75"]], strong)
weak = p.stdout.split("weak scaling")[1].splitlines()[2:4]
check("weak scaling", [line.split() for line in weak] == [["1", "1000", "2.000", "1.000", "1.00"],
                                                          ["4", "4000", "3.000", "2.000", "0.67"]], weak)
cost = p.stdout.split("cost of a gradient")[1].splitlines()[2:4]
check("the cost of designs", [line.split()[1:] for line in cost] == [["1", "8.000", "6.000", "0.750"],
                                                                     ["50", "8.000", "9.000", "1.125"]], cost)
found = rows("runs.scaling.csv")
check("phases and the rest", all(abs(r["march_other"] - r["march"] / 4) < 1e-9 for r in found), found)
titles = [e.text for e in ElementTree.parse("runs.scaling.svg").getroot().iter("{http://www.w3.org/2000/svg}text")]
for title in ("Speed-up", "Weak scaling", "Cost by the number of designs"):
    check("the chart " + title, title in titles, titles)
check("no chart of what does not vary", "Cost by the number of functionals" not in titles)

# ---- a cost model of made times ------------------------------------------------------------------


def by_law(n, p):
    """Seconds of each phase and megabytes of a rank by the laws of the guide, per occasion."""
    return {"mesh": 1e-6 * n + 2e-6 * n / p, "assembly": 3e-6 * n / p + 1e-4 * (p > 1) * math.sqrt(n / p),
            "analysis": 4e-6 * n,
            "factorisation": 1e-9 * n ** 1.5 / p + 3e-8 * n * math.log2(n) / p + 1e-7 * n * math.log2(p) / math.sqrt(p),
            "solve": 5e-8 * n * math.log2(n) / p + 1e-5 * math.sqrt(n) * math.log2(p), "functionals": 1e-7 * n / p,
            "output": 2e-7 * n / p}, 1e-6 * n * math.log2(n) / p + 2e-4 * n + 40


def measured(ranks, unknowns, steps=10, factorisations=4):
    seconds, mb = by_law(unknowns, ranks)
    often = {"mesh": 1, "analysis": 1, "factorisation": factorisations}
    time = {k: v * often.get(k, steps) for k, v in seconds.items()}
    time.update(march=sum(v for k, v in time.items() if k != "mesh") + steps * 6e-7 * unknowns / ranks,
                gradient_solve=2 * time["solve"])
    time["adjoint"] = time["gradient_solve"]
    name = "law-%d-%d.json" % (ranks, unknowns)
    Path(name).write_text(json.dumps({
        "ranks": ranks, "unknowns": unknowns, "steps": steps, "elements": unknowns / 6, "functions": {"a": 1},
        "factorisations": factorisations, "gradient_factorisations": 0, "memory": {"peak_mb": mb * ranks},
        "gradient": {"a": {"d": 1}}, "time": time}))
    return name


sizes = [(1, 1e5), (2, 1e5), (4, 1e5), (4, 4e5), (2, 2e5), (8, 1e6)]
p = scaling(*[measured(*size) for size in sizes], "--predict", "1e8", "--output-dir", "laws")
check("a cost model", p.returncode == 0 and "cost model: largest error in the 6 runs" in p.stdout, p.stdout + p.stderr)
for row in rows("laws/runs.predicted.scaling.csv"):
    seconds, mb = by_law(1e8, row["ranks"])
    for phase, value in seconds.items():
        often = {"mesh": 1, "analysis": 1, "factorisation": 4}.get(phase, 10)
        close("%s of 1e8 unknowns on %d ranks" % (phase, row["ranks"]), row["march_" + phase], often * value, 1e-4)
    close("the rest on %d ranks" % row["ranks"], row["march_other"], 10 * 6e-7 * 1e8 / row["ranks"], 1e-4)
    close("the gradient on %d ranks" % row["ranks"], row["gradient"], 20 * seconds["solve"], 1e-4)
    close("memory on %d ranks" % row["ranks"], row["memory_mb"], mb * row["ranks"], 1e-4)
check(
    "on 1 to 1,024 ranks", [r["ranks"] for r in rows("laws/runs.predicted.scaling.csv")] == [4 ** i for i in range(6)])
texts = [e.text for e in ElementTree.parse("laws/runs.predicted.scaling.svg").getroot().iter(
    "{http://www.w3.org/2000/svg}text")]
check("many ranks are drawn on a logarithmic axis", "10" in texts and "100" in texts and "200" not in texts, texts)
p = scaling(*[measured(*size) for size in ((1, 1e5), (2, 1e5), (4, 4e5))], "--predict", "1e8", "--output-dir", "few")
told = {line.rsplit(None, 2)[0].split()[-1]: float(line.split()[-2]) for line in p.stdout.splitlines()
        if line.endswith(" %")}
check("three terms are not fitted to three runs", p.returncode == 0 and told["memory"] > 0.1, p.stdout + p.stderr)

# ---- refusals --------------------------------------------------------------------------------------

for name, arguments, status, said in (
        ("no ranks", ["plate.yaml", "--ranks", "1,two"], 2, "'two'"),
        ("no launcher", ["plate.yaml", "--launcher", "no-such-launcher -n"], 6, "--launcher"),
        ("a launcher that fails", ["plate.yaml", "--launcher", "false -n"], 6,
         "launcher 'false' failed with status 1 before"),
        ("a key without values", ["plate.yaml", "--vary", "time.steps"], 2, "KEY=1,2,4"),
        ("weak values for each number", ["plate.yaml", "--ranks", "1,2", "--weak", "time.steps=1,2,3"],
         2, "one for each"),
        ("a JSON that is none", ["plate.msh.json"], 6, "plate.msh.json"),
        ("a JSON of no march", ["empty.json"], 2, "no times"),
        ("a prediction from one number of ranks", [files[0], "--predict", "1e6"], 2, "runs of 4 ranks alone"),
        ("a prediction from one size", [files[0], files[2], "--predict", "1e6"], 2, "runs of 4000 unknowns alone"),
        ("a prediction of nothing", files[:2] + ["--predict", "many"], 2, "'many'"),
        ("nothing", [], 2, "CASE.yaml"),
        ("a case that is refused", ["bad.yaml", "--ranks", "1", "--launcher", LAUNCHER], 2, "status 2")):
    Path("empty.json").write_text("{}")
    Path("bad.yaml").write_text(CASE.replace("bdf2", "bdf9"))
    p = scaling(*arguments)
    check("%s: status %d" % (name, status), p.returncode == status and said in p.stderr, (p.returncode, p.stderr))
r = program(["scaling", "plate.yaml"], 2)
check("not by mpirun", r.status == 2 and r.stderr.count("without mpirun") == 1, r.stderr)
r = program(["run", "plate.yaml", "--ranks", "2"])
check("--ranks is of scaling", r.status == 2 and "scaling" in r.stderr, r.stderr)

# ---- memory ----------------------------------------------------------------------------------------

for settings in ([], ["checkpoint.memory=20kB", "checkpoint.disk=0"]):
    checked, done = run("plate.yaml", 1, "check", settings), run("plate.yaml", 1, "gradient", settings)
    predicted, taken = checked.json["memory"], done.json
    check("states as predicted", predicted["planned_mb"] == taken["checkpoint"]["planned_mb"] > 0, predicted)
    check("steps that are computed again", predicted["planned_recomputed_steps"] ==
          taken["checkpoint"]["planned_recomputed_steps"] >= taken["checkpoint"]["recomputed_steps"], predicted)
    check("at least so much is taken", predicted["least_mb"] < 1.1 * taken["memory"]["peak_mb"],
          (predicted, taken["memory"]))
check("the small budget recomputes", predicted["planned_recomputed_steps"] > 0, predicted)
r = run("plate.yaml", 1, "check", ["checkpoint.disk=0"], ["--memory", "1kB"])
check("what would fit", r.status == 2 and "the least that would do is checkpoint.memory" in r.stderr, r.stderr)
