#!/usr/bin/env bash
# Builds the program if anything changed since the last time, without tests and checks, and tells how far it is.
# What it builds goes into a folder of its own, app/target/run-<time>, and app/target/run points to the newest: a program
# that runs keeps its files when another one is built beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=build/java.sh
. build/java.sh

is_built() {
  [ -e app/target/run ] && [ -z "$(find pom.xml ./*/pom.xml ./*/src/main -newer app/target/run/built -print -quit 2>/dev/null)" ]
}

is_built && exit 0
command -v mvn >/dev/null || { echo "nuthatch: Maven is needed to build (apt-get install maven)" >&2; exit 3; }
mkdir -p app/target
# One build at a time; a second caller waits here and then finds the work done.
exec 9>app/target/build.lock
flock 9
is_built && exit 0

began=$(date +%s)
run=app/target/run-$began-$$
mkdir "$run"
touch "$run/built"
rm -rf app/target/lib
log=app/target/build.log
[ -t 2 ] && live=1 || live=0
JAVA_HOME=$(find_java) || exit 3
export JAVA_HOME
# Maven's own libraries use what Java 25 warns of
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"

set +e
mvn -B -Dfast -Dmaven.test.skip=true -pl app -am package 2>&1 | tee "$log" | while IFS= read -r line; do
  case "$line" in
    *'Building '*'['*/*']') step=${line##*[} && step=${step%]} && name=${line#*Building } && name=${name%% *} ;;
    *'Downloaded from'*) fetched=$((${fetched:-0} + 1)) && [ $((fetched % (live ? 5 : 100))) -eq 0 ] || continue ;;
    *) continue ;;
  esac
  text="building ${step:-…} ${name:-}${fetched:+, $fetched files fetched}"
  if [ "$live" = 1 ]; then printf '\r\033[K%s' "$text" >&2; else echo "$text" >&2; fi
done
status=${PIPESTATUS[0]}
set -e
[ "$live" = 0 ] || printf '\r\033[K' >&2
if [ "$status" -ne 0 ]; then
  rm -rf "$run"
  grep -E '^\[ERROR\]' "$log" | head -20 >&2 || true
  echo "nuthatch: the build failed; the whole log is $PWD/$log" >&2
  exit 3
fi
cp app/target/nuthatch.jar app/target/lib/*.jar "$run/"
ln -sfn "$(basename "$run")" app/target/run
# The two before this one may still be in use.
find app/target -maxdepth 1 -name 'run-*' -type d | sort -r | tail -n +4 | xargs -r rm -rf
echo "built in $(($(date +%s) - began)) s" >&2
