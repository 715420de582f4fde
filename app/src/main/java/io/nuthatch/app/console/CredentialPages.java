package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.CredentialEndpoints;
import io.nuthatch.app.api.CredentialEndpoints.CredentialChange;
import io.nuthatch.app.api.CredentialEndpoints.NewCredential;
import io.nuthatch.app.api.CredentialEndpoints.TypeView;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Credentials: what platforms know us by. Values can be given and changed here, never read. */
final class CredentialPages {

  private static final String VALUE = "value.";

  private final Frames frames;
  private final CredentialEndpoints credentials;

  CredentialPages(Frames frames, CredentialEndpoints credentials) {
    this.frames = frames;
    this.credentials = credentials;
  }

  List<Endpoint> endpoints() {
    return List.of(
        Endpoint.page(GET, "/credentials", Access.EDITOR, request -> page(200, request, null)),
        Endpoint.page(POST, "/credentials", Access.EDITOR, request -> Forms.handle(request, this::page, this::add)),
        Endpoint.page(POST, "/credentials/{id}/change", Access.EDITOR,
            request -> Forms.handle(request, this::page, this::change)));
  }

  private Answer page(int status, Request request, @Nullable String error) {
    Map<String, TypeView> platforms = new LinkedHashMap<>();
    credentials.types().stream().filter(type -> !type.credentialFields().isEmpty())
        .forEach(type -> platforms.putIfAbsent(type.platform(), type));
    return frames.page(status, Area.CREDENTIALS, request, error, "credentials",
        Map.of("credentials", credentials.list(request.caller()), "platforms", List.copyOf(platforms.values())));
  }

  private String add(Request request, Map<String, String> form) {
    credentials.create(request.caller(), new NewCredential(Forms.required(form, "platform", "the platform"),
        Forms.required(form, "name", "the name"), values(form)));
    return "/credentials";
  }

  private String change(Request request, Map<String, String> form) {
    Boolean active = Forms.map(Forms.text(form, "active"), Boolean::valueOf);
    credentials.change(request.caller(), request.path("id"),
        new CredentialChange(Forms.text(form, "name"), active, null, null));
    return "/credentials";
  }

  private static Map<String, String> values(Map<String, String> form) {
    Map<String, String> values = new LinkedHashMap<>();
    form.forEach((name, value) -> {
      if (name.startsWith(VALUE) && !value.isBlank()) {
        values.put(name.substring(VALUE.length()), value.strip());
      }
    });
    return values;
  }
}
