package io.nuthatch.app.cli;
import picocli.CommandLine.Command;
@Command(name = "demo")
public final class DemoCommand implements Runnable {
  @Override
  public void run() {
  }
}
