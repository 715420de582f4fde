package io.nuthatch.app.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nuthatch.app.http.RequestMeter;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The node's figures, in the form Prometheus reads. */
public final class Metrics implements RequestMeter, AutoCloseable {

  /** Methods people make up would each become a series of its own. */
  private static final Set<String> KNOWN_METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public Metrics(String node) {
    registry.config().commonTags("node", node);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  @Override
  public void answered(String method, String path, int status, Duration took) {
    Timer.builder("http.server.requests").description("Requests answered, by endpoint and status.")
        .tag("method", KNOWN_METHODS.contains(method) ? method : "OTHER").tag("path", path)
        .tag("status", Integer.toString(status))
        .serviceLevelObjectives(Duration.ofMillis(5), Duration.ofMillis(25), Duration.ofMillis(100),
            Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(10))
        .register(registry).record(took);
  }

  /** A figure that is asked for when someone looks. */
  public void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }

  /** A figure that only grows. */
  public <T> void counter(String name, String description, T source, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value).description(description).register(registry);
  }

  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
