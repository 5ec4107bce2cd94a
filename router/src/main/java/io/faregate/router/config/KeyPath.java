package io.faregate.router.config;

import java.util.regex.Pattern;

/** Spells key paths: {@code routes.fast.targets}, {@code targets[1].weight}, {@code routes["1.10"].mode}. */
final class KeyPath {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private KeyPath() {}

    /** The path of a key of a mapping. */
    static String key(String parent, String key) {
        if (!isPlain(key)) {
            return parent + "[\"" + key.replace("\"", "\\\"") + "\"]";
        }
        return parent.isEmpty() ? key : parent + "." + key;
    }

    /** The path of an item of a list. */
    static String item(String parent, int index) {
        return parent + "[" + index + "]";
    }

    /** The path of what is around it; empty at the top. */
    static String parent(String path) {
        int end = path.endsWith("]") ? path.lastIndexOf('[') : path.lastIndexOf('.');
        return end < 0 ? "" : path.substring(0, end);
    }

    private static boolean isPlain(String key) {
        return PLAIN.matcher(key).matches();
    }
}
