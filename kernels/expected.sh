#!/bin/sh
# Writes expected.txt beside this script: one line a kernel with its name, the checksum at full
# size, the reduced size used under GC stress, and the checksum at that size.
#
# The values come from the engine in $ENGINE (node by default). With CHECK set to the command of a
# second engine, nothing is written; the two must agree with what is committed.
set -eu
cd "$(dirname "$0")"
engine=${CHECK:-${ENGINE:-node}}

checksum() {
  $engine "$@" | sed -n 's/^checksum: //p'
}

table() {
  printf 'kernel\tchecksum\treduced size\tchecksum at reduced size\n'
  for file in *.js; do
    size=$(sed -n 's,^// Reduced size: ,,p' "$file")
    printf '%s\t%s\t%s\t%s\n' "${file%.js}" "$(checksum "$file")" "$size" "$(checksum "$file" "$size")"
  done
}

if [ -n "${CHECK:-}" ]; then
  table | diff expected.txt - && echo "expected.txt agrees with $CHECK"
else
  table >expected.txt.new
  mv expected.txt.new expected.txt
fi
