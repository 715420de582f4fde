package io.nuthatch.simulator.platform.feeds;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Access;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Caller;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.Gate;
import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.web.Web;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Feeds under {@code /feeds/name.rss}, {@code .atom} and {@code .podcast}, each with the newest twenty of an account's
 * own posts. {@code /feeds/moved/…} redirects, {@code /feeds/broken/…} is not well-formed, and {@code /feeds/bomb/…}
 * swells when its entities are expanded.
 */
public final class Feeds implements Platform {

  private static final String PREFIX = "/feeds";
  private static final int WINDOW = 20;

  @Override
  public String name() {
    return "feeds";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(open("/feeds/:file", Feeds::feed),
        open("/feeds/moved/:file", call -> new Reply.Document(301,
            Map.of("Location", call.incoming().base() + PREFIX + "/" + call.variable("file")), "text/plain",
            new byte[0])),
        open("/feeds/broken/:file", Feeds::broken),
        open("/feeds/bomb/:file", call -> xml(call, bomb(), call.moment().instant())));
  }

  @Override
  public Gate gate() {
    return incoming -> new Admitted(Caller.NOBODY);
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return plain(switch (refusal) {
      case NO_SUCH_PATH -> 404;
      case WRONG_METHOD -> 405;
      case RATE_LIMITED -> 429;
      default -> 500;
    });
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of();
  }

  private static Endpoint open(String path, Endpoint.Answer answer) {
    return Endpoint.get(path, Access.ANYONE, Quota.UNLIMITED, answer);
  }

  private static Reply feed(Call call) {
    String file = call.variable("file");
    int dot = Math.max(0, file.lastIndexOf('.'));
    Optional<Account> found = call.moment().account(file.substring(0, dot));
    if (found.isEmpty()) {
      return plain(404);
    }
    Account account = found.get();
    if (account.state() == AccountState.SUSPENDED) {
      return plain(410);
    }
    List<Item> items = call.moment()
        .inPlace(account.id(), IdRange.ALL)
        .filter(post -> post.kind() == Post.Kind.ORIGINAL)
        .limit(WINDOW)
        .map(post -> new Item(post, account.screenName()))
        .toList();
    FeedXml writer = new FeedXml(account, call.mischief().muddle(items), call.links(),
        Links.toWeb(call.incoming().base()));
    Instant modified = items.stream().map(Item::updated).max(Comparator.naturalOrder()).orElse(account.created());
    return switch (file.substring(dot)) {
      case ".rss" -> xml(call, writer.rss(), modified);
      case ".podcast" -> xml(call, writer.podcast(), modified);
      case ".atom" -> xml(call, writer.atom(), modified);
      default -> plain(404);
    };
  }

  /** An ampersand that is none, an entity that nobody knows, and no end. */
  private static Reply broken(Call call) {
    Reply whole = feed(call);
    if (!(whole instanceof Reply.Document document) || document.status() != 200) {
      return whole;
    }
    String text = new String(document.body(), StandardCharsets.UTF_8);
    String harmed = text.replaceFirst("<description>", "<description>fish & chips &nbsp; ");
    return document.body(harmed.substring(0, harmed.length() - 20).getBytes(StandardCharsets.UTF_8));
  }

  private static String bomb() {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<!DOCTYPE rss [\n<!ENTITY a0 \"ha\">\n");
    for (int i = 1; i < 20; i++) {
      xml.append("<!ENTITY a").append(i).append(" \"").append(("&a" + (i - 1) + ";").repeat(10)).append("\">\n");
    }
    return xml.append("<!ENTITY file SYSTEM \"file:///etc/hostname\">\n]>\n<rss version=\"2.0\"><channel>")
        .append("<title>&a19;</title><item><guid>1</guid><title>&file;</title></item></channel></rss>\n")
        .toString();
  }

  private static Reply xml(Call call, String text, Instant modified) {
    String type = text.contains("<feed ")
        ? "application/atom+xml; charset=utf-8"
        : "application/rss+xml; charset=utf-8";
    return Web.document(call.incoming(), type, text.getBytes(StandardCharsets.UTF_8), modified);
  }

  private static Reply plain(int status) {
    return new Reply.Document(status, Map.of(), "text/plain; charset=utf-8",
        (status + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
