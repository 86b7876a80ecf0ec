#!/usr/bin/env bash
# after_demo_test.sh SOURCE_DIR: the installation of README works where only the targets of `./bootstrap.sh demo` were
# built. Nothing is compiled here: empty_object.sh stands before the compiler and the linker.
set -euo pipefail
source=$1
launcher=$source/tests/install/empty_object.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; tail -n 20 "$work/log"; exit 1; } >&2

read -ra targets < <(sed -n 's/^  demo) .*build \([^;]*\);.*/\1/p' "$source/bootstrap.sh")
cd "$source"
cmake --preset release -B "$work/build" -D CMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
  -D CMAKE_CXX_LINKER_LAUNCHER="$launcher" > "$work/log" 2>&1 || fail "cannot be configured:"
cmake --build "$work/build" --target "${targets[@]}" > "$work/log" 2>&1 || fail "${targets[*]} cannot be built:"
cmake --install "$work/build" --prefix "$work/prefix" > "$work/log" 2>&1 ||
  fail "more is installed than ${targets[*]}:"
for file in bin/invdyn share/man/man1/invdyn.1 share/man/man7/invdyn-columns.7 share/invdyn/robots/puma560.json; do
  [ -s "$work/prefix/$file" ] || fail "$file is missing:"
done
