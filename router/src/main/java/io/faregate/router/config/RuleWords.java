package io.faregate.router.config;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.faregate.router.catalog.Capability;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The words of a rule's condition: checks them in the file and turns them into a predicate. */
final class RuleWords {
    private static final String METADATA = "metadata.";
    private static final List<String> CONTENT = List.of("prompt_contains", "prompt_not_contains", "prompt_regex");

    private RuleWords() {}

    /** The words with their values, as texts. */
    static Map<String, String> when(Section section, Mode mode) {
        Map<String, String> when = new LinkedHashMap<>();
        for (String word : List.of("model", "model_prefix", "key")) {
            if (section.has(word)) {
                when.put(word, section.text(word, ""));
            }
        }
        for (String word : List.of("stream", "has_tools")) {
            if (section.has(word)) {
                when.put(word, String.valueOf(section.flag(word, true)));
            }
        }
        for (String word : section.names()) {
            if (word.startsWith(METADATA) && word.length() > METADATA.length()) {
                when.put(word, section.text(word, ""));
            }
        }
        for (String word : CONTENT) {
            if (section.has(word)) {
                when.put(word, section.text(word, ""));
                if (mode == Mode.CONDITIONAL) {
                    section.fault(word, "found a look at the prompt in mode conditional, expected mode content-based");
                }
            }
        }
        String regex = when.get("prompt_regex");
        if (regex != null) {
            checkRegex(section, regex);
        }
        section.end();
        return when;
    }

    private static void checkRegex(Section section, String regex) {
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            section.fault(
                    "prompt_regex", "found \"" + regex + "\", expected a regular expression: " + e.getDescription());
        }
    }

    /** What holds when all words hold. */
    static Predicate<Rule.Asked> predicate(Map<String, String> when) {
        Predicate<Rule.Asked> all = asked -> true;
        for (Map.Entry<String, String> word : when.entrySet()) {
            all = all.and(predicate(word.getKey(), word.getValue()));
        }
        return all;
    }

    private static Predicate<Rule.Asked> predicate(String word, String value) {
        return switch (word) {
            case "model" -> asked -> asked.request().model().equals(value);
            case "model_prefix" -> asked -> asked.request().model().startsWith(value);
            case "key" -> asked -> asked.key().equals(value);
            case "stream" -> asked -> asked.request().stream() == Boolean.parseBoolean(value);
            case "has_tools" ->
                asked -> ((asked.request().needs() & Capability.TOOLS.bit()) != 0) == Boolean.parseBoolean(value);
            case "prompt_contains" -> asked -> asked.request().userText().contains(value);
            case "prompt_not_contains" -> asked -> !asked.request().userText().contains(value);
            case "prompt_regex" -> {
                Pattern pattern = Pattern.compile(value);
                yield asked -> pattern.matcher(asked.request().userText()).find();
            }
            default -> {
                String name = word.substring(METADATA.length());
                yield asked -> value.equals(asked.request().metadata().get(name));
            }
        };
    }
}
