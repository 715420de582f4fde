package io.nuthatch.simulator.platform.web;

import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Gzip;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.StreamOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Paths that do not simply serve a file. The first segment says what happens, on every host alike. */
final class Oddities {

  private static final int CHUNK = 65_536;
  private static final long CHUNK_MILLIS = 5;
  private static final int BOMB_MEMBER = 16 << 20;
  private static final int BOMB_MEMBERS = 640;

  private final Call call;
  private final Address address;

  Oddities(Call call, Address address) {
    this.call = call;
    this.address = address;
  }

  /** Nothing when the path is an ordinary one, or asks for something odd in a way that makes no sense. */
  Optional<Reply> answer() {
    String argument = address.segment(1);
    return switch (address.segment(0)) {
      case "status" -> number(argument, 400, 599).map(this::status);
      case "redirect" -> number(argument, 300, 308).flatMap(this::redirect);
      case "loop" -> Optional.of(moved(302, address.sibling(argument.isEmpty() ? "/loop/back" : "/loop")));
      case "maze" -> number(argument, 0, Integer.MAX_VALUE - 1)
          .map(n -> moved(302, address.sibling("/maze/" + (n + 1))));
      case "go" -> address.options()
          .text("to")
          .filter(to -> !to.matches("(?s).*[\\r\\n].*"))
          .map(to -> moved(address.option("status", 302, 308), to));
      case "trap" -> number(argument, 0, Traps.count() - 1)
          .map(n -> moved(302, Traps.target(n, address.port())));
      case "traps" -> Optional.of(traps());
      case "slow" -> number(argument, 1, Integer.MAX_VALUE).map(rate -> rest(2).harmed(new Fault.SlowDrip(rate)));
      case "cut" -> number(argument, 0, Integer.MAX_VALUE).map(bytes -> rest(2).harmed(new Fault.Drop(bytes)));
      case "length" -> number(argument, -100_000, 100_000)
          .map(delta -> rest(2).harmed(new Fault.WrongLength(delta)));
      case "gzip" -> Optional.of(compressed(rest(1)));
      case "torn" -> Optional.of(compressed(rest(1)).harmed(new Fault.TruncatedGzip()));
      case "bomb" -> Optional.of(bomb());
      case "endless" -> Optional.of(new Reply.Streaming(200, Map.of("Content-Type", "text/html; charset=utf-8"),
          Oddities::endless));
      case "same" -> Optional.of(new Selection(call.incoming(), Content.of("same/" + argument, inside(2))).reply());
      case "changing" -> Optional.of(changing());
      case "cookie" -> Optional.of(cookie());
      default -> Optional.empty();
    };
  }

  private Reply status(int status) {
    Reply.Document page = new Reply.Document(status, Map.of(), "text/html; charset=utf-8",
        ("<!DOCTYPE html><title>" + status + "</title><h1>" + status + "</h1>").getBytes(StandardCharsets.UTF_8));
    return address.options()
        .number("retry-after")
        .<Reply>map(seconds -> page.with(Map.of("Retry-After", seconds.toString())))
        .orElse(page);
  }

  private Optional<Reply> redirect(int status) {
    return number(address.segment(2), 1, 1_000).map(times -> moved(status,
        address.sibling(times == 1
            ? address.pathAfter(3)
            : "/redirect/" + status + "/" + (times - 1)
                + address.pathAfter(3))));
  }

  static Reply moved(int status, String location) {
    return new Reply.Document(status, Map.of("Location", location), "text/html; charset=utf-8",
        "<!DOCTYPE html><title>Moved</title>".getBytes(StandardCharsets.UTF_8));
  }

  private Reply traps() {
    StringBuilder page = new StringBuilder("<!DOCTYPE html><title>Do not follow</title>\n");
    for (int n = 0; n < Traps.count(); n++) {
      page.append("<a href=\"").append(address.sibling("/trap/" + n)).append("\">").append(n).append("</a>\n");
    }
    return new Reply.Document(200, Map.of(), "text/html; charset=utf-8",
        page.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Ten gigabytes of nothing, in as many members as it takes. */
  private static Reply bomb() {
    byte[] member = Gzip.compress(new byte[BOMB_MEMBER]);
    var bomb = new ByteArrayOutputStream(member.length * BOMB_MEMBERS);
    for (int i = 0; i < BOMB_MEMBERS; i++) {
      bomb.writeBytes(member);
    }
    return new Reply.Document(200, Map.of("Content-Encoding", "gzip"), "text/html; charset=utf-8", bomb.toByteArray());
  }

  private static void endless(StreamOutput out) throws IOException, InterruptedException {
    byte[] chunk = "<p>And so on.</p>\n".repeat(CHUNK / 18).getBytes(StandardCharsets.UTF_8);
    while (out.isOpen()) {
      out.send(chunk);
      TimeUnit.MILLISECONDS.sleep(CHUNK_MILLIS);
    }
  }

  /** Another content every hour of the world's time. */
  private Reply changing() {
    Instant hour = call.moment().instant().truncatedTo(ChronoUnit.HOURS);
    Content content = Content.of(address.key() + hour, inside(1));
    return new Selection(call.incoming(), new Content(content.type(), content.body(), hour)).reply();
  }

  /** Sends a client round in circles until it brings the cookie that it was given. */
  private Reply cookie() {
    boolean brought = call.incoming().header("cookie").filter(cookies -> cookies.contains("visited=1")).isPresent();
    return brought
        ? rest(1)
        : moved(302, address.sibling(address.path())).with(Map.of("Set-Cookie", "visited=1; Path=/; HttpOnly"));
  }

  private static Reply.Document compressed(Reply.Document plain) {
    return plain.body(Gzip.compress(plain.body())).with(Map.of("Content-Encoding", "gzip"));
  }

  private Reply.Document rest(int segments) {
    Address inside = inside(segments);
    return Content.of(inside.key(), inside).reply();
  }

  private Address inside(int segments) {
    return new Address(address.base(), address.named(), address.host(), address.pathAfter(segments), address.options());
  }

  private static Optional<Integer> number(String text, int least, int most) {
    return Parameters.asNumber(text).filter(n -> n >= least && n <= most).map(Long::intValue);
  }
}
