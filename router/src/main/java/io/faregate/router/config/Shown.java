package io.faregate.router.config;

import org.jspecify.annotations.Nullable;

/**
 * What of a text that should be an address may be shown in a fault: as it is written, variables by their names. What
 * could be a secret is not: credentials and queries, and what has the shape of a key and not of an address. Stateless.
 */
final class Shown {
    private static final String HIDDEN = "another text";
    /** Keys are longer, words that somebody wrote by mistake are not. */
    private static final int SHORT = 20;

    private Shown() {}

    /** After "found". */
    static String text(@Nullable Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            return node == null ? "nothing" : node.words();
        }
        String text = scalar.text();
        boolean credentials = text.indexOf('@') >= 0 || text.indexOf('?') >= 0 || text.indexOf('#') >= 0;
        boolean address = text.indexOf('/') >= 0 || text.indexOf('.') >= 0 || Variables.in(text);
        return !credentials && (address || text.length() < SHORT) ? scalar.words() : HIDDEN;
    }
}
