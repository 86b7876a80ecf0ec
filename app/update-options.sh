#!/bin/sh
# Writes the lists of options in pages of the manual anew, from the definitions in the program:
#   update-options.sh PROGRAM PAGE.md...
set -eu

program=$1
shift
for page; do
  "$program" manual "$(basename "$page" .md)" > "$page.new"
  if cmp -s "$page.new" "$page"; then rm "$page.new"; else mv "$page.new" "$page"; echo "$page is updated"; fi
done
