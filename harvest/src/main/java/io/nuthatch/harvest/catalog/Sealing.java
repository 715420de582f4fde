package io.nuthatch.harvest.catalog;

/** Makes secrets unreadable for whoever has the database but not the key. */
public interface Sealing {

  byte[] seal(byte[] plain);

  /** What was sealed; fails when it was sealed with another key or changed since. */
  byte[] open(byte[] sealed);
}
