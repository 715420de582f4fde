package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The two lists that exporters and scripts of Social Feed Manager ask for, in its words: {@code /api/v1/warcs/} and
 * {@code /api/v1/collections/}. Unlike there, they are in a defined order and hold only what the asker may see.
 */
public final class PortableLists {

  public static final int USUAL_LIMIT = 250;
  private static final int LARGEST_LIMIT = 10_000;
  private static final int MOST_SEEDS = 1_000;

  /** A stretch of a list, and how long all of it is. */
  public record Page<T>(long count, List<T> results) {
  }

  /** Which files; null, or no seeds, means any. */
  public record WarcQuery(@Nullable String collection, List<String> seeds, WarcStore.Range harvested,
      WarcStore.Range created) {

    public WarcQuery {
      if (seeds.size() > MOST_SEEDS) {
        throw CatalogException.invalid("at most " + MOST_SEEDS + " seeds at a time; ask for the collection instead");
      }
    }

    public static WarcQuery all() {
      return new WarcQuery(null, List.of(), WarcStore.Range.ALL, WarcStore.Range.ALL);
    }
  }

  /** From where on, and how many at most. */
  public record Window(int limit, int offset) {

    public static final Window FIRST = new Window(USUAL_LIMIT, 0);

    public Window {
      if (limit < 1 || limit > LARGEST_LIMIT || offset < 0) {
        throw CatalogException.invalid("limit is between 1 and " + LARGEST_LIMIT + " and offset not negative, not "
            + limit + " and " + offset);
      }
    }
  }

  private final WarcStore warcs;

  public PortableLists(Catalog catalog) {
    this.warcs = catalog.warcs();
  }

  /** In the order in which they were made; files of the web are not among them. */
  public Page<Warc> warcs(Reading reading, Viewer viewer, WarcQuery query, Window window) {
    WarcStore.Filter filter = new WarcStore.Filter(query.collection, null, query.seeds, query.harvested, query.created,
        false);
    return new Page<>(warcs.count(reading, viewer, filter),
        warcs.list(reading, viewer, filter, window.limit, window.offset));
  }

  /** By id; those of a set, those whose id begins so, or all. */
  public Page<Collection> collections(Reading reading, Viewer viewer, @Nullable String startsWith,
      @Nullable String set, Window window) {
    Conditions conditions = new Conditions().visibleTo(viewer).ifGiven("c.set_id = ?", set);
    if (startsWith != null) {
      String prefix = startsWith.toLowerCase(Locale.ROOT);
      conditions.and("c.id LIKE ?", prefix.matches("[0-9a-f]*") ? prefix + "%" : "");
    }
    return new Page<>(
        reading.number("SELECT count(*) FROM collections c JOIN collection_sets s ON s.id = c.set_id"
            + conditions.where(), conditions.parameters()),
        reading.list(CollectionStore.SELECT + conditions.where() + " ORDER BY c.id LIMIT ? OFFSET ?",
            CollectionStore::collection, conditions.parameters(window.limit, window.offset)));
  }
}
