package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Post.Body;
import io.nuthatch.simulator.people.Post.Kind;
import io.nuthatch.simulator.people.Post.Reference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * What tests have added to or changed in the computed world, kept in memory. Everything here holds from the moment it
 * is recorded, whatever the clock says.
 */
final class Overlay {

  /** An explicit version of a post. */
  record Written(long id, long origin, Kind kind, @Nullable Reference reference, Body body) {
  }

  private final Map<Integer, Account> members = new ConcurrentHashMap<>();
  private final Map<String, Integer> numberByName = new ConcurrentHashMap<>();
  private final Map<Integer, String> names = new ConcurrentHashMap<>();
  private final Map<Integer, AccountState> states = new ConcurrentHashMap<>();
  private final Map<Long, Written> written = new ConcurrentHashMap<>();
  private final NavigableSet<Long> ids = new ConcurrentSkipListSet<>();
  private final Map<Integer, NavigableSet<Long>> idsByAuthor = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> postCounts = new ConcurrentHashMap<>();
  private final Map<Long, List<Long>> laterVersions = new ConcurrentHashMap<>();
  private final Set<Long> deleted = ConcurrentHashMap.newKeySet();
  private final Map<Long, Engagement> engagement = new ConcurrentHashMap<>();
  private final List<WorldEvent> events = new ArrayList<>();

  /** An explicit account as it was added; its name and state may have changed since, like anyone's. */
  @Nullable
  Account member(int number) {
    return members.get(number);
  }

  void add(Account member) {
    members.put(member.number(), member);
    numberByName.put(lower(member.screenName()), member.number());
  }

  int nextNumber(int computed) {
    return computed + members.size();
  }

  @Nullable
  Integer byName(String name) {
    return numberByName.get(lower(name));
  }

  /** The name given to an account after the fact, if any. */
  @Nullable
  String name(int number) {
    return names.get(number);
  }

  void rename(int number, String before, String after) {
    numberByName.remove(lower(before));
    numberByName.put(lower(after), number);
    names.put(number, after);
  }

  @Nullable
  AccountState state(int number) {
    return states.get(number);
  }

  void state(int number, AccountState state) {
    states.put(number, state);
  }

  @Nullable
  Written written(long id) {
    return written.get(id);
  }

  void add(Written version) {
    written.put(version.id(), version);
    if (version.id() == version.origin()) {
      postCounts.merge(Snowflake.account(version.id()), 1, Integer::sum);
    } else {
      laterVersions.merge(version.origin(), List.of(version.id()), Overlay::joined);
    }
    idsByAuthor.computeIfAbsent(Snowflake.account(version.id()), key -> new ConcurrentSkipListSet<>())
        .add(version.id());
    ids.add(version.id());
  }

  List<Long> laterVersions(long origin) {
    return laterVersions.getOrDefault(origin, List.of());
  }

  boolean isDeleted(long origin) {
    return deleted.contains(origin);
  }

  void delete(long origin) {
    if (deleted.add(origin) && written.containsKey(origin)) {
      postCounts.merge(Snowflake.account(origin), -1, Integer::sum);
    }
  }

  @Nullable
  Engagement engagement(long origin) {
    return engagement.get(origin);
  }

  void engagement(long origin, Engagement value) {
    engagement.put(origin, value);
  }

  /** Ids of explicit versions within a range, the newest first. */
  NavigableSet<Long> ids(IdRange range) {
    return range(ids, range);
  }

  NavigableSet<Long> ids(int author, IdRange range) {
    return range(idsByAuthor.getOrDefault(author, new ConcurrentSkipListSet<>()), range);
  }

  /** The number of explicit posts of an author that are there. */
  int posts(int author) {
    return postCounts.getOrDefault(author, 0);
  }

  void record(WorldEvent event) {
    synchronized (events) {
      events.add(event);
    }
  }

  int events() {
    synchronized (events) {
      return events.size();
    }
  }

  /** The number of events before the first one that happened at an instant or later. */
  int eventsBefore(Instant instant) {
    synchronized (events) {
      int count = 0;
      while (count < events.size() && events.get(count).at().isBefore(instant)) {
        count++;
      }
      return count;
    }
  }

  /** What happened after so many events. */
  List<WorldEvent> eventsAfter(int count) {
    synchronized (events) {
      return List.copyOf(events.subList(count, events.size()));
    }
  }

  private static NavigableSet<Long> range(NavigableSet<Long> ids, IdRange range) {
    return range.after() >= range.upTo()
        ? Collections.emptyNavigableSet()
        : ids.subSet(range.after(), false, range.upTo(), true).descendingSet();
  }

  private static List<Long> joined(List<Long> first, List<Long> second) {
    List<Long> all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
