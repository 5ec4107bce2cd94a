package io.faregate.router.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that are handed over together. */
final class RowBatchTest {
    private final UsageRowEncoder encoder = new UsageRowEncoder("box-1", "0.1.0");
    private final RowBatch batch = new RowBatch();

    @Test
    void holdsTheLinesThatEachRowHasAlone() {
        encoder.encode(RowSamples.served(), batch);
        encoder.encode(RowSamples.fallenThrough(), batch);

        assertThat(lines(batch))
                .isEqualTo(
                        text(encoder.encode(RowSamples.served())) + text(encoder.encode(RowSamples.fallenThrough())));
        assertThat(batch.rows()).isEqualTo(2);
    }

    @Test
    void isUsedAgainInTheSameArray() {
        encoder.encode(RowSamples.served(), batch);
        byte[] array = batch.bytes();
        batch.clear();
        assertThat(batch.rows()).isZero();
        encoder.encode(RowSamples.failed(), batch);

        assertThat(batch.bytes()).isSameAs(array);
        assertThat(lines(batch)).isEqualTo(text(encoder.encode(RowSamples.failed())));
    }

    @Test
    @SuppressWarnings("NullAway") // what no caller of ours does is what is tested
    void aRowThatCannotBeWrittenLeavesNothingBehind() {
        encoder.encode(RowSamples.served(), batch);
        UsageRow row = RowSamples.served();
        UsageRow broken = new UsageRow(row.call(), row.assignment(), row.asked(), row.served(), row.ending(), null);

        assertThatThrownBy(() -> encoder.encode(broken, batch)).isInstanceOf(NullPointerException.class);

        assertThat(lines(batch)).isEqualTo(text(encoder.encode(RowSamples.served())));
        assertThat(batch.rows()).isEqualTo(1);
    }

    @Test
    void aSinkOfSingleLinesGetsThemInOrderAndTellsOnce() {
        encoder.encode(RowSamples.served(), batch);
        encoder.encode(RowSamples.refused(), batch);
        List<String> lines = new ArrayList<>();
        List<Runnable> told = new ArrayList<>();
        UsageSink sink = (line, handedOver) -> {
            lines.add(text(line));
            told.add(handedOver);
        };
        int[] times = {0};

        sink.append(batch, () -> times[0]++);

        assertThat(lines)
                .containsExactly(text(encoder.encode(RowSamples.served())), text(encoder.encode(RowSamples.refused())));
        told.get(0).run();
        assertThat(times[0]).isZero();
        told.get(1).run();
        assertThat(times[0]).isEqualTo(1);
    }

    private static String lines(RowBatch batch) {
        return new String(batch.bytes(), 0, batch.length(), UTF_8);
    }

    private static String text(byte[] line) {
        return new String(line, UTF_8);
    }
}
