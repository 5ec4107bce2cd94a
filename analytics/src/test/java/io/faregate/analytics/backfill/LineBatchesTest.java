package io.faregate.analytics.backfill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineBatchesTest {
    @Test
    void cutsAtLineEndsAndCountsTheLinesBefore() throws IOException {
        assertThat(all(batches("1\n22\n333\n\n4"))).containsExactly("0:1\n", "1:22\n", "2:333\n", "3:\n4");
    }

    @Test
    void growsForALongLine() throws IOException {
        assertThat(all(batches("1\n22222222\n3\n"))).containsExactly("0:1\n", "1:22222222\n3\n");
    }

    @Test
    void refusesALineThatIsTooLongButGivesThoseBefore() throws IOException {
        LineBatches batches = batches("1\n" + "2".repeat(16) + "\n");
        List<String> given = new ArrayList<>();
        assertThatThrownBy(() -> drain(batches, given)).hasMessage("line 2 is longer than 16 bytes");
        assertThat(given).containsExactly("0:1\n");
    }

    @Test
    void givesTheWholeLinesOfAStreamThatBreaks() throws IOException {
        InputStream breaking = new InputStream() {
            private int at;

            @Override
            public int read() throws IOException {
                if (at == 5) {
                    throw new IOException("broken");
                }
                return "1\n2\n3".charAt(at++);
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                into[offset] = (byte) read();
                return 1;
            }
        };
        List<String> given = new ArrayList<>();
        LineBatches batches = new LineBatches(breaking, 8, 16);
        assertThatThrownBy(() -> drain(batches, given)).hasMessage("broken");
        assertThat(given).containsExactly("0:1\n2\n");
    }

    @Test
    void givesNothingOfAnEmptyStream() throws IOException {
        assertThat(all(batches(""))).isEmpty();
    }

    private static LineBatches batches(String text) {
        return new LineBatches(new ByteArrayInputStream(text.getBytes(UTF_8)), 4, 16);
    }

    private static List<String> all(LineBatches batches) throws IOException {
        List<String> given = new ArrayList<>();
        drain(batches, given);
        return given;
    }

    private static void drain(LineBatches batches, List<String> given) throws IOException {
        for (LineBatches.Batch batch = batches.next(); batch != null; batch = batches.next()) {
            given.add(batch.linesBefore() + ":" + new String(batch.bytes(), UTF_8));
        }
    }
}
