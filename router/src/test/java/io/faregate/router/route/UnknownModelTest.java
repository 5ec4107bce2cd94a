package io.faregate.router.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.health.BenchPolicy;
import io.faregate.router.spend.Caps;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnknownModelTest {
    private static final Route ROUTE = Chain.route(Mode.FALLBACK, List.of(Chain.candidate("a")), null);

    private static Routing routing(Map<String, List<Absent>> absent, String... names) {
        return new Routing(
                List.of(names).stream().collect(Collectors.toMap(name -> name, name -> ROUTE)),
                List.of(names),
                List.of(),
                List.of(),
                new BenchPolicy(Map.of(), Map.of()),
                Caps.UNCAPPED,
                ZoneOffset.UTC,
                true,
                false,
                absent);
    }

    private static String told(Routing routing, String model, Predicate<String> open) {
        Refusal refusal = UnknownModel.refusal(routing, model, open);
        assertThat(refusal.status()).isEqualTo(404);
        assertThat(refusal.code()).isEqualTo("model_not_found");
        assertThat(refusal.retryHelps()).isFalse();
        return refusal.message();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpt-5.4-mimi | No target serves the model 'gpt-5.4-mimi'; near it: gpt-5.4-mini.",
                "GPT-5.4-MINI | No target serves the model 'GPT-5.4-MINI'; near it: gpt-5.4-mini.",
                "deepseek     | No target serves the model 'deepseek'; near it: deepseek-chat, deepseek-v4-flash.",
                "llama        | No target serves the model 'llama'.",
                "ag           | No target serves the model 'ag'.",
            })
    void namesThatAreNearAreOffered(String asked, String message) {
        Routing routing = routing(Map.of(), "agent", "gpt-5.4-mini", "deepseek-v4-flash", "deepseek-chat");

        assertThat(told(routing, asked, name -> true)).isEqualTo(message);
    }

    @Test
    void noNameIsOfferedThatWhoeverAskedMayNotUse() {
        assertThat(told(routing(Map.of("m", List.of(new Absent("t", "x"))), "agent"), "agnet", name -> false))
                .isEqualTo("No target serves the model 'agnet'.");
        assertThat(told(routing(Map.of("m", List.of(new Absent("t", "x")))), "m", name -> false))
                .isEqualTo("No target serves the model 'm'.");
    }

    @Test
    void whoWouldServeItIsToldWithWhatIsMissing() {
        Routing routing = routing(Map.of("m", List.of(new Absent("groq", "not registered: GROQ_API_KEY is not set"))));

        assertThat(told(routing, "m", name -> true))
                .isEqualTo("No target serves the model 'm'; these would: groq (not registered: GROQ_API_KEY is not "
                        + "set).");
    }

    @Test
    void longNamesAreCutAndNotCompared() {
        assertThat(told(routing(Map.of(), "x".repeat(201)), "x".repeat(200), name -> true))
                .isEqualTo("No target serves the model '" + "x".repeat(100) + "\u2026'.");
        assertThat(told(routing(Map.of(), "y".repeat(150)), "y".repeat(20), name -> true))
                .isEqualTo(
                        "No target serves the model '" + "y".repeat(20) + "'; near it: " + "y".repeat(100) + "\u2026.");
    }
}
