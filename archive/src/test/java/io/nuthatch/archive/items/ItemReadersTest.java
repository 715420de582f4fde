package io.nuthatch.archive.items;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.archive.items.ItemReaders.Reading;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemReadersTest {

  private static final String STREAM = "https://stream.twitter.com/1.1/statuses/filter.json";
  private static final String TIMELINE = "http://127.0.0.1/1.1/statuses/user_timeline.json";

  private final List<Item> found = new ArrayList<>();

  private Reading read(String url, String body) {
    return ItemReaders.read(url, in(body), found::add);
  }

  private static InputStream in(String body) {
    return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
  }

  private static String tweet(int id) {
    return "{\"id_str\": \"" + id + "\", \"text\": \"über " + "x".repeat(id % 7 * 100) + "\"}";
  }

  @Test
  void lines_areReadUpToOneThatIsCutOff() {
    StringBuilder body = new StringBuilder("\r\n");
    for (int i = 1; i <= 111; i++) {
      body.append(tweet(i)).append(i % 10 == 0 ? "\r\n\r\n" : "\r\n");
    }
    Reading reading = read(STREAM, body + "{\"id_str\": \"112\", \"te");

    assertThat(reading.items()).isEqualTo(111);
    assertThat(reading.unreadable()).isEqualTo(1);
    assertThat(reading.problem()).isNotNull();
    assertThat(found).extracting(Item::ordinal).startsWith(0, 1, 2).endsWith(109, 110);
    assertThat(found.getFirst().json().path("text").asString()).startsWith("über");
  }

  @Test
  void badLineBetweenGoodOnes_isPassedOver() {
    Reading reading = read(STREAM, tweet(1) + "\n<html>\n{\"limit\": {\"track\": 2}}\n1234\n" + tweet(2));

    assertThat(reading).extracting(Reading::items, Reading::unreadable).containsExactly(2L, 1L);
  }

  @Test
  void lineLongerThanTheBuffer_isOneLine() {
    String text = "x".repeat(300_000);
    read(STREAM, tweet(1) + "\n{\"id_str\": \"2\", \"text\": \"" + text + "\"}\n" + tweet(3));

    assertThat(found).hasSize(3);
    assertThat(found.get(1).json().path("text").asString()).hasSize(300_000);
  }

  @Test
  void bodyThatBreaksOff_hasWhatWasWholeBefore() {
    InputStream broken = new InputStream() {

      @Override
      public int read() throws IOException {
        throw new EOFException("Unexpected end of ZLIB input stream");
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return read();
      }
    };
    Reading reading = ItemReaders.read(STREAM, new SequenceInputStream(in(tweet(1) + "\n" + tweet(2)), broken),
        found::add);

    assertThat(found).hasSize(2);
    assertThat(reading.problem()).contains("breaks off");
  }

  @Test
  void document_mayStandOnManyLines() {
    assertThat(read(TIMELINE, "[\n" + tweet(1) + ",\n" + tweet(2) + "\n]\n").items()).isEqualTo(2);
  }

  @Test
  void documentThatIsCutOff_hasNothing() {
    Reading reading = read(TIMELINE, "[" + tweet(1) + ", {\"id_s");

    assertThat(reading).extracting(Reading::items, Reading::unreadable).containsExactly(0L, 1L);
  }

  @Test
  void urlThatNobodyKnows_hasNothing() {
    assertThat(read("https://example.org/", "<html>")).isEqualTo(Reading.NOTHING);
    assertThat(ItemReaders.of("https://example.org/")).isNull();
    assertThat(ItemReaders.of(STREAM)).isNotNull();
  }

  @Test
  void targets_areReadFromAnything() {
    assertThat(Target.of("http://h:1/a/b?x=1&method=m%20n#f")).isEqualTo(new Target("h:1", "/a/b", "x=1&method=m%20n"));
    assertThat(Target.of("http://h:1/a/b?x=1&method=m%20n#f").parameter("method")).isEqualTo("m n");
    assertThat(Target.of("http://h?q")).isEqualTo(new Target("h", "", "q"));
    assertThat(Target.of("").path()).isEmpty();
    assertThat(Target.of("http://h/a?b=%zz").parameter("b")).isEqualTo("%zz");
    assertThat(Target.of("http://h/a?b").parameter("b")).isNull();
  }
}
