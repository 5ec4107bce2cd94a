package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProviderTableTest {
    @Test
    void tellsStateAndReasonAndNoKey() {
        URI url = URI.create("https://example.com/v1");
        List<Provider> providers = List.of(
                new Provider("groq", url, "openai", List.of(), "GROQ_API_KEY is not set; GROQ_KEY looks like it"),
                new Provider(
                        "gemini",
                        url,
                        "openai",
                        List.of(new KeySlot("gemini_1", "secret-1"), new KeySlot("gemini_2", "secret-2")),
                        null),
                new Provider("vllm", url, "openai", List.of(new KeySlot("vllm", null)), null));

        assertThat(ProviderTable.lines(providers))
                .containsExactly(
                        "gemini  registered      https://example.com/v1, slots gemini_1, gemini_2",
                        "vllm    registered      https://example.com/v1",
                        "groq    not registered  GROQ_API_KEY is not set; GROQ_KEY looks like it");
    }
}
