package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class UsageChunkTest {
    private static final byte[] MODEL = bytes("\"asked-for\"");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String of(String chunk) {
        byte[] data = bytes(chunk);
        Chunk read = new ChunkScanner(new UsageReader(false)).scan("", data, 0, data.length);
        return new String(UsageChunk.of(read, MODEL), StandardCharsets.UTF_8);
    }

    @Test
    void repeatsWhatTheChunkSaidOfItself() {
        assertThat(of("{\"id\":\"i\",\"created\":7,\"model\":\"theirs\",\"choices\":[{\"index\":0,\"delta\":{},"
                        + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}"))
                .isEqualTo("{\"id\":\"i\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"asked-for\","
                        + "\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}");
    }

    @Test
    void whatTheChunkDoesNotSayIsNull() {
        assertThat(of("{\"choices\":[]}"))
                .isEqualTo("{\"id\":null,\"object\":\"chat.completion.chunk\",\"created\":null,"
                        + "\"model\":\"asked-for\",\"choices\":[],\"usage\":null}");
    }

    @Test
    void sumsWhatSeveralModelsWrote() {
        byte[] chunk = UsageChunk.of(bytes("\"i\""), null, MODEL, 10, 32);

        assertThat(new String(chunk, StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"i\",\"object\":\"chat.completion.chunk\",\"created\":null,"
                        + "\"model\":\"asked-for\",\"choices\":[],"
                        + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":32,\"total_tokens\":42}}");
    }
}
