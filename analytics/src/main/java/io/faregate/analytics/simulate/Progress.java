package io.faregate.analytics.simulate;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * How far a simulation is: on a terminal one line that is written over, elsewhere a line each tenth of the whole. For
 * one thread.
 */
final class Progress {
    private static final int TENTH = 10;

    private final PrintWriter err;
    private final boolean terminal;
    private final int scenarios;
    private final int runs;
    private String name = "";
    private int number;
    private long tenthsTold;

    /** Of so many scenarios with so many runs each. */
    Progress(PrintWriter err, boolean terminal, int scenarios, int runs) {
        this.err = err;
        this.terminal = terminal;
        this.scenarios = scenarios;
        this.runs = runs;
    }

    /** The next scenario begins. */
    void begin(String scenario) {
        name = scenario;
        number++;
    }

    /** So many of the scenario's runs are done. */
    void told(int done) {
        if (terminal) {
            if (done % Math.max(1, runs / 100) == 0) {
                err.printf(Locale.ROOT, "\r%d/%d %s: %d of %d runs ", number, scenarios, name, done, runs);
                err.flush();
            }
            return;
        }
        long tenths = TENTH * ((number - 1L) * runs + done) / ((long) scenarios * runs);
        if (tenths > tenthsTold) {
            tenthsTold = tenths;
            err.printf(
                    Locale.ROOT,
                    "%d %%, %d/%d %s: %d of %d runs%n",
                    TENTH * tenths,
                    number,
                    scenarios,
                    name,
                    done,
                    runs);
            err.flush();
        }
    }

    /** Makes room for a line of the result. */
    void clear() {
        if (terminal) {
            err.print("\r" + " ".repeat(name.length() + 40) + "\r");
            err.flush();
        }
    }
}
