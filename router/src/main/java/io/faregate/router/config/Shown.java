package io.faregate.router.config;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What of a text that should be an address may be shown in a fault: as it is written, variables by their names. Shown is
 * only what can hardly hold a secret: a host with the rest of a short URL, or a host with a dot or port. Stateless.
 */
final class Shown {
    private static final String HIDDEN = "another text";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[A-Za-z0-9_]*}?");

    /** Keys and the tokens of web hooks are longer than the parts of a host or path. */
    private static final String HOST = "(?:[A-Za-z0-9-]{1,24}(?:\\.[A-Za-z0-9-]{1,24}){0,7}|\\[[0-9a-fA-F:.]{2,39}])";

    private static final String PORT = ":(?:\\d{1,6}|v)";
    private static final Pattern URL = Pattern.compile(
            "[A-Za-z][A-Za-z0-9+]{0,11}:/{0,2}" + HOST + "(?:" + PORT + ")?(?:/[A-Za-z0-9._~-]{0,20}){0,4}");
    private static final Pattern NAME =
            Pattern.compile("localhost|" + HOST + PORT + "|(?:[A-Za-z0-9-]{1,24}\\.){1,7}(?:[A-Za-z]{2,12}|\\d{1,3})");

    private Shown() {}

    /** After "found". */
    static String text(@Nullable Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            return node == null ? "nothing" : node.words();
        }
        String text = VARIABLE.matcher(scalar.text()).replaceAll("v");
        boolean address = URL.matcher(text).matches() || NAME.matcher(text).matches();
        return address || scalar.kind() == Node.Kind.NULL ? scalar.words() : HIDDEN;
    }
}
