#!/usr/bin/env bash
# packages_test.sh BUILD: makes the packages in the build folder BUILD. Their files must be those of packages.txt, so no
# file gets in or is lost unseen; lintian, if it is installed, must find no error.
# After a change on purpose: packages_test.sh BUILD --accept
set -euo pipefail
build=$1
expected=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/packages.txt
mkdir -p "$build/packages"
touch "$build/packages/invdyn_0.0.1-1_amd64.deb" "$build/packages/invdyn-0.0.1-linux-x86_64.tar.gz"  # these must not stay
cmake --build "$build" --target packages >/dev/null
cd "$build/packages"

list() {
  local package
  for package in *.deb; do
    dpkg-deb --contents "$package" | awk -v package="${package%%_*}" '!/^d/ { sub("^[.]", "", $6); print package, $6 }'
  done
  tar --list --file ./*.tar.gz | sed -n 's,^[^/]*/\(.*[^/]\)$,tar.gz \1,p'
}
if [ "${2:-}" = --accept ]; then
  list | LC_ALL=C sort > "$expected"
  exit
fi
list | LC_ALL=C sort | diff "$expected" - || {
  echo "the packages have other files than $expected: expected the same; if this is right," \
    "run $0 $build --accept" >&2
  exit 1
}

# The program of the archive is one file, small enough to be copied around.
tar --extract --to-stdout --file ./*.tar.gz --wildcards '*/bin/invdyn' > program
size=$(stat --format %s program)
rm program
[ "$size" -lt 14500000 ] || { echo "the static program has $size bytes: expected less than 14,500,000" >&2; exit 1; }

command -v lintian >/dev/null || { echo "lintian is missing: the packages are not checked by it"; exit 0; }
lintian --allow-root --fail-on error ./*.deb
