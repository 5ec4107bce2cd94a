package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.config.RouterConfig.LimitEntry;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProviderRegistryTest {
    @Test
    void knowsEveryBuiltInProviderWithItsVariable() throws ConfigException {
        assertThat(Loaded.routing(Map.of(), "").providers())
                .extracting(provider -> provider.name() + ": " + provider.missing())
                .containsExactly(
                        "openai: OPENAI_API_KEY is not set",
                        "anthropic: ANTHROPIC_API_KEY is not set",
                        "gemini: GEMINI_API_KEY is not set",
                        "openrouter: OPEN_ROUTER_API_KEY is not set",
                        "ollama: OLLAMA_MODEL is not set",
                        "groq: GROQ_API_KEY is not set",
                        "cerebras: CEREBRAS_API_KEY is not set",
                        "nvidia: NVIDIA_API_KEY is not set",
                        "github: GITHUB_MODELS_TOKEN is not set",
                        "deepseek: DEEPSEEK_API_KEY is not set",
                        "xai: XAI_API_KEY is not set",
                        "meta: META_API_KEY is not set",
                        "mistral: MISTRAL_API_KEY is not set",
                        "together: TOGETHER_API_KEY is not set",
                        "fireworks: FIREWORKS_API_KEY is not set");
    }

    @Test
    void registersFromTheEnvironment() throws ConfigException {
        Provider anthropic = provider(Map.of("ANTHROPIC_API_KEY", "sk-ant"), "", "anthropic");

        assertThat(anthropic.registered()).isTrue();
        assertThat(anthropic.baseUrl().toString()).isEqualTo("https://api.anthropic.com/v1");
        assertThat(anthropic.dialect()).isEqualTo("anthropic");
        assertThat(anthropic.slots()).containsExactly(new KeySlot("anthropic", "sk-ant"));
    }

    @Test
    void eitherNameOfTheVariableRegistersOpenRouter() throws ConfigException {
        assertThat(provider(Map.of("OPENROUTER_API_KEY", "k1"), "", "openrouter")
                        .slots())
                .containsExactly(new KeySlot("openrouter", "k1"));
        assertThat(provider(Map.of("OPENROUTER_API_KEY", "k1", "OPEN_ROUTER_API_KEY", "k2"), "", "openrouter")
                        .slots())
                .containsExactly(new KeySlot("openrouter", "k2"));
    }

    @Test
    void numberedKeysAreSlotsOfTheirOwn() throws ConfigException {
        Map<String, String> variables = Map.of(
                "GEMINI_API_KEY_1",
                "k1",
                "GEMINI_API_KEY_3",
                "k3",
                "GEMINI_API_KEY_16",
                "k16",
                "GEMINI_API_KEY_17",
                "no");

        assertThat(provider(variables, "", "gemini").slots())
                .containsExactly(
                        new KeySlot("gemini_1", "k1"), new KeySlot("gemini_3", "k3"), new KeySlot("gemini_16", "k16"));
    }

    @Test
    void theSameKeyTwiceIsOneSlot() throws ConfigException {
        assertThat(provider(Map.of("GEMINI_API_KEY", "k", "GEMINI_API_KEY_1", "k"), "", "gemini")
                        .slots())
                .containsExactly(new KeySlot("gemini", "k"));
    }

    @Test
    void theFileOverridesFieldByField() throws ConfigException {
        Map<String, String> variables = Map.of("GROQ_API_KEY", "g", "OTHER_KEY", "o");

        Provider moved = provider(variables, "providers: { groq: { base_url: \"http://127.0.0.1:9/v1\" } }", "groq");
        assertThat(moved.baseUrl().toString()).isEqualTo("http://127.0.0.1:9/v1");
        assertThat(moved.slots()).containsExactly(new KeySlot("groq", "g"));
        Provider rekeyed = provider(variables, "providers: { groq: { api_key_env: OTHER_KEY } }", "groq");
        assertThat(rekeyed.baseUrl().toString()).isEqualTo("https://api.groq.com/openai/v1");
        assertThat(rekeyed.slots()).containsExactly(new KeySlot("groq", "o"));
    }

    @Test
    void aProviderThatNamesNoVariableNeedsNoKey() throws ConfigException {
        Provider local = provider(Map.of(), "providers: { vllm: { base_url: \"http://127.0.0.1:8000/v1\" } }", "vllm");

        assertThat(local.registered()).isTrue();
        assertThat(local.slots()).containsExactly(new KeySlot("vllm", null));
    }

    @Test
    void ollamaNeedsItsModelAndTakesAnotherUrl() throws ConfigException {
        Map<String, String> variables = Map.of("OLLAMA_MODEL", "m", "OLLAMA_BASE_URL", "http://box:11434/v1/");

        assertThat(provider(variables, "", "ollama").baseUrl().toString()).isEqualTo("http://box:11434/v1");
        assertThat(Loaded.faults(Map.of("OLLAMA_BASE_URL", "box"), ""))
                .containsExactly(
                        "environment: OLLAMA_BASE_URL: found another text, expected a URL without credentials");
    }

    @Test
    void tellsVariablesThatLookLikeTheKnownOne() throws ConfigException {
        Map<String, String> variables =
                Map.of("OPENAI_APIKEY", "x", "GROQ_KEY", "x", "MISTRAL_API_KYE", "x", "XAI_TOKEN", "x", "PATH", "x");

        assertThat(provider(variables, "", "openai").missing())
                .isEqualTo("OPENAI_API_KEY is not set; OPENAI_APIKEY looks like it");
        assertThat(provider(variables, "", "groq").missing())
                .isEqualTo("GROQ_API_KEY is not set; GROQ_KEY looks like it");
        assertThat(provider(variables, "", "mistral").missing())
                .isEqualTo("MISTRAL_API_KEY is not set; MISTRAL_API_KYE looks like it");
        assertThat(provider(variables, "", "xai").missing()).isEqualTo("XAI_API_KEY is not set");
    }

    @Test
    void blankSpacedAndEndedKeysAreFaultsThatDoNotShowThem() {
        String blank = "found a blank value, expected a key";
        String spaced = "found a value with spaces, line ends or other signs that no key has, expected a key";

        assertThat(Loaded.faults(Map.of("GROQ_API_KEY", ""), ""))
                .containsExactly("environment: GROQ_API_KEY: " + blank);
        assertThat(Loaded.faults(Map.of("GROQ_API_KEY", "   "), ""))
                .containsExactly("environment: GROQ_API_KEY: " + blank);
        assertThat(Loaded.faults(Map.of("GROQ_API_KEY", "gsk-1\n"), ""))
                .containsExactly("environment: GROQ_API_KEY: " + spaced);
        assertThat(Loaded.faults(Map.of("GROQ_API_KEY", "gsk 1"), ""))
                .containsExactly("environment: GROQ_API_KEY: " + spaced);
        assertThat(Loaded.faults(Map.of("GEMINI_API_KEY_2", "k\u00e9"), ""))
                .containsExactly("environment: GEMINI_API_KEY_2: " + spaced);
    }

    @Test
    void limitsAreOffUnlessWrittenAndThenFilledFromTheDefaults() throws ConfigException {
        Map<String, String> variables = Map.of("GROQ_API_KEY", "g", "A_KEY", "a");
        String text = """
                providers: { a: { base_url: "http://127.0.0.1:1/v1", api_key_env: A_KEY } }
                targets:
                  - { virtual_key: groq }
                  - { name: a, virtual_key: groq }
                  - { name: other, virtual_key: a, model: m }
                limits: { groq: { rpm: 5, cooldown: 250ms }, a: { rpm: 1 }, other: { tpm: 9 } }
                """;
        Setup setup = Loaded.setup(variables, text);

        assertThat(Loaded.setup(variables, "").providerLimits()).isEmpty();
        assertThat(setup.providerLimits())
                .isEqualTo(Map.of(
                        "groq", new LimitEntry(5, 12_960, 5_400, -1, 250_000_000),
                        "a", new LimitEntry(1, -1, -1, -1, -1)));
        assertThat(setup.targetLimits())
                .isEqualTo(Map.of(
                        "a", new LimitEntry(1, -1, -1, -1, -1),
                        "other", new LimitEntry(-1, -1, 9, -1, -1)));
    }

    private static Provider provider(Map<String, String> variables, String text, String name) throws ConfigException {
        return Loaded.routing(variables, text).providers().stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
