package io.nuthatch.simulator.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Redis Cluster of six nodes on free loopback ports: three masters and a replica of each. Nodes are told apart by
 * their index from 0 to 5; which of them are masters changes when one is killed and its replica takes over.
 */
public final class RedisCluster implements AutoCloseable {

  private static final int NODES = 6;
  private static final Duration START = Duration.ofSeconds(30);
  private static final String HOST = "127.0.0.1";

  private record Node(int port, int busPort, Path directory, ServerProcess process) {
  }

  private final List<Node> nodes = new ArrayList<>();

  private RedisCluster() {
    for (int i = 0; i < NODES; i++) {
      nodes.add(launch(FreePorts.next(), FreePorts.next(), create()));
    }
    nodes.forEach(RedisCluster::awaitAnswer);
    List<String> join = new ArrayList<>(List.of(cli(), "--cluster", "create"));
    nodes.forEach(node -> join.add(HOST + ":" + node.port()));
    join.addAll(List.of("--cluster-replicas", "1", "--cluster-yes"));
    Programs.run(join, Map.of());
    awaitHealthy();
  }

  /** Data is appended to a file and flushed every second, as in production. */
  public static RedisCluster start() {
    return new RedisCluster();
  }

  /** One for all tests of this JVM; nobody closes it. */
  public static RedisCluster shared() {
    return Shared.CLUSTER;
  }

  /** {@code redis://host:port,host:port,…} with all nodes. */
  public String url() {
    return nodes.stream().map(node -> HOST + ":" + node.port()).collect(Collectors.joining(",", "redis://", ""));
  }

  public List<Integer> ports() {
    return nodes.stream().map(Node::port).toList();
  }

  /** The nodes that are masters now, in the order of the slots they own. */
  public List<Integer> masters() {
    return masters(running().getFirst()).stream().map(member -> ports().indexOf(member.port())).toList();
  }

  /** As by {@code kill -9}. Its replica takes over within a few seconds, if it is a master. */
  public void kill(int node) {
    nodes.get(node).process().kill();
  }

  /** Starts a node again with the data it had on disk; it comes back as a replica if it was replaced. */
  public void restart(int node) {
    Node old = nodes.get(node);
    if (old.process().alive()) {
      old.process().stop("TERM");
    }
    nodes.set(node, launch(old.port(), old.busPort(), old.directory()));
    awaitAnswer(nodes.get(node));
  }

  /** Waits until all running nodes agree on masters that run, and every replica follows one. */
  public void awaitHealthy() {
    running().forEach(node -> nodes.get(node).process().awaitReady(() -> healthy(node), START));
  }

  /** Sends a command to one node; what redis-cli printed. */
  public String command(int node, String... command) {
    return ask(nodes.get(node).port(), command);
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.process().close());
  }

  private List<Integer> running() {
    return nodes.stream().filter(node -> node.process().alive()).map(nodes::indexOf).toList();
  }

  private boolean healthy(int node) {
    Set<Integer> alive = running().stream().map(index -> nodes.get(index).port()).collect(Collectors.toSet());
    List<ClusterMember> masters = masters(node);
    List<ClusterMember> members = members(node);
    String replication = command(node, "INFO", "replication");
    return command(node, "CLUSTER", "INFO").contains("cluster_state:ok") && masters.size() == NODES / 2
        && masters.stream().allMatch(member -> alive.contains(member.port())) && members.size() == NODES
        && members.stream().filter(member -> alive.contains(member.port())).allMatch(ClusterMember::linked)
        && (replication.contains("role:master") || replication.contains("master_link_status:up"));
  }

  private List<ClusterMember> masters(int asked) {
    return members(asked).stream().filter(ClusterMember::master)
        .sorted(Comparator.comparingInt(ClusterMember::firstSlot)).toList();
  }

  private List<ClusterMember> members(int asked) {
    return ClusterMember.read(command(asked, "CLUSTER", "NODES"));
  }

  private static void awaitAnswer(Node node) {
    node.process().awaitReady(() -> node.process().said("Ready to accept connections"), START);
  }

  private static Path create() {
    try {
      return Files.createTempDirectory("nuthatch-redis-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Node launch(int port, int busPort, Path directory) {
    return new Node(port, busPort, directory,
        ServerProcess.start("Redis", directory,
            List.of(Programs.find("redis-server", "redis-server"), "--bind", HOST, "--port", Integer.toString(port),
                "--cluster-enabled", "yes", "--cluster-port", Integer.toString(busPort), "--cluster-node-timeout",
                "2000", "--repl-diskless-sync-delay", "0", "--dir", directory.toString(), "--appendonly", "yes",
                "--save", "", "--daemonize", "no"),
            Map.of()));
  }

  private static String cli() {
    return Programs.find("redis-cli", "redis-tools");
  }

  private static String ask(int port, String... command) {
    List<String> asked = new ArrayList<>(List.of(cli(), "-h", HOST, "-p", Integer.toString(port)));
    asked.addAll(List.of(command));
    return Programs.run(asked, Map.of());
  }

  private static final class Shared {
    static final RedisCluster CLUSTER = start();
  }
}
