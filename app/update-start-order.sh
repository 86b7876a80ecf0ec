#!/bin/sh
# Writes start_order.ld anew, the linker script that puts the functions and texts of a start side by side:
#   update-start-order.sh PROGRAM MAP
# PROGRAM is the invdyn of the preset release, MAP the linker's map beside it. Needs valgrind. An outdated list does no
# harm: functions that it lacks lie elsewhere, and names that no longer exist match nothing.
set -eu

program=$(realpath "$1")
map=$(realpath "$2")
list=$(dirname "$(realpath "$0")")/start_order.ld
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

calls() {  # NAME ARGUMENT...
  name=$1
  shift
  valgrind -q --tool=callgrind --dump-instr=yes --compress-pos=no --callgrind-out-file="$name.calls" "$program" "$@" \
    > "$name.out" 2> "$name.err" || { cat "$name.err" >&2; exit 1; }
}
echo 't,joint1,joint2,joint3,joint4,joint5,joint6
0,0,0,0,0,0,0' > motion.csv
calls file torque puma560 motion.csv -o torques.csv
calls pipe torque puma560 < motion.csv
calls quiet torque puma560 motion.csv -q

# Addresses of executed instructions, and of sections with their names and objects, with 16 digits to be sorted.
sed -n 's/^0x\([0-9a-f]*\) .*/\1/p' *.calls | sort -u |
  awk '{ print substr("0000000000000000", length($1) + 1) $1, "b" }' > executed
awk '
  $1 ~ /^\.text/ && NF == 1 { name = $1; next }
  $1 ~ /^\.text/ && NF == 4 { name = $1; $1 = ""; $0 = $0 }
  name && $1 ~ /^0x0*[1-9a-f]/ && $2 != "0x0" { n = split($3, path, "/"); print substr($1, 3), "a", name, path[n] }
  { name = "" }
' "$map" > sections

# What a start also executes, but not under valgrind: it has no vDSO and no Landlock.
unseen='    *libc.a:dl-lookup.o(.text)
    *libc.a:dl-object.o(.text)
    *libc.a:prctl.o(.text)
    *(.text._ZN6invdyn*allow*)
    *(.text._ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base)'
{
  echo '/* The functions that a start executes, written by update-start-order.sh, and all short texts. Side by side, they'
  echo '   touch fewer pages. */'
  echo 'SECTIONS {'
  echo '  .rodata.start : { *(.rodata.str1.1 .rodata.*.str1.1) }'
  echo '} INSERT BEFORE .rodata;'
  echo 'SECTIONS {'
  echo '  .text.start : {'
  echo "$unseen"
  # valgrind has no AVX-512: what a start executes with AVX2 has its like with AVX-512.
  sort executed sections | awk '
    function entry(name) { return "    *(" (length(name) > 72 ? substr(name, 1, 72) "*" : name) ")" }
    $2 == "a" { name = $3; object = $4; next }
    name == ".text" || name ~ /^\.text\.[a-z0-9]+$/ {  # of an object in C: libc.a(malloc.o), crt1.o
      archive = split(object, part, /[()]/) > 1 ? part[1] ":" : ""
      sub(/-[0-9.]+\.a/, "*.a", archive)
      file = archive ? part[2] : object
      print "    *" archive file "(" name ")"
      if (sub(/-avx.*/, "", file)) print "    *" archive file "-evex*(.text.*)\n    *" archive file "-avx512*(.text.*)"
      next
    }
    name {
      print entry(name)
      if (name ~ /avx2_|Avx2/) { gsub(/[0-9]+avx2_/, "*avx512*_", name); gsub(/[0-9]+Avx2/, "*Avx512", name); print entry(name) }
    }
  ' | LC_ALL=C sort -u
  echo '  }'
  echo '} INSERT BEFORE .text;'
} > "$list"
