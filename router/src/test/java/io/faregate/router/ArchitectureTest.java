package io.faregate.router;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of the packages, and what the core must not touch. */
final class ArchitectureTest {
    private static final String BASE = "io.faregate.router";

    /** From the inside out: a package may see those of its own layer and of the layers before. */
    private static final List<List<String>> LAYERS = List.of(
            List.of("money", "catalog", "cost"),
            List.of("rank", "limits", "health", "spend", "canary", "usage"),
            List.of("route"),
            List.of("wire", "dialect"),
            List.of("config", "replay"),
            List.of("telemetry"),
            List.of("server", "upstream", "sink", "shared", "admin"),
            List.of("cli"));

    private static final String[] CORE =
            packages(LAYERS.subList(0, 5).stream().flatMap(List::stream).toList());

    private static final String[] LOCK_FREE = packages(List.of("rank", "spend", "health", "limits"));

    private static final Map<String, Set<String>> AMBIENT = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis", "getenv", "getProperty"),
            "java.lang.Math", Set.of("random"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
            "java.util.Random", Set.of("<init>"),
            "java.util.SplittableRandom", Set.of("<init>"),
            "java.security.SecureRandom", Set.of("<init>"));

    private static JavaClasses main;

    @BeforeAll
    static void read() {
        main = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(BASE);
    }

    static Stream<List<List<String>>> layersWithTheirOutside() {
        List<List<List<String>>> pairs = new ArrayList<>();
        for (int i = 0; i + 1 < LAYERS.size(); i++) {
            List<String> outside = LAYERS.subList(i + 1, LAYERS.size()).stream()
                    .flatMap(List::stream)
                    .toList();
            pairs.add(List.of(LAYERS.get(i), outside));
        }
        return pairs.stream();
    }

    @ParameterizedTest
    @MethodSource("layersWithTheirOutside")
    void seesNothingFurtherOut(List<List<String>> layerAndOutside) {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages(layerAndOutside.get(0)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(layerAndOutside.get(1))));
    }

    @Test
    void nobodySeesTheWiring() {
        check(noClasses()
                .that()
                .resideInAnyPackage(BASE + ".*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BASE));
    }

    @Test
    void hasNoPackageCycles() {
        check(slices().matching(BASE + ".(*)..").should().beFreeOfCycles());
    }

    @Test
    void coreDoesNoInputOrOutput() {
        check(noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx..",
                        "io.netty..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net.http..",
                        "java.sql..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(File|RandomAccessFile).*"));
    }

    @Test
    void coreTakesTimeChanceAndEnvironmentAsArguments() {
        check(noClasses().that().resideInAnyPackage(CORE).should().accessTargetWhere(ambient()));
    }

    @Test
    void hotStateHasNoSynchronizedMethods() {
        check(noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(LOCK_FREE)
                .should()
                .haveModifier(JavaModifier.SYNCHRONIZED));
    }

    @Test
    void hotStateTakesNoLocksOfOthers() {
        check(noClasses()
                .that()
                .resideInAnyPackage(LOCK_FREE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent.locks..")
                .orShould()
                .accessTargetWhere(lockedMapUpdate()));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(main);
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> BASE + "." + name + "..").toArray(String[]::new);
    }

    private static DescribedPredicate<JavaAccess<?>> ambient() {
        return describe("reads a clock, chance or the environment", access -> {
            AccessTarget target = access.getTarget();
            String owner = target.getOwner().getName();
            return AMBIENT.getOrDefault(owner, Set.of()).contains(target.getName())
                    || (owner.startsWith("java.time.") && target.getName().equals("now"))
                    || (owner.equals("java.time.Clock") && target.getName().startsWith("system"));
        });
    }

    private static DescribedPredicate<JavaAccess<?>> lockedMapUpdate() {
        return describe("updates a concurrent map under its lock", access -> {
            AccessTarget target = access.getTarget();
            return (target.getOwner().isAssignableTo(ConcurrentHashMap.class)
                            || target.getOwner().isEquivalentTo(ConcurrentMap.class))
                    && (target.getName().startsWith("compute")
                            || target.getName().equals("merge"));
        });
    }
}
