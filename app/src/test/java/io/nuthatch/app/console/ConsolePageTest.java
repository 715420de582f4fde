package io.nuthatch.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import io.nuthatch.app.TestNode;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

@Tag("slow")
class ConsolePageTest {

  @TempDir
  private static Path directory;
  private static TestNode node;
  private static Browser browser;

  @BeforeAll
  static void open() {
    try (EmbeddedJobQueue queue = EmbeddedJobQueue.open(directory.resolve("data").resolve("queue"),
        EmbeddedSettings.defaults(), QueueTime.system())) {
      queue.schedule("letters", "{\"to\":\"ada\"}".getBytes(StandardCharsets.UTF_8), Duration.ZERO);
      queue.bury(queue.take("letters", 1, Duration.ofMinutes(1)).stream().map(Job::lease).toList(), "no such street");
      queue.schedule("letters", new byte[0], Duration.ofHours(3));
    }
    node = TestNode.start(directory.resolve("data"), "node.name", "reading-room");
    node.post("/api/v1/operators", "{\"name\":\"ada\",\"role\":\"admin\",\"password\":\"difference engine\"}");
    node.post("/api/v1/operators", "{\"name\":\"vera\",\"role\":\"viewer\",\"password\":\"dark matter halo\"}");
    browser = Browser.open(node.url(), directory.resolve("profile"));
  }

  @AfterAll
  static void close() {
    browser.close();
    node.close();
  }

  @BeforeEach
  void signedOut() {
    browser.go("/health/live");
    browser.driver().manage().deleteAllCookies();
    browser.driver().executeScript("localStorage.clear()");
    browser.width(1280);
  }

  private static void signIn(String name, String password) {
    browser.go("/sign-in");
    browser.type("input[name=name]", name);
    browser.type("input[name=password]", password);
    browser.press("form button");
  }

  @Test
  void pageBeforeSignIn_leadsToTheFormAndBackToThePage() {
    browser.go("/tokens");
    assertThat(browser.path()).startsWith("/sign-in?next=/tokens");
    browser.picture("sign-in");
    browser.type("input[name=name]", "ada");
    browser.type("input[name=password]", "difference engine");
    browser.press("form button");
    assertThat(browser.path()).isEqualTo("/tokens");
  }

  @Test
  void wrongPassword_isSaidOnTheForm() {
    signIn("ada", "not the password");
    assertThat(browser.text("[role=alert]")).contains("do not belong together");
    assertThat(browser.find("input[name=name]").getDomProperty("value")).isEqualTo("ada");
  }

  @Test
  void tokenInTheAddress_fillsTheFormAndLeavesTheAddress() {
    browser.go("/sign-in#token=" + TestNode.ADMIN);
    browser.press("#with-token button");
    assertThat(browser.path()).isEqualTo("/");
    assertThat(browser.text("h1")).isEqualTo("Overview");
  }

