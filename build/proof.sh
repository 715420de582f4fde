#!/usr/bin/env bash
# A proof is a test that also runs in short form in "./dev test"; here it runs at full length.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A proofs=(
  [database-crash]="database SqliteCrashTest -Dnuthatch.rounds=200"
  [harvest-crash]="harvest HarvestCrashTest -Dnuthatch.rounds=100"
  [queue-churn]="queue PostgresChurnTest -Dnuthatch.rounds=60"
  [queue-crash]="queue EmbeddedJobQueueCrashTest -Dnuthatch.rounds=200"
  [queue-scale]="queue QueueScaleTest -Dnuthatch.jobs=100000000"
  [serve-crash]="app ServeCrashTest -Dnuthatch.rounds=100"
)

list() { printf '%s\n' "${!proofs[@]}" | sort | sed 's/^/  /'; }

name=${1:-}
if [ -z "$name" ] || [ -z "${proofs[$name]:-}" ]; then
  [ -z "$name" ] || echo "proof: there is no '$name'" >&2
  echo "proofs:" >&2
  list >&2
  [ -z "$name" ] && exit 0 || exit 2
fi
read -r module test settings <<<"${proofs[$name]}"
# shellcheck source=build/java.sh
. build/java.sh
JAVA_HOME=$(find_java) || exit 3
export JAVA_HOME
# Maven's own libraries use what Java 25 warns of
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
mvn -B -q -pl "$module" -am -Dtest="$test" -Dsurefire.failIfNoSpecifiedTests=false "$settings" test
echo "proof $name holds"
