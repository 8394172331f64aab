#!/bin/sh
# The flexible SCARA of docs/verification.md: a control of least effort, then the least mass from there; then the mass once more from
# the designs that are documented (tests/data/scara.csv). About 15 minutes of one processor; designs, histories and
# pictures are in build/scara.
#
#     bench/scara.sh [SETTING ...]        (for gimbal optimize, such as --set optimize.iterations=100)
set -e
cd "$(dirname "$0")/.."
ends="{function: x, equals: 1}, {function: y, equals: 1}, {function: vx, equals: 0}, {function: vy, equals: 0}"
optimize() {
  echo "== $1"
  folder=build/scara/$1
  shift
  build/gimbal optimize meshes/scara.yaml --output-dir "$folder" --set output.every=0 "$@" |
    grep -E "^ +[0-9]+ +[0-9]+ |iterations,|^  (mass|effort|h[1-4]) " | awk '/^ +[0-9]+ +[0-9]+ / {last = $0; next} last {print last; last = ""} {print}'
}
optimize first --set optimize.method=ipopt --set optimize.objective=effort --set optimize.scale=1 --set "optimize.constraints=[$ends]" \
  --set design.h1.lower=0.01999 --set design.h2.lower=0.01999 --set design.h3.lower=0.01999 --set design.h4.lower=0.01999 "$@"
optimize second --set initial=../build/scara/first/scara.designs.csv "$@"
optimize again --set initial=../tests/data/scara.csv "$@"
