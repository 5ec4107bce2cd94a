package io.faregate.router.config;

import java.util.List;

/** A piece of a configuration file as it was written, with its line. Numbers keep their spelling. */
sealed interface Node {
    /** The line it begins on, counted from 1. */
    int line();

    /** What a person would call it in a sentence that begins with "found". */
    String words();

    /** Keys with their values, doubled keys included. */
    record Mapping(int line, List<Entry> entries) implements Node {
        @Override
        public String words() {
            return "a mapping";
        }
    }

    /** One key of a mapping. */
    record Entry(String key, int line, Node value) {}

    /** A list. */
    record Sequence(int line, List<Node> items) implements Node {
        @Override
        public String words() {
            return "a list";
        }
    }

    /**
     * A single value.
     *
     * @param text as written, quotes and escapes resolved
     * @param lenient whether a number or boolean may also stand for its text (unquoted YAML)
     */
    record Scalar(int line, String text, Kind kind, boolean lenient) implements Node {
        private static final int SHOWN = 60;

        @Override
        public String words() {
            String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
            return switch (kind) {
                case NULL -> "nothing";
                case STRING -> '"' + shown + '"';
                case NUMBER, BOOLEAN -> shown;
            };
        }
    }

    /** The type of a single value. */
    enum Kind {
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }
}
