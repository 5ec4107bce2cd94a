package io.faregate.analytics;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The direction of the packages, and what the mathematics must not touch. */
final class ArchitectureTest {
    private static final String BASE = "io.faregate.analytics";
    private static final String STATS = BASE + ".stats..";
    private static final String DECIDE = BASE + ".decide..";

    private static JavaClasses main;

    @BeforeAll
    static void read() {
        main = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(BASE);
    }

    @Test
    void neverSeesTheRouter() {
        check(noClasses()
                .that()
                .resideInAPackage(BASE + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.faregate.router.."));
    }

    @Test
    void hasNoPackageCycles() {
        check(slices().matching(BASE + ".(*)..").should().beFreeOfCycles());
    }

    @Test
    void nobodySeesTheWiring() {
        check(noClasses()
                .that()
                .resideInAPackage(BASE + ".*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BASE));
    }

    @Test
    void statisticsSeeNothingButThemselves() {
        check(noClasses()
                .that()
                .resideInAPackage(STATS)
                .should()
                .dependOnClassesThat(describe(
                        "other packages of the service",
                        seen -> seen.getPackageName().startsWith(BASE)
                                && !seen.getPackageName().startsWith(BASE + ".stats"))));
    }

    @Test
    void decisionsSeeOnlyTheStatistics() {
        check(noClasses()
                .that()
                .resideInAPackage(DECIDE)
                .should()
                .dependOnClassesThat(describe(
                        "the service around the decision",
                        seen -> seen.getPackageName().startsWith(BASE)
                                && !seen.getPackageName().startsWith(BASE + ".stats")
                                && !seen.getPackageName().startsWith(BASE + ".decide"))));
    }

    @Test
    void mathematicsDoNoInputOrOutput() {
        check(noClasses()
                .that()
                .resideInAnyPackage(STATS, DECIDE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx..", "io.netty..", "java.nio.file..", "java.io..", "java.net..", "java.sql.."));
    }

    @Test
    void mathematicsTakeTimeAndChanceAsArguments() {
        check(noClasses().that().resideInAnyPackage(STATS, DECIDE).should().accessTargetWhere(ambient()));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(main);
    }

    private static DescribedPredicate<JavaAccess<?>> ambient() {
        return describe("reads a clock, chance or the environment", access -> {
            String owner = access.getTarget().getOwner().getName();
            String name = access.getTarget().getName();
            return (owner.equals("java.lang.System")
                            && Set.of("nanoTime", "currentTimeMillis", "getenv", "getProperty")
                                    .contains(name))
                    || (owner.startsWith("java.time.") && name.equals("now"))
                    || (owner.equals("java.lang.Math") && name.equals("random"))
                    || (owner.equals("java.util.UUID") && name.equals("randomUUID"))
                    || owner.equals("java.util.concurrent.ThreadLocalRandom");
        });
    }
}
