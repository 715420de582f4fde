package io.nuthatch.simulator.platform.flickr;

import static io.nuthatch.simulator.platform.flickr.PhotoJson.content;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.platform.Call;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code flickr.people.*}: accounts by name and by NSID. */
final class People {

  private People() {
  }

  static ObjectNode findByUsername(Call call) {
    Account account = call.parameters()
        .text("username")
        .flatMap(call.moment()::account)
        .filter(People::isThere)
        .orElseThrow(Failure::userNotFound);
    ObjectNode user = Json.object().put("id", Nsid.of(account.id())).put("nsid", Nsid.of(account.id()));
    user.set("username", content(account.screenName()));
    ObjectNode answer = Json.object();
    answer.set("user", user);
    return answer;
  }

  static ObjectNode getInfo(Call call) {
    Account account = named(call).orElseThrow(Failure::userNotFound);
    String nsid = Nsid.of(account.id());
    String alias = Photo.pathAlias(account);
    ObjectNode person = Json.object()
        .put("id", nsid)
        .put("nsid", nsid)
        .put("ispro", account.profile().verified() ? 1 : 0)
        .put("is_deleted", 0)
        .put("iconserver", "0")
        .put("iconfarm", 0)
        .put("path_alias", alias)
        .put("has_stats", 0);
    person.set("username", content(account.screenName()));
    person.set("realname", content(account.profile().name()));
    person.set("location", content(account.profile().location()));
    person.set("description", content(account.profile().bio()));
    person.set("photosurl", content(call.links().address("https://www.flickr.com/photos/" + alias + "/")));
    person.set("profileurl", content(call.links().address("https://www.flickr.com/people/" + alias + "/")));
    List<Photo> all = Photos.by(account, call.moment());
    ObjectNode counts = person.putObject("photos");
    if (!all.isEmpty()) {
      counts.set("firstdatetaken", content(PhotoJson.taken(all.getLast())));
      counts.set("firstdate", content(PhotoJson.seconds(all.getLast().posted())));
    }
    counts.putObject("count").put("_content", all.size());
    ObjectNode answer = Json.object();
    answer.set("person", person);
    return answer;
  }

  /** The account that {@code user_id} names. */
  static Optional<Account> named(Call call) {
    return call.parameters()
        .text("user_id")
        .flatMap(Nsid::parse)
        .flatMap(call.moment()::account)
        .filter(People::isThere);
  }

  private static boolean isThere(Account account) {
    return account.state() != AccountState.SUSPENDED;
  }
}
