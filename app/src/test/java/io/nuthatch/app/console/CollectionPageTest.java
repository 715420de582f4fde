package io.nuthatch.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import io.nuthatch.app.Surroundings;
import io.nuthatch.app.TestNode;
import io.nuthatch.simulator.people.Account;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Someone with an empty node makes a collection, runs it, watches it and stops it, all in the console. */
@Tag("slow")
class CollectionPageTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir
  private static Path directory;
  private static Surroundings around;
  private static TestNode node;
  private static Browser browser;

  @BeforeAll
  static void open() {
    around = new Surroundings();
    node = TestNode.start(directory.resolve("data"), around.settings());
    node.post("/api/v1/operators", "{\"name\":\"ada\",\"role\":\"admin\",\"password\":\"difference engine\"}");
    browser = Browser.open(node.url(), directory.resolve("profile"));
    browser.go("/sign-in");
    browser.type("input[name=name]", "ada");
    browser.type("input[name=password]", "difference engine");
    browser.press("form button");
  }

  @AfterAll
  static void close() {
    browser.close();
    node.close();
    around.close();
  }

  /** Also on a narrow screen, and with nothing the browser complains of. */
  private static void assertFitForAll(String name) {
    List<Rule> violations = new AxeBuilder().withTags(List.of("wcag2a", "wcag2aa", "wcag21aa"))
        .analyze(browser.driver()).getViolations();
    assertThat(violations).as(name).extracting(Rule::getId, Rule::getDescription).isEmpty();
    assertThat(browser.complaints()).as(name).isEmpty();
    browser.picture(name);
    browser.width(360);
    assertThat(browser.scrollsSideways()).as(name + " at 360 px").isFalse();
    browser.picture(name + "-narrow");
    browser.width(1280);
  }

  private static void addCredential() {
    browser.go("/credentials");
    Map<String, String> values = around.credential("twitter");
    String form = "//form[input[@name='platform' and @value='twitter']]";
    browser.typeAt(form + "//input[@name='name']", "ours");
    values.forEach((field, value) -> browser.typeAt(form + "//input[@name='value." + field + "']", value));
    browser.pressAt(form + "//button");
    assertThat(browser.text("table")).contains("twitter", "ours");
    assertThat(browser.driver().getPageSource()).doesNotContain(values.values());
  }

  @Test
  void collection_isMadeFromNothingRunWatchedChangedAndDeleted() {
    Account anna = around.person("Anna", 3);
    browser.go("/collections");
    assertThat(browser.text(".empty")).contains("it takes a minute");
    assertFitForAll("collections-empty");
    addCredential();
    assertFitForAll("credentials");

    browser.go("/collections");
    browser.press("main a.button");
    assertFitForAll("collection-types");
    browser.press("a[href='/new-collection/twitter_user_timeline']");
    assertFitForAll("new-collection");
    browser.type("input[name=name]", "Councils");
    browser.type("input[name=new_set]", "Town");
    browser.type("textarea[name=seeds]", "Anna\nno name");
    browser.type("input[name=other_schedule]", "now and then");
    browser.press("button.main");
    assertThat(browser.text("[role=alert]")).contains("now and then");
    assertThat(browser.find("textarea[name=seeds]").getDomProperty("value")).as("nothing typed is lost")
        .isEqualTo("Anna\nno name");
    browser.type("input[name=other_schedule]", "by hand");
    browser.press("button.main");
    assertThat(browser.text("[role=alert]")).contains("line 2: ", "not a screen name");
    browser.type("textarea[name=seeds]", "Anna");
    browser.press("button.main");
    assertThat(browser.complaints()).as("the two refusals").hasSize(2).allMatch(text -> text.contains("400"));
    assertThat(node.get("/api/v1/collection-sets").body()).as("refusals made no set").containsOnlyOnce("Town");
    assertThat(browser.text("h2.name")).contains("Councils", "on");
    assertThat(browser.text("main")).contains("1 active of 1", "an assumption");

    browser.unfold("form[action$='/seeds']");
    browser.type("form[action$='/seeds'] textarea", "Library\nnot a name\nAnna");
    browser.press("form[action$='/seeds'] button");
    assertThat(browser.text("[role=status]")).contains("1 added, 1 there already, 1 refused");
    assertThat(browser.text("main")).contains("line 2: ", "not a screen name");
    assertFitForAll("collection-seeds-added");
    String home = browser.path().replace("/seeds", "");

    browser.go(home);
    browser.press("form[action$='/run'] button");
    browser.driver().executeScript("window.notReloaded = true");
    Awaitility.await().atMost(LONG).until(() -> browser.text("#harvest").contains("completed success"));
    assertThat(browser.driver().executeScript("return window.notReloaded")).isEqualTo(true);
    assertThat(browser.text("#harvest")).contains("3 tweets", ".warc.gz", "token_not_found");
    assertFitForAll("harvest");

    browser.go(home);
    assertThat(browser.text("main")).contains("completed success", "as in harvests before", Long.toString(anna.id()));
    assertFitForAll("collection");
    browser.press("form[action$='/off'] button");
    browser.unfold("form[action$='/change']");
    browser.type("form[action$='/change'] input[name=name]", "Town councils");
    browser.type("form[action$='/change'] input[name=note]", "clearer");
    browser.press("form[action$='/change'] button.main");
    assertThat(browser.text("main")).contains("Town councils", "clearer");

    browser.find("form[action$='/delete'] button").click();
    browser.driver().switchTo().alert().accept();
    Awaitility.await().atMost(LONG).until(() -> browser.path().equals("/collections"));
    assertThat(browser.text("main")).doesNotContain("Town councils");
    browser.go("/queue");
    assertThat(browser.text("main")).contains("What platforms still allow", "ours (twitter)");
    assertFitForAll("quotas");
    streamIsStopped();
  }

  /** Goes on where the credential is there. */
  private static void streamIsStopped() {
    browser.go("/new-collection/twitter_sample");
    browser.type("input[name=name]", "Everything");
    browser.press("button.main");
    Awaitility.await().atMost(LONG).until(() -> browser.text("#harvests-of").contains("running"));
    browser.press("#harvests-of td a");
    browser.press("form[action$='/stop'] button");
    Awaitility.await().atMost(LONG).until(() -> browser.text("#harvest").contains("completed success"));
    assertThat(browser.text("#harvest")).contains("to be stopped by ada");
  }
}
