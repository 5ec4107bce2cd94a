package io.faregate.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EditsTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 0, 0",
        "kitten, sitting, 3, 3",
        "OPENAI_API_KEY, OPENAI_APIKEY, 2, 1",
        "OPENAI_API_KEY, OPEN_AI_API_KEY, 2, 1",
        "abc, cba, 5, 2",
        "abc, abc, 0, 0"
    })
    void countsEditsUpToTheMost(String a, String b, int most, int edits) {
        assertThat(Edits.distance(a, b, most)).isEqualTo(edits);
        assertThat(Edits.distance(b, a, most)).isEqualTo(edits);
    }

    @ParameterizedTest
    @CsvSource({"kitten, sitting, 2", "GROQ_API_KEY, MISTRAL_KEY1, 2", "abc, abcdef, 2", "PATH, HOME, 1"})
    void tellsMoreThanTheMostWhenItIsFurther(String a, String b, int most) {
        assertThat(Edits.distance(a, b, most)).isEqualTo(most + 1);
    }
}
