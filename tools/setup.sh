#!/usr/bin/env bash
# Install the Debian packages that a task needs, and only those that are missing.
# usage: tools/setup.sh build|run|test|ci|format|valgrind|fuzz|package
# With nothing missing it needs neither rights nor network and takes a hundredth of a second.
set -euo pipefail

build="gcc libc6-dev make binutils pkg-config libopenmpi-dev openmpi-bin libmumps-dev libmetis-dev
       libparpack2-dev libsuitesparse-dev libopenblas-dev libhdf5-openmpi-dev libyaml-dev libnlopt-dev
       coinor-libipopt-dev"
test="$build gmsh libcmocka-dev python3 python3-numpy python3-scipy python3-mpi4py libjs-three"
package="$build build-essential git debhelper dpkg-dev fakeroot"
case "${1:-}" in
  build) packages=$build ;;
  run) packages="$build gmsh" ;;
  test) packages=$test ;;
  # What no test may be skipped for. Debian's PETSc is for tests alone: it links what no package of ours may.
  ci) packages="$test $package chromium cmake fish zsh petsc-dev" ;;
  format) packages="clang-format" ;;
  valgrind) packages="$build libcmocka-dev valgrind" ;;
  fuzz) packages="$build clang libclang-rt-14-dev" ;;
  package) packages=$package ;;
  *) echo "usage: tools/setup.sh build|run|test|ci|format|valgrind|fuzz|package" >&2; exit 2 ;;
esac

if ! command -v dpkg-query > /dev/null; then
  echo "setup: not a Debian system; this needs what Debian calls:" $packages >&2
  exit 0
fi

# What dpkg knows as installed, then the wanted packages that are not among it.
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $packages 2> /dev/null |
  sed -n 's/ installed$//p' || true)
missing=$(printf '%s\n' $packages | grep -vxF "${installed:-none}" || true)
[ -n "$missing" ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "setup: missing packages, and neither root nor sudo; ask for:" >&2
    echo "  apt-get install --no-install-recommends" $missing >&2
    exit 2
  fi
  as_root=(sudo)
fi
echo "setup: installing" $missing
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3)
"${apt[@]}" update
"${apt[@]}" install --no-install-recommends $missing
