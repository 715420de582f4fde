package io.nuthatch.simulator.platform.mastodon;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Statuses and accounts. A status keeps its id, that of the post's first version, whatever is done to its words. */
final class StatusJson {

  static final String HOST = "mastodon.example";

  private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")
      .withZone(ZoneOffset.UTC);

  private final Moment moment;
  private final Links links;
  private final Links files;

  /**
   * @param links where links lead
   * @param base of the server, on whose web the files are
   */
  StatusJson(Moment moment, Links links, String base) {
    this.moment = moment;
    this.links = links;
    files = Links.toWeb(base);
  }

  static String date(Instant instant) {
    return MILLIS.format(instant);
  }

  static String id(Post post) {
    return Long.toString(post.origin());
  }

  ObjectNode status(Post post) {
    Account author = moment.account(post.authorId()).orElseThrow();
    Engagement numbers = moment.engagement(post);
    boolean reblog = post.kind() == Post.Kind.RETWEET;
    String uri = "https://" + HOST + "/users/" + author.screenName() + "/statuses/" + id(post);
    ObjectNode status = Json.object()
        .put("id", id(post))
        .put("created_at", date(Snowflake.instant(post.origin())));
    answered(status, post);
    status.put("sensitive", false)
        .put("spoiler_text", "")
        .put("visibility", "public")
        .put("language", reblog ? null : post.body().language())
        .put("uri", reblog ? uri + "/activity" : uri)
        .put("url", reblog ? uri + "/activity" : page(author) + "/" + id(post))
        .put("replies_count", reblog ? 0 : numbers.replies())
        .put("reblogs_count", reblog ? 0 : numbers.retweets())
        .put("favourites_count", reblog ? 0 : numbers.likes())
        .put("quotes_count", reblog ? 0 : numbers.quotes())
        .put("edited_at", post.id() == post.origin() ? null : date(post.createdAt()))
        .put("content", content(post));
    status.set("reblog", reblog
        ? referenced(post).map(this::status).orElseGet(Json::object)
        : Json.MAPPER.getNodeFactory().nullNode());
    status.set("account", account(author));
    media(status.putArray("media_attachments"), post);
    mentions(status.putArray("mentions"), post);
    tags(status.putArray("tags"), post);
    status.putArray("emojis");
    status.putNull("card");
    status.putNull("poll");
    if (post.kind() == Post.Kind.QUOTE) {
      ObjectNode quote = status.putObject("quote");
      Optional<Post> other = referenced(post);
      quote.put("state", other.isPresent() ? "accepted" : "deleted");
      other.ifPresentOrElse(quoted -> quote.set("quoted_status", status(quoted)), () -> quote.putNull("quoted_status"));
    }
    return status;
  }

  ObjectNode account(Account account) {
    boolean suspended = account.state() == AccountState.SUSPENDED;
    String face = files.address("https://files." + HOST + "/accounts/avatars/" + account.id() + ".png?w=400&h=400");
    ObjectNode json = Json.object()
        .put("id", Long.toString(account.id()))
        .put("username", account.screenName())
        .put("acct", account.screenName())
        .put("display_name", suspended ? "" : account.profile().name())
        .put("locked", account.state() == AccountState.PROTECTED)
        .put("bot", false)
        .put("discoverable", true)
        .put("group", false)
        .put("created_at", date(account.created()).replaceFirst("T.*", "T00:00:00.000Z"))
        .put("note", suspended ? "" : "<p>" + escaped(account.profile().bio()) + "</p>")
        .put("url", page(account))
        .put("uri", "https://" + HOST + "/users/" + account.screenName())
        .put("avatar", face)
        .put("avatar_static", face)
        .put("header", face)
        .put("header_static", face)
        .put("followers_count", suspended ? 0 : account.tally().followers())
        .put("following_count", suspended ? 0 : account.tally().following())
        .put("statuses_count", suspended ? 0 : account.tally().posts())
        .put("last_status_at", date(moment.instant()).substring(0, 10));
    if (suspended) {
      json.put("suspended", true);
    }
    json.putArray("emojis");
    json.putArray("fields");
    return json;
  }

