#!/bin/sh
# rooms_test.sh SOURCE_DIR: checks the architecture in lib/README.md. Each #include from one wing of lib to another must be
# allowed in the table of wings. In a wing, a room may include only the rooms above it in the table of rooms. No room has
# more than 40 files. Types of headers have different names: the linker takes two of one name for the same type.
set -eu
cd "$1/lib"

find . -mindepth 2 \( -name '*.h' -o -name '*.cpp' -o -name '*.in' \) ! -path './cmake/*' | sed 's|^\./||' | sort |
awk -v q='"' '
  function room(path) { sub(/\/[^\/]*$/, "", path); return path }
  function wing(path) { sub(/\/.*/, "", path); return path }
  function fail(text) { print text; failed = 1 }
  BEGIN {
    while ((getline line < "README.md") > 0) {
      if (line !~ /^\| `/) continue
      split(line, cell, "|"); name = cell[2]; gsub(/[ `]/, "", name)
      if (name ~ /\//) { place[name] = ++rooms; continue }
      wings[name] = 1
      count = split(cell[4], may, " ")
      for (i = 1; i <= count; i++) {
        allowed[name, may[i]] = 1
        if (!(may[i] in wings)) fail("README.md: " name " may include " may[i] ", which does not stand above it")
      }
    }
  }
  {
    file = $0; from = room(file); files[from]++
    if (!(from in place)) fail(file ": no room " from " in README.md")
    while ((getline line < file) > 0) {
      if (file ~ /\.h$/ && line ~ /^(struct|class) [A-Za-z]+( final)?( :| \{|$)/) {
        split(line, word, " "); name = word[2]
        if (name in defined) fail("lib/" file ": defines " name ", as " defined[name] " does: expected another name")
        defined[name] = file
      }
      if (line !~ /^#include "/) continue
      split(line, part, q); target = part[2]
      if (target !~ /^\.\.\// && file !~ /\.in$/) continue
      path = file ~ /\.in$/ ? target : from "/" target
      while (sub(/[^\/.]+\/\.\.\//, "", path)) {}
      to = room(path); checked++
      if (to == from) continue
      if (wing(to) != wing(from) ? !((wing(from), wing(to)) in allowed) : place[to] > place[from])
        fail("lib/" file ": includes " to ", which " from " may not: see the tables of lib/README.md")
    }
    close(file)
  }
  END {
    for (name in files) if (files[name] > 40) fail("lib/" name ": " files[name] " files: expected at most 40")
    for (name in place) if (!(name in files)) fail("README.md: no files in the room " name)
    if (checked < 300) fail("only " checked " includes were seen")
    if (failed) exit 1
    print checked " includes between rooms, all allowed"
  }'
