package io.faregate.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is billed for a prompt is what a router estimates for it: four characters of what is said a token, rounded up once. */
class ChatFactsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]                                         | 2",
                "\"messages\":[{\"role\":\"user\",\"content\":\"hell\"}]                                          | 1",
                "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}]               | 2",
                "\"messages\":[{\"role\":\"user\",\"content\":\"\uD83D\uDE42\uD83D\uDE42\uD83D\uDE42\uD83D\uDE42\"}] | 1",
                "\"messages\":[{\"role\":\"a\",\"content\":\"abcd\"},{\"role\":\"b\",\"content\":\"e\"}]                | 2",
            })
    void countsWhatIsSaid(String member, int tokens) throws Exception {
        byte[] body = ("{\"model\":\"m\"," + member + "}").getBytes(StandardCharsets.UTF_8);

        assertThat(ChatFacts.read(body, false).promptTokens).isEqualTo(tokens);
    }
}