  /** The words of a status, as HTML. */
  String content(Post post) {
    if (post.kind() == Post.Kind.RETWEET) {
      return referenced(post).map(this::content).orElse("");
    }
    String text = post.body().text();
    StringBuilder html = new StringBuilder("<p>");
    int done = 0;
    for (Entity entity : post.body().entities()) {
      int start = text.offsetByCodePoints(0, entity.start());
      html.append(escaped(text.substring(done, start)));
      done = text.offsetByCodePoints(0, entity.end());
      html.append(switch (entity) {
        case Entity.Hashtag tag -> "<a href=\"" + tagPage(tag.tag())
            + "\" class=\"mention hashtag\" rel=\"tag\">#<span>" + tag.tag() + "</span></a>";
        case Entity.Mention mention -> "<span class=\"h-card\"><a href=\"https://" + HOST + "/@" + mention.screenName()
            + "\" class=\"u-url mention\">@<span>" + mention.screenName() + "</span></a></span>";
        case Entity.Link link -> "<a href=\"" + escaped(links.address(link.target()))
            + "\" target=\"_blank\" rel=\"nofollow noopener\">" + escaped(TweetText.display(link.target())) + "</a>";
      });
    }
    return html.append(escaped(text.substring(done))).append("</p>").toString();
  }

  private Optional<Post> referenced(Post post) {
    Post.Reference reference = post.reference();
    return reference == null
        ? Optional.empty()
        : moment.post(reference.id()).flatMap(version -> moment.latest(version.origin()));
  }

  private void answered(ObjectNode status, Post post) {
    Post.Reference reference = post.kind() == Post.Kind.REPLY ? post.reference() : null;
    // Of an answer whose parent is gone nothing tells any more what it answered.
    Optional<Post> parent = reference == null ? Optional.empty() : referenced(post);
    status.put("in_reply_to_id", parent.map(StatusJson::id).orElse(null))
        .put("in_reply_to_account_id", parent.map(other -> Long.toString(other.authorId())).orElse(null));
  }

  private void media(ArrayNode list, Post post) {
    if (post.kind() == Post.Kind.RETWEET) {
      return;
    }
    for (Post.Media media : post.body().media()) {
      String place = "https://files." + HOST + "/media_attachments/files/" + media.id();
      String still = files.address(place + "/small.jpg?w=" + media.width() / 2 + "&h=" + media.height() / 2);
      boolean photo = media.type() == Post.Media.Type.PHOTO;
      ObjectNode attachment = Json.object()
          .put("id", Long.toString(media.id()))
          .put("type", switch (media.type()) {
            case PHOTO -> "image";
            case VIDEO -> "video";
            case ANIMATION -> "gifv";
          })
          .put("url", files.address(place + (photo
              ? "/original.jpg?w=" + media.width() + "&h=" + media.height()
              : "/original.mp4?bytes=" + 100L * media.durationMillis())))
          .put("preview_url", still);
      attachment.putNull("remote_url");
      attachment.putNull("description");
      attachment.putObject("meta")
          .putObject("original")
          .put("width", media.width())
          .put("height", media.height());
      list.add(attachment);
    }
  }

  private static void mentions(ArrayNode list, Post post) {
    for (Entity entity : post.body().entities()) {
      if (entity instanceof Entity.Mention mention && post.kind() != Post.Kind.RETWEET) {
        list.add(Json.object()
            .put("id", Long.toString(mention.accountId()))
            .put("username", mention.screenName())
            .put("url", "https://" + HOST + "/@" + mention.screenName())
            .put("acct", mention.screenName()));
      }
    }
  }

  private static void tags(ArrayNode list, Post post) {
    for (Entity entity : post.body().entities()) {
      if (entity instanceof Entity.Hashtag tag && post.kind() != Post.Kind.RETWEET) {
        list.add(Json.object().put("name", tag.tag().toLowerCase(Locale.ROOT)).put("url", tagPage(tag.tag())));
      }
    }
  }

  private static String page(Account account) {
    return "https://" + HOST + "/@" + account.screenName();
  }

  private static String tagPage(String tag) {
    return "https://" + HOST + "/tags/" + tag.toLowerCase(Locale.ROOT);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
