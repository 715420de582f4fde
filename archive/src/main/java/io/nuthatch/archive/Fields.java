package io.nuthatch.archive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Named fields as HTTP and WARC have them: in order, a name possibly more than once, case of no matter. They are kept as
 * the bytes they came in and become text when asked for, since most never are.
 */
public final class Fields {

  private static final int MARKS = 4;

  private final byte[] bytes;
  /** For each field: where its name starts and ends, where its value starts and ends. */
  private int[] marks = new int[16 * MARKS];
  private int count;
  private int strayLines;

  private Fields(byte[] bytes) {
    this.bytes = bytes;
  }

  /** From lines, up to an empty one or the end. The bytes are copied. */
  public static Fields parse(byte[] from, int start, int end) {
    return view(Arrays.copyOfRange(from, start, end), 0, end - start);
  }

  /** The same over bytes that will not change. */
  static Fields view(byte[] bytes, int start, int end) {
    Fields fields = new Fields(bytes);
    int at = start;
    while (at < end) {
      int next = at;
      while (next < end && bytes[next] != '\n') {
        next++;
      }
      int stop = next > at && bytes[next - 1] == '\r' ? next - 1 : next;
      if (stop == at) {
        break;
      }
      fields.line(at, stop);
      at = next + 1;
    }
    return fields;
  }

  private void line(int start, int end) {
    if (bytes[start] == ' ' || bytes[start] == '\t') {
      if (count == 0) {
        strayLines++;
      } else {
        marks[count * MARKS - 1] = end;
      }
      return;
    }
    int colon = start;
    while (colon < end && bytes[colon] != ':') {
      colon++;
    }
    if (colon == end || colon == start) {
      strayLines++;
      return;
    }
    int value = colon + 1;
    while (value < end && (bytes[value] == ' ' || bytes[value] == '\t')) {
      value++;
    }
    int stop = end;
    while (stop > value && (bytes[stop - 1] == ' ' || bytes[stop - 1] == '\t')) {
      stop--;
    }
    if (marks.length < (count + 1) * MARKS) {
      marks = Arrays.copyOf(marks, 2 * marks.length);
    }
    int at = count++ * MARKS;
    marks[at] = start;
    marks[at + 1] = colon;
    marks[at + 2] = value;
    marks[at + 3] = stop;
  }

  public @Nullable String first(String name) {
    int field = next(name, 0);
    return field < 0 ? null : value(field);
  }

  public String first(String name, String otherwise) {
    String value = first(name);
    return value == null ? otherwise : value;
  }

  public boolean has(String name) {
    return next(name, 0) >= 0;
  }

  boolean hasAny(List<String> names) {
    for (int field = 0; field < count; field++) {
      int start = marks[field * MARKS];
      int length = marks[field * MARKS + 1] - start;
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).length() == length && same(names.get(i), start)) {
          return true;
        }
      }
    }
    return false;
  }

  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    for (int field = next(name, 0); field >= 0; field = next(name, field + 1)) {
      values.add(value(field));
    }
    return values;
  }

  public void forEach(BiConsumer<String, String> visitor) {
    for (int field = 0; field < count; field++) {
      visitor.accept(name(field), value(field));
    }
  }

  public int count() {
    return count;
  }

  /** How many lines were neither a field nor part of one. */
  int strayLines() {
    return strayLines;
  }

  /** A number from 0 on; otherwise -1. */
  long number(String name) {
    int field = next(name, 0);
    if (field < 0) {
      return -1;
    }
    long value = 0;
    int end = marks[field * MARKS + 3];
    int start = marks[field * MARKS + 2];
    for (int i = start; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || end - start > 18) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return end > start ? value : -1;
  }

  private String name(int field) {
    return text(marks[field * MARKS], marks[field * MARKS + 1]).trim();
  }

  private String value(int field) {
    String value = text(marks[field * MARKS + 2], marks[field * MARKS + 3]);
    return value.indexOf('\n') < 0 ? value : value.replaceAll("\\r?\\n[ \\t]+", " ");
  }

  private String text(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  private int next(String name, int from) {
    for (int field = from; field < count; field++) {
      int start = marks[field * MARKS];
      if (marks[field * MARKS + 1] - start == name.length() && same(name, start)) {
        return field;
      }
    }
    return -1;
  }

  private boolean same(String name, int start) {
    for (int i = 0; i < name.length(); i++) {
      int a = name.charAt(i);
      int b = bytes[start + i];
      if (a != b && ((a ^ b) != 0x20 || !Character.isLetter(a))) {
        return false;
      }
    }
    return true;
  }
}
