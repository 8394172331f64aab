#!/usr/bin/env bash
# The large plate's first three steps with their gradient, again and again on the same ranks: functionals, gradients,
# probes, counts and the factors' memory are the same bits, and the peak of memory the same within 3 %.
# usage: [TIMES=50] bench/repeatable.sh [RANKS...]
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench/repeatable
for ranks in "${@:-2 3}"; do for n in $ranks; do
  rm -rf "$work"
  mkdir -p "$work"
  for ((i = 1; i <= ${TIMES:-50}; i++)); do
    tools/mpirun.sh "$n" "${BUILD:-build}/gimbal" gradient bench/large-plate.yaml --set time.steps=3 --quiet \
      --json "$work/$i.json" --output-dir "$work"
  done
  python3 - "$work" << 'P'
import json, sys
from pathlib import Path
results = [json.loads(path.read_text()) for path in Path(sys.argv[1]).glob("*.json")]
ranks, peak = results[0]["ranks"], [d["memory"].pop("peak_mb") for d in results]
for d in results:
    del d["time"]
kinds = {json.dumps(d, sort_keys=True) for d in results}
print("%d runs on %d ranks: %d different, peak memory %.0f to %.0f MB"
      % (len(results), ranks, len(kinds), min(peak), max(peak)))
sys.exit(len(kinds) > 1 or max(peak) > 1.03 * min(peak))
P
done; done
