package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Accounts by id and by name. */
final class Users {

  private static final int MOST = 100;

  private Users() {
  }

  static Optional<Account> byId(Moment moment, String id) {
    return Parameters.asNumber(id).flatMap(moment::account);
  }

  /** {@code /2/users?ids=}. */
  static Reply lookup(Call call) {
    return list(call, "ids", id -> byId(call.moment(), id));
  }

  /** {@code /2/users/by?usernames=}. */
  static Reply byNames(Call call) {
    return list(call, "usernames", call.moment()::account);
  }

  /** {@code /2/users/:id}. */
  static Reply single(Call call) {
    return one(call, "id", byId(call.moment(), call.variable("id")));
  }

  /** {@code /2/users/by/username/:username}. */
  static Reply byName(Call call) {
    return one(call, "username", call.moment().account(call.variable("username")));
  }

  private static Reply one(Call call, String parameter, Optional<Account> account) {
    Envelope envelope = Envelope.of(call);
    if (keep(envelope, parameter, call.variable(parameter), account)) {
      return Reply.json(envelope.account(account.orElseThrow()));
    }
    return Reply.json(envelope.empty());
  }

  private static Reply list(Call call, String parameter, Function<String, Optional<Account>> find) {
    List<String> asked = call.parameters().list(parameter);
    if (asked.isEmpty() || asked.size() > MOST) {
      return Problems.invalid(parameter, String.join(",", asked), "The number of values in the `" + parameter
          + "` query parameter list [" + asked.size() + "] is not between 1 and 100");
    }
    Envelope envelope = Envelope.of(call);
    List<Account> found = new ArrayList<>();
    for (String value : asked) {
      Optional<Account> account = find.apply(value);
      if (keep(envelope, parameter, value, account)) {
        found.add(account.orElseThrow());
      }
    }
    return Reply.json(envelope.accounts(call.mischief().muddle(found)));
  }

  /** Whether an account may be shown; if not, the reason goes into the envelope. */
  private static boolean keep(Envelope envelope, String parameter, String value, Optional<Account> account) {
    if (account.isEmpty()) {
      envelope.error(Problems.notFound("user", parameter, value));
      return false;
    }
    if (account.get().state() == AccountState.SUSPENDED) {
      envelope.error(Problems.hidden("user", parameter, value, AccountState.SUSPENDED));
      return false;
    }
    return true;
  }
}
