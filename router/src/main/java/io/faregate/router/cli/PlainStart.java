package io.faregate.router.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A service's start as it is usually told: the verb, and no option but {@code --config FILE}. It is understood here,
 * since the library that understands all else would be loaded and describe each verb first. Stateless.
 */
public final class PlainStart {
    private static final String CONFIG = "--config";

    private PlainStart() {}

    /** The command that such a line means, or null when it is for the library to understand. */
    public static @Nullable Callable<Integer> of(List<String> words, Map<String, String> variables, String version) {
        boolean bare = words.size() == 1;
        boolean configured = words.size() == 3 && CONFIG.equals(words.get(1)) && isPlain(words.get(2));
        if (!bare && !configured) {
            return null;
        }
        Path config = configured ? Path.of(words.get(2)) : null;
        return switch (words.get(0)) {
            case "router" -> new RouterCommand(variables, version, config);
            case "run" -> new RunCommand(variables, version, config);
            default -> null;
        };
    }

    /** Neither an option nor a file of arguments, nor anything that is to be unquoted. */
    private static boolean isPlain(String word) {
        char first = word.isEmpty() ? '-' : word.charAt(0);
        return first != '-' && first != '@' && first != '"' && first != '\'';
    }
}
