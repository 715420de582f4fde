#!/usr/bin/env bash
# Builds the program without tests and checks, and tells how far it is.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
command -v mvn >/dev/null || { echo "nuthatch: Maven is needed to build (apt-get install maven)" >&2; exit 3; }
log=$root/app/target/build.log
mkdir -p "$root/app/target"
# One build at a time; a second caller waits and then finds the work done.
exec 9>"$root/app/target/build.lock"
flock 9
began=$(date +%s)
[ -t 2 ] && live=1 || live=0

cd "$root"
set +e
mvn -B -Dfast -Dmaven.test.skip=true -pl app -am package 2>&1 | tee "$log" | awk -v live="$live" '
  function show(text) { if (live) printf "\r\033[Kbuilding: %s", text > "/dev/stderr"; else print "building: " text > "/dev/stderr" }
  /^\[INFO\] Building / && /\[[0-9]+\/[0-9]+\]/ { step = $NF; name = $3; show(step " " name) }
  /^Downloaded from|^\[INFO\] Downloaded from/ { n++; if (live ? n % 5 == 0 : n % 100 == 0) show((step ? step " " name ", " : "") n " files fetched") }
  END { if (live) printf "\r\033[K" > "/dev/stderr" }
'
status=${PIPESTATUS[0]}
set -e
if [ "$status" -ne 0 ]; then
  grep -E '^\[ERROR\]' "$log" | head -20 >&2 || true
  echo "nuthatch: the build failed; the whole log is $log" >&2
  exit 3
fi
touch app/target/built
echo "built in $(($(date +%s) - began)) s" >&2
