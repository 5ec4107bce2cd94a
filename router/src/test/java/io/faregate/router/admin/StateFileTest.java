package io.faregate.router.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.faregate.router.admin.StateFile.State;
import io.faregate.router.config.Overrides;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

final class StateFileTest {
    private static final State STATE = new State(
            7,
            new Overrides(List.of(
                    new Overrides.Change("routes.r.canary.percent", "5", "12.5"),
                    new Overrides.Change("routes.r.primary", "a", "c", "b"),
                    new Overrides.Change("budgets.daily_usd", null, "30"))),
            Map.of("r-1", "{\"route\":\"r\"}"));

    @TempDir
    private Path folder;

    private Path path() {
        return folder.resolve("state").resolve("overrides.json");
    }

    @Test
    void readsBackWhatWasWritten() {
        new StateFile(path()).write(STATE);

        assertThat(new StateFile(path()).read()).isEqualTo(STATE);
    }

    @Test
    void theLaterStateReplacesTheEarlierAndLeavesNothingElse() throws IOException {
        StateFile file = new StateFile(path());
        file.write(STATE);
        file.write(new State(0, Overrides.NONE, Map.of()));

        assertThat(file.read()).isEqualTo(new State(0, Overrides.NONE, Map.of()));
        try (Stream<Path> files = Files.list(path().getParent())) {
            assertThat(files).containsExactly(path());
        }
    }

    @Test
    void withoutAFileNothingIsRemembered() {
        assertThat(new StateFile(path()).read()).isEqualTo(new State(0, Overrides.NONE, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"overrides\":[", "7", "{\"overrides\":7,\"records\":[]}"})
    void aBrokenFileIsNotTakenForAState(String text) throws IOException {
        Files.createDirectories(path().getParent());
        Files.writeString(path(), text);

        assertThat(new StateFile(path()).read()).isEqualTo(new State(0, Overrides.NONE, Map.of()));
    }

    @Test
    void aBrokenFileIsToldWithItsPlaceAndWhatIsFoundThere() throws IOException {
        Files.createDirectories(path().getParent());
        Files.writeString(path(), "{\n \"overrides\": [\n  {\"path\":}");
        Logger logger = (Logger) LoggerFactory.getLogger(StateFile.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            new StateFile(path()).read();
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(lines.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage, STRING)
                .startsWith(path() + ": line 3, column ")
                .contains("found Unexpected character ('}'", "expected the JSON of changes made while running")
                .doesNotContain("Source", "REDACTED");
    }

    @Test
    void whatACrashLeftHalfWrittenIsIgnored() throws IOException {
        new StateFile(path()).write(STATE);
        Files.writeString(path().resolveSibling("overrides.json.new"), "{\"overri");

        assertThat(new StateFile(path()).read()).isEqualTo(STATE);
    }

    @Test
    void aDiskThatTakesNothingIsTold() throws IOException {
        Files.writeString(folder.resolve("state"), "a file where a folder is to be");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> new StateFile(path()).write(STATE))
                .withMessageContaining(path().toString());
    }
}
