package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;
import static io.nuthatch.app.http.Endpoint.listDoc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Tokens;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens for programs. */
public final class TokenEndpoints {

  /** A page of tokens. */
  public record TokenList(List<Tokens.Token> tokens, @Nullable String nextCursor) {
  }

  /** A token to make. */
  public record NewToken(String label, Access role, @Nullable String operator, @Nullable Integer days) {
  }

  private final Tokens tokens;

  public TokenEndpoints(Tokens tokens) {
    this.tokens = tokens;
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/tokens", Access.ADMIN, listDoc("tokens", "All tokens, without their secrets",
            TokenList.class), this::list),
        new Endpoint(POST, "/api/v1/tokens", Access.ADMIN,
            doc("tokens", "Make a token; its secret is in this answer and nowhere else").body(NewToken.class)
                .answers(201, Tokens.Fresh.class),
            this::create),
        new Endpoint(DELETE, "/api/v1/tokens/{id}", Access.ADMIN,
            doc("tokens", "Revoke a token; sessions begun with it end").answers(204, null), this::revoke));
  }

  private Answer list(Request request) {
    int limit = request.limit();
    List<Tokens.Token> page = tokens.list(request.cursor(""), limit);
    return Answer.json(new TokenList(page, Cursor.after(page, limit, Tokens.Token::id)));
  }

  private Answer create(Request request) {
    NewToken asked = request.body(NewToken.class);
    Integer days = asked.days;
    Duration lifetime = days == null ? null : Duration.ofDays(days);
    return Answer.json(201, tokens.create(request.caller(), asked.label, asked.role, asked.operator, lifetime));
  }

  private Answer revoke(Request request) {
    tokens.revoke(request.caller(), request.path("id"));
    return Answer.nothing();
  }
}
