package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Links;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What authors keep in their repositories: posts and reposts, as they were when they were written. */
final class Records {

  private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")
      .withZone(ZoneOffset.UTC);
  private static final int IMPORTED_DAYS = 400;

  private final Moment moment;
  private final Links links;

  Records(Moment moment, Links links) {
    this.moment = moment;
    this.links = links;
  }

  static String date(Instant instant) {
    return MILLIS.format(instant);
  }

  ObjectNode record(Post post) {
    return post.kind() == Post.Kind.RETWEET ? repost(post) : post(post);
  }

  String cid(Post post) {
    return Names.cid(Json.write(record(post)));
  }

  /** The address of a version and its content; of something that is gone, none in particular. */
  ObjectNode reference(long id) {
    Optional<Post> other = moment.at(Snowflake.instant(id)).post(id);
    String uri = other.map(Names::uri).orElseGet(() -> gone(id));
    return Json.object().put("uri", uri).put("cid", other.map(this::cid).orElseGet(() -> Names.cid(uri)));
  }

  private static String gone(long id) {
    Post.Reference reference = new Post.Reference(id);
    return "at://" + Names.did(reference.authorId()) + "/" + Names.POST + "/"
        + Names.recordKey(id, reference.authorId());
  }

  private ObjectNode repost(Post post) {
    ObjectNode record = Json.object().put("$type", Names.REPOST).put("createdAt", created(post));
    Post.Reference reference = post.reference();
    if (reference != null) {
      record.set("subject", reference(reference.id()));
    }
    return record;
  }

  private ObjectNode post(Post post) {
    Moment then = moment.at(post.createdAt());
    RichText text = new RichText(post, then, links);
    ObjectNode record = Json.object()
        .put("$type", Names.POST)
        .put("createdAt", created(post))
        .put("text", text.text());
    record.putArray("langs").add(post.body().language());
    if (!text.facets().isEmpty()) {
      record.set("facets", text.facets());
    }
    Post.Reference reference = post.reference();
    if (post.kind() == Post.Kind.REPLY && reference != null) {
      ObjectNode reply = record.putObject("reply");
      reply.set("root", reference(root(reference.id(), then)));
      reply.set("parent", reference(reference.id()));
    }
    embed(post).ifPresent(embed -> record.set("embed", embed));
    return record;
  }

  /** The first post of a conversation. */
  private static long root(long id, Moment moment) {
    return moment.post(id)
        .filter(post -> post.kind() == Post.Kind.REPLY)
        .map(Post::reference)
        .map(reference -> root(reference.id(), moment))
        .orElse(id);
  }

  private Optional<ObjectNode> embed(Post post) {
    Post.Reference reference = post.reference();
    if (post.kind() == Post.Kind.QUOTE && reference != null) {
      ObjectNode quote = Json.object().put("$type", "app.bsky.embed.record");
      quote.set("record", reference(reference.id()));
      return Optional.of(quote);
    }
    if (post.body().media().isEmpty()) {
      return external(post, "app.bsky.embed.external");
    }
    Post.Media first = post.body().media().getFirst();
    if (first.type() != Post.Media.Type.PHOTO) {
      ObjectNode video = Json.object().put("$type", "app.bsky.embed.video");
      video.set("video", blob(first, "video/mp4"));
      video.set("aspectRatio", ratio(first));
      return Optional.of(video);
    }
    ObjectNode images = Json.object().put("$type", "app.bsky.embed.images");
    ArrayNode list = images.putArray("images");
    for (Post.Media media : post.body().media()) {
      ObjectNode image = Json.object().put("alt", "");
      image.set("image", blob(media, "image/jpeg"));
      image.set("aspectRatio", ratio(media));
      list.add(image);
    }
    return Optional.of(images);
  }

  /** The first link of a post that has nothing else to show. */
  Optional<ObjectNode> external(Post post, String type) {
    return post.body()
        .entities()
        .stream()
        .filter(Entity.Link.class::isInstance)
        .findFirst()
        .map(entity -> {
          String target = links.address(((Entity.Link) entity).target());
          ObjectNode embed = Json.object().put("$type", type);
          embed.putObject("external").put("uri", target).put("title", target).put("description", "");
          return embed;
        });
  }

  static ObjectNode ratio(Post.Media media) {
    return Json.object().put("width", media.width()).put("height", media.height());
  }

  private static ObjectNode blob(Post.Media media, String type) {
    ObjectNode blob = Json.object().put("$type", "blob");
    blob.set("ref", Json.object().put("$link", Names.blob(media.id())));
    return blob.put("mimeType", type).put("size", 100_000 + Math.floorMod(media.id(), 900_000));
  }

  /** As the author's program says it was: mostly right, in whatever form, and of imported posts long ago. */
  private static String created(Post post) {
    Instant at = Snowflake.instant(post.origin());
    return switch (Math.floorMod(Long.hashCode(post.origin() * 0x9E37_79B9_7F4A_7C15L), 100)) {
      case 0 -> date(at.minus(IMPORTED_DAYS, ChronoUnit.DAYS));
      case 1, 2, 3 -> at.truncatedTo(ChronoUnit.SECONDS).toString();
      case 4, 5, 6 -> OffsetDateTime.ofInstant(at, ZoneOffset.ofHours(2)).toString();
      case 7, 8, 9 -> date(at).replace("Z", "123Z");
      default -> date(at);
    };
  }
}
