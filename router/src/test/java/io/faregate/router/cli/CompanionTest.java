package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CompanionTest {
    private static Companion.End end(Process process, boolean asked) throws Exception {
        Companion companion = new Companion("analytics", process);
        CompletableFuture<Companion.End> told = new CompletableFuture<>();
        companion.onEnd(told::complete);
        if (asked) {
            companion.stop();
        }
        return told.get(1, TimeUnit.MINUTES);
    }

    private static Process shell(String text) throws Exception {
        return new ProcessBuilder("sh", "-c", text).start();
    }

    @Test
    void anEndThatWasAskedForIsWantedWhateverItsStatus() throws Exception {
        Companion.End end = end(shell("exec sleep 600"), true);

        assertThat(end).isEqualTo(new Companion.End("analytics", 143, true));
        assertThat(end.wanted()).isTrue();
    }

    @Test
    void aCleanStopByTheSignalOfATerminalIsWanted() throws Exception {
        assertThat(end(shell("exit 0"), false).wanted()).isTrue();
    }

    @Test
    void anEndOfItsOwnIsToldWithItsStatus() throws Exception {
        Companion.End end = end(shell("exit 3"), false);

        assertThat(end.wanted()).isFalse();
        assertThat(end.words()).isEqualTo("analytics ended with 3");
    }
}
