package io.faregate.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
    private static final String PLAIN =
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nContent-Length: 5\r\n\r\n{\"a\"}";
    private static final String CHUNKED = "HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String.join("\r\n", "9", "data: 1\n\n", "A", "data: 22\n\n", "3", "abc", "0", "", "");

    @Test
    void findsTheEndByLengthWhereverTheBytesAreCut() {
        endsOnlyAtTheEnd(PLAIN, 200, 0);
    }

    @Test
    void findsTheEndByChunksWhereverTheBytesAreCut() {
        endsOnlyAtTheEnd(CHUNKED, 503, 2);
    }

    @Test
    void readsOneResponseAfterTheOther() {
        ResponseReader reader = new ResponseReader();
        for (int i = 0; i < 3; i++) {
            reader.reset();
            assertThat(reader.feed(bytes(CHUNKED))).isTrue();
            reader.reset();
            assertThat(reader.feed(bytes(PLAIN))).isTrue();
            assertThat(reader.status()).isEqualTo(200);
            assertThat(reader.keepAlive()).isTrue();
        }
    }

    @Test
    void endsAtTheHeadOfAnEmptyBodyAndSeesAClose() {
        ResponseReader reader = new ResponseReader();
        assertThat(reader.feed(bytes("HTTP/1.1 202 OK\r\nConnection: close\r\ncontent-length: 0\r\n\r\n")))
                .isTrue();
        assertThat(reader.keepAlive()).isFalse();
    }

    @Test
    void refusesWhatHasNoEnd() {
        assertThatThrownBy(() -> new ResponseReader().feed(bytes("HTTP/1.0 200 OK\r\n\r\n")))
                .hasMessage("expected HTTP/1.1, found http/1.0 200 ok");
        assertThatThrownBy(() -> new ResponseReader().feed(bytes("HTTP/1.1 200 OK\r\nserver: x\r\n\r\n")))
                .hasMessageStartingWith("neither a length nor chunks");
    }

    private static void endsOnlyAtTheEnd(String response, int status, int events) {
        byte[] all = bytes(response);
        for (int cut = 1; cut < all.length; cut++) {
            ResponseReader reader = new ResponseReader();
            assertThat(reader.feed(java.util.Arrays.copyOfRange(all, 0, cut))).isFalse();
            assertThat(reader.feed(java.util.Arrays.copyOfRange(all, cut, all.length)))
                    .isTrue();
            assertThat(reader.status()).isEqualTo(status);
            assertThat(reader.events()).isEqualTo(events);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
