package io.nuthatch.archive;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The newest captures of an open WARC by the digest of their content, from the first time that anybody asks. */
final class RecentPayloads {

  private static final int MOST = 10_000;

  private final Map<String, Capture> captures = new LinkedHashMap<>();
  private boolean wanted;

  void add(Capture capture) {
    if (wanted && capture.status() / 100 == 2) {
      captures.putIfAbsent(capture.digest(), capture);
      if (captures.size() > MOST) {
        captures.remove(captures.keySet().iterator().next());
      }
    }
  }

  Optional<Capture> find(String digest) {
    wanted = true;
    return Optional.ofNullable(captures.get(digest));
  }
}
