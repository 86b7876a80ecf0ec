#!/usr/bin/env bash
# Joins the parts OUT.1-of-N to OUT.N-of-N, if all are there, to OUT:
#
#   join-shards.sh N OUT
#   sbatch --dependency=afterok:JOB join-shards.sh N OUT
#
# Each part must have its record, PART.run.json, as the scripts and --resume write it, and all records must tell of the
# same run. OUT must not be a file that the parts were made from. An OUT that is there is replaced when the new one is
# complete and on the disk. The parts stay: from here on they can be removed.
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

fail() {
  echo "join-shards.sh: $1" >&2
  exit 1
}
# Of the record of a part: the run, without the lines that differ from part to part; size and time of the part, as of the
# file as it is; the files that it was made from.
run_of() {
  sed -e '/^  "data": {/,/^  }/d' -e '/^    "shard": /d' -e '/^    "output": /d' -e '/^  "rows": /d' \
    -e '/^  "\(notes\|warnings\)": \[\],\{0,1\}$/d' -e '/^  "\(notes\|warnings\)": \[$/,/^  \]/d' -- "$1.run.json"
}
state_of() {
  sed -n -e '/^  "data": {/,/^  }/s/^    "\(size\|modified_ns\)": \([0-9]*\),\{0,1\}$/\2/p' -- "$1.run.json" | sort
}
# The point of the seconds is a comma in some languages.
file_state_of() { stat -c '%s
%.9Y' -- "$1" | tr -d ., | sort; }
inputs_of() { sed -n '/^  "inputs": \[/,/^  \]/s/^      "file": "\(.*\)",\{0,1\}$/\1/p' -- "$1.run.json"; }

for ((i = 1; i <= shards; ++i)); do
  part=${parts[i - 1]}
  [ -f "$part.run.json" ] || fail "$part: has no record $part.run.json: expected a part made with --resume"
  grep -qxF "    \"shard\": \"$i/$shards\"," -- "$part.run.json" ||
    fail "$part.run.json: is not the record of part $i of $shards: expected the part to be made again"
  [ "$(state_of "$part")" = "$(file_state_of "$part")" ] ||
    fail "$part: has been changed: expected the size and the time in its record, or the part to be made again"
  [ "$(run_of "$part")" = "$(run_of "${parts[0]}")" ] ||
    fail "$part: was made by another version, with other options or from other files than ${parts[0]}: expected parts of one run"
done
while IFS= read -r input; do
  [ ! "$out" -ef "$input" ] || fail "$out: is $input, which the parts were made from: expected another OUT"
done < <(inputs_of "${parts[0]}")

# Named and locked as invdyn does it: where this script is killed, the next run of invdyn in the folder removes the file.
name=$(basename -- "$out")
drawn=$(mktemp -u XXXXXX)
joined=$(dirname -- "$out")/.${name::200}.invdyn-${drawn,,}
set -o noclobber
exec {file}>"$joined"
set +o noclobber
trap 'rm -f -- "$joined"' EXIT
if command -v flock >/dev/null; then flock "$file" || true; fi  # not every file system has locks
for part in "${parts[@]}"; do cat -- "$part"; done >&"$file"
sync -- "$joined"
mv -T -- "$joined" "$out"
sync -- "$(dirname -- "$out")"
