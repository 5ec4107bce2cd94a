package io.faregate.router.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.cost.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CutPromptTest {
    @ParameterizedTest
    @CsvSource({
        "ollama, 9000, 4000, 96, true",
        "ollama, 9000, 4096, 300, true",
        "ollama, 9000, 6000, 100, false",
        "ollama, 5000, 4000, 96, true",
        // Filled by chance: the prompt was read whole.
        "ollama, 3900, 4000, 96, false",
        "ollama, 500, 30, 10, false",
        "ollama, 9000, -1, 10, false",
        "openai, 9000, 100, 10, false"
    })
    void suspectsAFullWindowOrAShortRead(String provider, long estimated, long input, long output, boolean cut) {
        assertThat(CutPrompt.suspected(provider, estimated, Usage.of(input, output)))
                .isEqualTo(cut);
    }
}
