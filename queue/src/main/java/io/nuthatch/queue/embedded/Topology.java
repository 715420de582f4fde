package io.nuthatch.queue.embedded;

import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The queues of a bus and their bindings, kept in one small JSON file that is replaced with every change. */
final class Topology {

  private static final String FILE = "queues.json";
  private static final int VERSION = 1;
  private static final int MOST_ROUTES = 10_000;

  /** The file's content. */
  record Content(int version, List<QueueDeclaration> queues) {
  }

  private final Path directory;
  private final Map<String, QueueDeclaration> queues = new TreeMap<>();
  private final Map<String, List<String>> routes = new ConcurrentHashMap<>();

  private Topology(Path directory) {
    this.directory = directory;
  }

  static Topology read(Path directory) throws IOException {
    var topology = new Topology(directory);
    Path file = directory.resolve(FILE);
    if (Files.exists(file)) {
      try {
        Content content = Json.read(Files.readAllBytes(file), Content.class);
        if (content.version != VERSION) {
          throw QueueException.broken(file + " has version " + content.version + ", this program reads " + VERSION
              + "; use the program that wrote it", null);
        }
        content.queues.forEach(queue -> topology.queues.put(queue.name(), queue));
      } catch (NuthatchException e) {
        throw QueueException.broken(file + " cannot be read: " + e.getMessage(), e);
      }
    }
    return topology;
  }

  synchronized void declare(QueueDeclaration declared) {
    QueueDeclaration known = queues.get(declared.name());
    Set<String> patterns = new LinkedHashSet<>(known == null ? List.of() : known.patterns());
    patterns.addAll(declared.patterns());
    Map<String, QueueDeclaration> changed = new TreeMap<>(queues);
    changed.put(declared.name(), new QueueDeclaration(declared.name(), List.copyOf(patterns), declared.deliveries(),
        declared.deadLetters()));
    if (!declared.deadLetters().isEmpty()) {
      changed.putIfAbsent(declared.deadLetters(),
          new QueueDeclaration(declared.deadLetters(), List.of(), Integer.MAX_VALUE, ""));
    }
    replace(changed);
  }

  synchronized void unbind(String queue, String pattern) {
    QueueDeclaration known = get(queue);
    List<String> patterns = new ArrayList<>(known.patterns());
    patterns.remove(pattern);
    Map<String, QueueDeclaration> changed = new TreeMap<>(queues);
    changed.put(queue, new QueueDeclaration(queue, patterns, known.deliveries(), known.deadLetters()));
    replace(changed);
  }

  synchronized void delete(String queue) {
    Map<String, QueueDeclaration> changed = new TreeMap<>(queues);
    changed.remove(queue);
    replace(changed);
  }

  synchronized @Nullable QueueDeclaration find(String queue) {
    return queues.get(queue);
  }

  QueueDeclaration get(String queue) {
    QueueDeclaration found = find(queue);
    if (found == null) {
      throw QueueException.caller("there is no queue " + queue + " on the bus; declare it first");
    }
    return found;
  }

  /** The queues a message with this key goes to. */
  List<String> route(String routingKey) {
    List<String> known = routes.get(routingKey);
    if (known == null) {
      synchronized (this) {
        known = queues.values().stream()
            .filter(queue -> queue.patterns().stream().anyMatch(each -> new TopicPattern(each).matches(routingKey)))
            .map(QueueDeclaration::name).toList();
        if (routes.size() < MOST_ROUTES) {
          routes.put(routingKey, known);
        }
      }
    }
    return known;
  }

  private void replace(Map<String, QueueDeclaration> changed) {
    if (!changed.equals(queues)) {
      write(new Content(VERSION, List.copyOf(changed.values())));
      queues.clear();
      queues.putAll(changed);
      routes.clear();
    }
  }

  private void write(Content content) {
    try {
      DurableFile.replace(directory, FILE, ByteBuffer.wrap(Json.writeBytes(content)));
    } catch (IOException e) {
      throw QueueException.broken("cannot write " + directory.resolve(FILE), e);
    }
  }
}
