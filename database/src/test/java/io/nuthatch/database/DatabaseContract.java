package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database promises. */
public abstract class DatabaseContract {

  protected Database database;

  /** A new database without tables. */
  protected abstract Database open();

  @BeforeEach
  void openWithTables() {
    database = open();
    database.migrate(List.of(Migrations.of("example")));
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  @Test
  void write_isSeenByTheNextRead() {
    int changed = database.write(t -> t.update("INSERT INTO things (name, amount) VALUES (?, ?)", "a", 1));
    assertThat(changed).isEqualTo(1);
    assertThat(database.<List<String>>read(r -> r.list("SELECT name FROM things", row -> row.text("name"))))
        .containsExactly("a");
  }
}
