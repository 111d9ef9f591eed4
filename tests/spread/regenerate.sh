#!/bin/sh
# Writes NAME.expected beside every case file of tests/spread and tests/language, or only beside the
# files named on the command line. NODE is the engine whose answers are taken (node); files with the
# comment `// Expectations: newest Node` are run by NODE_NEWEST instead, or left alone without it.
# A file's comments `// Spec: NAME => VALUE` replace what the engine printed for that case: there the
# engine contradicts ECMA-262. With CHECK set to the command of another engine nothing is written, and
# the differences from what is committed are shown.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
node=${NODE:-node}
newest=${NODE_NEWEST:-}
joined=$(mktemp)
printed=$(mktemp)
trap 'rm -f "$joined" "$printed"' EXIT

if [ $# -eq 0 ]; then
  set -- "$here"/*.js "$here"/later/*.js "$here"/../language/*.js "$here"/../language/later/*.js
fi
status=0
for file in "$@"; do
  [ "$(basename "$file")" != prelude.js ] || continue
  cat "$here/prelude.js" "$file" >"$joined"
  # As a script, not as a CommonJS module: top-level `this` and `var` are the global ones.
  as_script='require("vm").runInThisContext(require("fs").readFileSync(process.argv[1], "utf8"))'
  if [ -n "${CHECK:-}" ]; then
    $CHECK "$joined" >"$printed" 2>&1 || true
    diff -u --label "${file%.js}.expected" --label "$CHECK" "${file%.js}.expected" "$printed" || status=1
  else
    engine=$node
    if grep -q '^// Expectations: newest Node' "$file"; then
      if [ -z "$newest" ]; then
        echo "$file: left alone, set NODE_NEWEST" >&2
        continue
      fi
      engine=$newest
    fi
    $engine -e "$as_script" "$joined" >"$printed"
    sed -n 's,^// Spec: ,,p' "$file" | while IFS= read -r line; do
      SPEC=$line awk '
        BEGIN { line = ENVIRON["SPEC"]; name = substr(line, 1, index(line, " => ") + 3) }
        substr($0, 1, length(name)) == name { print line; next }
        { print }
      ' "$printed" >"$printed.new"
      mv "$printed.new" "$printed"
    done
    cp "$printed" "${file%.js}.expected"
  fi
done
exit $status
