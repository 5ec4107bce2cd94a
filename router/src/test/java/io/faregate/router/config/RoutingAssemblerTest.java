package io.faregate.router.config;

import static io.faregate.router.config.Loaded.the;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Target;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.Absent;
import io.faregate.router.route.Canary;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Route;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Rule;
import io.faregate.router.route.Surface;
import io.faregate.router.route.UnpricedStrategy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RoutingAssemblerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Map<String, String> ABC = Map.of("A_KEY", "sk-a", "B_KEY", "sk-b", "C_KEY", "sk-c");
    private static final String SKELETON = """
            providers:
              a: { base_url: "http://127.0.0.1:1/v1/", api_key_env: A_KEY }
              b: { base_url: "http://127.0.0.1:2/v1", api_key_env: B_KEY, dialect: anthropic }
              c: { base_url: "http://127.0.0.1:3/v1", api_key_env: C_KEY }
            targets:
              - { name: a, virtual_key: a, model: model-a, price: { input: 1.00, output: 2.00 }, model_map: { shared: up-a } }
              - { name: b, virtual_key: b, model: model-b, price: { input: 3.00, output: 6.00 }, models: [shared, extra] }
              - { name: c, virtual_key: c, model: model-c }
            """;

    @Test
    void aRouteHasItsCandidatesInOrder() throws ConfigException {
        Routing routing = Loaded.routing(ABC, SKELETON + "routes: { fast: { targets: [b, a, c] } }");

        Route fast = the(routing.route("fast"));
        assertThat(spelled(fast)).containsExactly("b:b/model-b", "a:a/model-a", "c:c/model-c");
        assertThat(fast.name()).isEqualTo("fast");
        assertThat(fast.named()).isTrue();
        assertThat(fast.mode()).isEqualTo(Mode.FALLBACK);
        assertThat(fast.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(fast.annotate()).isTrue();
        Candidate a = fast.candidates().get(1);
        assertThat(a.slot().apiKey()).isEqualTo("sk-a");
        assertThat(a.slot().toString()).doesNotContain("sk-a");
        assertThat(a.target().provider().baseUrl().toString()).isEqualTo("http://127.0.0.1:1/v1");
        assertThat(a.target().provider().dialect()).isEqualTo("openai");
        assertThat(fast.candidates().get(0).target().provider().dialect()).isEqualTo("anthropic");
        assertThat(the(a.price()).base().input()).isEqualTo(PicoUsd.parse("1"));
        assertThat(a.capabilities()).isEqualTo(Capability.ALL);
        assertThat(a.maxContextTokens()).isEqualTo(Candidate.UNKNOWN);
        assertThat(fast.candidates().get(2).price()).isNull();
    }

    @Test
    void whoCannotBeCalledIsKnownWithTheReason() throws ConfigException {
        Routing routing = Loaded.routing(Map.of("A_KEY", "sk-a", "C_KEY", "sk-c"), SKELETON + """
                unavailable: [c]
                routes:
                  fast: { targets: [b, a], canary: { challenger: c, experiment: e } }
                  dead: { targets: [b, c] }
                """);

        Absent b = new Absent("b", "not registered: B_KEY is not set");
        Absent c = new Absent("c", "listed under unavailable");
        assertThat(the(routing.route("fast")).absent()).containsExactly(b, c);
        assertThat(the(routing.route("dead")).absent()).containsExactly(b, c);
        assertThat(the(routing.route("dead")).candidates()).isEmpty();
        assertThat(the(routing.route("shared")).absent()).containsExactly(b);
        assertThat(the(routing.route("model-a")).absent()).isEmpty();
        assertThat(routing.absent())
                .containsOnlyKeys("model-b", "b/model-b", "b/shared", "extra", "b/extra", "model-c", "c/model-c");
        assertThat(routing.absent().get("extra")).containsExactly(b);
        assertThat(routing.absent().get("model-c")).containsExactly(c);
    }

    @Test
    void aRetiredModelIsAbsentFromItsRoute() throws ConfigException {
        PriceBook book = PriceBook.builtIn();
        String retired = book.models("openai").stream()
                .filter(model -> the(book.find("openai", model)).retired())
                .findFirst()
                .orElseThrow();
        Routing routing = Loaded.routing(
                Map.of("OPENAI_API_KEY", "k"),
                "targets: [ { name: old, virtual_key: openai, model: " + retired
                        + " } ]\nroutes: { r: { targets: [old] } }");

        assertThat(the(routing.route("r")).absent())
                .singleElement()
                .satisfies(absent -> assertThat(absent.reason()).startsWith("retired"));
        assertThat(routing.absent()).containsOnlyKeys(retired, "openai/" + retired);
    }

    @Test
    void aTargetHasItsDefaults() throws ConfigException {
        Target a = Loaded.routing(ABC, SKELETON).targets().get(0);

        assertThat(a)
                .isEqualTo(new Target(
                        "a",
                        a.provider(),
                        1,
                        1,
                        Set.of(429, 502, 503),
                        SECOND / 10,
                        2 * SECOND,
                        20 * SECOND,
                        60 * SECOND,
                        180 * SECOND,
                        Long.MAX_VALUE,
                        0,
                        false));
    }

    @Test
    void eachNameOfEachTargetLeadsToIt() throws ConfigException {
        Routing routing = Loaded.routing(
                ABC, SKELETON + "routes: { fast: { targets: [a] } }\naliases: { quick: fast, mine: extra, q: quick }");

        assertThat(routing.models())
                .containsExactly("quick", "mine", "q", "fast", "model-a", "shared", "model-b", "extra", "model-c");
        assertThat(spelled(the(routing.route("shared")))).containsExactly("a:a/up-a", "b:b/shared");
        assertThat(spelled(the(routing.route("b/shared")))).containsExactly("b:b/shared");
        assertThat(spelled(the(routing.route("mine")))).containsExactly("b:b/extra");
        assertThat(routing.route("q")).isSameAs(routing.route("fast"));
        assertThat(the(routing.route("shared")).name()).isEqualTo("default");
        assertThat(the(routing.route("shared")).named()).isFalse();
        assertThat(the(routing.route("shared")).mode()).isEqualTo(Mode.COST_OPTIMIZED);
        assertThat(routing.route("up-a")).isNull();
        assertThat(routing.route("Extra")).isNull();
        assertThat(routing.route("c/shared")).isNull();
    }

    @Test
    void aProvidersModelGoesBeforeAnotherProvidersLongName() throws ConfigException {
        Routing routing = Loaded.routing(Map.of("OPENAI_API_KEY", "sk-1", "OPENROUTER_API_KEY", "sk-2"), """
                targets:
                  - { virtual_key: openai, model: gpt-5.4 }
                  - { virtual_key: openrouter, model: openai/gpt-5.4 }
                """);

        assertThat(spelled(the(routing.route("openai/gpt-5.4")))).containsExactly("openai:openai/gpt-5.4");
        assertThat(spelled(the(routing.route("openrouter/openai/gpt-5.4"))))
                .containsExactly("openrouter:openrouter/openai/gpt-5.4");
    }

    @Test
    void targetsWithoutKeyAndUnavailableOnesAreLeftOut() throws ConfigException {
        Setup setup = Loaded.setup(
                Map.of("A_KEY", "sk-a", "C_KEY", "sk-c"),
                SKELETON + "routes: { fast: { targets: [b, a, c] }, none: { targets: [b] } }\nunavailable: [c]");
        Routing routing = setup.routing();

        assertThat(spelled(the(routing.route("fast")))).containsExactly("a:a/model-a");
        assertThat(the(routing.route("none")).candidates()).isEmpty();
        assertThat(routing.models()).containsExactly("fast", "model-a", "shared");
        assertThat(routing.route("model-c")).isNull();
        assertThat(routing.targets()).extracting(Target::name).containsExactly("a");
        assertThat(setup.configuredTargets()).isEqualTo(3);
        assertThat(routing.providers().stream()
                        .filter(provider -> provider.name().length() == 1 && !provider.registered())
                        .map(provider -> provider.name() + ": " + provider.missing()))
                .containsExactly("b: B_KEY is not set", "c: listed under unavailable");
    }

    @Test
    void singleKeepsTheFirstTargetAlone() throws ConfigException {
        Routing routing = Loaded.routing(
                ABC, SKELETON + "routes: { r: { mode: single, targets: [b, a] } }\nstrategy: { mode: single }");

        assertThat(spelled(the(routing.route("r")))).containsExactly("b:b/model-b");
        assertThat(spelled(the(routing.route("shared")))).containsExactly("a:a/up-a");
    }

    @Test
    void aCanaryHasItsCandidates() throws ConfigException {
        Routing routing = Loaded.routing(ABC, SKELETON + """
                routes:
                  r: { targets: [a, c, b], canary: { challenger: c, percent: 12.345, experiment: e, promotion: auto, ramp: [0.5, 50] } }
                """);

        Canary canary = the(the(routing.route("r")).canary());
        assertThat(canary.challenger()).hasSize(1);
        assertThat(canary.challenger().get(0).target().name()).isEqualTo("c");
        assertThat(canary.percent()).isEqualByComparingTo("12.345");
        assertThat(canary.auto()).isTrue();
        assertThat(canary.ramp().get(0)).isEqualByComparingTo("0.5");
    }

    @Test
    void rulesLookAtEverythingTheyName() throws ConfigException {
        Routing routing = Loaded.routing(ABC, SKELETON + """
                routes:
                  r:
                    mode: content-based
                    targets: [a, b, c]
                    rules:
                      - { when: { stream: true, has_tools: true, metadata.tier: gold, prompt_regex: "^order [0-9]{3}$" }, targets: [b, c] }
                      - { when: { model_prefix: mod, prompt_contains: invoice, prompt_not_contains: plain, stream: false }, targets: [c] }
                """);

        Route route = the(routing.route("r"));
        Rule first = route.rules().get(0);
        assertThat(spelled(first.candidates())).containsExactly("b:b/model-b", "c:c/model-c");
        assertThat(first.matches().test(asked("model-a", true, Capability.TOOLS.bit(), "gold", "order 123")))
                .isTrue();
        assertThat(first.matches().test(asked("model-a", false, Capability.TOOLS.bit(), "gold", "order 123")))
                .isFalse();
        assertThat(first.matches().test(asked("model-a", true, 0, "gold", "order 123")))
                .isFalse();
        assertThat(first.matches().test(asked("model-a", true, Capability.TOOLS.bit(), "golden", "order 123")))
                .isFalse();
        assertThat(first.matches().test(asked("model-a", true, Capability.TOOLS.bit(), "gold", "order 1234")))
                .isFalse();
        Rule second = route.rules().get(1);
        assertThat(second.matches().test(asked("model-a", false, 0, "", "my invoice")))
                .isTrue();
        assertThat(second.matches().test(asked("model-a", false, 0, "", "my plain invoice")))
                .isFalse();
        assertThat(second.matches().test(asked("other", false, 0, "", "my invoice")))
                .isFalse();
    }

    @Test
    void rulesOfTheStrategyChooseAmongWhoServesTheName() throws ConfigException {
        Routing routing = Loaded.routing(ABC, SKELETON + """
                strategy:
                  mode: conditional
                  rules: [ { when: { stream: true }, targets: [b, c] }, { when: { model: shared }, targets: [c] } ]
                """);

        Route shared = the(routing.route("shared"));
        assertThat(shared.rules()).hasSize(1);
        assertThat(spelled(shared.rules().get(0).candidates())).containsExactly("b:b/shared");
    }

    @Test
    void skipLeavesOutModelsThatNobodyPrices() throws ConfigException {
        String skip =
                "strategy: { mode: cost-optimized, unpriced_strategy: skip }\nroutes: { r: { mode: cost-optimized, targets: [c] } }";
        Routing routing = Loaded.routing(ABC, SKELETON + skip);

        assertThat(routing.route("model-c")).isNull();
        assertThat(routing.models()).containsExactly("model-a", "shared", "model-b", "extra");
        assertThat(the(routing.route("model-a")).unpriced()).isEqualTo(UnpricedStrategy.SKIP);
    }

    @Test
    void aTargetsPriceGoesBeforeTheCatalogsPartByPart() throws ConfigException {
        Routing routing = Loaded.routing(Map.of("OPENAI_API_KEY", "sk-1", "DEEPSEEK_API_KEY", "sk-2"), """
                targets:
                  - { name: o, virtual_key: openai, model: gpt-5.4, price: { output: 20.0, multiplier: 1.25 } }
                  - { name: t, virtual_key: openai, model: gpt-5.4, price: { tiers: [] } }
                  - { name: d, virtual_key: deepseek, model: deepseek-flash, price: { input: 0.28 } }
                """);

        Price o = the(the(routing.route("gpt-5.4")).candidates().get(0).price());
        Price t = the(the(routing.route("gpt-5.4")).candidates().get(1).price());
        Price d = the(the(routing.route("deepseek-flash")).candidates().get(0).price());
        assertThat(o.base().input()).isEqualTo(PicoUsd.parse("2.5"));
        assertThat(o.base().output()).isEqualTo(PicoUsd.parse("20"));
        assertThat(o.tiers()).hasSize(1);
        assertThat(o.multiplierPpm()).isEqualTo(1_250_000);
        assertThat(t.tiers()).isEmpty();
        assertThat(t.version()).isNotEqualTo(o.version());
        assertThat(the(d.peak()).rates().input()).isEqualTo(PicoUsd.parse("0.28"));
        assertThat(the(d.peak()).rates().output()).isEqualTo(PicoUsd.parse("0.6"));
    }

    @Test
    void whatTheConfigurationSaysOfAModelGoesBeforeTheCatalog() throws ConfigException {
        Routing routing = Loaded.routing(Map.of("OPENAI_API_KEY", "sk-1"), """
                targets:
                  - { name: known, virtual_key: openai, model: gpt-4o-mini, capabilities: [tools, structured_output], max_ctx: 3000 }
                  - { name: limited, virtual_key: openai, model: gpt-4o-mini, max_output: 100 }
                limits: { openai: { max_ctx: 100000 }, limited: { max_ctx: 50000 } }
                """);

        List<Candidate> candidates = the(routing.route("gpt-4o-mini")).candidates();
        assertThat(Capability.keys(candidates.get(0).capabilities()))
                .containsExactly("tools", "structured_output", "json_mode");
        assertThat(candidates)
                .allSatisfy(writing ->
                        assertThat(Capability.keys(writing.capabilities())).doesNotContain("embeddings"));
        assertThat(candidates.get(0).maxContextTokens()).isEqualTo(3_000);
        assertThat(candidates.get(0).maxOutputTokens()).isEqualTo(16_384);
        assertThat(candidates.get(1).maxContextTokens()).isEqualTo(50_000);
        assertThat(candidates.get(1).maxOutputTokens()).isEqualTo(100);
    }

    @Test
    void retiredAndTrainingModelsAreNotRoutedToUnlessAllowed() throws ConfigException {
        String target = "targets: [ { virtual_key: groq, model: llama-3.1-8b-instant } ]\n";
        Map<String, String> groq = Map.of("GROQ_API_KEY", "gsk-1");

        assertThat(Loaded.routing(groq, target).route("llama-3.1-8b-instant")).isNull();
        assertThat(Loaded.warnings(groq, target))
                .containsExactly("faregate.yaml:1: targets[0].model: found groq/llama-3.1-8b-instant, which is retired "
                        + "since 2026-08-16, so that nothing is routed there unless catalog.allow_retired is true");
        assertThat(Loaded.routing(groq, target + "catalog: { allow_retired: true }")
                        .route("llama-3.1-8b-instant"))
                .isNotNull();
    }

    @Test
    void withoutTargetsEveryRegisteredProviderServesItsCatalog() throws ConfigException {
        Routing routing = Loaded.routing(
                Map.of("GROQ_API_KEY", "gsk-1", "OLLAMA_MODEL", "llama3:8b", "OPENAI_API_KEY", "sk-1"), "");

        assertThat(routing.targets()).extracting(Target::name).containsExactly("openai", "ollama", "groq");
        assertThat(spelled(the(routing.route("gpt-5.4")))).containsExactly("openai:openai/gpt-5.4");
        assertThat(spelled(the(routing.route("llama3:8b")))).containsExactly("ollama:ollama/llama3:8b");
        assertThat(the(the(routing.route("llama3:8b")).candidates().get(0).price())
                        .base()
                        .output())
                .isZero();
        assertThat(routing.models()).contains("qwen/qwen3-32b").doesNotContain("llama-3.1-8b-instant", "*");
        assertThat(the(routing.route("gpt-5.4")).mode()).isEqualTo(Mode.COST_OPTIMIZED);
    }

    private static Rule.Asked asked(String model, boolean stream, int needs, String tier, String text) {
        return new Rule.Asked(
                new RouteRequest(
                        Surface.CHAT, model, stream, false, needs, 1, -1, 1, false, Map.of("tier", tier), text, true),
                "");
    }

    private static List<String> spelled(Route route) {
        return spelled(route.candidates());
    }

    /** Each candidate as {@code target:slot/model}. */
    private static List<String> spelled(List<Candidate> candidates) {
        return candidates.stream()
                .map(one -> one.target().name() + ":" + one.slot().name() + "/" + one.model())
                .toList();
    }
}
