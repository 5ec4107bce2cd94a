package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged configurations are refused with faults, whatever the damage; nothing else is thrown. */
final class ConfigFuzzTest {
    private static final String EXAMPLE = Loaded.resource("example.yaml");
    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\n",
            "\t",
            "- ",
            "\"",
            "'",
            "${",
            "${A}",
            "&a ",
            "*a",
            "!!int ",
            "%",
            "@",
            "#",
            "null",
            "true",
            "-1",
            "1e99",
            "0x",
            "1e-999999999",
            "\\x",
            "\\u12",
            "\u0000",
            "\ud800",
            "é",
            "? ",
            "|",
            ">-",
            "<<: ",
            "---\n",
            "...\n",
            "aliases: { a: b }\n",
            "10ms",
            "  ");
    private static final Map<String, String> VARIABLES =
            Map.of("FAREGATE_AGENTS_KEY", "vk", "META_API_KEY", "m", "A", "\n: {");

    @Test
    void survivesDamage() {
        assertThat(damaged(1_000, 20_261_129)).isPositive();
    }

    @Test
    @Tag("slow")
    void survivesMuchDamage() {
        assertThat(damaged(1_000_000, 7)).isPositive();
    }

    @Test
    void survivesDeepAndWideText() {
        assertThat(Loaded.faults(Map.of(), "[".repeat(100_000))).hasSize(1);
        assertThat(Loaded.faults(Map.of(), "{\"a\":".repeat(5_000))).hasSize(1);
        assertThat(Loaded.faults(Map.of(), "a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\n" + doubling()))
                .anyMatch(fault -> fault.contains("too many"));
    }

    /** Each level ten times the one before: a billion values in a few lines. */
    private static String doubling() {
        StringBuilder text = new StringBuilder();
        for (char level = 'c'; level < 'l'; level++) {
            String inner = ("*" + (char) (level - 1) + ",").repeat(10);
            text.append(level)
                    .append(": &")
                    .append(level)
                    .append(" [")
                    .append(inner)
                    .append("]\n");
        }
        return text.toString();
    }

    /** Damages the example so many times and counts how often that was noticed. */
    private static int damaged(int times, long seed) {
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < times; i++) {
            StringBuilder text = new StringBuilder(EXAMPLE);
            for (int wounds = 1 + random.nextInt(3); wounds > 0; wounds--) {
                int at = random.nextInt(text.length());
                int end = Math.min(text.length(), at + random.nextInt(12));
                text.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
            }
            refused += Loaded.faults(VARIABLES, text.toString()).isEmpty() ? 0 : 1;
        }
        return refused;
    }
}
