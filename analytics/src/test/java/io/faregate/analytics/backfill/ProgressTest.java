package io.faregate.analytics.backfill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final AtomicLong nanos = new AtomicLong();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Totals totals = new Totals(1, 1_000);

    @Test
    void writesOverItsOneLineOnATerminal() {
        Progress progress = progress(true);
        told(progress, 0, 90);
        told(progress, 10, 910);
        told(progress, 0, 3_000);
        progress.end();
        assertThat(said.toString(UTF_8))
                .isEqualTo("\r10 rows, 50 %, 10 rows/s, 10 rejected\r10 rows, 75 %, 2 rows/s, 10 rejected " + "\n");
    }

    @Test
    void writesALineEveryFiveSecondsElsewhere() {
        Progress progress = progress(false);
        told(progress, 10, 4_999);
        told(progress, 10, 1);
        told(progress, 10, 4_999);
        progress.end();
        assertThat(said.toString(UTF_8)).isEqualTo("20 rows, 50 %, 4 rows/s, 20 rejected\n");
    }

    private Progress progress(boolean terminal) {
        return new Progress(new PrintStream(said, true, UTF_8), terminal, nanos::get);
    }

    private void told(Progress progress, long rejected, long millisLater) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millisLater));
        totals.add(0, 0, rejected);
        totals.read(250);
        progress.tell(totals);
    }
}
