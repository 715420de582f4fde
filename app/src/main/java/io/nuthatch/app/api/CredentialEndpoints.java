package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.PATCH;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Credential;
import io.nuthatch.harvest.catalog.HarvestTypes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What platforms know us by, and what can be harvested from them. Values of credentials go in and never come out. */
public final class CredentialEndpoints {

  /** A credential as it may be shown, and how many collections go by it. */
  public record CredentialView(Credential credential, Credential.Uses uses) {
  }

  /** Credentials, by platform and name. */
  public record CredentialList(List<CredentialView> credentials) {
  }

  /** A credential to keep; the values a platform needs are listed with the types of harvest. */
  public record NewCredential(String platform, String name, Map<String, String> values) {
  }

  /** What to change of a credential; null leaves a thing as it is. */
  public record CredentialChange(@Nullable String name, @Nullable Boolean active, @Nullable Map<String, String> values,
      @Nullable String note) {
  }

  /** A type of harvest, what a collection of it needs and may choose. */
  public record TypeView(String name, String label, String platform, boolean isStream, boolean isOff, int leastSeeds,
      int mostSeeds, String seedHint, List<HarvestType.Option> options, List<CredentialField> credentialFields) {

    static TypeView of(HarvestTypes.Offer offer) {
      HarvestType type = offer.type();
      return new TypeView(type.name(), type.label(), offer.platform(), type.isStream(), offer.off(),
          type.seeds().least(), type.seeds().most(), type.seeds().hint(), type.options(),
          offer.adapter().credentialFields());
    }
  }

  /** All types of harvest. */
  public record TypeList(List<TypeView> types) {
  }

  private final CatalogDesk desk;
  private final Catalog catalog;

  public CredentialEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.catalog = desk.catalog();
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/harvest-types", Access.VIEWER,
            doc("collections", "What can be harvested, and what it takes").answers(200, TypeList.class),
            _ -> Answer.json(new TypeList(types()))),
        new Endpoint(GET, "/api/v1/credentials", Access.VIEWER,
            doc("credentials", "Credentials you may use, without their values").answers(200, CredentialList.class),
            request -> Answer.json(new CredentialList(list(request.caller())))),
        new Endpoint(POST, "/api/v1/credentials", Access.EDITOR,
            doc("credentials", "Keep a credential, sealed").body(NewCredential.class).answers(201, Credential.class),
            request -> Answer.json(201, create(request.caller(), request.body(NewCredential.class)))),
        new Endpoint(PATCH, "/api/v1/credentials/{id}", Access.EDITOR,
            doc("credentials", "Rename a credential, change its values, take it out of use or back")
                .body(CredentialChange.class).answers(200, Credential.class),
            request -> Answer.json(change(request.caller(), request.path("id"),
                request.body(CredentialChange.class)))),
        new Endpoint(GET, "/api/v1/credentials/{id}/history", Access.VIEWER,
            Endpoint.listDoc("credentials", "Who changed what of a credential", SetEndpoints.ChangeList.class),
            this::history));
  }

  public List<TypeView> types() {
    return catalog.types().all().stream().map(TypeView::of).toList();
  }

  public List<CredentialView> list(Caller caller) {
    return desk.read(caller, (reading, viewer) -> catalog.credentials().list(reading, viewer).stream()
        .map(credential -> new CredentialView(credential,
            catalog.credentials().uses(reading, viewer, credential.id())))
        .toList());
  }

  public Credential create(Caller caller, NewCredential asked) {
    return desk.change(caller, "credential.create", null, (transaction, edit) -> catalog.credentials()
        .create(transaction, edit, asked.platform, asked.name, asked.values), Credential::id);
  }

  public Credential change(Caller caller, String id, CredentialChange asked) {
    return desk.change(caller, "credential.change", asked.note, (transaction, edit) -> {
      Credential before = catalog.credentials().get(transaction, edit.by(), id);
      return catalog.credentials().change(transaction, edit, id,
          Objects.requireNonNullElse(asked.name, before.name()),
          Objects.requireNonNullElse(asked.active, before.active()), asked.values);
    }, Credential::id);
  }

  private Answer history(Request request) {
    int limit = request.limit();
    return Answer.json(SetEndpoints.ChangeList.of(desk.read(request.caller(), (reading, viewer) -> catalog.credentials()
        .history(reading, viewer, request.path("id"), request.cursor(Long.MAX_VALUE), limit)), limit));
  }
}
