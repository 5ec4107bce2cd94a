package io.faregate.analytics.row;

import org.jspecify.annotations.Nullable;

/** The three types of rows. */
public enum RowType {
    CALL('c'),
    FEEDBACK('f'),
    DECISION('d');

    private final char mark;

    RowType(char mark) {
        this.mark = mark;
    }

    char mark() {
        return mark;
    }

    /** The type of that name in a row; null if schema 1 has none. */
    public static @Nullable RowType named(String name) {
        return switch (name) {
            case "call" -> CALL;
            case "feedback" -> FEEDBACK;
            case "decision" -> DECISION;
            default -> null;
        };
    }
}
