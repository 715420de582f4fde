package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Links;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Posts and accounts as the AppView shows them: the record, and around it what it has found out. */
final class Views {

  private static final int INDEXING_MILLIS = 700;

  private final Moment moment;
  private final Links files;
  private final Records records;

  Views(Call call) {
    moment = call.moment();
    files = Links.toWeb(call.incoming().base());
    records = new Records(moment, call.links());
  }

  ObjectNode post(Post post) {
    Engagement numbers = moment.engagement(post);
    ObjectNode view = Json.object().put("uri", Names.uri(post)).put("cid", records.cid(post));
    view.set("author", basic(moment.account(post.authorId()).orElseThrow()));
    view.set("record", records.record(post));
    embed(post).ifPresent(embed -> view.set("embed", embed));
    view.put("bookmarkCount", numbers.bookmarks())
        .put("replyCount", numbers.replies())
        .put("repostCount", numbers.retweets())
        .put("likeCount", numbers.likes())
        .put("quoteCount", numbers.quotes())
        .put("indexedAt", indexed(post));
    view.putArray("labels");
    return view;
  }

  /** A post in a feed; a repost is what it repeats, with the reason. */
  Optional<ObjectNode> feedItem(Post post) {
    ObjectNode item = Json.object();
    Post.Reference reference = post.reference();
    if (post.kind() == Post.Kind.RETWEET) {
      return original(post).map(other -> {
        item.set("post", post(other));
        ObjectNode reason = item.putObject("reason").put("$type", "app.bsky.feed.defs#reasonRepost");
        reason.set("by", basic(moment.account(post.authorId()).orElseThrow()));
        reason.put("uri", Names.uri(post)).put("cid", records.cid(post)).put("indexedAt", indexed(post));
        return item;
      });
    }
    item.set("post", post(post));
    if (post.kind() == Post.Kind.REPLY && reference != null) {
      ObjectNode reply = item.putObject("reply");
      ObjectNode named = (ObjectNode) records.record(post).path("reply");
      reply.set("root", replied(named.path("root").path("uri").asString()));
      reply.set("parent", replied(named.path("parent").path("uri").asString()));
    }
    return Optional.of(item);
  }

  static ObjectNode notFound(String uri) {
    return Json.object().put("$type", "app.bsky.feed.defs#notFoundPost").put("uri", uri).put("notFound", true);
  }

  ObjectNode basic(Account account) {
    ObjectNode view = Json.object()
        .put("did", Names.did(account.id()))
        .put("handle", Names.handle(account))
        .put("displayName", account.profile().name())
        .put("avatar", file("https://cdn.bsky.app/img/avatar/plain/", account.id(), account.id(), "@jpeg?w=96&h=96"));
    view.putArray("labels");
    return view.put("createdAt", Records.date(account.created()));
  }

  ObjectNode profile(Account account) {
    return basic(account).put("description", account.profile().bio())
        .put("followersCount", account.tally().followers())
        .put("followsCount", account.tally().following())
        .put("postsCount", account.tally().posts())
        .put("indexedAt", Records.date(account.created()));
  }

  /** When the AppView noticed a post. */
  static String indexed(Post post) {
    return Records.date(Snowflake.instant(post.origin()).plusMillis(INDEXING_MILLIS));
  }

  private Optional<Post> original(Post repost) {
    Post.Reference reference = repost.reference();
    return reference == null
        ? Optional.empty()
        : moment.post(reference.id()).flatMap(version -> moment.latest(version.origin()));
  }

  private ObjectNode replied(String uri) {
    return Names.post(uri, moment)
        .map(post -> post(post).put("$type", "app.bsky.feed.defs#postView"))
        .orElseGet(() -> notFound(uri));
  }

  private Optional<ObjectNode> embed(Post post) {
    Post.Reference reference = post.reference();
    if (post.kind() == Post.Kind.QUOTE && reference != null) {
      ObjectNode view = Json.object().put("$type", "app.bsky.embed.record#view");
      view.set("record", quoted(reference));
      return Optional.of(view);
    }
    if (post.body().media().isEmpty()) {
      return records.external(post, "app.bsky.embed.external#view");
    }
    Post.Media first = post.body().media().getFirst();
    return Optional.of(first.type() == Post.Media.Type.PHOTO ? images(post) : video(post, first));
  }

  private ObjectNode quoted(Post.Reference reference) {
    Optional<Post> other = moment.post(reference.id()).flatMap(version -> moment.latest(version.origin()));
    if (other.isEmpty()) {
      return Json.object()
          .put("$type", "app.bsky.embed.record#viewNotFound")
          .put("uri", records.reference(reference.id()).path("uri").asString())
          .put("notFound", true);
    }
    Post post = other.get();
    ObjectNode view = Json.object()
        .put("$type", "app.bsky.embed.record#viewRecord")
        .put("uri", Names.uri(post))
        .put("cid", records.cid(post));
    view.set("author", basic(moment.account(post.authorId()).orElseThrow()));
    view.set("value", records.record(post));
    return view.put("indexedAt", indexed(post));
  }

  private ObjectNode images(Post post) {
    ObjectNode view = Json.object().put("$type", "app.bsky.embed.images#view");
    ArrayNode list = view.putArray("images");
    for (Post.Media media : post.body().media()) {
      String size = "@jpeg?w=" + media.width() + "&h=" + media.height();
      ObjectNode image = Json.object()
          .put("thumb", file("https://cdn.bsky.app/img/feed_thumbnail/plain/", post.authorId(), media.id(),
              "@jpeg?w=" + media.width() / 2 + "&h=" + media.height() / 2))
          .put("fullsize",
              file("https://cdn.bsky.app/img/feed_fullsize/plain/", post.authorId(), media.id(), size))
          .put("alt", "");
      image.set("aspectRatio", Records.ratio(media));
      list.add(image);
    }
    return view;
  }

  private ObjectNode video(Post post, Post.Media media) {
    ObjectNode view = Json.object()
        .put("$type", "app.bsky.embed.video#view")
        .put("cid", Names.blob(media.id()))
        .put("playlist", file("https://video.bsky.app/watch/", post.authorId(), media.id(), "/playlist.m3u8"))
        .put("thumbnail", file("https://video.bsky.app/watch/", post.authorId(), media.id(), "/thumbnail.jpg"));
    view.set("aspectRatio", Records.ratio(media));
    return view;
  }

  private String file(String folder, long account, long media, String end) {
    return files.address(folder + Names.did(account) + "/" + Names.blob(media) + end);
  }
}
