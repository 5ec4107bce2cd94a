package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShownTest {
    private static String shown(String text) {
        return Shown.text(new Node.Scalar(1, text, Node.Kind.STRING, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.com",
                "memcached://127.0.0.1",
                "http://x:0",
                "http://x:99999/v1",
                "http:/x/v1",
                "https://api.eu-1.example.com/openai/v1/",
                "redis://[::1]:6379/0",
                "https://${HOST}:${PORT}/v1",
                "127.0.0.1",
                "redis.example:6380",
                "api.example.com",
                "localhost"
            })
    void addressesAreShown(String text) {
        assertThat(shown(text)).isEqualTo('"' + text + '"');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.redis.example:6380,password=SECRET,ssl=True",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
                "https://hooks.chat.example/services/T0001/B0001/Xq7tPzKw3vNc8sLm2bRd5fGh",
                "https://example.com/v1;key=x",
                "https://user:word@example.com",
                "https://example.com/?key=x",
                "https://example.com/#x",
                "https://abcdefghijklmnopqrstuvwxy.example",
                "https://${KEY}abc/def=ghi",
                "gsk_0123456789ab",
                "hunter2",
                "12345678",
                "abc/DEF/ghi",
                "redis://x:word/0"
            })
    void whatCouldHoldASecretIsNot(String text) {
        assertThat(shown(text)).isEqualTo("another text");
    }
}
