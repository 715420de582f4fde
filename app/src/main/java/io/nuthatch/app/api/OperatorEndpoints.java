package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.PATCH;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;
import static io.nuthatch.app.http.Endpoint.listDoc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.app.security.Operators;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The people who sign in. */
public final class OperatorEndpoints {

  /** A page of operators. */
  public record OperatorList(List<Operators.Operator> operators, @Nullable String nextCursor) {
  }

  /** Someone to add; without a password they sign in through OpenID Connect. */
  public record NewOperator(String name, Access role, @Nullable String password) {
  }

  /** Who asks. */
  public record Me(String name, Access role, Caller.Via via) {
  }

  private final Operators operators;

  public OperatorEndpoints(Operators operators) {
    this.operators = operators;
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/me", Access.VIEWER, doc("operators", "Who asks, and what they may").answers(200,
            Me.class), request -> Answer.json(me(request.caller()))),
        new Endpoint(GET, "/api/v1/operators", Access.ADMIN,
            listDoc("operators", "All operators, by name", OperatorList.class), this::list),
        new Endpoint(POST, "/api/v1/operators", Access.ADMIN,
            doc("operators", "Add an operator").body(NewOperator.class).answers(201, Operators.Operator.class),
            this::create),
        new Endpoint(GET, "/api/v1/operators/{name}", Access.ADMIN,
            doc("operators", "One operator").answers(200, Operators.Operator.class),
            request -> Answer.json(operators.get(request.path("name")))),
        new Endpoint(PATCH, "/api/v1/operators/{name}", Access.ADMIN,
            doc("operators", "Change an operator's role or password, disable or enable; ends their sessions")
                .body(Operators.Change.class).answers(200, Operators.Operator.class),
            request -> Answer.json(
                operators.change(request.caller(), request.path("name"), request.body(Operators.Change.class)))),
        new Endpoint(DELETE, "/api/v1/operators/{name}", Access.ADMIN,
            doc("operators", "Remove an operator with their tokens and sessions").answers(204, null), this::remove));
  }

  private static Me me(Caller caller) {
    return new Me(caller.name(), caller.access(), caller.via());
  }

  private Answer list(Request request) {
    int limit = request.limit();
    List<Operators.Operator> page = operators.list(request.cursor(""), limit);
    return Answer.json(new OperatorList(page, Cursor.after(page, limit, Operators.Operator::name)));
  }

  private Answer create(Request request) {
    NewOperator asked = request.body(NewOperator.class);
    return Answer.json(201, operators.create(request.caller(), asked.name, asked.role, asked.password));
  }

  private Answer remove(Request request) {
    operators.remove(request.caller(), request.path("name"));
    return Answer.nothing();
  }
}
