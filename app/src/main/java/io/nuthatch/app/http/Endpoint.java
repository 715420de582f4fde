package io.nuthatch.app.http;

import io.nuthatch.app.Access;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing the server answers: a method and a path, who may ask, what it is in words and in types, and the handler.
 * The routes, the access rules and the OpenAPI document are all read from these, so that none can say what another
 * does not.
 */
public record Endpoint(Method method, String path, Access access, Doc doc, Handler handler) {

  /** The methods in use. */
  public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
  }

  /** Answers one request; may block. A {@link io.nuthatch.app.Problem} it raises becomes the answer. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Request request);
  }

  /** A query parameter. */
  public record Parameter(String name, String meaning) {
  }

  /**
   * What an endpoint is, for people and for the OpenAPI document.
   *
   * @param group the heading it stands under; empty for pages, which are not part of the API
   */
  public record Doc(String group, String summary, List<Parameter> query, @Nullable Class<?> body, int status,
      @Nullable Class<?> answer) {

    public Doc query(String name, String meaning) {
      List<Parameter> more = new ArrayList<>(query);
      more.add(new Parameter(name, meaning));
      return new Doc(group, summary, more, body, status, answer);
    }

    public Doc body(Class<?> type) {
      return new Doc(group, summary, query, type, status, answer);
    }

    public Doc answers(int code, @Nullable Class<?> type) {
      return new Doc(group, summary, query, body, code, type);
    }
  }

  public static Doc doc(String group, String summary) {
    return new Doc(group, summary, List.of(), null, 200, null);
  }

  /** The usual two parameters of a list. */
  public static Doc listDoc(String group, String summary, Class<?> answer) {
    return doc(group, summary).query("limit", "how many at most (1 to " + Cursor.MOST + ", " + Cursor.USUAL
        + " when not given)").query("cursor", "where to go on: next_cursor of the page before").answers(200, answer);
  }

  /** A page of the console: not part of the API. */
  public static Endpoint page(Method method, String path, Access access, Handler handler) {
    return new Endpoint(method, path, access, doc("", path), handler);
  }

  public boolean isPage() {
    return doc.group.isEmpty();
  }
}
