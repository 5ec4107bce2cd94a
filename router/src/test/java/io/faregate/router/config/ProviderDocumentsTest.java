package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.config.BuiltinProviders.Builtin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's table of providers names each built-in one with the variables that register it, and no other. */
final class ProviderDocumentsTest {
    private static final Pattern PAIR = Pattern.compile("\\| ([a-z]+) \\| (`[^|]+) (?=\\|)");
    private static final Pattern VARIABLE = Pattern.compile("`([A-Z_0-9]+)`");

    private static Map<String, Set<String>> told() throws IOException {
        Map<String, Set<String>> told = new LinkedHashMap<>();
        boolean table = false;
        for (String line : Files.readAllLines(Path.of("..", "README.md"))) {
            table = line.startsWith("| provider |") || (table && line.startsWith("|"));
            Matcher pair = PAIR.matcher(table ? line : "");
            while (pair.find()) {
                Set<String> variables = new LinkedHashSet<>();
                VARIABLE.matcher(pair.group(2)).results().forEach(found -> variables.add(found.group(1)));
                told.put(pair.group(1), variables);
            }
        }
        return told;
    }

    private static Set<String> variables(Builtin builtin) {
        Set<String> variables = new LinkedHashSet<>();
        if (builtin.modelVariable().isEmpty()) {
            variables.addAll(builtin.keyVariables());
        } else {
            variables.addAll(List.of(builtin.modelVariable(), builtin.baseUrlVariable()));
        }
        if (builtin.slots() > 0) {
            variables.addAll(List.of(builtin.keyVariables().get(0) + "_1", "_" + builtin.slots()));
        }
        return variables;
    }

    @Test
    void everyBuiltInProviderIsInTheReadmeWithItsVariables() throws IOException {
        Map<String, Set<String>> known = new LinkedHashMap<>();
        BuiltinProviders.all().forEach((name, builtin) -> known.put(name, variables(builtin)));

        assertThat(known).hasSizeGreaterThan(10);
        assertThat(told()).containsExactlyInAnyOrderEntriesOf(known);
    }
}
