#!/usr/bin/env bash
# Runs every kernel and compares its checksum with expected.txt.
#   kernels/check.sh [--stress] [TERCET]
# --stress: at the reduced size, moving everything at every 97th allocation, with verification and protected memory.
set -euo pipefail
cd "$(dirname "$0")"
stress=
if [ "${1:-}" = --stress ]; then
  stress=yes
  shift
fi
tercet=${1:-../target/release/tercet}
failed=0
count=0
while IFS=$'\t' read -r name full size reduced; do
  [ "$name" = kernel ] && continue
  if [ -n "$stress" ]; then
    expected=$reduced
    output=$("$tercet" run --gc-stress=97 --gc-verify --gc-protect "$name.js" "$size" 2>&1) || true
  else
    expected=$full
    output=$("$tercet" run "$name.js" 2>&1) || true
  fi
  count=$((count + 1))
  if ! grep -qxF "checksum: $expected" <<<"$output"; then
    failed=$((failed + 1))
    printf '%s: expected checksum: %s, got:\n%s\n' "$name" "$expected" "$output"
  fi
done < expected.txt
echo "$((count - failed)) passed, $failed failed"
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
