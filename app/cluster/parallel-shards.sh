#!/usr/bin/env bash
# Torques of one huge trajectory, in N parts, by GNU parallel on this machine or on several:
#
#   parallel-shards.sh N ROBOT FILE OUT [OPTION...]
#   PARALLEL="--sshlogin one,two,:" parallel-shards.sh N ROBOT FILE OUT [OPTION...]
#
# Writes OUT.1-of-N to OUT.N-of-N, joins them to OUT and removes them; OPTIONs are those of invdyn torque. The variable
# PARALLEL may hold options of parallel: machines, --jobs, --bar. A run that was interrupted goes on with the parts that
# are missing; parts of other OPTIONs or of another FILE are made again. Parts are removed when OUT is on the disk. All
# machines must have these paths and this folder. INVDYN names the program, if it is not on the path.
set -euo pipefail

usage() { sed -n -e '/^set /q' -e 's/^#$//p' -e 's/^# //p' "$0"; }
if [ "${1:-}" = --help ]; then usage; exit; fi
if [ $# -lt 4 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
  usage >&2
  exit 2
fi
shards=$1 robot=$2 file=$3 out=$4
shift 4

if [[ ${out,,} = *.gz || ${out,,} = *.zst || ${out,,} = *.npy ]]; then
  echo "parallel-shards.sh: $out: parts are CSV and not compressed: expected an OUT without .npy, .gz or .zst" >&2
  exit 2
fi
for input in "$robot" "$file"; do
  if [ "$out" -ef "$input" ]; then
    echo "parallel-shards.sh: $out: is the input $input: expected another OUT" >&2
    exit 2
  fi
done

# One thread for each part: parallel runs as many parts at a time as there are cores.
seq "$shards" | parallel --quote --workdir "$PWD" -I '{shard}' "${INVDYN:-invdyn}" torque "$robot" "$file" \
  --shard "{shard}/$shards" -o "$out.{shard}-of-$shards" --resume --threads 1 "$@"

"$(dirname "${BASH_SOURCE[0]}")/join-shards.sh" "$shards" "$out"
for ((i = 1; i <= shards; ++i)); do rm -- "$out.$i-of-$shards" "$out.$i-of-$shards.run.json"; done
