package io.faregate.analytics.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter err = new StringWriter();

    private void run(boolean terminal, int scenarios, int runs) {
        Progress progress = new Progress(new PrintWriter(err), terminal, scenarios, runs);
        for (int i = 1; i <= scenarios; i++) {
            progress.begin("s" + i);
            for (int done = 1; done <= runs; done++) {
                progress.told(done);
            }
            progress.clear();
        }
    }

    @Test
    void withoutATerminalALineIsToldForEachTenthOfTheWhole() {
        run(false, 2, 10);

        assertThat(err.toString().lines())
                .containsExactly(
                        "10 %, 1/2 s1: 2 of 10 runs",
                        "20 %, 1/2 s1: 4 of 10 runs",
                        "30 %, 1/2 s1: 6 of 10 runs",
                        "40 %, 1/2 s1: 8 of 10 runs",
                        "50 %, 1/2 s1: 10 of 10 runs",
                        "60 %, 2/2 s2: 2 of 10 runs",
                        "70 %, 2/2 s2: 4 of 10 runs",
                        "80 %, 2/2 s2: 6 of 10 runs",
                        "90 %, 2/2 s2: 8 of 10 runs",
                        "100 %, 2/2 s2: 10 of 10 runs");
    }

    @Test
    void onATerminalOneLineIsWrittenOver() {
        run(true, 1, 2);

        assertThat(err.toString())
                .startsWith("\r1/1 s1: 1 of 2 runs \r1/1 s1: 2 of 2 runs \r")
                .doesNotContain("\n");
    }
}
