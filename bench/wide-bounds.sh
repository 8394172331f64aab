#!/bin/sh
# The six numbers of meshes/bombardier-iltis.yaml within the bounds of Zhu, Dopico, Sandu & Sandu (2015), 0 and nothing above, by
# SLSQP, or another METHOD: about 5 minutes, a hundred evaluations.
#
#     bench/wide-bounds.sh [METHOD]
set -e
cd "$(dirname "$0")/.."
for design in kL1 kL2 kS1 kS2 cS1 cS2; do
  set -- "$@" --set "design.$design.lower=0" --set "design.$design.upper=1e9"
done
method=slsqp
case "$1" in --set) ;; *) method=$1; shift ;; esac
exec build/gimbal optimize meshes/bombardier-iltis.yaml --set "optimize.method=$method" --set optimize.iterations=200 \
  --set output.every=0 --output-dir build/wide-bounds "$@"
