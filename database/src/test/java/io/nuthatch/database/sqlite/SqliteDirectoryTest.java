package io.nuthatch.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.ChildJvm;
import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Failure;
import io.nuthatch.database.Migrations;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that cannot be used are refused with a line that says which and why. */
class SqliteDirectoryTest {

  @TempDir
  Path directory;

  /** Opens a directory, tells about it and waits to be ended. */
  static final class Holder {
    private Holder() {
    }

    public static void main(String[] arguments) throws IOException {
      try (SqliteDatabase database = SqliteDatabase.open(Path.of(arguments[0]), SqliteSettings.defaults())) {
        database.ping();
        System.out.println("open");
        System.in.read();
      } catch (DatabaseException e) {
        System.out.println(e.reason() + " " + e.getMessage());
      }
    }
  }

  /** Writes until there is no room, and tells how far it came. */
  static final class Filler {
    private Filler() {
    }

    public static void main(String[] arguments) {
      try (SqliteDatabase database = SqliteDatabase.open(Path.of(arguments[0]), SqliteSettings.defaults())) {
        database.run(t -> t.update("CREATE TABLE rows (id BIGINT, body BLOB)"));
        byte[] body = new byte[50_000];
        try {
          for (long i = 0; true; i++) {
            long id = i;
            database.run(t -> t.update("INSERT INTO rows (id, body) VALUES (?, ?)", id, body));
            System.out.println(i);
          }
        } catch (DatabaseException e) {
          System.out.println(e.reason());
        }
        System.out.println(database.<Long>read(r -> r.number("SELECT count(*) FROM rows")));
      }
    }
  }

  private SqliteDatabase open() {
    return SqliteDatabase.open(directory, SqliteSettings.defaults());
  }

  private void withTables() {
    try (SqliteDatabase database = open()) {
      database.migrate(List.of(Migrations.of("example")));
    }
  }

  @Test
  void secondOpenInThisProcess_isRefused() {
    try (SqliteDatabase first = open()) {
      Failure.of(Reason.IN_USE, directory + " is in use by this process (pid " + ProcessHandle.current().pid() + ")",
          this::open);
      first.ping();
    }
    open().close();
  }

  @Test
  void secondProcess_isRefusedUntilTheFirstEnds() throws IOException {
    try (ChildJvm first = ChildJvm.start(Holder.class, directory.toString())) {
      assertThat(first.line()).isEqualTo("open");
      Failure.of(Reason.IN_USE, directory + " is in use by process " + first.pid(), this::open);
      Failure.of(Reason.IN_USE, directory + " is in use by process " + first.pid(), this::open);
      first.kill();
      assertThat(first.line()).isNull();
    }
    List<Path> leftBehind;
    try (Stream<Path> files = Files.list(directory.resolve("driver"))) {
      leftBehind = files.toList();
    }
    assertThat(leftBehind).isNotEmpty();
    open().close();
    assertThat(leftBehind).noneMatch(Files::exists);
  }

  @Test
  void refusedOpenInTheSameProcess_doesNotLetOthersIn() throws IOException {
    try (SqliteDatabase mine = open()) {
      Failure.of(Reason.IN_USE, "this process", this::open);
      try (ChildJvm other = ChildJvm.start(Holder.class, directory.toString())) {
        assertThat(other.line()).startsWith("IN_USE").contains("process " + ProcessHandle.current().pid());
      }
      mine.ping();
    }
  }

  @Test
  void linkToTheDirectory_isTheDirectory() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    try (SqliteDatabase mine = open()) {
      Failure.of(Reason.IN_USE, "this process", () -> SqliteDatabase.open(link, SqliteSettings.defaults()));
      mine.ping();
    }
  }

  @Test
  void directoryThatDoesNotExist_isCreated() {
    Path deep = directory.resolve("a/b");
    SqliteDatabase.open(deep, SqliteSettings.defaults()).close();
    assertThat(deep.resolve("nuthatch.db")).exists();
  }

  @Test
  void file_isNoDirectory() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Failure.of(Reason.STATEMENT, file + " is a file", () -> SqliteDatabase.open(file, SqliteSettings.defaults()));
  }

  @Test
  void directoryThatCannotBeWritten_isToldAsSuch() {
    // Where not even root may write.
    Path unwritable = Path.of("/sys/kernel");
    Failure.of(Reason.FULL, "directory /sys/kernel cannot be written",
        () -> SqliteDatabase.open(unwritable, SqliteSettings.defaults()));
    Failure.of(Reason.FULL, "cannot be written",
        () -> SqliteDatabase.open(unwritable.resolve("nuthatch"), SqliteSettings.defaults()));
  }

  @Test
  void noRoom_isToldAndCostsNothingAcknowledged() throws IOException {
    List<String> limited = List.of("/bin/sh", "-c", "ulimit -f 4000; exec \"$@\"", "limited");
    long acknowledged = 0;
    try (ChildJvm filler = ChildJvm.start(limited, Filler.class, directory.toString())) {
      String line = filler.line();
      while (!"FULL".equals(line)) {
        assertThat(line).isEqualTo(Long.toString(acknowledged++));
        line = filler.line();
      }
      assertThat(filler.line()).as("reads go on").isEqualTo(Long.toString(acknowledged));
      filler.line();
    }
    assertThat(acknowledged).isPositive();
    try (SqliteDatabase database = open()) {
      assertThat(database.<Long>read(r -> r.number("SELECT count(*) FROM rows"))).isEqualTo(acknowledged);
    }
  }

  @Test
  void fileThatIsNoDatabase_isDamaged() throws IOException {
    Files.writeString(directory.resolve("nuthatch.db"), "not a database at all ".repeat(500));
    Failure.of(Reason.DAMAGED, directory.resolve("nuthatch.db").toString(), this::open);
    Files.delete(directory.resolve("nuthatch.db"));
    open().close();
  }

  @Test
  void damagedPage_isToldWhenItIsRead() throws IOException {
    withTables();
    try (SqliteDatabase database = open()) {
      database.run(t -> t.batch("INSERT INTO things (name) VALUES (?)",
          IntStream.range(0, 5_000).mapToObj(i -> new Object[]{"name of a thing " + i}).toList()));
    }
    Path file = directory.resolve("nuthatch.db");
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      for (long page = 10; page < bytes.length() / 4096; page++) {
        bytes.seek(page * 4096);
        bytes.write(new byte[100]);
      }
    }
    try (SqliteDatabase database = open()) {
      Failure.of(Reason.DAMAGED, "", () -> database.read(r -> r.list("SELECT name FROM things", row -> 1)));
    }
  }

  @Test
  void databaseOfAnotherProgram_isRefused() throws SQLException {
    sql("CREATE TABLE theirs (id INTEGER)");
    Failure.of(Reason.DAMAGED, "not one of Nuthatch", this::open);
  }

  @Test
  void newerFormat_isRefused() throws SQLException {
    withTables();
    sql("PRAGMA user_version = 2");
    Failure.of(Reason.DAMAGED, "has format 2, this program knows 1", this::open);
  }

  @Test
  void logWithoutItsFile_isRefused() throws IOException {
    Files.writeString(directory.resolve("nuthatch.db-wal"), "committed work");
    Failure.of(Reason.DAMAGED, "nuthatch.db-wal", this::open);
  }

  @Test
  void questionMarkInTheName_isRefused() {
    Failure.of(Reason.STATEMENT, "question mark",
        () -> SqliteDatabase.open(directory.resolve("what?"), SqliteSettings.defaults()));
  }

  private void sql(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("nuthatch.db"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
