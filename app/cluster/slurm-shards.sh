#!/usr/bin/env bash
#SBATCH --job-name=invdyn
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#
# Torques of one huge trajectory, a task of a Slurm job array for each part of it:
#
#   sbatch --array=1-N slurm-shards.sh N ROBOT FILE OUT [OPTION...]
#
# Task I writes OUT.I-of-N, which join-shards.sh joins when all are there; OPTIONs are those of invdyn torque. A part
# is there only when it is complete, so a task may be killed, requeued or run again at any time, by itself too:
# sbatch --array=7,12 slurm-shards.sh N ... does parts 7 and 12 again, unless they are complete and of these OPTIONs. All
# paths must lead to the same files on all nodes. INVDYN names the program, if it is not on the path.
set -euo pipefail

usage() { sed -n -e '/^set /q' -e 's/^#$//p' -e 's/^# //p' "$0"; }
if [ "${1:-}" = --help ]; then usage; exit; fi
if [ $# -lt 4 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  usage >&2
  exit 2
fi
shards=$1 robot=$2 file=$3 out=$4
shift 4

if [[ ${out,,} = *.gz || ${out,,} = *.zst || ${out,,} = *.npy ]]; then
  echo "slurm-shards.sh: $out: parts are CSV and not compressed: expected an OUT without .npy, .gz or .zst" >&2
  exit 2
fi
for input in "$robot" "$file"; do
  if [ "$out" -ef "$input" ]; then
    echo "slurm-shards.sh: $out: is the input $input: expected another OUT" >&2
    exit 2
  fi
done

exec "${INVDYN:-invdyn}" torque "$robot" "$file" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
  -o "$out.$SLURM_ARRAY_TASK_ID-of-$shards" --resume "$@"
