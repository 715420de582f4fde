package io.nuthatch.app.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.security.Caller;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request, as a handler sees it: who asks, what with, and every value checked on the way out. A value that is
 * missing or malformed raises the problem the caller should see.
 */
public final class Request {

  /** A list of seeds that someone pastes is the largest form. */
  private static final int LARGEST_FORM = 4 * 1024 * 1024;
  private static final int STRANGERS_FORM = 64 * 1024;

  /** Who asks; with the secret of their console session, if that is how they proved it. */
  record Identity(Caller caller, @Nullable String sessionSecret) {
  }

  private final ServerRequest request;
  private final Origin origin;
  private final Supplier<Identity> identify;
  private final int maxBody;
  private @Nullable Identity identity;
  private byte @Nullable [] body;

  /** Identifying may ask the database, so it is done when someone wants to know, once. */
  Request(ServerRequest request, Origin origin, Supplier<Identity> identify, int maxBody) {
    this.request = request;
    this.origin = origin;
    this.identify = identify;
    this.maxBody = maxBody;
  }

  private Identity identity() {
    Identity known = identity;
    if (known == null) {
      known = identify.get();
      identity = known;
    }
    return known;
  }

  public Caller caller() {
    return identity().caller;
  }

  /** The secret of the console session the request came with, if it came with one that lives. */
  public Optional<String> sessionSecret() {
    return Optional.ofNullable(identity().sessionSecret);
  }

  /** Whether the caller would still be let in now; for answers that go on for long. */
  public boolean isStillAllowed(Access needed) {
    try {
      return identify.get().caller.access().includes(needed);
    } catch (Problem noLonger) {
      return false;
    }
  }

  /** Where the request came from, as far as it can be believed. */
  public Origin origin() {
    return origin;
  }

  public String address() {
    return request.path().rawPath();
  }

  /** A part of the path, by its name in the endpoint's path. */
  public String path(String name) {
    return request.path().pathParameters().get(name);
  }

  public Optional<String> query(String name) {
    return request.query().contains(name) ? Optional.of(request.query().get(name)) : Optional.empty();
  }

  /** How many items a page should have. */
  public int limit() {
    return query("limit").map(text -> wholeNumber("limit", text, 1, Cursor.MOST)).orElse(Cursor.USUAL);
  }

  /** The key after which a page begins; the given one when none was sent. */
  public String cursor(String beginning) {
    return query("cursor").map(Cursor::read).orElse(beginning);
  }

  /** As {@link #cursor(String)}, for lists in the order of a number. */
  public long cursor(long beginning) {
    String key = cursor("");
    try {
      return key.isEmpty() ? beginning : Long.parseLong(key);
    } catch (NumberFormatException e) {
      throw Problem.bad("cursor '" + query("cursor").orElse("") + "' belongs to another list");
    }
  }

  public static int wholeNumber(String name, String text, int least, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw Problem.bad(name + " takes a whole number from " + least + " to " + most + ", not '" + text + "'");
  }

  public Optional<String> header(String name) {
    return request.headers().first(HeaderNames.create(name));
  }

  public Optional<String> cookie(String name) {
    return request.headers().cookies().first(name).asOptional();
  }

  public boolean hasBody() {
    return request.content().hasEntity();
  }

  /** The body as a value. */
  public <T> T body(Class<T> type) {
    String contentType = header("Content-Type").orElse("application/json");
    if (!contentType.startsWith("application/json")) {
      throw Problem.of(Problem.Type.UNSUPPORTED_MEDIA_TYPE,
          "the body is taken as application/json, not as " + contentType);
    }
    byte[] bytes = bytes(maxBody);
    if (bytes.length == 0) {
      throw Problem.bad("a JSON object is expected in the body, and the body is empty");
    }
    try {
      T value = Json.read(bytes, type);
      requireFields(value);
      return value;
    } catch (JsonException e) {
      throw Problem.of(Problem.Type.BAD_REQUEST, "the body is " + e.getMessage(), e);
    }
  }

  /** Fields a record does not allow to be null must have been sent. */
  private static void requireFields(Object value) {
    if (value instanceof Record) {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        try {
          boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
          if (!optional && component.getAccessor().invoke(value) == null) {
            throw Problem.bad("the field '" + Json.fieldName(component.getName()) + "' is missing");
          }
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException("cannot look into " + value.getClass(), e);
        }
      }
    }
  }

  /** The body of a form, by field. A field sent twice counts once. */
  public Map<String, String> form() {
    Identity known = identity;
    boolean stranger = known == null || known.caller.access() == Access.NONE;
    int most = Math.min(stranger ? STRANGERS_FORM : LARGEST_FORM, maxBody);
    Map<String, String> fields = new HashMap<>();
    for (String pair : new String(bytes(most), StandardCharsets.UTF_8).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.of(Problem.Type.BAD_REQUEST, "the form is not encoded as forms are", e);
    }
  }

  private byte[] bytes(int most) {
    byte[] read = body;
    if (read == null) {
      read = request.content().hasEntity() ? read(most) : new byte[0];
      body = read;
    }
    return read;
  }

  private byte[] read(int most) {
    try (InputStream in = request.content().inputStream()) {
      byte[] bytes = in.readNBytes(most);
      if (bytes.length == most && in.read() >= 0) {
        // heard to its end, as far as the transport allows: who is cut off while sending does not see the answer
        in.transferTo(OutputStream.nullOutputStream());
        throw Problem.of(Problem.Type.TOO_LARGE, "the body is larger than " + most + " bytes");
      }
      return bytes;
    } catch (Problem | RequestException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // whatever the transport makes of a body that is cut off or wrongly framed, it is the sender's
      throw Problem.of(Problem.Type.BAD_REQUEST, "the body ended before it was whole", e);
    }
  }
}
