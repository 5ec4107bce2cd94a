package io.faregate.router.config;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables, with secrets that stand in files: beside {@code NAME}, {@code NAME_FILE} names a file
 * whose text is the value (one line end at its end is not part of it). Immutable.
 */
public final class Environment {
    private final Map<String, String> variables;
    private final Function<String, @Nullable String> fileText;

    /**
     * Over the variables of a process.
     *
     * @param fileText the text of the file of a name, or null when it cannot be read
     */
    public Environment(Map<String, String> variables, Function<String, @Nullable String> fileText) {
        this.variables = Map.copyOf(variables);
        this.fileText = fileText;
    }

    /** The value of a variable or of the file named beside it, or null when there is neither. */
    public @Nullable String get(String name) {
        String value = variables.get(name);
        if (value != null) {
            return value;
        }
        String file = variables.get(name + "_FILE");
        String text = file == null ? null : fileText.apply(file);
        return text == null ? null : text.replaceFirst("\\r?\\n\\z", "");
    }

    /** Why {@link #get} gave nothing, as a sentence part: {@code NAME is not set}. */
    String absence(String name) {
        String file = variables.get(name + "_FILE");
        return file == null ? name + " is not set" : name + "_FILE names a file that cannot be read";
    }

    /** The same of a variable that a key names: {@code found NAME, a variable that is not set}. */
    String found(String name) {
        return found(name, name);
    }

    /** The same, as it is written. */
    String found(String written, String name) {
        return variables.containsKey(name + "_FILE")
                ? "found " + written + ", but " + absence(name)
                : "found " + written + ", a variable that is not set";
    }

    /** The names of all variables. */
    public Set<String> names() {
        return new TreeMap<>(variables).keySet();
    }
}
