#!/usr/bin/env bash
# Strong and weak scaling of the large plate, the spinning blade and the wing box: the gradients of ten steps on meshes of
# four sizes, each of about twice as many elements as the one before, on each number of ranks, 1 and 2 if none are given.
# The fastest of three runs counts. Prints and draws the tables of `gimbal scaling`, and what its model predicts of
# UNKNOWNS, 100 million if they are not set, on up to 1,024 ranks. The files are left in build/bench/scaling.
# usage: [UNKNOWNS=1e8] bench/scaling.sh [RANKS...]
set -euo pipefail
cd "$(dirname "$0")/.."
work=${BUILD:-build}/bench/scaling
rm -rf "$work"
mkdir -p "$work"
[ $# -gt 0 ] || set -- 1 2
cp bench/large-plate.yaml "$work/plate.yaml"
cp meshes/spinning-blade.yaml "$work/blade.yaml"
cp bench/wing-box.yaml "$work/box.yaml"

# Whether the run of the first JSON file took less time, march and adjoint, than that of the second, which may be missing.
faster() {
  python3 -c 'import json, os, sys
def seconds(path):
    time = json.load(open(path))["time"]
    return time["march"] + time["adjoint"]
last, best = sys.argv[1:]
sys.exit(os.path.exists(best) and seconds(last) >= seconds(best))' "$1" "$2"
}

# The gradient of one case on one mesh, on each number of ranks: the fastest of three runs.
runs() { # case, size, geometry, gmsh's numbers, ranks...
  local case=$1 size=$2 geometry=$3 numbers=$4 mesh=$1-$2.msh ranks file
  shift 4
  # shellcheck disable=SC2086 # several words
  gmsh -2 -v 0 $numbers "$geometry" -o "$work/$mesh"
  for ranks in "$@" "$@" "$@"; do
    file=$work/$case-$size-$ranks.json
    tools/mpirun.sh "$ranks" "${BUILD:-build}/gimbal" gradient "$work/$case.yaml" --quiet --set mesh="$mesh" \
      --set time.steps=10 --set output.every=0 --json "$work/last.json" --output-dir "$work"
    if faster "$work/last.json" "$file"; then
      mv "$work/last.json" "$file"
    fi
  done
}

for n in 90 127 180 254; do
  runs plate "$n" bench/large-plate.geo "-setnumber n $n" "$@"
done
for n in 8 12 17 24; do
  runs blade "$n" meshes/rotor-blade.geo "-setnumber n $n -setnumber layers $((12 * n))" "$@"
done
for size in "7 3" "10 4" "14 6" "20 9"; do
  runs box "${size% *}" meshes/wing-box.geo "-setnumber n ${size% *} -setnumber along ${size#* }" "$@"
done
for case in plate blade box; do
  mkdir -p "$work/$case"
  files=()
  for ranks in "$@"; do
    for file in "$work/$case"-*-"$ranks".json; do files+=("$file"); done
  done
  echo "== $case"
  "${BUILD:-build}/gimbal" scaling "${files[@]}" --predict "${UNKNOWNS:-1e8}" --output-dir "$work/$case" |
    tee "$work/$case.txt"
done
