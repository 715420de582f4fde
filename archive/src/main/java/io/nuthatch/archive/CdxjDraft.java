package io.nuthatch.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The lines of a URL index in the order they come, kept in a file beside an open WARC until they are sorted. It need not
 * survive anything: recovery makes it anew from the records.
 */
final class CdxjDraft {

  private static final int KEPT = 1 << 15;

  private final Path warc;
  private final Path draft;
  private final StringBuilder lines = new StringBuilder();
  private boolean sealed;

  /** @param warc the name it will have when sealed */
  CdxjDraft(Path warc, List<String> soFar) throws IOException {
    this.warc = warc;
    draft = draftOf(warc);
    Files.deleteIfExists(draft);
    for (String line : soFar) {
      add(line);
    }
  }

  static Path draftOf(Path warc) {
    return Cdxj.of(warc).resolveSibling(Cdxj.of(warc).getFileName() + WarcName.OPEN);
  }

  void add(String line) throws IOException {
    lines.append(line).append('\n');
    if (lines.length() > KEPT) {
      flush();
    }
  }

  private void flush() throws IOException {
    try (FileChannel out = FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      Disk.append(out, ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8)));
    }
    lines.setLength(0);
  }

  void seal() throws IOException {
    if (!sealed) {
      flush();
      Cdxj.seal(draft, Cdxj.of(warc));
      sealed = true;
    }
  }
}
