#!/usr/bin/env bash
# slurm_test.sh PROGRAM SCRIPTS, with a running Slurm: the scripts for Slurm must give the output of one process, byte
# by byte, even if a task is killed during its work and another one is cancelled.
set -euo pipefail

program=$(realpath "$1")
scripts=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "slurm_test.sh: line $LINENO: $BASH_COMMAND" >&2; tail -n 5 *.log >&2' ERR
cd "$work"
export INVDYN=$program

# Runs an array and waits for its end; prints the job's number.
submit() {
  sbatch --parsable --output="$work/%A_%a.log" "$@"
}
is_over() { [ -z "$(squeue --noheader --jobs="$1" 2>/dev/null)" ]; }
until_it_is_so() {
  for ((i = 0; i < 600; ++i)); do
    if "$@"; then return; fi
    sleep 0.1
  done
  echo "slurm_test.sh: waited in vain for: $*" >&2
  return 1
}

echo "== one trajectory in shards"
mkdir "shared folder"
"$program" generate trapezoid two-link --from 0,0 --to 2,-1 --duration 300 --dt 0.001 -q \
  -o "shared folder/motion.csv"
options=(--differentiate central --columns q,dq,ddq,tau --degrees)
"$program" torque two-link "shared folder/motion.csv" -q -o whole.csv "${options[@]}"

# A program that stops during parts 2 and 3 when they are computed for the first time.
cat >stopping.sh <<END
#!/usr/bin/env bash
part=\$SLURM_ARRAY_TASK_ID
if [ \$part != 2 ] && [ \$part != 3 ] || [ -e stopped.\$part ]; then exec "$program" "\$@"; fi
out="shared folder/torques.csv.\$part-of-4" unfinished="shared folder/.torques.csv.\$part-of-4.invdyn-"
for ((try = 0; try < 50; ++try)); do  # it may be done before we look
  "$program" "\$@" &
  while kill -0 \$! 2>/dev/null && [ ! -s "\$unfinished"?????? ]; do :; done
  kill -STOP \$! 2>/dev/null
  until [[ \$(cut -d " " -f 3 "/proc/\$!/stat" 2>/dev/null) != [RSD] ]]; do :; done
  if [ -s "\$unfinished"?????? ]; then
    echo \$! >stopped.\$part
    wait \$!
    exit
  fi
  kill -CONT \$! 2>/dev/null
  wait \$!
  rm -f "\$out"
done
echo "slurm_test.sh: part \$part was always done before it could be stopped: expected a larger file" >&2
exit 1
END
chmod +x stopping.sh
shards=("$scripts/slurm-shards.sh" 4 two-link "shared folder/motion.csv" "shared folder/torques.csv" "${options[@]}")
job=$(INVDYN=$work/stopping.sh submit --array=1-4 "${shards[@]}")
until_it_is_so test -s stopped.2
until_it_is_so test -s stopped.3
for part in 2 3; do
  [ -s "shared folder/.torques.csv.$part-of-4.invdyn-"?????? ]  # it was in the middle
  [ ! -e "shared folder/torques.csv.$part-of-4" ]
done
kill -KILL "$(cat stopped.3)"
scancel "${job}_2"
until_it_is_so is_over "$job"
[ ! -e "shared folder/torques.csv.2-of-4" ] && [ ! -e "shared folder/torques.csv.3-of-4" ]
if "$scripts/join-shards.sh" 4 "shared folder/torques.csv" 2>message; then false; fi
grep -q "^join-shards.sh: 2 of 4 parts are missing: shared folder/torques.csv.2-of-4 " message
[ ! -e "shared folder/torques.csv" ]

job=$(submit --array=2,3 "${shards[@]}")
until_it_is_so is_over "$job"
"$scripts/join-shards.sh" 4 "shared folder/torques.csv"
cmp whole.csv "shared folder/torques.csv"

echo "== a join that is ended leaves nothing, one that is killed leaves it to the next run"
mkdir stubs
printf '#!/bin/sh\nkill -s "$SIGNAL" $PPID\n' >stubs/cat
chmod +x stubs/cat
for part in 1 2; do
  "$program" torque two-link "shared folder/motion.csv" --shard $part/2 -o "shared folder/killed.$part-of-2" --resume -q
done
for SIGNAL in TERM KILL; do
  if SIGNAL=$SIGNAL PATH=$PWD/stubs:$PATH "$scripts/join-shards.sh" 2 "shared folder/killed" 2>message; then false; fi
  [ ! -e "shared folder/killed" ]
  if [ $SIGNAL = TERM ]; then left=0; else left=1; fi
  [ "$(find "shared folder" -name '.killed.invdyn-??????' | wc -l)" = $left ]
done
"$program" torque two-link "shared folder/motion.csv" -q -o "shared folder/next"
[ -z "$(find "shared folder" -name '.killed.*')" ]
rm "shared folder/killed."* "shared folder/next"

echo "== what is complete is left as it is"
ls -i "shared folder/torques.csv.1-of-4" "shared folder/torques.csv.2-of-4" >before
rm "shared folder/torques.csv.3-of-4"
truncate -s 20 "shared folder/torques.csv.4-of-4"
job=$(submit --array=1-4 "${shards[@]}")
until_it_is_so is_over "$job"
ls -i "shared folder/torques.csv.1-of-4" "shared folder/torques.csv.2-of-4" | cmp before
cat "shared folder/torques.csv."?-of-4 | cmp whole.csv

echo "== an array that the program itself looks at"
job=$(submit --array=10-40:10 --wrap \
  "'$program' torque two-link 'shared folder/motion.csv' --shard slurm -q -o part.\$SLURM_ARRAY_TASK_ID ${options[*]}")
until_it_is_so is_over "$job"
cat part.10 part.20 part.30 part.40 >joined.csv
cmp whole.csv joined.csv

echo "== many files"
mkdir logs
for ((i = 1; i <= 10; ++i)); do
  "$program" generate trapezoid two-link --from 0,0 --to "$i,-1" --duration 3 --dt 0.1 -q -o "logs/move $i.csv"
done
ls logs/*.csv >list
job=$(submit --array=1-3 "$scripts/slurm-files.sh" 3 two-link list torques --columns q,tau)
until_it_is_so is_over "$job"
"$program" torque two-link logs/*.csv --output-dir alone --columns q,tau -q
diff -r --exclude='*.run.json' alone torques
[ "$(ls torques/*.csv | wc -l)" = 10 ]

mkdir in
cp "logs/move 1.csv" in/list
ls in/list >list
if SLURM_ARRAY_TASK_ID=1 "$scripts/slurm-files.sh" 1 two-link list . 2>message; then false; fi
grep -q "^slurm-files.sh: list: names a file whose output would replace this list" message
[ "$(cat list)" = in/list ]
SLURM_ARRAY_TASK_ID=1 "$scripts/slurm-files.sh" 1 two-link list another -q
"$program" torque two-link in/list -q | cmp - another/list
echo "all as it should be"
