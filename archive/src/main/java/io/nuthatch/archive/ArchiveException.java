package io.nuthatch.archive;

import io.nuthatch.model.NuthatchException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something the archive refuses or cannot do; the message names the file and, where there is one, the offset. */
public final class ArchiveException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  public ArchiveException(Kind kind, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
  }

  public static ArchiveException caller(String message) {
    return new ArchiveException(Kind.CALLER, message, null);
  }

  static ArchiveException broken(Damage damage) {
    return new ArchiveException(Kind.BROKEN, damage.toString(), null);
  }

  /** A failure of the disk or the file system while doing something to a file. */
  static ArchiveException io(String doing, Path file, IOException cause) {
    String why = reason(cause);
    if (why.contains("no space left") || why.contains("quota exceeded")) {
      return new ArchiveException(Kind.FULL, doing + " " + file + ": no room is left on its disk; make room, nothing "
          + "that was acknowledged is lost", cause);
    }
    return new ArchiveException(Kind.BROKEN, doing + " " + file + " failed: " + cause, cause);
  }

  private static String reason(IOException cause) {
    String text = cause instanceof FileSystemException of ? of.getReason() : cause.getMessage();
    return text == null ? "" : text.toLowerCase(Locale.ROOT);
  }
}
