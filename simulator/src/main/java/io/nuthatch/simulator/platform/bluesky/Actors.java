package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Reply;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Accounts by DID and by handle. Bluesky knows no protected accounts; those of the world that are protected count as
 * deactivated.
 */
final class Actors {

  private static final int MOST = 25;

  private Actors() {
  }

  static Reply getProfile(Call call) {
    return Reply.json(200, new Views(call).profile(visible(Xrpc.required(call.parameters(), "actor"), call.moment())));
  }

  static Reply getProfiles(Call call) {
    ObjectNode answer = Json.object();
    ArrayNode profiles = answer.putArray("profiles");
    Views views = new Views(call);
    for (String actor : Xrpc.several(call.parameters(), "actors", MOST)) {
      Names.account(actor, call.moment())
          .filter(account -> account.state() == AccountState.ACTIVE)
          .ifPresent(account -> profiles.add(views.profile(account)));
    }
    return Reply.json(200, answer);
  }

  static Reply resolveHandle(Call call) {
    String handle = Xrpc.required(call.parameters(), "handle");
    Account account = Names.account(handle, call.moment())
        .filter(found -> found.state() == AccountState.ACTIVE)
        .orElseThrow(() -> Xrpc.invalid("Unable to resolve handle"));
    return Reply.json(200, Json.object().put("did", Names.did(account.id())));
  }

  /** {@code com.atproto.sync.getRepoStatus}. */
  static Reply getRepoStatus(Call call) {
    String did = Xrpc.required(call.parameters(), "did");
    Account account = Names.account(did, call.moment())
        .orElseThrow(() -> new Xrpc.Refused("RepoNotFound", "Could not find repo for DID: " + did));
    ObjectNode answer = Json.object().put("did", did).put("active", account.state() == AccountState.ACTIVE);
    if (account.state() != AccountState.ACTIVE) {
      answer.put("status", account.state() == AccountState.SUSPENDED ? "takendown" : "deactivated");
    }
    return Reply.json(200, answer);
  }

  /** An account that can be seen, or the reason why not. */
  static Account visible(String actor, Moment moment) {
    Account account = Names.account(actor, moment).orElseThrow(() -> Xrpc.invalid("Profile not found"));
    return switch (account.state()) {
      case ACTIVE -> account;
      case SUSPENDED -> throw new Xrpc.Refused("AccountTakedown", "Account has been suspended");
      case PROTECTED, CLOSED -> throw new Xrpc.Refused("AccountDeactivated", "Account is deactivated");
    };
  }
}
