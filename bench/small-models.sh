#!/usr/bin/env bash
# Steps a second of small models and of their adjoint on one rank, as the best of three runs: what a step costs beside its
# arithmetic shows here. Prints a line for each scheme. usage: bench/small-models.sh
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench
mkdir -p "$work"
for scheme in galpha newmark bdf2 dirk4; do
  for run in 1 2 3; do
    tools/mpirun.sh 1 "${BUILD:-build}/gimbal" gradient bench/two-mass.yaml --quiet --set time.scheme=$scheme \
      --output-dir "$work" --json "$work/two-mass-$run.json"
  done
  python3 - $scheme "$work"/two-mass-?.json << 'P'
import json, sys
runs = [json.load(open(name)) for name in sys.argv[2:]]
best = min(runs, key=lambda d: d["time"]["march"])
march, adjoint, steps = best["time"]["march"], best["time"]["adjoint"], best["steps"]
print("two masses, %-8s %7.0f steps a second (%.2f us a step, %.2f corrections), %7.0f in the adjoint" % (
    sys.argv[1], steps / march, 1e6 * march / steps, best["newton_iterations"] / steps, steps / adjoint))
P
done
