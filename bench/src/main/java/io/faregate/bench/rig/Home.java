package io.faregate.bench.rig;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the built jars are. Immutable. */
public final class Home {
    private final Path root;

    private Home(Path root) {
        this.root = root;
    }

    /**
     * The root told by {@code -Dfaregate.home}, else the folder that this program's jar was built in.
     *
     * @throws IllegalStateException there is no built jar, with the one that is missing
     */
    public static Home find() {
        String told = System.getProperty("faregate.home");
        Home home = new Home(told == null ? aboveThisJar() : Path.of(told));
        home.jar("router");
        home.jar("analytics");
        home.jar("bench");
        return home;
    }

    /** The runnable jar of {@code router}, {@code analytics} or {@code bench}. */
    public Path jar(String module) {
        Path jar = root.resolve(module).resolve("target").resolve("faregate-" + module + ".jar");
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is not there; build it with: mvn package -DskipTests");
        }
        return jar;
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
