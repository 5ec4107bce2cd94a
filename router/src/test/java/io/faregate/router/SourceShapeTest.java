package io.faregate.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the class files do not show: the size of the sources, and blocks that lock. */
final class SourceShapeTest {
    private static final int MOST_LINES = 350;
    private static final int MEDIAN_LINES = 110;
    private static final Set<String> LOCK_FREE = Set.of("rank", "spend", "health", "limits");
    private static final Pattern LOCKED_BLOCK = Pattern.compile("\\bsynchronized\\s*\\(");

    @ParameterizedTest
    @ValueSource(strings = {"router", "analytics", "bench"})
    void filesStaySmall(String module) {
        List<Path> sources = sources(Path.of("..", module, "src", "main", "java"));

        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(source -> assertThat(lines(source)).hasSizeLessThanOrEqualTo(MOST_LINES));
        List<Integer> sizes =
                sources.stream().map(source -> lines(source).size()).sorted().toList();
        assertThat(sizes.get(sizes.size() / 2)).isLessThanOrEqualTo(MEDIAN_LINES);
    }

    @Test
    void hotStateHasNoLockedBlocks() {
        List<Path> hot = sources(Path.of("src", "main", "java")).stream()
                .filter(source ->
                        LOCK_FREE.stream().anyMatch(name -> source.toString().contains("/router/" + name + "/")))
                .toList();

        assertThat(hot)
                .isNotEmpty()
                .allSatisfy(source -> assertThat(lines(source))
                        .noneMatch(line -> LOCKED_BLOCK.matcher(line).find()));
    }

    @Test
    void findsALockedBlock() {
        assertThat(LOCKED_BLOCK.matcher("        synchronized (this) {").find()).isTrue();
    }

    private static List<Path> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path source) {
        try {
            return Files.readAllLines(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
