package io.nuthatch.simulator.platform.flickr;

/** How Flickr says no: with a code, a sentence and status 200. */
final class Failure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int code;
  private final String sentence;

  private Failure(int code, String sentence) {
    super(sentence, null, false, false);
    this.code = code;
    this.sentence = sentence;
  }

  static Failure userNotFound() {
    return new Failure(1, "User not found");
  }

  /** Lists of photos call a user that is not there by another name and code than look-ups do. */
  static Failure unknownUser() {
    return new Failure(2, "Unknown user");
  }

  static Failure photoNotFound() {
    return new Failure(1, "Photo not found");
  }

  static Failure parameterless() {
    return new Failure(3, "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.");
  }

  static Failure invalidKey(String reason) {
    return new Failure(100, "Invalid API Key (" + reason + ")");
  }

  static Failure unavailable() {
    return new Failure(105, "Service currently unavailable");
  }

  static Failure noFormat(String format) {
    return new Failure(111, "Format \"" + format + "\" not found");
  }

  static Failure noMethod(String method) {
    return new Failure(112, "Method \"" + method + "\" not found");
  }

  int code() {
    return code;
  }

  String sentence() {
    return sentence;
  }
}