  @Test
  void overview_showsTheNodeLive() {
    signIn("ada", "difference engine");
    Awaitility.await().atMost(Duration.ofSeconds(10))
        .until(() -> "live".equals(browser.find("#live").getDomAttribute("data-state")));
    assertThat(browser.text("#live")).contains("reading-room", "ready", "8 roles", "database · sqlite");
    assertThat(browser.text("#backends")).contains("database", "up");
    browser.picture("overview-light");
    browser.find("#theme").click();
    assertThat(browser.driver().executeScript("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(18, 24, 29)");
    browser.picture("overview-dark");
  }

  @Test
  void everyArea_isReachableAndAccessibleAndLoadsNothingFromElsewhere() {
    signIn("ada", "difference engine");
    browser.complaints();
    for (Area area : Area.values()) {
      browser.go(area.path());
      assertThat(browser.text("h1")).isEqualTo(area.title());
      assertThat(browser.text("nav [aria-current]")).isEqualTo(area.title());
      List<Rule> violations = new AxeBuilder().withTags(List.of("wcag2a", "wcag2aa", "wcag21aa"))
          .analyze(browser.driver()).getViolations();
      assertThat(violations).as(area.title()).extracting(Rule::getId, Rule::getDescription).isEmpty();
      assertThat(browser.complaints()).as(area.title()).isEmpty();
      List<?> resources = (List<?>) browser.driver()
          .executeScript("return performance.getEntriesByType('resource').map(e => e.name)");
      assertThat(resources).allSatisfy(name -> assertThat(name.toString()).startsWith(node.url()));
    }
    browser.picture("settings");
  }

  @Test
  void signInPage_isAccessible() {
    browser.go("/sign-in");
    assertThat(new AxeBuilder().analyze(browser.driver()).getViolations()).extracting(Rule::getId).isEmpty();
  }

  @Test
  void darkPages_areReadable() {
    signIn("ada", "difference engine");
    browser.find("#theme").click();
    browser.go("/tokens");
    assertThat(new AxeBuilder().withTags(List.of("wcag2aa")).analyze(browser.driver()).getViolations())
        .extracting(Rule::getId).isEmpty();
  }

  @Test
  void narrowScreen_hasAMenuAndDoesNotScrollSideways() {
    signIn("ada", "difference engine");
    browser.width(360);
    for (Area area : Area.values()) {
      browser.go(area.path());
      assertThat(browser.scrollsSideways()).as(area.title()).isFalse();
    }
    browser.go("/operators");
    assertThat(browser.find("nav ul").isDisplayed()).isFalse();
    browser.picture("operators-narrow");
    browser.find(".menu summary").click();
    assertThat(browser.find("nav ul").isDisplayed()).isTrue();
    browser.picture("menu-narrow");
  }

  @Test
  void keyboard_reachesNavigationAndContent() {
    signIn("ada", "difference engine");
    WebElement body = browser.find("body");
    body.sendKeys(Keys.TAB);
    assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("Skip to the content");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
    assertThat(browser.driver().switchTo().activeElement().getDomProperty("id")).isEqualTo("content");
  }

  @Test
  void operator_isAddedDisabledAndRemoved() {
    signIn("ada", "difference engine");
    browser.go("/operators");
    browser.type("input[name=name]", "grace");
    browser.type("input[name=password]", "short");
    browser.press(".form button");
    assertThat(browser.text("[role=alert]")).contains("10 to 200 characters");
    browser.type("input[name=name]", "grace");
    browser.type("input[name=password]", "nanoseconds of wire");
    browser.press(".form button");
    assertThat(browser.text("table")).contains("grace");
    browser.press("form[action='/operators/grace/change'] button");
    assertThat(browser.text("tr.off")).contains("grace", "disabled");
    browser.picture("operators");
    browser.find("form[action='/operators/grace/remove'] button").click();
    browser.driver().switchTo().alert().accept();
    Awaitility.await().atMost(Duration.ofSeconds(10))
        .until(() -> browser.all("form[action='/operators/grace/remove']").isEmpty());
  }

  @Test
  void token_isShownOnceAndWorks() {
    signIn("ada", "difference engine");
    browser.go("/tokens");
    browser.type("input[name=label]", "nightly <b>export</b>");
    browser.press(".form button");
    String secret = browser.text("#secret");
    browser.picture("tokens");
    assertThat(node.send("GET", "/api/v1/me", secret, "").body()).contains("\"role\":\"viewer\"");
    browser.go("/tokens");
    assertThat(browser.all("#secret")).isEmpty();
    assertThat(browser.text("table")).contains("nightly <b>export</b>");
  }

  @Test
  void buriedJob_isKickedFromThePage() {
    signIn("ada", "difference engine");
    browser.go("/queue");
    assertThat(browser.text("main")).contains("letters", "1 delayed", "1 buried", "no such street", "within 6 h\n1");
    browser.picture("queue");
    browser.press("form[action='/queue/letters/kick'] button");
    assertThat(browser.text("main")).contains("1 ready", "0 buried").doesNotContain("no such street");
  }

  @Test
  void viewer_seesNoAdministration() {
    signIn("vera", "dark matter halo");
    assertThat(browser.text("nav")).contains("Collections").doesNotContain("Operators", "Tokens");
    browser.go("/operators");
    assertThat(browser.text("h1")).isEqualTo("Not allowed");
  }

  @Test
  void signOut_endsTheSession() {
    signIn("ada", "difference engine");
    String cookie = Objects.requireNonNull(browser.driver().manage().getCookieNamed("nuthatch")).getValue();
    browser.press("form[action='/sign-out'] button");
    assertThat(browser.path()).isEqualTo("/sign-in");
    browser.driver().manage().addCookie(new Cookie("nuthatch", cookie));
    browser.go("/");
    assertThat(browser.path()).isEqualTo("/sign-in");
  }
}
