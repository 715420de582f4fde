package io.nuthatch.harvest.catalog;

import io.nuthatch.harvest.HarvestException;

/** A request to the catalogue that is refused; the reason tells the cases that callers answer differently. */
public final class CatalogException extends HarvestException {

  private static final long serialVersionUID = 1L;

  public enum Reason {
    /** What was given is not what it should be. */
    INVALID,
    /** It is not there, or not for this viewer to see. */
    NOT_FOUND,
    /** It may be seen but not changed. */
    FORBIDDEN,
    /** It cannot be done as things are now; the message says what must be done first. */
    CONFLICT
  }

  private final Reason reason;

  private CatalogException(Reason reason, String message) {
    super(Kind.CALLER, message, null);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static CatalogException invalid(String message) {
    return new CatalogException(Reason.INVALID, message);
  }

  static CatalogException notFound(String what, String id) {
    return new CatalogException(Reason.NOT_FOUND, "no " + what + " " + id);
  }

  static CatalogException forbidden(String message) {
    return new CatalogException(Reason.FORBIDDEN, message);
  }

  static CatalogException conflict(String message) {
    return new CatalogException(Reason.CONFLICT, message);
  }
}
