package io.nuthatch.app.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real Chromium without a window, with a profile of its own, that speaks to loopback only. */
final class Browser implements AutoCloseable {

  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");

  private final ChromeDriver driver;
  private final String url;

  private Browser(ChromeDriver driver, String url) {
    this.driver = driver;
    this.url = url;
  }

  static Browser open(String url, Path profile, String... more) {
    if (!Files.isExecutable(DRIVER) || !Files.isExecutable(PROGRAM)) {
      throw new IllegalStateException("these tests need Chromium: apt-get install chromium chromium-driver");
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(PROGRAM.toFile());
    options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
        "--user-data-dir=" + profile, "--window-size=1280,900");
    options.addArguments(more);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile())
        .usingAnyFreePort().build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(20));
    return new Browser(driver, url);
  }

  ChromeDriver driver() {
    return driver;
  }

  void go(String path) {
    driver.get(url + path);
  }

  String path() {
    return driver.getCurrentUrl().substring(url.length());
  }

  WebElement find(String css) {
    return new WebDriverWait(driver, Duration.ofSeconds(10)).until(d -> d.findElement(By.cssSelector(css)));
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  String text(String css) {
    return find(css).getText();
  }

  void type(String css, String text) {
    WebElement field = find(css);
    field.clear();
    field.sendKeys(text);
  }

  /** As {@link #type}, by XPath. */
  void typeAt(String path, String text) {
    driver.findElement(By.xpath(path)).sendKeys(text);
  }

  /** Opens what is folded around an element. */
  void unfold(String css) {
    driver.executeScript("document.querySelectorAll(arguments[0]).forEach(e => e.closest('details').open = true)", css);
  }

  /** Presses a button that leads to another page, and waits until that one is there. */
  void press(String css) {
    press(find(css));
  }

  void pressAt(String path) {
    press(driver.findElement(By.xpath(path)));
  }

  private void press(WebElement button) {
    button.click();
    new WebDriverWait(driver, Duration.ofSeconds(10)).until(d -> isGone(button));
    new WebDriverWait(driver, Duration.ofSeconds(10))
        .until(d -> "complete".equals(driver.executeScript("return document.readyState")));
  }

  private static boolean isGone(WebElement element) {
    try {
      element.isEnabled();
      return false;
    } catch (StaleElementReferenceException e) {
      return true;
    } catch (WebDriverException e) {
      return false; // between two documents the driver has no answer yet
    }
  }

  void width(int pixels) {
    driver.manage().window().setSize(new Dimension(pixels, 800));
  }

  boolean scrollsSideways() {
    return Boolean.TRUE.equals(driver.executeScript(
        "return document.documentElement.scrollWidth > document.documentElement.clientWidth"));
  }

  /** What the page complained of: blocked by the content policy, not found, scripts that failed. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue()).map(LogEntry::getMessage).toList();
  }

  /** Keeps a picture of the page in target/screenshots, for people to look at. */
  void picture(String name) {
    try {
      Path folder = Files.createDirectories(Path.of("target", "screenshots"));
      Files.move(driver.getScreenshotAs(OutputType.FILE).toPath(), folder.resolve(name + ".png"),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
