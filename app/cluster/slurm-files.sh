#!/usr/bin/env bash
#SBATCH --job-name=invdyn
#SBATCH --requeue
#
# Torques of many trajectories, shared out among the N tasks of a Slurm job array:
#
#   sbatch --array=1-N [--cpus-per-task=C] slurm-files.sh N ROBOT LIST DIR [OPTION...]
#
# LIST is a file with a path on each line. Task I takes lines I, I + N, I + 2N, ... and writes each file's torques to
# DIR under the file's own name; OPTIONs are those of invdyn torque. Files that are complete are skipped, so a task may
# be killed, requeued or run again at any time. All paths must lead to the same files on all nodes. INVDYN names the
# program, if it is not on the path.
set -euo pipefail

usage() { sed -n -e '/^set /q' -e 's/^#$//p' -e 's/^# //p' "$0"; }
if [ "${1:-}" = --help ]; then usage; exit; fi
if [ $# -lt 4 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  usage >&2
  exit 2
fi
tasks=$1 robot=$2 list=$3 folder=$4
shift 4

# The names of the outputs, as the program makes them from paths; lines may end as in Windows.
names() {
  sed -e 's/\r$//' -e 's|.*/||' -e '/^$/d' \
    -e 's/\.\(sto\|mot\|pos\)\(\.[gG][zZ]\|\.[zZ][sS][tT]\)\{0,1\}$/.csv\2/' <"$list"
}
# A task sees the names of its own files alone.
twice=$(names | sort | uniq -d | head -n 1)
if [ -n "$twice" ]; then
  echo "slurm-files.sh: $list: several files would be written as $twice: expected different names" >&2
  exit 2
fi

# Nor the list itself, as the program reads it from standard input.
if [ "$folder/${list##*/}" -ef "$list" ] && names | grep -qxF -- "${list##*/}"; then
  echo "slurm-files.sh: $list: names a file whose output would replace this list: expected another folder" >&2
  exit 2
fi

mine=$(awk -v task="$SLURM_ARRAY_TASK_ID" -v tasks="$tasks" '{ sub(/\r$/, "") } NF && ++n % tasks == task % tasks' <"$list")
[ -n "$mine" ] || exit 0  # more tasks than files
exec "${INVDYN:-invdyn}" torque "$robot" --files-from - --output-dir "$folder" --resume "$@" <<<"$mine"
