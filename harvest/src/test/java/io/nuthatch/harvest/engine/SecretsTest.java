package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.queue.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A credential that came in a message is in no file, message or log that comes of it, whatever goes wrong. */
class SecretsTest {

  @TempDir
  Path directory;

  /** Everything we log, down to the last detail. */
  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event.getFormattedMessage()
          + (event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy())));
    }
  }

  @Test
  void secretsOfAHarvest_areNowhere() throws IOException {
    Logger ours = (Logger) LoggerFactory.getLogger("io.nuthatch");
    Lines log = new Lines();
    log.start();
    ours.addAppender(log);
    ours.setAdditive(false);
    ours.setLevel(Level.DEBUG);
    List<Message> heard;
    try (ToyPlatform platform = new ToyPlatform()) {
      heard = harvest(platform);
    } finally {
      ours.setLevel(null);
      ours.setAdditive(true);
      ours.detachAppender(log);
    }
    assertThat(heard).isNotEmpty().allSatisfy(message -> assertThat(message.text()).doesNotContain(TestNode.SECRET));
    assertThat(log.lines).isNotEmpty().allSatisfy(line -> assertThat(line).doesNotContain(TestNode.SECRET));
    for (Path file : TestNode.files(directory, "")) {
      // The bus holds the message as its sender wrote it.
      if (!file.startsWith(directory.resolve("bus"))) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).as(file.toString())
            .doesNotContain(TestNode.SECRET);
      }
    }
    for (Path file : TestNode.files(directory.resolve("archive"), ".warc.gz")) {
      assertThat(content(file)).as(file.toString()).contains("nuthatch-redacted").doesNotContain(TestNode.SECRET);
    }
  }

  private List<Message> harvest(ToyPlatform platform) {
    platform.publish("birds", 1, 30);
    platform.fail("max_id=20", ToyPlatform.Fault.HANG_UP, 2);
    platform.fail("max_id=10", ToyPlatform.Fault.UNAVAILABLE, 100);
    try (TestNode node = TestNode.start(directory, platform, new MemoryPosts())) {
      node.harvest(TestNode.order("h1", "toy_search", "birds"));
      platform.fail("users/show", ToyPlatform.Fault.UNAUTHORIZED, 100);
      node.harvest(TestNode.order("h2", "toy_timeline", "ann"));
      node.base.bus().publish(Message.of("harvest.start.toy.toy_search",
          "{\"id\": \"h3\", \"type\": \"toy_search\", \"credentials\": [\"" + TestNode.SECRET + "\"]}"));
      node.awaitEnd("h3");
      node.ask(TestNode.order("s1", "toy_stream", "birds"));
      await().until(() -> platform.listeners() == 1);
      platform.say("birds", 31);
      node.askToStop("s1");
      node.awaitEnd("s1");
      return node.heard;
    }
  }

  private static String content(Path file) throws IOException {
    StringBuilder all = new StringBuilder();
    try (WarcReader reader = WarcReader.open(file)) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        all.append(record.target());
        all.append(new String(record.block().readAllBytes(), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}
