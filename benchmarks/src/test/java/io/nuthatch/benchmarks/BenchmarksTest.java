package io.nuthatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchmarksTest {

  private static final Figure FIGURE = new Figure("thing", new Series(List.of(300.0, 10.0, 600.0)),
      new Figure.Rival("other", new Series(List.of(200.0, 10.0, 100.0))), "rows/s", 1, "a note");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "database --slow", "database queue-of-nobody"})
  void unknownRequest_listsWhatThereIs(String arguments) throws Exception {
    assertThat(Benchmarks.run(List.of(arguments.split(" ", -1)), stream, stream)).isEqualTo(2);
    assertThat(printed()).contains("usage").contains("database");
  }

  @Test
  void figure_endsInItsRatio() {
    new Report(stream, false).add(FIGURE);
    assertThat(printed().lines()).last().isEqualTo("ratio thing 1.50");
  }

  @Test
  void figureAsJson_isOneObjectOnOneLine() {
    new Report(stream, true).add(FIGURE);
    assertThat(printed().lines()).singleElement().asString().contains("\"what\":\"thing\"", "\"ratio\":1.5");
  }

  @Test
  void rounds_takeTurnsAndDoNotCountTheWarmUp() throws Exception {
    List<String> order = new ArrayList<>();
    List<Series> measured = new Rounds(1, 2).measure(() -> {
      order.add("a");
      return order.size();
    }, () -> {
      order.add("b");
      return 7;
    });
    assertThat(order).containsExactly("a", "b", "b", "a", "a", "b");
    assertThat(measured).containsExactly(new Series(List.of(4.0, 5.0)), new Series(List.of(7.0, 7.0)));
    assertThat(measured.getFirst().median()).isEqualTo(4.5);
  }
}
