#!/bin/sh
# Runs one of our scripts, after a check that needs no Node: an old one could not even read them.
if ! command -v node >/dev/null 2>&1; then
  echo "Lớp Xanh needs Node.js 20.19, 22.12, 24 or newer, and there is none: install it from your system or nodejs.org." >&2
  exit 1
fi
version=$(node -p "process.versions.node")
major=${version%%.*}
rest=${version#*.}
minor=${rest%%.*}
if [ "$major" -lt 20 ] || { [ "$major" -eq 20 ] && [ "$minor" -lt 19 ]; } ||
  [ "$major" -eq 21 ] || { [ "$major" -eq 22 ] && [ "$minor" -lt 12 ]; } ||
  [ "$major" -eq 23 ]; then
  echo "Lớp Xanh needs Node.js 20.19, 22.12, 24 or newer, and this is $version: install a newer one." >&2
  exit 1
fi
exec node "$@"
