#!/usr/bin/env bash
# Joins the parts OUT.1-of-N to OUT.N-of-N, if all are there, to OUT:
#
#   join-shards.sh N OUT
#   sbatch --dependency=afterok:JOB join-shards.sh N OUT
#
# An OUT that is there is replaced when the new one is complete and on the disk. The parts stay: from here on they can be
# removed.
set -euo pipefail

usage() { sed -n -e '/^set /q' -e 's/^#$//p' -e 's/^# //p' "$0"; }
if [ "${1:-}" = --help ]; then usage; exit; fi
if [ $# -ne 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
  usage >&2
  exit 2
fi
shards=$1 out=$2

parts=()
for ((i = 1; i <= shards; ++i)); do parts+=("$out.$i-of-$shards"); done
missing=()
for part in "${parts[@]}"; do [ -f "$part" ] || missing+=("$part"); done
if [ ${#missing[@]} -gt 0 ]; then
  echo "join-shards.sh: ${#missing[@]} of $shards parts are missing: ${missing[*]}" >&2
  exit 1
fi

joined=$(mktemp -- "$out.XXXXXX")
trap 'rm -f -- "$joined"' EXIT
for part in "${parts[@]}"; do cat -- "$part"; done >"$joined"
chmod "$(printf %o $((0666 & ~0$(umask))))" "$joined"
sync -- "$joined"
mv -- "$joined" "$out"
sync -- "$(dirname -- "$out")"
