#!/usr/bin/env bash
# The lightest wing box in a gust: 104 panel thicknesses, about 20,000 unknowns, KS and an induced aggregate of the stress
# of a transient. Prints what the optimisation took, and the constraints by an independent run of the optimum's case on
# another number of ranks. usage: bench/wing-box.sh [RANKS] [METHOD]
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench ranks=${1:-2} method=${2:-ipopt}
mkdir -p "$work"
gmsh -2 -v 0 -setnumber n 7 meshes/wing-box.geo -o "$work/wing-box.msh"
cp bench/wing-box.yaml "$work"
tools/mpirun.sh "$ranks" "${BUILD:-build}/gimbal" optimize "$work/wing-box.yaml" --set optimize.method="$method" \
  --json "$work/wing-box.json" --output-dir "$work" || test $? = 4  # the limit of iterations
tools/mpirun.sh 1 "${BUILD:-build}/gimbal" run "$work/wing-box.optimum.yaml" --quiet --json "$work/wing-box-again.json" \
  --output-dir "$work"
python3 - "$work/wing-box.json" "$work/wing-box-again.json" << 'P'
import json, sys
d, again = (json.load(open(path)) for path in sys.argv[1:])
o, t = d["optimize"], d["time"]
own = t["total"] - t["march"] - t["gradient"]
print("%s, %d rank(s), %d unknowns, %d designs: %s after %d iterations, %d evaluations, %d gradients" % (
    o["method"], d["ranks"], d["unknowns"], len(o["designs"]["panel"]), o["status"], o["iterations"], o["evaluations"],
    o["gradients"]))
print("  weight %.6f, from %.6f; violation %.1e, optimality %.1e" % (
    o["objective"], o["history"]["objective"][0], o["violation"], o["optimality"] or float("nan")))
for f, value in d["functions"].items():
    print("  %-8s %.9f, by the run of its own %.9f" % (f, value, again["functions"][f]))
print("  %.1f s: marches %.1f, adjoints %.1f, all else %.1f (%.1f %% of marches and adjoints)" % (
    t["total"], t["march"], t["gradient"], own, 100 * own / (t["march"] + t["gradient"])))
P
