#!/usr/bin/env bash
# Build the Debian packages of what is committed, or where there is no git of all files, in $BUILD/deb.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools/setup.sh package
version=$(sed -n 's/.*GB_VERSION "\(.*\)"/\1/p' src/base/version.h)
place=$PWD/${BUILD:-build}/deb
source=$place/gimbal-$version
rm -rf "$place"
mkdir -p "$source"
date=$(git log -1 --format=%aD 2> /dev/null) || date=
if [ -n "$date" ]; then
  git archive HEAD | tar -x -C "$source"
else
  date=$(date -R)
  tar -c --exclude="./${BUILD:-build}" --exclude=./.git . | tar -x -C "$source"
fi
cp -r "$source/tools/package/debian" "$source/debian"
cat > "$source/debian/changelog" <<END
gimbal ($version) unstable; urgency=medium

  * See CHANGELOG.md.

 -- $(sed -n 's/^Maintainer: //p' "$source/debian/control")  $date
END
cd "$source"
# What calls this is a make, whose jobs and variables are not those of the package.
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u BUILD dpkg-buildpackage -us -uc "$@" > ../build.log 2>&1 ||
  { tail -n 30 ../build.log >&2; echo "deb: see $place/build.log" >&2; exit 1; }
ls -l "$place"/*.deb
