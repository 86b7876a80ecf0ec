#!/usr/bin/env bash
# Runs the fuzzers of the sanitizer build (cmake --preset asan; cmake --build --preset asan --target fuzzers):
#   tests/fuzz/run.sh replay [TARGET...]   every stored input, and long ones that are made here
#   tests/fuzz/run.sh smoke [TARGET...]    new inputs from the same seed: 3,000 of each target, or as many as 4 s take
#   tests/fuzz/run.sh hours H [TARGET...]  runs for H hours in total; findings stay in build/fuzz
#   tests/fuzz/run.sh keep [TARGET...]     adds inputs with new coverage to tests/fuzz/corpus
# A finding ends its target. To reproduce it: build/asan/tests/fuzz/fuzz_TARGET FILE; to make it smaller:
# build/asan/tests/fuzz/fuzz_TARGET -minimize_crash=1 -runs=100000 FILE. After the fix, add it to the corpus.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

programs=${INVDYN_FUZZ_BUILD:-build/asan}/tests/fuzz
sources=tests/fuzz
found=build/fuzz
limits=(-timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512)
jobs=$(nproc)

usage() {
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

mode=${1:-}
shift || usage
case $mode in
  replay | smoke | keep) hours=0 ;;
  hours) hours=${1:-}; [[ $hours =~ ^[0-9]+(\.[0-9]+)?$ ]] || usage; shift ;;
  *) usage ;;
esac
[ -s "$programs/targets" ] || { echo "run.sh: there are no fuzzers in $programs: build them first" >&2; exit 1; }
mapfile -t targets < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else cut -d' ' -f1 "$programs/targets"; fi)

# The input files of the targets; a crashed target would leave them.
TMPDIR=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")" invdyn-fuzz-XXXXXX)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$found"

repeat() { head -c "$(($1 * ${#2}))" < <(yes "$2" | tr -d '\n'); }  # TIMES TEXT

# Inputs too long to be stored.
long_inputs() {  # TARGET FOLDER
  mkdir -p "$2"
  case $1 in
    robot_json | npy_names | config)
      repeat 100000 '[' >"$2/nested_arrays"
      repeat 100000 '{"a":' >"$2/nested_objects"
      ;;
    robot_urdf)
      { echo -n '<robot name="r">'; repeat 100000 '<link>'; } >"$2/nested_elements"
      ;;
    robot_mjcf)
      { echo -n '<mujoco><worldbody>'; repeat 100000 '<body>'; } >"$2/nested_bodies"
      { echo -n '<mujoco>'; repeat 490 '<default class="a">'; repeat 490 '</default>'; echo '</mujoco>'; } >"$2/nested_classes"
      ;;
    robot_body)
      { echo 'format: ChoreonoidBody'; echo -n 'a: '; repeat 10000 '['; } >"$2/nested_sequences"
      { echo 'format: ChoreonoidBody'; repeat 10000 '- '; } >"$2/nested_dashes"
      ;;
    trajectory_csv | csv_table | waypoints | wrenches | base_motion | motors | dh_table)
      { echo -n t; repeat 5000 ,a; echo; } >"$2/many_columns"
      repeat 100000 '"' >"$2/quotes"
      ;;
    read_number)
      repeat 100000 9 >"$2/digits"
      { echo -n 0.; repeat 100000 0; echo 1e99999; } >"$2/zeros"
      ;;
  esac
}

# Each several times: some faults occur only if threads run in a certain order.
replay() {  # TARGET
  long_inputs "$1" "$TMPDIR/$1"
  mapfile -t files < <(find "$sources/corpus/$1" "$TMPDIR/$1" -type f | sort)
  "$programs/fuzz_$1" "${limits[@]}" -runs=5 -artifact_prefix="$found/$1-" "${files[@]}" </dev/null
}

fuzz() {  # TARGET FOLDER OPTION...
  local target=$1 corpus=$2 dictionary
  shift 2
  mkdir -p "$corpus"
  dictionary=$(sed -n "s/^$target //p" "$programs/targets")
  "$programs/fuzz_$target" "${limits[@]}" -max_len=4096 -dict="$sources/dictionaries/$dictionary.dict" \
    -artifact_prefix="$found/$target-" -print_final_stats=1 "$@" "$corpus" "$sources/corpus/$target" </dev/null
}

smoke() {  # TARGET
  fuzz "$1" "$TMPDIR/$1.new" -seed=1 -runs=3000 -max_total_time=4 -reload=0
}

hours() {  # TARGET
  fuzz "$1" "$found/$1" -max_total_time="$(awk "BEGIN { print int($hours * 3600 * $jobs / ${#targets[@]} + 1) }")"
}

keep() {  # TARGET
  mkdir -p "$found/$1"
  "$programs/fuzz_$1" "${limits[@]}" -merge=1 -max_len=4096 "$sources/corpus/$1" "$found/$1" </dev/null
}

# Runs a target and reports it in one line; if it fails, prints its whole output.
run_one() {  # TARGET
  local log=$TMPDIR/$1.log began=$SECONDS speed
  if "$mode" "$1" >"$log" 2>&1; then
    speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    echo "$1: done in $((SECONDS - began)) s${speed:+, $speed executions/s}"
  else
    sed "s/^/$1: /" "$log" | tail -n 60
    echo "$1: FAILED; $(grep -oE '^Running: .*|Test unit written to .*' "$log" | tail -n 1)" |
      tee -a "$TMPDIR/failures"
  fi
}

running=0
for target in "${targets[@]}"; do
  [ "$running" -lt "$jobs" ] || { wait -n; running=$((running - 1)); }
  run_one "$target" &
  running=$((running + 1))
done
wait
[ ! -s "$TMPDIR/failures" ] || { echo "$mode: findings:"; cat "$TMPDIR/failures"; exit 1; } >&2
