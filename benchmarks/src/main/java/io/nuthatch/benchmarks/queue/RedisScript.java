package io.nuthatch.benchmarks.queue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Redis with its append-only file synced every second: sorted sets and a hash, moved by scripts. */
final class RedisScript implements Contender {

  private static final String SCHEDULE = """
      local first = redis.call('INCRBY', 'ids', ARGV[1]) - ARGV[1]
      for i = 1, ARGV[1] do
        redis.call('ZADD', 'due', ARGV[2], first + i)
        redis.call('HSET', 'data', first + i, ARGV[3])
      end
      return first""";
  private static final String TAKE = """
      local ids = redis.call('ZRANGEBYSCORE', 'due', '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
      local out = {}
      for i, id in ipairs(ids) do
        redis.call('ZREM', 'due', id)
        redis.call('ZADD', 'leased', ARGV[3], id)
        out[2 * i - 1] = id
        out[2 * i] = redis.call('HGET', 'data', id)
      end
      return out""";
  private static final String FINISH = """
      for i = 1, #ARGV do
        redis.call('ZREM', 'leased', ARGV[i])
        redis.call('HDEL', 'data', ARGV[i])
      end
      return #ARGV""";

  private final Wire wire;

  RedisScript() throws IOException, InterruptedException {
    wire = new Wire(List.of("redis-server", "--bind", "127.0.0.1", "--port", "%port", "--dir", "%dir", "--appendonly",
        "yes", "--appendfsync", "everysec", "--save", ""));
  }

  @Override
  public String name() {
    return "redis-everysec";
  }

  @Override
  public void schedule(long delayMillis) throws IOException {
    call(List.of("EVAL", SCHEDULE, "0", Integer.toString(BATCH),
        Long.toString(System.currentTimeMillis() + delayMillis), "x".repeat(PAYLOAD)));
    wire.line();
  }

  @Override
  public int takeAndFinish() throws IOException {
    long now = System.currentTimeMillis();
    call(List.of("EVAL", TAKE, "0", Long.toString(now), Integer.toString(BATCH), Long.toString(now + 600_000)));
    int parts = Integer.parseInt(wire.line().substring(1));
    List<String> command = new ArrayList<>(List.of("EVAL", FINISH, "0"));
    for (int i = 0; i < parts; i++) {
      int length = Integer.parseInt(wire.line().substring(1));
      if (i % 2 == 0) {
        command.add(wire.line());
      } else {
        wire.skip(length);
      }
    }
    if (parts > 0) {
      call(command);
      wire.line();
    }
    return parts / 2;
  }

  private void call(List<String> command) throws IOException {
    wire.send("*" + command.size() + "\r\n");
    for (String part : command) {
      byte[] bytes = part.getBytes(StandardCharsets.US_ASCII);
      wire.send("$" + bytes.length + "\r\n").send(bytes).send("\r\n");
    }
    wire.flush();
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}
