package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each broken file in {@code broken.txt} with every fault it must be told, to the letter. */
final class BrokenConfigTest {
    private static final Map<String, String> VARIABLES =
            Map.of("A_KEY", "sk-a", "AGENTS_KEY", "vk-agents", "BLANK_KEY", " ", "SPACED_KEY", "a b");

    static Stream<Arguments> files() {
        return Arrays.stream(Loaded.resource("broken.txt").split("(?m)^=== ", -1))
                .skip(1)
                .map(block -> {
                    int title = block.indexOf('\n');
                    int told = block.indexOf("\n=>\n");
                    return Arguments.of(
                            block.substring(0, title),
                            block.substring(title + 1, told + 1),
                            block.substring(told + 4).lines().toList());
                });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void tellsEveryFaultAtOnce(String title, String text, List<String> expected) {
        assertThat(Loaded.faults(VARIABLES, text)).as(title).isEqualTo(expected);
    }

    @Test
    void hasEnoughFiles() {
        assertThat(files().count()).isGreaterThanOrEqualTo(60);
    }

    @Test
    void anEscapeThatBreaksOffAtTheEndIsAFaultLikeAnyOther() {
        assertThat(Loaded.faults(Map.of(), "server: \"\\x"))
                .containsExactly("faregate.yaml: found text that is not YAML: an escape without its digits");
    }
}
