package io.nuthatch.harvest.catalog;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Seeds as text that people paste, upload and download. */
public final class SeedText {

  private static final String TOKEN = "Token";
  private static final String UID = "Uid";

  private SeedText() {
  }

  /** One token a line, or one uid a line; blank lines do not count. */
  public static List<SeedLine> pasted(String text, boolean uids) {
    List<SeedLine> seeds = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String seed = line.strip();
      if (!seed.isEmpty()) {
        seeds.add(new SeedLine(number, uids ? null : seed, uids ? seed : null));
      }
    }
    return seeds;
  }

  /** CSV with a header that has {@code token}, {@code uid} or both; other columns do not matter. */
  public static List<SeedLine> csv(String text) {
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    List<SeedLine> seeds = new ArrayList<>();
    try (CsvReader<CsvRecord> rows = CsvReader.builder().missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE).allowUnclosedQuote(false).ofCsvRecord(plain)) {
      List<String> header = List.of();
      for (CsvRecord row : rows) {
        if (header.isEmpty()) {
          header = header(row);
          continue;
        }
        String token = field(row, header.indexOf(Words.key(TOKEN)));
        String uid = field(row, header.indexOf(Words.key(UID)));
        if (token != null || uid != null) {
          seeds.add(new SeedLine((int) row.getStartingLineNumber(), token, uid));
        }
      }
    } catch (CsvParseException e) {
      throw CatalogException.invalid("not CSV: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seeds;
  }

  /** As CSV with a header, to be read by {@link #csv} again. */
  public static String csv(Iterable<Seed> seeds) {
    StringWriter text = new StringWriter();
    try (CsvWriter rows = CsvWriter.builder().build(text)) {
      rows.writeRecord(TOKEN, UID);
      for (Seed seed : seeds) {
        rows.writeRecord(seed.token(), seed.uid());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static List<String> header(CsvRecord row) {
    List<String> header = row.getFields().stream().map(Words::key).toList();
    if (!header.contains(Words.key(TOKEN)) && !header.contains(Words.key(UID))) {
      throw CatalogException.invalid("the first line names the columns, token or uid among them; it is " + header);
    }
    return header;
  }

  private static @Nullable String field(CsvRecord row, int column) {
    return column < 0 || column >= row.getFieldCount() ? null : Words.orNull(row.getField(column));
  }
}
