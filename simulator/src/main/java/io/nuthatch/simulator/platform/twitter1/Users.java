package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Accounts by id and by name. */
final class Users {

  private static final int MOST = 100;

  private Users() {
  }

  /** {@code users/lookup}: those of up to 100 accounts that are there and not suspended. */
  static Reply lookup(Call call) {
    List<String> ids = call.parameters().list("user_id");
    List<String> names = call.parameters().list("screen_name");
    if (ids.isEmpty() && names.isEmpty()) {
      return Errors.missing("user_id, screen_name");
    }
    if (ids.size() + names.size() > MOST) {
      return Errors.tooMany();
    }
    Set<Account> found = new LinkedHashSet<>();
    ids.forEach(id -> Parameters.asNumber(id).flatMap(call.moment()::account).ifPresent(found::add));
    names.forEach(name -> call.moment().account(name).ifPresent(found::add));
    found.removeIf(account -> account.state() == AccountState.SUSPENDED);
    if (found.isEmpty()) {
      return Errors.of(404, 17, "No user matches for specified terms.");
    }
    return Reply.json(TweetJson.document(out -> {
      out.writeStartArray();
      call.mischief().muddle(List.copyOf(found)).forEach(new UserJson(out, call.links())::full);
      out.writeEndArray();
    }));
  }

  /** {@code users/show}. */
  static Reply show(Call call) {
    if (call.parameters().text("user_id").or(() -> call.parameters().text("screen_name")).isEmpty()) {
      return Errors.missing("user_id, screen_name");
    }
    Optional<Account> account = named(call);
    if (account.isEmpty()) {
      return Errors.noUser();
    }
    if (account.get().state() == AccountState.SUSPENDED) {
      return Errors.of(403, 63, "User has been suspended.");
    }
    return Reply.json(TweetJson.document(out -> new UserJson(out, call.links()).full(account.get())));
  }

  /** The account that a call is about. */
  static Optional<Account> named(Call call) {
    Optional<Long> id = call.parameters().number("user_id");
    return id.isPresent()
        ? id.flatMap(call.moment()::account)
        : call.parameters().text("screen_name").flatMap(call.moment()::account);
  }
}
