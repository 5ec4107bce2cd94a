package io.faregate.analytics.backfill;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How far the work is: on a terminal one line that is written over, elsewhere a line now and then. No colours and no
 * escape sequences. For one thread.
 */
final class Progress {
    private static final long TERMINAL_NANOS = 100_000_000L;
    private static final long PLAIN_NANOS = 5_000_000_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanos;
    private final long beganNanos;
    private long shownNanos;
    private int widthChars;

    Progress(PrintStream out, boolean terminal, LongSupplier nanos) {
        this.out = out;
        this.terminal = terminal;
        this.nanos = nanos;
        this.beganNanos = nanos.getAsLong();
        this.shownNanos = beganNanos;
    }

    /** Tells the state, unless it was told a moment ago. */
    void tell(Totals totals) {
        long now = nanos.getAsLong();
        if (now - shownNanos < (terminal ? TERMINAL_NANOS : PLAIN_NANOS)) {
            return;
        }
        shownNanos = now;
        String line = String.format(
                Locale.ROOT,
                "%,d rows, %d %%, %,d rows/s, %,d rejected",
                totals.rows(),
                totals.percent(),
                totals.rows() * SECOND_NANOS / Math.max(1, now - beganNanos),
                totals.rejected());
        if (terminal) {
            // Spaces cover what is left of a longer line.
            out.print("\r" + line + " ".repeat(Math.max(0, widthChars - line.length())));
            widthChars = line.length();
        } else {
            out.println(line);
        }
        out.flush();
    }

    /** Leaves the line on a terminal. */
    void end() {
        if (widthChars > 0) {
            out.println();
            widthChars = 0;
        }
    }
}
