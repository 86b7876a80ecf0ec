#!/usr/bin/env bash
# parallel_test.sh PROGRAM SCRIPTS: the script for GNU parallel must give the output of one process, byte by byte, even
# if a part is killed during its work.
set -euo pipefail

program=$(realpath "$1")
scripts=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "parallel_test.sh: line $LINENO: $BASH_COMMAND" >&2' ERR
cd "$work"

mkdir "my data"
"$program" generate trapezoid two-link --from 0,0 --to 2,-1 --duration 300 --dt 0.001 -q \
  -o "my data/motion.csv"
"$program" torque two-link "my data/motion.csv" -q -o whole.csv --gravity 0,0,-1.62

# A program that is killed in the middle of part 3, once.
cat >killed.sh <<END
#!/usr/bin/env bash
case "\$*" in *"--shard 3/5 "*) ;; *) exec "$program" "\$@" ;; esac
[ ! -e killed ] || exec "$program" "\$@"
part="my data/torques.csv.3-of-5" unfinished="my data/.torques.csv.3-of-5.invdyn-"
for ((try = 0; try < 50; ++try)); do  # it may be done before we look
  "$program" "\$@" &
  while kill -0 \$! 2>/dev/null && [ ! -s "\$unfinished"?????? ]; do :; done
  kill -KILL \$! 2>/dev/null
  if ! wait \$! 2>/dev/null && [ ! -e "\$part" ]; then
    touch killed
    exit 1
  fi
  rm -f "\$part"
done
echo "parallel_test.sh: part 3 was always done before it could be killed: expected a larger file" >&2
exit 1
END
# A program that lists the parts that were not computed again.
cat >noting.sh <<END
#!/usr/bin/env bash
"$program" "\$@" || exit
for part in 1 2 4 5; do ls -i "my data/torques.csv.\$part-of-5"; done >after
END
chmod +x killed.sh noting.sh
run=("$scripts/parallel-shards.sh" 5 two-link "my data/motion.csv" "my data/torques.csv" --gravity 0,0,-1.62 -q)
if INVDYN=$work/killed.sh "${run[@]}" 2>/dev/null; then false; fi
[ -e killed ] && [ ! -e "my data/torques.csv" ] && [ ! -e "my data/torques.csv.3-of-5" ]
for part in 1 2 4 5; do [ -s "my data/torques.csv.$part-of-5" ]; done

"$program" robots two-link >arm.json
cp arm.json former.json
if INVDYN=$program "$scripts/parallel-shards.sh" 2 arm.json "my data/motion.csv" ./arm.json 2>/dev/null; then false; fi
cmp arm.json former.json
[ ! -e arm.json.1-of-2 ]
cp "my data/motion.csv" motion.csv
if INVDYN=$program "$scripts/parallel-shards.sh" 2 two-link motion.csv ./motion.csv 2>/dev/null; then false; fi
cmp "my data/motion.csv" motion.csv

# Parts have other endings, so they are CSV and not compressed.
for script in parallel-shards.sh slurm-shards.sh; do
  for out in out.csv.gz out.npy; do
    if SLURM_ARRAY_TASK_ID=1 INVDYN=$program "$scripts/$script" 2 two-link motion.csv $out 2>message; then false; fi
    grep -q "$out: parts are CSV and not compressed" message
  done
done

# Two tasks must not write one file, and the lines of a list may end as in Windows.
mkdir -p list.d sub
cp motion.csv sub/motion.csv
cp motion.csv walk.csv
share_out() { SLURM_ARRAY_TASK_ID=$1 INVDYN=$program "$scripts/slurm-files.sh" 2 two-link list list.d -q; }
for twice in 'motion.csv\r\nsub/motion.csv' 'motion.csv\nwalk.sto\nwalk.csv\n'; do
  printf "$twice" >list
  if share_out 1 2>message; then false; fi
  grep -q "several files would be written as" message
done
printf 'motion.csv\r\n\r\nwalk.csv\r\n' >list
share_out 1
share_out 2
[ -s list.d/motion.csv ] && [ -s list.d/walk.csv ]

# Only parts of one run are joined: no part that was cut short, no part with other options, and not onto an input.
make_part() { "$program" torque two-link motion.csv --shard "$1/2" -o "other.csv.$1-of-2" -q --resume "${@:2}"; }
make_part 1
make_part 2
"$scripts/join-shards.sh" 2 other.csv
"$program" torque two-link motion.csv -q | cmp - other.csv
refuse_to_join() {
  if "$scripts/join-shards.sh" 2 other.csv 2>message; then false; fi
  grep -q "$1" message
}
truncate -s 1000 other.csv.2-of-2
refuse_to_join "other.csv.2-of-2: has been changed"
make_part 2
sed -i '2s/[0-9]/9/;2s/[0-8]/9/' other.csv.2-of-2
refuse_to_join "other.csv.2-of-2: has been changed"
make_part 2 --gravity 0,0,-1
refuse_to_join "other.csv.2-of-2: was made by another version, with other options"
make_part 2
ln -sf motion.csv other.csv
refuse_to_join "other.csv: is motion.csv, which the parts were made from"
rm other.csv.2-of-2.run.json
refuse_to_join "other.csv.2-of-2: has no record"
cmp "my data/motion.csv" motion.csv

for part in 1 2 4 5; do ls -i "my data/torques.csv.$part-of-5"; done >before
INVDYN=$work/noting.sh "${run[@]}"
cmp whole.csv "my data/torques.csv"
cmp before after
[ "$(ls -A "my data")" = "motion.csv
torques.csv" ]
