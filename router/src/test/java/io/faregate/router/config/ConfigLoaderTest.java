package io.faregate.router.config;

import static io.faregate.router.config.Loaded.the;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.Provider;
import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.health.FailureClass;
import io.faregate.router.route.Mode;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.spend.Caps;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigLoaderTest {
    private static final Map<String, String> KEYS = Map.of(
            "FAREGATE_ADMIN_KEY", "admin-1",
            "FAREGATE_AGENTS_KEY", "vk-agents-1",
            "META_API_KEY", "mk-1",
            "OPENAI_API_KEY", "sk-1");
    private static final long SECOND = 1_000_000_000L;
    private static final long DOLLAR = 1_000_000_000_000L;

    @Test
    void takesTheWholeExample() throws ConfigException {
        Setup setup = Loaded.setup(KEYS, Loaded.resource("example.yaml"));

        RouterConfig config = setup.config();
        assertThat(config.server()).isEqualTo(new RouterConfig.Server("127.0.0.1", 8080, 33_554_432, 20 * SECOND));
        assertThat(config.budgets().caps()).isEqualTo(new Caps(DOLLAR / 20, 25 * DOLLAR, DOLLAR));
        assertThat(config.redisUrl()).isEqualTo("redis://127.0.0.1:6379");
        TargetEntry groq = the(config.targets()).get(0);
        assertThat(the(groq.price()).rates().input()).isEqualTo(50_000_000_000L);
        assertThat(the(groq.price()).rates().request()).isEqualTo(5_000_000_000L);
        assertThat(the(the(groq.price()).tiers())).hasSize(1);
        assertThat(the(the(groq.price()).tiers()).get(0).aboveTokens()).isEqualTo(200_000);
        assertThat(the(the(groq.price()).tiers()).get(0).rates().output()).isEqualTo(160_000_000_000L);
        assertThat(groq.capabilities()).isEqualTo(Capability.TOOLS.bit() | Capability.VISION.bit());
        RouteEntry agent = the(config.routes().get("agent"));
        assertThat(agent.targets()).containsExactly("muse-spark", "grok-4.5", "terra");
        assertThat(the(agent.canary()).percent()).isEqualByComparingTo("5");
        assertThat(the(agent.canary()).ramp()).containsExactly(one(1), one(5), one(25), one(50));
        assertThat(agent.deadlineNanos()).isEqualTo(60 * SECOND);
        assertThat(agent.caps()).isEqualTo(new Caps(DOLLAR / 20, Caps.NONE, Caps.NONE));
        assertThat(setup.providerLimits()).isEqualTo(Map.of("groq", new LimitEntry(30, 14_400, 6_000, 131_072, 0)));
        assertThat(setup.warnings())
                .extracting(Fault::path)
                .containsExactly(
                        "targets[0]", "targets[0].model_map.llama-8b", "targets[2]", "targets[4]", "catalog.overlay");
    }

    @Test
    void anEmptyFileMeansDefaults() throws ConfigException {
        RouterConfig config = Loaded.setup(Map.of(), "").config();

        assertThat(config.server()).isEqualTo(new RouterConfig.Server("127.0.0.1", 8080, 33_554_432, 20 * SECOND));
        assertThat(config.auth()).isNull();
        assertThat(config.targets()).isNull();
        assertThat(config.strategy().mode()).isEqualTo(Mode.COST_OPTIMIZED);
        assertThat(config.budgets().caps()).isEqualTo(Caps.UNCAPPED);
        assertThat(config.budgets().timeZone()).isEqualTo(ZoneId.of("UTC"));
        assertThat(config.budgets().clamp()).isTrue();
        assertThat(config.budgets().allowUnpriced()).isFalse();
        assertThat(config.usage().dir()).isEqualTo("data/usage");
        assertThat(config.analytics().port()).isEqualTo(8081);
        assertThat(config.benchPolicy().benchNanos(FailureClass.TIMEOUT)).isEqualTo(600 * SECOND);
        assertThat(config.redisUrl()).isNull();
    }

    @Test
    void zeroFalseAndEmptyAreValues() throws ConfigException {
        Setup setup = Loaded.setup(Map.of("GROQ_API_KEY", "gsk"), """
                budgets: { daily_usd: 0 }
                unavailable: []
                aliases: {}
                backoff: { rpm: 0s }
                limits: { groq: { rpm: 0 } }
                targets:
                  - { virtual_key: groq, model: m, weight: 0, models: [], capabilities: [],
                      price: { input: 0, output: 0 }, concurrency: { queue: 0 } }
                """);

        assertThat(setup.config().budgets().caps().dailyPicoUsd()).isZero();
        assertThat(setup.config().benchPolicy().benchNanos(FailureClass.RPM)).isZero();
        assertThat(the(setup.providerLimits().get("groq")).rpm()).isZero();
        TargetEntry target = the(setup.config().targets()).get(0);
        assertThat(target.weight()).isZero();
        assertThat(target.capabilities()).isZero();
        assertThat(the(target.price()).rates().input()).isZero();
        assertThat(the(target.price()).rates().cachedInput()).isEqualTo(Price.UNKNOWN);
        assertThat(target.concurrency()).isEqualTo(new RouterConfig.Concurrency(32, 0));
        assertThat(the(setup.routing().route("m")).candidates().get(0).priced()).isTrue();
    }

    @Test
    void namesKeepTheirText() throws ConfigException {
        RouterConfig config = Loaded.setup(Map.of(), """
                targets: [ { name: 1.10, virtual_key: groq, model: 4.0 } ]
                routes:
                  no: { targets: [1.10] }
                  on: { targets: [ "1.10" ] }
                  1.10: { targets: [1.10] }
                """).config();

        assertThat(config.routes().keySet()).containsExactly("no", "on", "1.10");
        assertThat(the(config.targets()).get(0).name()).isEqualTo("1.10");
        assertThat(the(config.targets()).get(0).model()).isEqualTo("4.0");
    }

    @Test
    void readsJsonAlike() throws ConfigException {
        RouterConfig config = Loaded.setup(Map.of(), """
                {
                \t"targets": [{"name": "a", "virtual_key": "groq", "model": "m\\u00e9", "price": {"input": 2.5E-1, "output": 1}}],
                \t"routes": {"fast": {"mode": "single", "targets": ["a"]}}
                }
                """).config();

        assertThat(the(config.targets()).get(0).model()).isEqualTo("mé");
        assertThat(the(the(config.targets()).get(0).price()).rates().input()).isEqualTo(DOLLAR / 4);
    }

    @Test
    void readsAnchors() throws ConfigException {
        RouterConfig config = Loaded.setup(Map.of(), """
                targets:
                  - { name: a, virtual_key: groq, timeout: &patient { total: 10m } }
                  - { name: b, virtual_key: groq, timeout: *patient }
                """).config();

        assertThat(the(config.targets()).get(1).timeouts().totalNanos()).isEqualTo(600 * SECOND);
    }

    @Test
    void readsVariablesInTextsAndNumbersThroughThem() throws ConfigException {
        Map<String, String> variables = Map.of("MODEL", "m-1", "PORT", "9000", "HALF", "0.5");
        RouterConfig config = Loaded.setup(variables, """
                server: { port: "${PORT}" }
                usage: { dir: "rows/${MODEL}/$${MODEL}" }
                targets: [ { virtual_key: groq, model: "x-${MODEL}-y", price: { input: "${HALF}" } } ]
                """).config();

        assertThat(config.server().port()).isEqualTo(9000);
        assertThat(config.usage().dir()).isEqualTo("rows/m-1/${MODEL}");
        assertThat(the(config.targets()).get(0).model()).isEqualTo("x-m-1-y");
        assertThat(the(the(config.targets()).get(0).price()).rates().input()).isEqualTo(DOLLAR / 2);
    }

    @Test
    void theEnvironmentOverridesPorts() throws ConfigException {
        RouterConfig config = Loaded.setup(
                        Map.of(
                                "FAREGATE_ROUTER_PORT", "0",
                                "FAREGATE_ANALYTICS_PORT", "9001"),
                        "server: { port: 1 }")
                .config();

        assertThat(config.server().port()).isZero();
        assertThat(config.analytics().port()).isEqualTo(9001);
    }

    @Test
    void tellsVariablesThatAreNoPorts() {
        assertThat(Loaded.faults(Map.of("FAREGATE_ROUTER_PORT", "70000", "FAREGATE_ANALYTICS_PORT", "x"), ""))
                .containsExactly(
                        "environment: FAREGATE_ROUTER_PORT: found \"70000\", expected a whole number from 0 to 65535",
                        "environment: FAREGATE_ANALYTICS_PORT: found \"x\", expected a whole number from 0 to 65535");
    }

    @Test
    void knowsVirtualKeysByTheirSecretAlone() throws ConfigException {
        KeyRing keys = Loaded.setup(KEYS, Loaded.resource("example.yaml")).keys();

        VirtualKey agents = keys.find("vk-agents-1");
        assertThat(agents)
                .isEqualTo(new VirtualKey("agents", Set.of("agent"), new Caps(Caps.NONE, 10 * DOLLAR, DOLLAR / 2)));
        assertThat(keys.find("vk-agents-2")).isNull();
        assertThat(keys.find("")).isNull();
        assertThat(keys.open()).isFalse();
        assertThat(keys.isAdmin("admin-1")).isTrue();
        assertThat(keys.isAdmin("vk-agents-1")).isFalse();
    }

    @Test
    void nobodyIsAdminWithoutAnAdminKey() throws ConfigException {
        KeyRing keys = Loaded.setup(Map.of("FAREGATE_ADMIN_KEY", "admin-1"), "").keys();

        assertThat(keys.hasAdmin()).isFalse();
        assertThat(keys.isAdmin("admin-1")).isFalse();
        assertThat(keys.isAdmin("null")).isFalse();
        assertThat(keys.open()).isTrue();
    }

    @Test
    void servesOtherHostsOnlyWithKeys() throws ConfigException {
        String text = """
                server: { host: 0.0.0.0 }
                auth: { keys: [ { name: agents, key_env: FAREGATE_AGENTS_KEY } ] }
                """;

        assertThat(Loaded.setup(KEYS, text).config().server().host()).isEqualTo("0.0.0.0");
        assertThat(Loaded.faults(KEYS, "server: { host: 0.0.0.0 }\nauth: { admin_key_env: FAREGATE_ADMIN_KEY }"))
                .containsExactly("faregate.yaml:1: server.host: found \"0.0.0.0\" without keys under auth, "
                        + "expected a loopback host");
    }

    @Test
    void readsSecretsFromFiles() throws ConfigException {
        Map<String, String> variables = Map.of("GROQ_API_KEY_FILE", "/run/secrets/groq", "XAI_API_KEY_FILE", "/none");
        Setup setup = Loaded.loader(variables, Map.of("/run/secrets/groq", "gsk-from-file\n"))
                .load("faregate.yaml", "", name -> null, Overrides.NONE);

        assertThat(provider(setup, "groq").slots().get(0).apiKey()).isEqualTo("gsk-from-file");
        assertThat(provider(setup, "xai").missing()).isEqualTo("XAI_API_KEY_FILE names a file that cannot be read");
    }

    @Test
    void warnsOfPricesInAnotherUnitAndOfKeysInTheClear() throws ConfigException {
        assertThat(Loaded.warnings(Map.of(), """
                providers: { a: { base_url: "http://example.com/v1/" } }
                targets:
                  - { virtual_key: a, model: m, price: { input: 2.5e-06, output: 15000 } }
                """))
                .containsExactly(
                        "faregate.yaml:1: providers.a.base_url: found http to a host that is not loopback: keys and "
                                + "prompts go there in the clear",
                        "faregate.yaml:3: targets[0].price.input: found an unusual price, expected dollars per million "
                                + "tokens, mostly from 0.001 to 5000",
                        "faregate.yaml:3: targets[0].price.output: found an unusual price, expected dollars per million "
                                + "tokens, mostly from 0.001 to 5000");
    }

    @Test
    void laysTheOverlayOverTheCatalog() throws ConfigException {
        ConfigLoader loader = Loaded.loader(Map.of("OPENAI_API_KEY", "sk-1"), Map.of());
        String text = "targets: [ { virtual_key: openai, model: gpt-9 } ]\ncatalog: { overlay: mine.json }";
        String overlay = "{\"models\": {\"openai/gpt-9\": {\"price\": {\"in\": \"1\", \"out\": 2.5}, \"ctx\": 1000}}}";
        Setup setup =
                loader.load("faregate.yaml", text, name -> name.equals("mine.json") ? overlay : null, Overrides.NONE);

        assertThat(the(the(setup.routing().route("gpt-9")).candidates().get(0).price())
                        .base()
                        .output())
                .isEqualTo(2_500_000_000_000L);
        assertThat(setup.warnings()).isEmpty();
    }

    @Test
    void tellsWhatIsWrongWithTheOverlay() {
        ConfigLoader loader = Loaded.loader(Map.of(), Map.of());
        String overlay = "{\"models\": {\"openai/gpt-9\": {\"price\": {\"in\": \"1,5\"}}, \"gpt-8\": {}}}";

        assertThat(loadFaults(loader, overlay))
                .containsExactly(
                        "faregate.yaml: catalog.overlay: catalog.json: models[\"openai/gpt-9\"]: in: found \"1,5\", "
                                + "expected an amount of dollars",
                        "faregate.yaml: catalog.overlay: catalog.json: models[\"gpt-8\"]: found something else, "
                                + "expected provider/model with an object");
        assertThat(loadFaults(loader, "{\"models\": {\"a/b\": {}, \"a/b\": {}}}"))
                .hasSize(1);
        assertThat(loadFaults(loader, "[]")).hasSize(1);
    }

    private static List<String> loadFaults(ConfigLoader loader, String overlay) {
        try {
            loader.load("faregate.yaml", "", name -> overlay, Overrides.NONE);
            return List.of();
        } catch (ConfigException e) {
            return e.faults().stream().map(Fault::toString).toList();
        }
    }

    private static Provider provider(Setup setup, String name) {
        return setup.routing().providers().stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static BigDecimal one(long number) {
        return BigDecimal.valueOf(number);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                          |      | http://127.0.0.1:8080",
                "{}                                          | 8195 | http://127.0.0.1:8195",
                "server: { port: 8190 }                      |      | http://127.0.0.1:8190",
                "server: { port: 8190 }                      | 8195 | http://127.0.0.1:8195",
                "server: { port: '${P}' }                    |      | http://127.0.0.1:9191",
                "server: { host: 10.1.2.3, port: 8190 }      |      | http://10.1.2.3:8190",
                "server: { host: 0.0.0.0, port: 8190 }       |      | http://127.0.0.1:8190",
                "server: { host: '::' }                      |      | http://127.0.0.1:8080",
                "server: { host: '::1' }                     | 8195 | http://[::1]:8195",
                "server: { host: router.example }            |      | http://router.example:8080",
                "server: { port: 0 }                         |      | ``",
                "server: { port: 8190 }                      | 0    | ``",
            })
    void whereNoRouterIsNamedItIsThatOfTheSameFileAndEnvironment(String server, @Nullable String port, String expected)
            throws ConfigException {
        Map<String, String> environment = new HashMap<>(Map.of("P", "9191", "K", "key"));
        if (port != null) {
            environment.put("FAREGATE_ROUTER_PORT", port);
        }
        String keys = server.equals("{}") ? "" : "\nauth: { keys: [ { name: k, key_env: K } ] }\n";

        assertThat(Loaded.setup(environment, server + keys).config().analytics().routers())
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void warnsOfAModelThatTheCatalogDoesNotKnowThereWithWhatIsNear() throws ConfigException {
        String target = "targets: [ { virtual_key: groq, %s } ]\n";
        String start = "faregate.yaml:1: targets[0].";
        String unknown = ", which the catalog does not know at groq and which has no price";

        assertThat(Loaded.warnings(Map.of("GROQ_API_KEY", "g"), target.formatted("model: llama-3.1-8b-instnat")))
                .containsExactly(
                        start + "model: found \"llama-3.1-8b-instnat\"" + unknown + "; near it: llama-3.1-8b-instant");
        assertThat(Loaded.warnings(
                        Map.of("GROQ_API_KEY", "g"), target.formatted("model_map: { m: zzz }, models: [ zzz ]")))
                .containsExactly(
                        start + "model_map.m: found \"zzz\"" + unknown, start + "models[0]: found \"zzz\"" + unknown);
        assertThat(Loaded.warnings(
                        Map.of("GROQ_API_KEY", "g"),
                        target.formatted("model: llama-3.1-8b-instnat, price: { input: 1, output: 1 }")))
                .isEmpty();
        assertThat(Loaded.warnings(Map.of("K", "key"), """
                                providers: { own: { base_url: "http://127.0.0.1:1" } }
                                targets: [ { virtual_key: own, model: whatever } ]
                                """)).isEmpty();
    }
}
