package io.nuthatch.benchmarks.queue;

import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Rounds;
import io.nuthatch.benchmarks.Series;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** One job at a time, durable when the call returns, against as many bytes written and synced by hand. */
final class SingleCalls {

  private static final int FRAME = 128;

  private final int calls;
  private final Rounds rounds;

  SingleCalls(boolean quick) {
    calls = quick ? 1000 : 3000;
    rounds = quick ? new Rounds(2, 3) : new Rounds(3, 7);
  }

  void run(Report report) throws Exception {
    try (Directory directory = new Directory();
        Directory bare = new Directory();
        FileChannel file = FileChannel.open(bare.path().resolve("bare"), StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE);
        EmbeddedJobQueue queue = EmbeddedJobQueue.open(directory.path(), EmbeddedSettings.defaults(),
            QueueTime.system())) {
      fill(file);
      List<Series> measured = rounds.measure(() -> schedule(queue), () -> sync(file));
      report.add(new Figure("single-schedule", measured.get(0), new Figure.Rival("bare fdatasync", measured.get(1)),
          "calls/s", 0.8, "one caller, no batches, space written beforehand for both"));
    }
  }

  private double schedule(EmbeddedJobQueue queue) {
    byte[] data = new byte[Contender.PAYLOAD];
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      queue.schedule("bench", data, Duration.ofDays(1));
    }
    return calls / BatchRates.seconds(start);
  }

  private void fill(FileChannel file) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(calls * FRAME);
    file.write(zeros, 0);
    file.force(true);
  }

  private double sync(FileChannel file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(FRAME);
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      bytes.clear().putLong(0, start + i);
      file.write(bytes, (long) i * FRAME);
      file.force(false);
    }
    return calls / BatchRates.seconds(start);
  }
}
