package io.nuthatch.archive;

/** Where a record is in its file: the bytes of its gzip member, or of the record itself where nothing is compressed. */
public record Place(long offset, long length) {

  public Place {
    if (offset < 0 || length < 1) {
      throw ArchiveException.caller("there is no place of " + length + " bytes at offset " + offset);
    }
  }

  public long end() {
    return offset + length;
  }
}
