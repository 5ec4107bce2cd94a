package io.faregate.bench.storm;

import io.faregate.bench.rig.TextTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Statements that must hold, with the figures they rest on. Not thread-safe. */
public final class Checks {
    private static final int SHOWN = 5;

    private final TextTable table = new TextTable();
    private final List<String> broken = new ArrayList<>();

    void equal(String statement, long found, long expected) {
        row(statement, Long.toString(found), Long.toString(expected), found == expected);
    }

    void equal(String statement, BigDecimal found, BigDecimal expected) {
        row(statement, found.toPlainString(), expected.toPlainString(), found.compareTo(expected) == 0);
    }

    /** What was found is at most a bound. */
    void atMost(String statement, long found, long bound) {
        row(statement, Long.toString(found), "at most " + bound, found <= bound);
    }

    /** Every one of {@code these} is among {@code those}, but for {@code excused} at most. */
    void within(String statement, Set<String> these, Set<String> those, long excused) {
        Set<String> missing = new TreeSet<>(these);
        missing.removeAll(those);
        row(
                excused == 0 ? statement : statement + " (" + excused + " told as late)",
                Integer.toString(these.size() - missing.size()),
                Integer.toString(these.size()),
                missing.size() <= excused);
        if (missing.size() > excused) {
            broken.add("missing: " + missing.stream().limit(SHOWN).toList());
        }
    }

    /** What does not hold, empty when all does. */
    public List<String> broken() {
        return List.copyOf(broken);
    }

    String print() {
        return table.print();
    }

    private void row(String statement, String found, String expected, boolean holds) {
        table.row(statement, found, expected, holds ? "holds" : "BROKEN");
        if (!holds) {
            broken.add(statement + ": found " + found + ", expected " + expected);
        }
    }
}
