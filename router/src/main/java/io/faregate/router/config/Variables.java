package io.faregate.router.config;

import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces {@code ${NAME}} in text by the variable's value; one more dollar sign in front keeps it as it is. */
final class Variables {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern REFERENCE = Pattern.compile("(\\$?)\\$\\{([^}]*)(\\}?)");

    private Variables() {}

    /** Whether text refers to a variable. */
    static boolean in(String text) {
        return text.contains("${");
    }

    /** The text with all variables replaced; what is wrong goes to the consumer, and then the result is null. */
    static @Nullable String expand(String text, Environment environment, Consumer<String> fault) {
        if (!in(text)) {
            return text;
        }
        boolean whole = true;
        StringBuilder expanded = new StringBuilder();
        Matcher matcher = REFERENCE.matcher(text);
        int copied = 0;
        while (matcher.find()) {
            expanded.append(text, copied, matcher.start());
            copied = matcher.end();
            String name = matcher.group(2);
            if (!matcher.group(1).isEmpty()) {
                expanded.append(matcher.group().substring(1));
            } else if (matcher.group(3).isEmpty() || !NAME.matcher(name).matches()) {
                fault.accept("found ${" + name + matcher.group(3) + ", expected ${NAME} with the name of a variable");
                whole = false;
            } else {
                String value = environment.get(name);
                if (value == null) {
                    fault.accept(environment.found("${" + name + "}", name));
                    whole = false;
                } else {
                    expanded.append(value);
                }
            }
        }
        return whole ? expanded.append(text, copied, text.length()).toString() : null;
    }
}
