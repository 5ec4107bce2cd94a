package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which starts are understood without the library. */
final class PlainStartTest {
    @Test
    void aServiceWithItsFileIsStartedAtOnce() {
        assertThat(of("router --config my.yaml"))
                .isInstanceOfSatisfying(
                        RouterCommand.class,
                        router -> assertThat(router.config()).isEqualTo(Path.of("my.yaml")));
        assertThat(of("run --config a/b.yaml"))
                .isInstanceOfSatisfying(
                        RunCommand.class, run -> assertThat(run.config()).isEqualTo(Path.of("a/b.yaml")));
    }

    @Test
    void aServiceWithoutAFileLooksForIt() {
        assertThat(of("router"))
                .isInstanceOfSatisfying(
                        RouterCommand.class,
                        router -> assertThat(router.config()).isNull());
        assertThat(of("run"))
                .isInstanceOfSatisfying(
                        RunCommand.class, run -> assertThat(run.config()).isNull());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "router --help",
                "router --config",
                "router --config=my.yaml",
                "router --config --help",
                "router --config @words",
                "router --config \"my.yaml\"",
                "router --config my.yaml --exit-on-stdin-eof",
                "router my.yaml",
                "validate --config my.yaml",
                "explain",
                "--version",
                "rooter"
            })
    void allElseIsForTheLibrary(String line) {
        assertThat(of(line)).isNull();
    }

    @Test
    void anEmptyLineIsForTheLibrary() {
        assertThat(PlainStart.of(List.of(), Map.of(), "1")).isNull();
    }

    private static @Nullable Callable<Integer> of(String line) {
        return PlainStart.of(List.of(line.split(" ")), Map.of(), "1");
    }
}
