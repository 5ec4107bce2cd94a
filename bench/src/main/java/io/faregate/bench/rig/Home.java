package io.faregate.bench.rig;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the programs are: the built jars, or the class path that a test runs on. Immutable. */
public final class Home {
    private static final Map<String, String> MAINS = Map.of(
            "router", "io.faregate.router.Faregate",
            "analytics", "io.faregate.analytics.AnalyticsMain",
            "bench", "io.faregate.bench.BenchMain");

    private final @Nullable Path root;

    private Home(@Nullable Path root) {
        this.root = root;
    }

    /**
     * The root told by {@code -Dfaregate.home}, else the folder that this program's jar was built in.
     *
     * @throws IllegalStateException a jar is not built, with its name
     */
    public static Home find() {
        String told = System.getProperty("faregate.home");
        Home home = new Home(told == null ? aboveThisJar() : Path.of(told));
        MAINS.keySet().forEach(home::launch);
        return home;
    }

    /** This JVM's own class path, for tests that run before there are jars. */
    public static Home ofClassPath() {
        return new Home(null);
    }

    /** The arguments that make {@code java} run {@code router}, {@code analytics} or {@code bench}. */
    public List<String> launch(String module) {
        if (root == null) {
            return List.of("-cp", System.getProperty("java.class.path"), String.valueOf(MAINS.get(module)));
        }
        Path jar = root.resolve(module).resolve("target").resolve("faregate-" + module + ".jar");
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is not there; build it with: mvn package -DskipTests");
        }
        return List.of("-jar", jar.toString());
    }

    /**
     * The options that make {@code java} start {@link #launch} with the classes that {@code scripts/lib/common.sh} has
     * had archived for this version of Java; none where nothing is archived.
     */
    public List<String> archive(String module) {
        if (root == null) {
            return List.of();
        }
        boolean cache = Runtime.version().feature() >= 25;
        Path archive = root.resolve(module)
                .resolve("target")
                .resolve("faregate-" + module + "-" + System.getProperty("java.version") + (cache ? ".aot" : ".jsa"));
        if (archive.toFile().length() == 0) {
            return List.of();
        }
        return cache
                ? List.of("-XX:AOTCache=" + archive, "-Xlog:aot=off", "-Xlog:cds=off")
                : List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    private static Path aboveThisJar() {
        try {
            Path here = Path.of(Home.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            @Nullable Path target = here.getParent();
            @Nullable Path module = target == null ? null : target.getParent();
            @Nullable Path root = module == null ? null : module.getParent();
            return root == null ? Path.of("").toAbsolutePath() : root;
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where this program is", e);
        }
    }
}
