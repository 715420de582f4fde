package io.nuthatch.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the edges between modules and packages that ARCHITECTURE.md draws. */
class ArchitectureTest {

  /** Each module and those it may use. What is not here is not allowed. */
  private static final Map<String, Set<String>> MAY_USE = Map.of("model", Set.of(), "simulator", Set.of("model"),
      "database", Set.of("model"), "queue", Set.of("model", "database"), "archive", Set.of("model", "database"),
      "harvest", Set.of("model", "database", "queue", "archive"), "timelines", Set.of("model"), "feed",
      Set.of("model", "database", "queue", "timelines"), "research", Set.of("model", "database", "queue", "archive"));

  /** Packages that are one of several ways to do what the module's top package promises. */
  private static final List<String> BACKENDS = List.of("embedded", "postgres", "sqlite", "redis", "rabbit", "thrift");

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("io.nuthatch");
    assertThat(classes).as("classes of all modules are on the class path").hasSizeGreaterThan(100);
  }

  @Test
  void modules_useOnlyWhatTheyMay() {
    MAY_USE.forEach((module, allowed) -> {
      Set<String> forbidden = new TreeSet<>(MAY_USE.keySet());
      forbidden.add("app");
      forbidden.remove(module);
      forbidden.removeAll(allowed);
      noClasses().that().resideInAPackage("io.nuthatch." + module + "..").should().dependOnClassesThat()
          .resideInAnyPackage(forbidden.stream().map(m -> "io.nuthatch." + m + "..").toArray(String[]::new))
          .because(module + " may use only " + new TreeSet<>(allowed)).allowEmptyShould(true).check(classes);
    });
  }

  @Test
  void promises_doNotKnowTheirBackends() {
    MAY_USE.keySet()
        .forEach(module -> noClasses().that().resideInAPackage("io.nuthatch." + module).should().dependOnClassesThat()
            .resideInAnyPackage(
                BACKENDS.stream().map(b -> "io.nuthatch." + module + "." + b + "..").toArray(String[]::new))
            .because("a module's top package holds what all its backends share").allowEmptyShould(true)
            .check(classes));
  }

  @Test
  void backends_doNotKnowEachOther() {
    MAY_USE.keySet().forEach(module -> BACKENDS.forEach(one -> {
      String[] others = BACKENDS.stream().filter(b -> !b.equals(one)).map(b -> "io.nuthatch." + module + "." + b + "..")
          .toArray(String[]::new);
      noClasses().that().resideInAPackage("io.nuthatch." + module + "." + one + "..").should().dependOnClassesThat()
          .resideInAnyPackage(others).allowEmptyShould(true).check(classes);
    }));
  }

  @Test
  void packagesOfTheProgram_haveNoCycles() {
    slices().matching("io.nuthatch.app.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void onlyTheCommandLine_speaksToTheTerminalOrEndsTheProcess() {
    noClasses().that().resideInAPackage("io.nuthatch..").and()
        .resideOutsideOfPackages("io.nuthatch.app.cli..", "io.nuthatch.simulator..").and()
        .doNotHaveFullyQualifiedName("io.nuthatch.app.Nuthatch").should().accessField(System.class, "out").orShould()
        .accessField(System.class, "err").orShould().callMethod(System.class, "exit", int.class).check(classes);
  }

  @Test
  void names_areFromTheVocabulary() {
    noClasses().should().haveSimpleNameEndingWith("Impl").orShould().haveSimpleNameEndingWith("Manager").orShould()
        .haveSimpleNameEndingWith("Helper").orShould().haveSimpleNameEndingWith("Utils").orShould()
        .haveSimpleNameStartingWith("Abstract").check(classes);
  }
}
