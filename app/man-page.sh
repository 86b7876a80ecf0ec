#!/bin/sh
# Makes a man page of a page of the manual, with lowdown:
#   man-page.sh PAGE.md SECTION DATE VERSION > PAGE.SECTION
# The page begins with "# NAME: one line". What lowdown makes of the rest is changed where readers of man pages
# expect something else:
# - titles of sections are in capitals
# - code is bold, and its hyphens are those that the shell takes
# - an item "- `OPTION`: text" has its text below it
# - the last column of a table takes the room that is left
set -eu

name=$(sed -n '1s/^# \([^:]*\): .*/\1/p' "$1")
[ -n "$name" ] || { echo "$1: the first line is not \"# NAME: one line\"" >&2; exit 1; }

sed '1s/^# \([^:]*\): \(.*\)/## Name\n\n\1 - \2/' "$1" |
  lowdown -s -Tman --nroff-nolinks --out-no-smarty --parse-no-intraemph --parse-no-metadata \
    --parse-no-super --parse-no-footnotes --parse-no-deflists -m shiftheadinglevelby=-1 \
    -M title="$(echo "$name" | tr a-z A-Z)" -M section="$2" -M date="$3" -M source="invdyn $4" |
  awk '
    function code_in_bold(line,   text) {
      while (match(line, /\\fC[^\\]*(\\[^f][^\\]*)*\\f/)) {
        code = substr(line, RSTART + 3, RLENGTH - 5)
        gsub(/-/, "\\-", code)
        text = text substr(line, 1, RSTART - 1) "\\fB" code "\\f"
        line = substr(line, RSTART + RLENGTH)
      }
      gsub(/\\fC/, "\\fB", line)  # the code goes on in the next line
      return text line
    }
    { gsub(/[ \t]+$/, "") }
    /^\.EX$/ { is_block = 1 }
    /^\.EE$/ { is_block = 0 }
    is_block && !/^\./ { gsub(/-/, "\\-") }
    { $0 = code_in_bold($0) }

    # A title stands alone on the line after .SH; what follows needs no .LP.
    after_title && /^\.[LP]P$/ { after_title = 0; next }
    { after_title = 0 }
    after_request { $0 = after_request == ".SH" ? toupper($0) : $0; after_request = ""; after_title = 1 }
    /^\.S[HS]$/ { after_request = $0 }

    # Tables are as wide as the page, and a paragraph begins after them.
    /^tab\(/ { sub(/ expand/, "") }
    after_table && !/^\./ { print ".LP" }
    { after_table = /^\.TE$/ }
    /^l( l)+\.$/ { sub(/l\.$/, "lx.") }

    # Lines are held back from the space that goes before an item to its text.
    /^\.if [nt] \\$/ || /^\.sp -/ { held = held $0 "\n"; next }
    /^\.IP "\\\(bu" / { held = held $0 "\n"; is_item = 1; next }
    is_item && match($0, /^\\fB[^\\]*(\\[^f][^\\]*)*\\fR: /) {
      $0 = ".TP\n" substr($0, 1, RLENGTH - 2) "\n" substr($0, RLENGTH + 1); held = ""
    }
    { printf "%s%s\n", held, $0; held = ""; is_item = 0 }'
