package io.nuthatch.app.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** The log, on standard error. */
final class Logging {

  private Logging() {
  }

  /** Takes in what libraries log by Java's own logging; call before the first of them is used. */
  static void gather() {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  static void configure(Settings settings) {
    if (LoggerFactory.getLogger("io.nuthatch") instanceof Logger logger) {
      logger.setLevel(Level.toLevel(settings.get(Catalogue.LOG_LEVEL).name()));
    }
  }
}
