"""Claims: a build whose largest count is 4,000 in place of 2^31 - 1 sends long messages in parts, with the same bits on
1 to 3 ranks and after a restart; models with more unknowns, nodes or matrix entries of a rank are refused with their
numbers.
"""
# timeout: 300
import subprocess
import sys
from pathlib import Path

import helper
from common import ended
from helper import ROOT, check, grid, run, skip
from mutate_module import mutate

if not (ROOT / mutate.BUILD / "real").is_dir():
    skip("there is no build of the sources")

tree = Path("tree").absolute()
mutate.copy_product(tree)
header = tree / "src/base/count.h"
header.write_text(header.read_text().replace("GB_LARGEST_COUNT = INT32_MAX", "GB_LARGEST_COUNT = 4000"))
built = subprocess.run(["make", "BUILD=" + mutate.BUILD, mutate.BUILD + "/gimbal"], cwd=tree, env=mutate.environment(),
                       capture_output=True, text=True, stdin=subprocess.DEVNULL)
if not check("the build with a small limit", built.returncode == 0, built.stderr):
    sys.exit(1)
SMALL, USUAL = tree / mutate.BUILD / "gimbal", ROOT / mutate.BUILD / "gimbal"

PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "1e4*sin(300*t)"}]
probes: [{name: tip, at: [1, 0.5, 0]}]
design: [{name: thick, thickness: plate, per: element}]
functions: [{name: stress, type: ks, weight: 50}]
time: {scheme: bdf2, step: 1e-3, steps: 6}
checkpoint: {every: 4, keep: true}
output: {every: 0}
"""
SAME = ("functions", "gradient", "probes")


def by(program, ranks, case=PLATE, options=()):
    helper.GIMBAL = program
    return run(case, ranks, "gradient", options=options)


grid(24, 12, size=(1, 0.5)).write("plate.msh")
for ranks in (1, 2, 3):
    small, usual = by(SMALL, ranks), by(USUAL, ranks)
    if check("it runs on %d" % ranks, small.status == 0 and usual.status == 0, small.stderr + usual.stderr):
        differs = [key for key in SAME if small.json[key] != usual.json[key]]
        check("the same bits on %d" % ranks, not differs, differs)
again = ended("it goes on from a restart file", by(SMALL, 3, options=["--restart", "case.restart"]))
if again.status == 0:
    check("the same bits after a restart", again.json["gradient"] == usual.json["gradient"])

BEAM = """gimbal: 1
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800}}
sections: {rod: {type: circle, material: steel, radius: 0.01}}
beams: [{name: mast, points: [[0, 0, 0], [3, 0, 0]], elements: %d, section: rod, orientation: [0, 0, 1]}]
supports: [{group: mast.start, fix: all}]
gravity: [0, 0, -9.81]
time: {scheme: newmark, step: 1e-3, steps: 2}
functions: [{name: mass, type: mass}]
design: [{name: rho, material: steel, parameter: density}]
output: {every: 0}
"""
ended("beams are served by the usual build", by(USUAL, 1, BEAM % 100))
for name, cells, case, words in (
        ("unknowns", (36, 20), PLATE, ["found 4", "unknowns", "at most 4000"]),
        ("nodes", (80, 60), PLATE, ["the mesh has more than 3999 nodes, elements or members of groups"]),
        ("entries", None, BEAM % 100, ["4000", "entries"])):
    if cells:
        grid(*cells, size=(1, 0.5)).write("plate.msh")
    for ranks in (1, 2):
        r = by(SMALL, ranks, case)
        check("too many %s on %d: status" % (name, ranks), r.status == 3, (r.status, r.stderr))
        check("too many %s on %d: words" % (name, ranks), all(w in r.stderr for w in words), r.stderr)
