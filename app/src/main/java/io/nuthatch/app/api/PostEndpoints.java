package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.archive.ArchiveDesk;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.feed.content.Capture;
import io.nuthatch.feed.content.ContentStore;
import io.nuthatch.feed.content.LocalPost;
import io.nuthatch.feed.content.Membership;
import io.nuthatch.feed.content.Observation;
import io.nuthatch.feed.content.StoredPost;
import io.nuthatch.feed.content.Version;
import io.nuthatch.harvest.catalog.CatalogException;
import io.nuthatch.model.Post;
import io.nuthatch.model.Sighting.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Posts, whatever platform they are from. One that was harvested is seen by whoever sees a collection it is in. */
public final class PostEndpoints {

  /** A post; ids as text, since programs read JSON numbers as decimals. */
  public record PostView(String id, Post post, @Nullable JsonNode data, StoredPost.History history,
      List<Membership> collections, List<Version> versions) {
  }

  /** A post's counters over time, oldest first. */
  public record Series(String id, List<Observation> observations) {
  }

  private final ContentStore content;
  private final CatalogDesk catalog;
  private final ArchiveDesk archive;

  public PostEndpoints(ContentStore content, CatalogDesk catalog, ArchiveDesk archive) {
    this.content = content;
    this.catalog = catalog;
    this.archive = archive;
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/posts/{id}", Access.VIEWER,
            doc("posts", "One post, where it was captured, and what it said before").answers(200, PostView.class),
            request -> Answer.json(view(request))),
        new Endpoint(GET, "/api/v1/posts/{id}/observations", Access.VIEWER,
            doc("posts", "A post's counters over time").answers(200, Series.class),
            request -> Answer.json(new Series(request.path("id"), content.observations(visible(request).id())))),
        new Endpoint(DELETE, "/api/v1/posts/{id}/removal", Access.ADMIN,
            doc("posts", "Let a post that was taken down come back when it is seen again").answers(204, null),
            request -> {
              archive.lift(request.caller(), id(request, "post"));
              return Answer.nothing();
            }));
  }

  private PostView view(Request request) {
    StoredPost post = visible(request);
    List<Membership> seen = content.memberships(post.id()).stream()
        .filter(membership -> isVisible(request, membership.collection())).toList();
    StoredPost.History all = post.history();
    StoredPost.History shown = new StoredPost.History(shown(all.first(), seen), shown(all.latest(), seen),
        all.editedAt(), all.version(), all.unavailableSince());
    return new PostView(Long.toString(post.id()), post.post(), post.data(), shown, seen, content.versions(post.id()));
  }

  /** Evidence lies in the directory of a collection; one that is not for this viewer to see is not named. */
  private static Capture shown(Capture capture, List<Membership> seen) {
    Evidence evidence = capture.evidence();
    boolean visible = evidence != null
        && seen.stream().anyMatch(membership -> evidence.warc().contains("/" + membership.collection() + "/"));
    return visible ? capture : new Capture(capture.at(), null);
  }

  private StoredPost visible(Request request) {
    long id = id(request, "post");
    return content.find(id)
        .filter(post -> request.caller().access().includes(Access.ADMIN)
            || post.post().name().platform().equals(LocalPost.PLATFORM) || content.memberships(id).stream()
                .map(Membership::collection).distinct().anyMatch(collection -> isVisible(request, collection)))
        .orElseThrow(() -> Problem.notFound("post", Long.toString(id)));
  }

  private boolean isVisible(Request request, String collection) {
    return catalog.read(request.caller(), (reading, viewer) -> {
      try {
        return !catalog.catalog().collections().get(reading, viewer, collection).id().isEmpty();
      } catch (CatalogException e) {
        if (e.reason() == CatalogException.Reason.NOT_FOUND) {
          return false;
        }
        throw e;
      }
    });
  }

  static long id(Request request, String what) {
    try {
      return Long.parseLong(request.path("id"));
    } catch (NumberFormatException e) {
      throw Problem.notFound(what, request.path("id"));
    }
  }

  static long id(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Problem.bad("'" + text + "' is no id of a post; those are whole numbers");
    }
  }
}
