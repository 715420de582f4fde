package io.nuthatch.harvest;

/** Keeps secrets unreadable at rest: what is sealed can be opened by nodes of the same installation only. */
public interface Sealing {

  byte[] seal(byte[] plain);

  /** Throws a {@link HarvestException} when it was sealed elsewhere or has been changed. */
  byte[] open(byte[] sealed);
}
