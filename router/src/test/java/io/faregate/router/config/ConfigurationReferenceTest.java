package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.faregate.router.catalog.PriceBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The configuration's reference names what the reader knows, and the defaults that it takes. */
final class ConfigurationReferenceTest {
    private static final Pattern HEADING = Pattern.compile("### `([^`]+)`");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (?:`([^`]+)`|-) \\|.*");
    private static final Pattern UNKNOWN = Pattern.compile("found an unknown key, expected (.+)");
    private static final ConfigLoader LOADER =
            new ConfigLoader(PriceBook.builtIn(), new Environment(Map.of("K", "key"), name -> null));
    /** Described where they are used for the first time. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "auth.keys[].budgets", "routes.*.budgets",
            "routes.*.rules[].when", "strategy.rules[].when",
            "routes.*.canary.policy", "",
            "routes.*.canary.policy.margins", "",
            "analytics.margins", "",
            "failures.*", "");

    /** Keys and defaults by section; a default that is not told is empty. */
    private static Map<String, Map<String, String>> reference() throws IOException {
        Map<String, Map<String, String>> sections = new LinkedHashMap<>();
        Map<String, String> section = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of("CONFIGURATION.md"))) {
            Matcher heading = HEADING.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                section = new LinkedHashMap<>();
                sections.put(heading.group(1), section);
            } else if (row.matches()) {
                section.put(row.group(1), row.group(2) == null ? "" : row.group(2));
            }
        }
        return sections;
    }

    /** Known keys by section, as the reader tells them. */
    private static Map<String, Set<String>> known() throws IOException {
        String text = Files.readString(Path.of("src/test/resources/io/faregate/router/config/misspelt.yaml"));
        ConfigException refused = assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> LOADER.load("f", text, name -> null, Overrides.NONE))
                .actual();
        Map<String, Set<String>> known = new LinkedHashMap<>();
        for (Fault fault : refused.faults()) {
            Matcher unknown = UNKNOWN.matcher(fault.text());
            if (unknown.matches()) {
                known.put(
                        section(fault.path()),
                        new TreeSet<>(Set.of(unknown.group(1).split(", | or "))));
            }
        }
        return known;
    }

    private static String section(String path) {
        return path.replaceFirst("\\.?zzz$", "")
                .replaceAll("\\[\\d+]", "[]")
                .replaceFirst("^(routes|providers|limits|failures)\\.[a-z]+", "$1.*");
    }

    @Test
    void everyKeyOfTheReaderIsDescribedAndNoOther() throws IOException {
        Map<String, Map<String, String>> reference = reference();
        Map<String, Set<String>> known = known();

        assertThat(known).hasSizeGreaterThan(25);
        Set<String> top = new TreeSet<>(known.remove(""));
        top.removeAll(Set.of("aliases", "unavailable"));
        assertThat(reference.keySet().stream().map(name -> name.replaceFirst("[.\\[].*", "")))
                .containsAll(top);
        known.forEach((section, keys) -> {
            String described = ELSEWHERE.getOrDefault(section, section);
            if (!described.isEmpty()) {
                assertThat(reference).containsKey(described);
                assertThat(reference.getOrDefault(described, Map.of()).keySet())
                        .as(section)
                        .containsExactlyInAnyOrderElementsOf(keys);
            }
        });
    }

    static Stream<String> sectionsWithDefaults() {
        return Stream.of(
                "server", "auth", "strategy", "budgets", "backoff", "usage", "catalog", "analytics", "telemetry");
    }

    @ParameterizedTest
    @MethodSource("sectionsWithDefaults")
    void theDefaultsAreThoseOfTheReader(String section) throws Exception {
        StringBuilder written = new StringBuilder(section).append(":\n");
        String bare = section + ": {}\n";
        reference().getOrDefault(section, Map.of()).forEach((key, value) -> {
            if (!value.isEmpty()) {
                written.append("  ").append(key).append(": ").append(value).append('\n');
            }
        });

        assertThat(comparable(written.toString())).isEqualTo(comparable(bare));
    }

    @Test
    void theDefaultsOfTargetsAndRoutesAreThoseOfTheReader() throws Exception {
        Map<String, Map<String, String>> reference = reference();
        String target = "{ virtual_key: groq, model: m, concurrency: %s, retry: %s, timeout: %s %s}";
        String route = "{ targets: [groq] %s, canary: { challenger: c, experiment: e %s } }";
        String other = "{ name: c, virtual_key: groq, model: n }";
        String text = "targets: [ %s, %s ]\nroutes: { r: %s }\n";

        String bare = text.formatted(target.formatted("{}", "{}", "{}", ""), other, route.formatted("", ""));
        String written = text.formatted(
                target.formatted(
                        "{" + flow(reference, "targets[].concurrency").substring(1) + "}",
                        "{" + flow(reference, "targets[].retry").substring(1) + "}",
                        "{" + flow(reference, "targets[].timeout").substring(1) + "}",
                        flow(reference, "targets[]")),
                other,
                route.formatted(flow(reference, "routes.*"), flow(reference, "routes.*.canary")));

        assertThat(comparable(written)).isEqualTo(comparable(bare));
    }

    private static String flow(Map<String, Map<String, String>> reference, String section) {
        StringBuilder text = new StringBuilder();
        assertThat(reference).containsKey(section);
        reference.getOrDefault(section, Map.of()).forEach((key, value) -> {
            if (!value.isEmpty()) {
                text.append(", ").append(key).append(": ").append(value);
            }
        });
        return text.toString();
    }

    /** Without whether the overlay was named, which is for telling that it is not there. */
    private static String comparable(String text) throws ConfigException {
        RouterConfig config =
                LOADER.load("f", text, name -> null, Overrides.NONE).config();
        return config.toString().replaceAll("overlayWritten=\\w+", "").replaceAll("BenchPolicy@\\w+", "");
    }
}
