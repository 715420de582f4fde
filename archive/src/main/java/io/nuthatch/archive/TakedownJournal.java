package io.nuthatch.archive;

import io.nuthatch.model.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The note beside a file that says by what it is replaced. From the moment it is there, the replacement is decided and
 * will be finished by whoever finds it; it goes when the caller has taken notice.
 */
record TakedownJournal(Side before, Side after) {

  static final String SUFFIX = ".takedown";

  /** A sealed file; its directory is that of the note. */
  record Side(String id, String name, String sha1, long bytes, Instant created, long records) {

    static Side of(SealedWarc warc) {
      return new Side(warc.id(), String.valueOf(warc.path().getFileName()), warc.sha1(), warc.bytes(), warc.created(),
          warc.records());
    }

    SealedWarc in(Path directory) {
      return new SealedWarc(id, directory.resolve(name), sha1, bytes, created, records);
    }
  }

  static Path of(Path before) {
    return before.resolveSibling(before.getFileName() + SUFFIX);
  }

  static TakedownJournal read(Path note) throws IOException {
    return Json.read(Files.readAllBytes(note), TakedownJournal.class);
  }

  void write(Path note) throws IOException {
    Disk.replace(note, ByteBuffer.wrap(Json.writeBytes(this)));
  }
}
