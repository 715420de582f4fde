package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.PATCH;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Seed;
import io.nuthatch.harvest.catalog.SeedLine;
import io.nuthatch.harvest.catalog.SeedText;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The seeds of collections: accounts, searches, tags, feeds. */
public final class SeedEndpoints {

  /** Some of the seeds of a collection, in order, and how many there are in all. */
  public record SeedList(List<Seed> seeds, long count) {
  }

  /** A seed to add. */
  public record NewSeed(@Nullable String token, @Nullable String uid, @Nullable String note) {
  }

  /**
   * Many seeds at once.
   *
   * @param text a seed a line, or CSV whose header has token or uid
   * @param format {@code lines}, {@code uids} or {@code csv}; told from the text when not given
   */
  public record Bulk(String text, @Nullable String format, @Nullable String note) {
  }

  /** What became of each line. */
  public record BulkResult(long added, long duplicates, long refused, List<SeedLine.Result> lines) {

    static BulkResult of(List<SeedLine.Result> lines) {
      return new BulkResult(count(lines, SeedLine.Outcome.ADDED), count(lines, SeedLine.Outcome.DUPLICATE),
          count(lines, SeedLine.Outcome.REFUSED), lines);
    }

    private static long count(List<SeedLine.Result> lines, SeedLine.Outcome outcome) {
      return lines.stream().filter(line -> line.outcome() == outcome).count();
    }
  }

  /** What to change of a seed; null leaves a thing as it is. */
  public record SeedChange(@Nullable String token, @Nullable String uid, @Nullable Boolean active,
      @Nullable String note) {
  }

  private final CatalogDesk desk;
  private final Catalog catalog;

  public SeedEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.catalog = desk.catalog();
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/collections/{id}/seeds", Access.VIEWER,
            Offsets.doc("seeds", "The seeds of a collection").query("active", "true or false; both when not given")
                .answers(200, SeedList.class),
            this::list),
        new Endpoint(GET, "/api/v1/collections/{id}/seeds.csv", Access.VIEWER,
            doc("seeds", "The active seeds of a collection, as CSV"), this::download),
        new Endpoint(POST, "/api/v1/collections/{id}/seeds", Access.EDITOR,
            doc("seeds", "Add a seed").body(NewSeed.class).answers(201, Seed.class), this::add),
        new Endpoint(POST, "/api/v1/collections/{id}/seeds/bulk", Access.EDITOR,
            doc("seeds", "Add many seeds, pasted or CSV; says of every line what became of it").body(Bulk.class)
                .answers(200, BulkResult.class),
            request -> Answer.json(addAll(request.caller(), request.path("id"), request.body(Bulk.class)))),
        new Endpoint(PATCH, "/api/v1/seeds/{id}", Access.EDITOR,
            doc("seeds", "Change a seed, or take it out of use and back").body(SeedChange.class).answers(200,
                Seed.class),
            request -> Answer.json(change(request.caller(), request.path("id"), request.body(SeedChange.class)))));
  }

  private Answer list(Request request) {
    String id = request.path("id");
    Boolean active = request.query("active").map(SeedEndpoints::flag).orElse(null);
    return Answer.json(desk.read(request.caller(), (reading, viewer) -> {
      catalog.collections().get(reading, viewer, id);
      return new SeedList(
          catalog.seeds().list(reading, viewer, id, active, request.limit(), Offsets.offset(request)),
          catalog.seeds().count(reading, viewer, id, active));
    }));
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw Problem.bad("active takes true or false, not '" + text + "'");
    }
    return Boolean.parseBoolean(text);
  }

  private Answer download(Request request) {
    String id = request.path("id");
    List<Seed> seeds = desk.read(request.caller(), (reading, viewer) -> {
      catalog.collections().get(reading, viewer, id);
      return catalog.seeds().list(reading, viewer, id, true, Integer.MAX_VALUE, 0);
    });
    return Answer.text("text/csv; charset=utf-8", SeedText.csv(seeds)).with("Content-Disposition",
        "attachment; filename=\"seeds-" + id + ".csv\"");
  }

  private Answer add(Request request) {
    NewSeed asked = request.body(NewSeed.class);
    return Answer.json(201, desk.change(request.caller(), "seed.add", asked.note, (transaction, edit) -> catalog.seeds()
        .add(transaction, edit, request.path("id"), asked.token, asked.uid), Seed::id));
  }

  public BulkResult addAll(Caller caller, String collection, Bulk asked) {
    List<SeedLine> lines = lines(asked);
    return BulkResult.of(desk.change(caller, "seed.bulk-add", asked.note,
        (transaction, edit) -> catalog.seeds().addAll(transaction, edit, collection, lines), _ -> collection));
  }

  private static List<SeedLine> lines(Bulk asked) {
    String first = asked.text.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
    boolean header = first.matches("\\W*(token|uid)\\W*(,.*)?|.*,\\W*(token|uid)\\W*(,.*)?");
    return switch (asked.format == null ? header ? "csv" : "lines" : asked.format) {
      case "csv" -> SeedText.csv(asked.text);
      case "lines" -> SeedText.pasted(asked.text, false);
      case "uids" -> SeedText.pasted(asked.text, true);
      default -> throw Problem.bad("format takes lines, uids or csv, not '" + asked.format + "'");
    };
  }

  public Seed change(Caller caller, String id, SeedChange asked) {
    return desk.change(caller, "seed.change", asked.note, (transaction, edit) -> {
      Seed seed = catalog.seeds().get(transaction, edit.by(), id);
      if (asked.token != null || asked.uid != null) {
        seed = catalog.seeds().change(transaction, edit, id, asked.token == null ? seed.token() : asked.token,
            asked.uid == null ? seed.uid() : asked.uid);
      }
      return asked.active == null ? seed : catalog.seeds().activate(transaction, edit, id, asked.active);
    }, Seed::id);
  }
}
