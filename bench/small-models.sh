#!/usr/bin/env bash
# Steps a second of small models and of their adjoint on one rank, as the best of three runs: what a step costs beside its
# arithmetic shows here. Prints a line for each model and scheme, with the corrections and factors of a step and where
# its time goes. usage: bench/small-models.sh
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench
mkdir -p "$work"

# measure CASE SCHEME STEPS
measure() {
  local name
  name=$(basename "$1" .yaml)
  for run in 1 2 3; do
    tools/mpirun.sh 1 "${BUILD:-build}/gimbal" gradient "$1" --quiet --set time.scheme="$2" --set time.steps="$3" \
      --set output.every=0 --output-dir "$work" --json "$work/$name-$run.json"
  done
  python3 - "$name" "$2" "$work/$name"-?.json << 'P'
import json, sys
runs = [json.load(open(path)) for path in sys.argv[3:]]
best = min(runs, key=lambda d: d["time"]["march"])
time, steps = best["time"], best["steps"]
march, adjoint = time["march"], min(d["time"]["adjoint"] for d in runs)
print("%-15s %-8s %7.0f steps a second (%5.2f us a step: assembly %.2f, factors %.2f, substitution %.2f; "
      "%.2f corrections, %.3f factors), %7.0f in the adjoint" % (
          sys.argv[1], sys.argv[2], steps / march, 1e6 * march / steps, 1e6 * time["assembly"] / steps,
          1e6 * time["factorisation"] / steps, 1e6 * time["solve"] / steps, best["newton_iterations"] / steps,
          (best["factorisations"] - best["gradient_factorisations"]) / steps, steps / adjoint))
P
}

for scheme in galpha newmark bdf2 dirk4; do measure bench/two-mass.yaml $scheme 200000; done
for scheme in galpha newmark bdf2 dirk2 dirk4; do measure meshes/double-pendulum.yaml $scheme 20000; done
