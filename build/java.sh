# Sourced by the scripts: finds a JDK 25, wherever it is installed.

is_java_25() {
  [ -x "$1/bin/javac" ] && [ -f "$1/release" ] && grep -q '^JAVA_VERSION="25[".]' "$1/release"
}

find_java() {
  local candidate on_path
  on_path=$(command -v javac 2>/dev/null || true)
  [ -n "$on_path" ] && on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for candidate in "${JAVA_HOME:-}" "${JDK25_HOME:-}" "$on_path" /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* \
      "${HOME:-}"/.jdks/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_java_25 "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  echo "nuthatch: a JDK 25 is needed and none was found; install one (temurin-25-jdk, openjdk-25-jdk) or set JAVA_HOME" >&2
  return 1
}
