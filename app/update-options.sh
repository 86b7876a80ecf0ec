#!/bin/sh
# Updates the lists of options in pages of the manual, from the definitions in the program:
#   update-options.sh [--check] PROGRAM PAGE.md...
# With --check it changes nothing, and fails if a page is not up to date.
set -eu

check=
if [ "$1" = --check ]; then check=1; shift; fi
program=$1
shift
outdated=0
new=$(mktemp)
trap 'rm -f "$new"' EXIT
for page; do
  "$program" manual "$(basename "$page" .md)" > "$new"
  if cmp -s "$new" "$page"; then continue; fi
  if [ "$check" ]; then
    echo "$page differs from what the program prints: the target invdyn_manual_options updates it" >&2
    diff -u "$page" "$new" >&2 || outdated=1
  else
    cat "$new" > "$page"
    echo "$page is updated"
  fi
done
exit $outdated
