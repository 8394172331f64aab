#!/usr/bin/env bash
# Ten modes of a plate of so many shells along an edge (178: about 190,000 unknowns), clamped and free, and ten load factors
# of the plate that stands on its clamped edge under its weight: seconds of the whole search by those of one plain
# factorisation, which must be less than ten.
# usage: bench/modes.sh [SHELLS] [RANKS...]
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench
mkdir -p "$work"
shells=${1:-178}
shift || true
gmsh -2 -v 0 -setnumber n "$shells" meshes/cantilever-plate-vibration.geo -o "$work/modes.msh"
sed "s/^mesh: .*/mesh: modes.msh/" meshes/cantilever-plate-vibration.yaml > "$work/clamped.yaml"
sed '/^supports:/,/fix: all/d' "$work/clamped.yaml" > "$work/free.yaml"
sed '/^loads:/,$d' "$work/clamped.yaml" > "$work/standing.yaml"
printf '%s\n' "gravity: [-9.81, 0, 0]" "time: {scheme: linear, step: 1, steps: 1}" \
  "modes: {count: 10}" >> "$work/standing.yaml"
for ranks in "${@:-1}"; do
  for plate in clamped free standing; do
    verb=modes
    [ "$plate" != standing ] || verb=buckling
    tools/mpirun.sh "$ranks" "${BUILD:-build}/gimbal" "$verb" "$work/$plate.yaml" --quiet \
      --json "$work/modes.json" --output-dir "$work"
    python3 - "$plate" "$verb" "$work/modes.json" << 'P'
import json, sys
plate, verb, file = sys.argv[1:]
d = json.load(open(file))
t, modes = d["time"], d[verb]
one = t["factorisation"] / d["factorisations"]
print("%s, %d rank(s), %d unknowns: %d modes in %.2f s, which is %.1f factorisations of %.2f s; %d made, "
      "error %.1e" % (plate, d["ranks"], d["unknowns"], len(modes["error"]), t["modes"], t["modes"] / one,
                      one, d["factorisations"], max(modes["error"])))
print("  seconds: " + ", ".join("%s %.2f" % (k, v) for k, v in t.items() if v > 0))
print("  peak memory %.0f MB in all" % d["memory"]["peak_mb"])
assert t["modes"] < 10 * one, "ten modes take longer than ten factorisations"
P
  done
done
