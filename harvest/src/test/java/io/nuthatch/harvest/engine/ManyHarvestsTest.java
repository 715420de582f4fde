package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred streams and two hundred harvests by calls at once, on a node with a gigabyte of heap. */
@Tag("slow")
class ManyHarvestsTest {

  static final int EACH = 200;
  private static final int POSTS = 200;

  @TempDir
  Path directory;

  @Test
  void twoHundredOfEach_runUnderAGigabyteOfHeap() throws Exception {
    try (ToyPlatform platform = new ToyPlatform()) {
      for (int i = 0; i < EACH; i++) {
        platform.publish("q" + i, 1, POSTS);
      }
      Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g",
          "-XX:+UseCompactObjectHeaders", "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED", "-cp",
          System.getProperty("java.class.path"), ManyHarvestsChild.class.getName(), directory.toString(),
          platform.url()).redirectErrorStream(true).start();
      Thread hook = new Thread(child::destroyForcibly);
      Runtime.getRuntime().addShutdownHook(hook);
      List<String> lines = new ArrayList<>();
      Thread talker = Thread.ofVirtual().start(() -> {
        await().atMost(Duration.ofMinutes(4)).until(() -> platform.listeners() == EACH);
        for (int i = 1; i <= POSTS; i++) {
          platform.sayRaw(ToyPlatform.tweet(1_000_000L + i) + "\r\n");
        }
      });
      try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
        reader.lines().forEach(lines::add);
        assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
      } finally {
        child.destroyForcibly();
        talker.interrupt();
        Runtime.getRuntime().removeShutdownHook(hook);
      }
      assertThat(lines).as(String.join("\n", lines)).anyMatch(line -> line.startsWith("all ended well"));
      System.out.println(lines.getLast());
    }
  }
}
