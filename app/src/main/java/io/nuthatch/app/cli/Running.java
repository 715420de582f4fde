package io.nuthatch.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Keeps a program running until the operating system asks it to stop, then closes it before the process ends. */
final class Running {

  private Running() {
  }

  static <T extends AutoCloseable> void until(T program, Consumer<T> whenUp) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Thread hook = Thread.ofPlatform().name("stop").unstarted(() -> {
      try {
        program.close();
      } catch (Exception e) {
        System.err.println("nuthatch: did not stop cleanly: " + e);
      } finally {
        stopped.countDown();
      }
    });
    Runtime.getRuntime().addShutdownHook(hook);
    whenUp.accept(program);
    stopped.await();
  }
}
