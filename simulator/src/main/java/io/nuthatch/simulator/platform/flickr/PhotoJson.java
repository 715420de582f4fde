package io.nuthatch.simulator.platform.flickr;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Links;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A photo in the shapes of the API: all about it, its sizes, or an entry in a list. */
final class PhotoJson {

  private static final int FARM = 66;
  private static final DateTimeFormatter TAKEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")
      .withZone(ZoneOffset.UTC);

  private final Moment moment;
  private final Links pages;
  private final Links files;

  PhotoJson(Call call) {
    moment = call.moment();
    pages = call.links();
    files = Links.toWeb(call.incoming().base());
  }

  /** Flickr puts every text that is not an attribute into an object of its own. */
  static ObjectNode content(String text) {
    return Json.object().put("_content", text);
  }

  ObjectNode info(Photo photo) {
    Engagement numbers = moment.engagement(photo.latest());
    ObjectNode info = Json.object()
        .put("id", Long.toString(photo.id()))
        .put("secret", photo.secret())
        .put("server", Size.SERVER)
        .put("farm", FARM)
        .put("dateuploaded", seconds(photo.posted()))
        .put("isfavorite", 0)
        .put("license", photo.license())
        .put("safety_level", "0")
        .put("rotation", 0)
        .put("originalsecret", photo.originalSecret())
        .put("originalformat", "jpg");
    info.set("owner", owner(photo.owner()));
    info.set("title", content(photo.title()));
    info.set("description", content(photo.description(pages)));
    info.set("visibility", Json.object().put("ispublic", 1).put("isfriend", 0).put("isfamily", 0));
    info.set("dates", Json.object()
        .put("posted", seconds(photo.posted()))
        .put("taken", taken(photo))
        .put("takengranularity", 0)
        .put("takenunknown", "0")
        .put("lastupdate", seconds(lastUpdate(photo))));
    info.put("views", Long.toString(numbers.views()));
    info.set("editability", Json.object().put("cancomment", 0).put("canaddmeta", 0));
    info.set("publiceditability", Json.object().put("cancomment", 1).put("canaddmeta", 0));
    info.set("usage", Json.object().put("candownload", 1).put("canblog", 0).put("canprint", 0).put("canshare", 1));
    info.set("comments", content(Long.toString(numbers.replies())));
    info.putObject("notes").putArray("note");
    info.set("people", Json.object().put("haspeople", 0));
    tags(info.putObject("tags").putArray("tag"), photo);
    Post.Point point = photo.first().body().point();
    if (point != null) {
      info.set("location", Json.object()
          .put("latitude", Double.toString(point.latitude()))
          .put("longitude", Double.toString(point.longitude()))
          .put("accuracy", "16")
          .put("context", "0"));
    }
    info.putObject("urls")
        .putArray("url")
        .add(Json.object().put("type", "photopage").put("_content", pages.address(photo.page())));
    return info.put("media", "photo");
  }

  ObjectNode sizes(Photo photo) {
    ObjectNode sizes = Json.object().put("canblog", 0).put("canprint", 0).put("candownload", 1);
    ArrayNode list = sizes.putArray("size");
    for (Size size : Size.values()) {
      list.add(Json.object()
          .put("label", size.label())
          .put("width", size.width(photo))
          .put("height", size.height(photo))
          .put("source", size.source(photo, files))
          .put("url", pages.address(photo.page() + "sizes/" + size.key() + "/"))
          .put("media", "photo"));
    }
    return sizes;
  }

  /** An entry in a list, with what the client wants beyond the usual. */
  ObjectNode entry(Photo photo, Set<String> extras) {
    ObjectNode entry = Json.object()
        .put("id", Long.toString(photo.id()))
        .put("owner", Nsid.of(photo.owner().id()))
        .put("secret", photo.secret())
        .put("server", Size.SERVER)
        .put("farm", FARM)
        .put("title", photo.title())
        .put("ispublic", 1)
        .put("isfriend", 0)
        .put("isfamily", 0);
    extras.forEach(extra -> extra(entry, extra, photo));
    return entry;
  }

  private void extra(ObjectNode entry, String extra, Photo photo) {
    switch (extra) {
      case "description" -> entry.set("description", content(photo.description(pages)));
      case "license" -> entry.put("license", photo.license());
      case "date_upload" -> entry.put("dateupload", seconds(photo.posted()));
      case "date_taken" -> entry.put("datetaken", taken(photo))
          .put("datetakengranularity", 0)
          .put("datetakenunknown", "0");
      case "owner_name" -> entry.put("ownername", photo.owner().screenName());
      case "original_format" -> entry.put("originalsecret", photo.originalSecret()).put("originalformat", "jpg");
      case "last_update" -> entry.put("lastupdate", seconds(lastUpdate(photo)));
      case "tags" -> entry.put("tags", String.join(" ", photo.tags()).toLowerCase(Locale.ROOT));
      case "o_dims" -> entry.put("o_width", photo.picture().width()).put("o_height", photo.picture().height());
      case "views" -> entry.put("views", Long.toString(moment.engagement(photo.latest()).views()));
      case "count_faves" -> entry.put("count_faves", Long.toString(moment.engagement(photo.latest()).likes()));
      case "count_comments" -> entry.put("count_comments", Long.toString(moment.engagement(photo.latest()).replies()));
      case "media" -> entry.put("media", "photo").put("media_status", "ready");
      case "path_alias" -> entry.put("pathalias", Photo.pathAlias(photo.owner()));
      default -> {
        for (Size size : Size.values()) {
          if (extra.equals("url_" + size.key())) {
            entry.put(extra, size.source(photo, files))
                .put("height_" + size.key(), size.height(photo))
                .put("width_" + size.key(), size.width(photo));
          }
        }
      }
    }
  }

  private static ObjectNode owner(Account owner) {
    return Json.object()
        .put("nsid", Nsid.of(owner.id()))
        .put("username", owner.screenName())
        .put("realname", owner.profile().name())
        .put("location", owner.profile().location())
        .put("iconserver", "0")
        .put("iconfarm", 0)
        .put("path_alias", Photo.pathAlias(owner));
  }

  private static void tags(ArrayNode list, Photo photo) {
    int n = 0;
    for (String tag : photo.tags()) {
      list.add(Json.object()
          .put("id", photo.owner().id() + "-" + photo.id() + "-" + n++)
          .put("author", Nsid.of(photo.owner().id()))
          .put("authorname", photo.owner().screenName())
          .put("raw", tag)
          .put("_content", tag.toLowerCase(Locale.ROOT))
          .put("machine_tag", 0));
    }
  }

  /** When the words were last changed or someone commented, whichever came later. */
  private Instant lastUpdate(Photo photo) {
    long comments = moment.engagement(photo.latest()).replies();
    long from = photo.posted().toEpochMilli();
    long to = moment.instant().toEpochMilli();
    // Comments never become fewer, so the first time at which there were as many as now can be searched for.
    while (from < to) {
      long middle = (from + to) / 2;
      if (moment.at(Instant.ofEpochMilli(middle)).engagement(photo.latest()).replies() >= comments) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    Instant edited = photo.latest().createdAt();
    Instant commented = Instant.ofEpochMilli(from);
    return edited.isAfter(commented) ? edited : commented;
  }

  static String taken(Photo photo) {
    return TAKEN.format(photo.taken());
  }

  static String seconds(Instant instant) {
    return Long.toString(instant.getEpochSecond());
  }
}
