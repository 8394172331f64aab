#!/usr/bin/env bash
# The paper's medium size: 178 x 178 shells, about 192,000 unknowns, BDF2, 10 steps and the gradient of four
# functionals. Prints seconds of a mean forward step, a mean adjoint step and one factorisation in the same run,
# as ratios too, with counts and peak memory, on 1 and 2 ranks; and beside them what a plain factorisation takes,
# in double precision with nothing left out: that of a static step. usage: bench/large-plate.sh [RANKS...]
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench
mkdir -p "$work"
for ranks in "${@:-1}"; do
  tools/mpirun.sh "$ranks" "${BUILD:-build}/gimbal" gradient bench/large-plate.yaml --quiet \
    --json "$work/large-plate-$ranks.json" --output-dir "$work"
  tools/mpirun.sh "$ranks" "${BUILD:-build}/gimbal" run bench/large-plate.yaml --quiet \
    --set "time={scheme: static, step: 1, steps: 1}" --json "$work/large-plate-static.json" --output-dir "$work"
  python3 - "$work/large-plate-$ranks.json" "$work/large-plate-static.json" << 'P'
import json, sys
d, static = (json.load(open(path)) for path in sys.argv[1:])
t, steps = d["time"], d["steps"]
plain = static["time"]["factorisation"] / static["factorisations"]
factor = t["factorisation"] / d["factorisations"]
forward, adjoint = t["march"] / steps, t["adjoint"] / steps
print("%d rank(s), %d unknowns, %d steps, %d Newton iterations, %d factorisations (%d in the adjoint), "
      "%d Krylov iterations" % (d["ranks"], d["unknowns"], steps, d["newton_iterations"], d["factorisations"],
                                d["gradient_factorisations"], d["krylov_iterations"]))
print("  one factorisation %.3f s (analysis %.3f s)" % (factor, t["analysis"] / d["factorisations"]))
print("  forward step %.3f s = %.2f factorisations, of which without them %.3f s" % (
    forward, forward / factor, forward - (t["factorisation"] + t["analysis"]) / steps))
print("  a plain factorisation %.3f s: a forward step is %.2f of it" % (plain, forward / plain))
print("  adjoint step %.3f s = %.2f forward steps" % (adjoint, adjoint / forward))
print("  seconds: " + ", ".join("%s %.2f" % (k, v) for k, v in t.items()))
print("  peak memory %.0f MB in all" % d["memory"]["peak_mb"])
P
done
