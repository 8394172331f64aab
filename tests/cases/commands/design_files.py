"""Claims: `--designs FILE` gives all designs the values in a table, a case or an HDF5 file, by its path from the
working folder, bit
for bit, for every verb, and leaves initial motions as they are; `gradient --out` writes values and gradient of all
functionals,
lists too, by all designs, per patch and per element, to a table or HDF5, with all bits of --json, and the HDF5 file is
one that
--designs reads, as is the history of an optimisation; what is wrong with such files and names is said by name.
"""
# quick
import csv
from pathlib import Path

from common import ended
from helper import check, close, grid, program, run
from hdf5 import File

CASE = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1000, yield: 1e6}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
initial: [{group: plate, name: kick, velocity: [0, 0, "0"]}]
loads: [{name: push, type: pressure, group: plate, value: 1e3}]
probes: [{name: tip, at: [1, 0.5, 0]}]
design:
  - {name: skin, thickness: plate, per: patch, lower: 1e-3, upper: 0.05}
  - {name: "Young's, in Pa", material: m, parameter: young, lower: 1e9, upper: 1e10}
functions: [{name: mass, type: mass}, {name: z, type: value, of: tip, value: z, at: {mesh: 3}}]
time: {scheme: bdf2, step: 5e-3, steps: 4}
output: {every: 0}
optimize: {objective: mass, constraints: [{function: z, upper: 1e-2}], method: slsqp, iterations: 3}
""".replace('"0"', "1e-2")
NAMES = ["skin.1", "skin.2", "Young's, in Pa"]
VALUES = [0.012345678901234567, 0.01, 4.1e9]


def stored(path, name):
    return File(path).dataset(name)[2]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


grid(4, 2, size=(1, 0.5), patch=lambda i, j: 1 + (i > 1)).write("plate.msh")
Path("folder").mkdir()
grid(4, 2, size=(1, 0.5), patch=lambda i, j: 1 + (i > 1)).write("folder/plate.msh")
Path("folder/there.yaml").write_text(CASE)
Path("start.csv").write_text("name,value\n" + "".join('"%s",%r\n' % pair for pair in zip(NAMES, VALUES)))
wanted = ended("values in the case", run(CASE.replace("per: patch", "per: patch, values: [%r, %r]" % tuple(
    VALUES[:2])).replace("parameter: young", "parameter: young, values: 4.1e9"), verb="gradient", name="wanted"))
f, g = wanted.json["functions"], wanted.json["gradient"]
lines = [[f["mass"]] + g["mass"]["skin"] + g["mass"][NAMES[2]]] + [
    [f["z"][k]] + [g["z"][n][k][j] if isinstance(g["z"][n][k], list) else g["z"][n][k] for n, j in
                   (("skin", 0), ("skin", 1), (NAMES[2], 0))] for k in range(3)]

# A table, by its path from here; the motion that the case begins with stays.
for ranks in (1, 2):
    r = ended("a table on %d ranks" % ranks, run("folder/there.yaml", ranks, "gradient",
                                                 options=["--designs", "start.csv", "--out", "out.csv"], name="case"))
    table = rows("out.csv")
    check("names", table[0] == ["function", "value"] + ["d/d " + n for n in NAMES], table[0])
    check("designs", table[1][0] == "design" and [float(x) for x in table[1][2:]] == VALUES, table[1])
    check("functions", [row[0] for row in table[2:]] == ["mass", "z[0]", "z[1]", "z[2]"], table)
    for row, line in zip(table[2:], lines):
        for found, expected in zip(row[1:], line):
            close(row[0], float(found), expected, 0 if ranks == 1 else 1e-9, 0 if ranks == 1 else 1e-15)

# HDF5, there and back.
r = ended("to HDF5",
          run("folder/there.yaml", 1, "gradient", options=["--designs", "start.csv", "--out", "out.h5"], name="case"))
check("names in HDF5", stored("out.h5", "design_names") == NAMES and
      stored("out.h5", "function_names") == ["mass", "z[0]", "z[1]", "z[2]"])
check("values in HDF5", stored("out.h5", "designs") == VALUES
      and stored("out.h5", "functions") == [line[0] for line in lines])
check("gradient in HDF5", File("out.h5").rows("gradient") == [line[1:] for line in lines])
for ranks in (1, 2):
    r = ended("from HDF5 on %d" % ranks, run("folder/there.yaml", ranks, "run", options=["--designs", "out.h5"]))
    close("mass", r.json["functions"]["mass"], f["mass"], 0 if ranks == 1 else 1e-13)
# The history of an optimisation: its last evaluation.
o = run(CASE, 1, "optimize", name="case")
last = File("case.history.h5").rows("designs")[-1] if o.status in (0, 4) else None
r = run(CASE, 1, "gradient", options=["--designs", "case.history.h5", "--out", "last.h5"], name="last")
check("a history", r.status == 0 and stored("last.h5", "designs") == last, r.stderr)
r = ended("an optimum",
          run(CASE, 1, "gradient", options=["--designs", "case.optimum.yaml", "--out", "optimum.h5"], name="last"))

# Per element.
each = CASE.replace("per: patch", "per: element")
r = run(each, 2, "gradient", options=["--out", "each.csv"], name="each")
table = rows("each.csv") if check("per element", r.status == 0, r.stderr) else [[]]
check("all elements", len(table[0]) == 2 + 8 + 1, table[0])
Path("thick.csv").write_text(
    "name,value\n" + "".join('"%s",%r\n' % (n[4:], 0.01 + 0.001 * k if n[4:8] == "skin" else 3e9)
                                                     for k, n in enumerate(table[0][2:])))
r = ended("thick", run(each, 1, "gradient", options=["--designs", "thick.csv"], name="each"))
close("mass by elements", r.json["functions"]["mass"], 1000 * 0.5 / 8 * sum(0.01 + 0.001 * k for k in range(8)), 1e-12)

# What is wrong.
Path("text.h5").write_text("name,value\n")
Path("short.csv").write_text("name,value\nskin.1,0.01\n")
for label, options, status, said in (
        ("not HDF5", ["--designs", "text.h5"], 6, "--designs: text.h5: is no HDF5 file"),
        ("not there", ["--designs", "none.csv"], 6, "--designs: none.csv"),
        ("of others", ["--designs", "thick.csv"], 3, "design[0].values: not one for each of its designs (found 8)"),
        ("too few", ["--designs", "short.csv"], 2,
         "--designs: short.csv: has no value of a design (found Young's, in Pa)"),
        ("no kind", ["--out", "out.txt"], 2, "--out: found 'out.txt'; accepted: FILE.csv, FILE.h5 or FILE.json"),
        ("no folder", ["--out", "none/out.csv"], 6, "--out: cannot write none/out.csv"),
        ("its mesh", ["--out", "plate.h5", "--designs", "plate.h5"], 6, "plate.h5"),
        ("of the run", ["--out", "case.designs.csv"], 2, "--out: case.designs.csv is a name of the run's other files"),
        ("its start", ["--out", "start.csv", "--designs", "start.csv"], 2,
         "is the file of initial and would be replaced")):
    r = run(CASE, 1, "gradient", options=options, name="case")
    check(label, r.status == status and said in r.stderr, (r.status, r.stderr))
r = program(["run", "case.yaml", "--out", "x.csv"])
check("of gradient alone", r.status == 2 and "--out means nothing to run: it is an option of gradient" in r.stderr,
      r.stderr)
r = program(["gradient", "case.yaml", "--out", "x.json", "--json", "y.json"])
check("one summary", r.status == 2 and "--out: found x.json beside y.json of --json; accepted: one of them" in r.stderr,
      r.stderr)
r = program(["gradient", "case.yaml", "--quiet", "--out", "x.json"])
check("a summary", r.status == 0 and '"gradient"' in Path("x.json").read_text(), r.stderr)
