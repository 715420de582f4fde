package io.nuthatch.simulator.servers;

import java.util.List;

/** A node of a Redis Cluster as another one sees it: one line of {@code CLUSTER NODES}. */
record ClusterMember(int port, String flags, boolean linked, int firstSlot) {

  static List<ClusterMember> read(String answer) {
    return answer.lines().filter(line -> !line.isBlank()).map(ClusterMember::of).toList();
  }

  /** Not one that is held to have failed, or that owns nothing. */
  boolean master() {
    return flags.contains("master") && !flags.contains("fail") && firstSlot >= 0;
  }

  private static ClusterMember of(String line) {
    String[] fields = line.split(" ", -1);
    int port = Integer.parseInt(fields[1].replaceAll(".*:(\\d+)@.*", "$1"));
    boolean slots = fields.length > 8 && !fields[8].startsWith("[");
    return new ClusterMember(port, fields[2], "connected".equals(fields[7]),
        slots ? Integer.parseInt(fields[8].split("-", 2)[0]) : -1);
  }
}
