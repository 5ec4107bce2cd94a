package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MultipartFormTest {
    private static final String TYPE = "multipart/form-data; boundary=XbX";

    private static String part(String name, String value) {
        return String.join(
                "\r\n", List.of("--XbX", "Content-Disposition: form-data; name=\"" + name + "\"", "", value, ""));
    }

    private static final String FILE = String.join(
            "\r\n",
            List.of(
                    "--XbX",
                    "Content-Disposition: form-data; name=\"file\"; filename=\"model.wav\"",
                    "Content-Type: audio/wav",
                    "",
                    "RIFF-model-fast-\u0000\u00ff--Xb",
                    ""));

    private static ChatRequest scan(String body, String type) throws BadRequest {
        return MultipartForm.scan(body.getBytes(StandardCharsets.ISO_8859_1), type, Surface.TRANSCRIPTIONS);
    }

    @Test
    void replacesTheModelAlone() throws BadRequest {
        String body = "preamble\r\n" + part("language", "fast") + part("model", "fast") + FILE + "--XbX--\r\n";
        ChatRequest form = scan(body, TYPE);
        assertThat(form.facts().model()).isEqualTo("fast");
        assertThat(form.formType()).isEqualTo(TYPE);
        assertThat(new String(form.formFor("up-1").toByteArray(), StandardCharsets.ISO_8859_1))
                .isEqualTo(body.replace(part("model", "fast"), part("model", "up-1")));
        assertThat(scan(body, "multipart/form-data; boundary=\"XbX\"; x=y")
                        .facts()
                        .model())
                .isEqualTo("fast");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "application/json", "multipart/form-data", "multipart/form-data; boundary=other"})
    void refusesWhatIsNoForm(String type) {
        assertThatThrownBy(() -> scan(part("model", "fast") + "--XbX--", type)).isInstanceOf(BadRequest.class);
    }

    @Test
    void refusesAFormWithoutOneModel() {
        for (String body : List.of(
                "--XbX--",
                FILE + "--XbX--",
                part("model", "a") + part("model", "b") + "--XbX--",
                part("model", "a"),
                part("model", "a") + part("stream", "perhaps") + "--XbX--",
                part("model", "a".repeat(2000)) + "--XbX--")) {
            assertThatThrownBy(() -> scan(body, TYPE)).isInstanceOf(BadRequest.class);
        }
    }
}
