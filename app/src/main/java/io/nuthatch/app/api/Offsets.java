package io.nuthatch.app.api;

import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;

/** Lists that are paged by limit and offset, as Social Feed Manager's were. */
final class Offsets {

  private Offsets() {
  }

  static Endpoint.Doc doc(String group, String summary) {
    return Endpoint.doc(group, summary).query("limit", "how many at most").query("offset",
        "how many to leave out at the beginning");
  }

  static int offset(Request request) {
    return request.query("offset").map(text -> Request.wholeNumber("offset", text, 0, Integer.MAX_VALUE)).orElse(0);
  }
}
