package io.nuthatch.benchmarks.queue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** beanstalkd with its log, synced every so often; commands of a batch are sent without waiting in between. */
final class Beanstalk implements Contender {

  private final Wire wire;
  private final int syncMillis;

  Beanstalk(int syncMillis) throws IOException, InterruptedException {
    this.syncMillis = syncMillis;
    wire = new Wire(List.of("beanstalkd", "-l", "127.0.0.1", "-p", "%port", "-b", "%dir", "-f",
        Integer.toString(syncMillis)));
  }

  @Override
  public String name() {
    return "beanstalkd-" + syncMillis + "ms";
  }

  @Override
  public void schedule(long delayMillis) throws IOException {
    byte[] data = new byte[PAYLOAD];
    for (int i = 0; i < BATCH; i++) {
      wire.send("put 1 " + delayMillis / 1000 + " 600 " + PAYLOAD + "\r\n").send(data).send("\r\n");
    }
    wire.flush();
    for (int i = 0; i < BATCH; i++) {
      expect(wire.line(), "INSERTED");
    }
  }

  @Override
  public int takeAndFinish() throws IOException {
    for (int i = 0; i < BATCH; i++) {
      wire.send("reserve-with-timeout 0\r\n");
    }
    wire.flush();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      String line = wire.line();
      if (line.startsWith("RESERVED")) {
        wire.skip(PAYLOAD);
        ids.add(line.split(" ", 3)[1]);
      }
    }
    for (String id : ids) {
      wire.send("delete " + id + "\r\n");
    }
    wire.flush();
    for (int i = 0; i < ids.size(); i++) {
      expect(wire.line(), "DELETED");
    }
    return ids.size();
  }

  private static void expect(String line, String start) {
    if (!line.startsWith(start)) {
      throw new IllegalStateException("beanstalkd answered " + line);
    }
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}
