package io.nuthatch.harvest.web;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.web.Fetch.Result;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done with one step at one host: ask for its rules, fetch, follow, try again, or give up. */
final class Visit {

  /** After so many times in a row that nobody was there, the rest of a host's URLs is not tried. */
  private static final int GIVE_UP = 5;

  private final Fetch fetch;
  private final Hosts hosts;
  private final WebSettings settings;
  private final WebOptions options;
  private final Set<String> robotNames;

  Visit(Fetch fetch, Hosts hosts, WebSettings settings, WebOptions options, Set<String> robotNames) {
    this.fetch = fetch;
    this.hosts = hosts;
    this.settings = settings;
    this.options = options;
    this.robotNames = robotNames;
  }

  /** How long to leave the host alone after it. */
  Duration make(Host host, Step step) {
    if (host.failures() >= GIVE_UP) {
      hosts.settle(step, Outcome.UNREACHABLE, step.told() + ": its host did not answer " + GIVE_UP + " times in a row");
      return Duration.ZERO;
    }
    String origin = step.uri().getScheme() + "://" + step.uri().getRawAuthority();
    Robots rules = options.robots() ? host.robots(origin) : Robots.NONE;
    if (rules == null) {
      return askForRules(host, step, origin);
    }
    if (!rules.allows(step.uri())) {
      Outcome trouble = rules.trouble();
      hosts.settle(step, trouble == null ? Outcome.ROBOTS : trouble, step.told() + (trouble == null
          ? ": robots.txt does not allow it"
          : ": robots.txt of its host could not be had, so nothing is allowed"));
      return Duration.ZERO;
    }
    Duration pause = longer(settings.pause(), shorter(rules.delay(), settings.longestPause()));
    return switch (fetch.get(step.uri())) {
      case Result.Fetched fetched -> {
        host.noteAnswer();
        hosts.settle(step);
        yield pause;
      }
      case Result.Redirected redirected -> {
        host.noteAnswer();
        follow(step, redirected.location());
        yield pause;
      }
      case Result.Failed failed -> failed(host, step, failed, pause);
    };
  }

  private Duration askForRules(Host host, Step step, String origin) {
    Robots rules = fetch.robots(URI.create(origin), robotNames);
    Outcome trouble = rules.trouble();
    note(host, trouble);
    boolean passing = trouble != null && (trouble == Outcome.ROBOTS || trouble.isPassing());
    if (passing && step.tries() + 1 < settings.tries()) {
      hosts.add(step.again(), true);
      return backOff(step);
    }
    host.obey(origin, rules);
    hosts.add(step.afresh(), true);
    return trouble == null ? settings.pause() : Duration.ZERO;
  }

  private static void note(Host host, @Nullable Outcome trouble) {
    if (trouble != null && trouble.isNobody()) {
      host.noteFailure();
    } else {
      host.noteAnswer();
    }
  }

  private void follow(Step step, String location) {
    URI to;
    try {
      to = WebUrl.resolve(step.uri(), location);
    } catch (HarvestException e) {
      hosts.settle(step, Outcome.BAD_URL, step.told() + " redirects to nowhere: " + e.getMessage());
      return;
    }
    if (to.equals(step.uri()) || step.way().contains(to)) {
      hosts.settle(step, Outcome.REDIRECT_LOOP, step.told() + " redirects in a circle, to " + to);
    } else if (step.way().size() >= options.maxRedirects()) {
      hosts.settle(step, Outcome.TOO_MANY_REDIRECTS, step.told() + " redirects more than " + options.maxRedirects()
          + " times");
    } else {
      hosts.add(step.redirected(to), true);
    }
  }

  private Duration failed(Host host, Step step, Result.Failed failed, Duration pause) {
    note(host, failed.outcome());
    Duration asked = failed.retryAfter();
    boolean patient = asked == null || asked.compareTo(settings.longestPause()) <= 0;
    if (!failed.outcome().isPassing() || step.tries() + 1 >= settings.tries() || !patient) {
      hosts.settle(step, failed.outcome(), step.told() + ": " + failed.why());
      return patient && asked != null ? longer(asked, pause) : pause;
    }
    hosts.add(step.again(), true);
    return longer(pause, asked == null ? backOff(step) : asked);
  }

  /** Twice as long each time. */
  private Duration backOff(Step step) {
    return shorter(settings.pause().multipliedBy(2L << Math.min(step.tries(), 10)), settings.longestPause());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
