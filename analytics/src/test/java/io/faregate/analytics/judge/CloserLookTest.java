package io.faregate.analytics.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.faregate.analytics.answer.SlicesJson;
import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.query.SlicesQuery.Slice;
import io.faregate.analytics.query.TailQuery.DearTask;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dearest tasks and the slices, beside the look that they lie under. */
class CloserLookTest {
    /** Two hours after the rows: every task of the default window of one hour is mature. */
    private static final long NOW = Instant.parse("2026-08-20T12:00:00Z").toEpochMilli() * 1000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @SuppressWarnings("NullAway.Init")
    private Judge judge;

    @SuppressWarnings("NullAway.Init")
    private CloserLook closer;

    @BeforeEach
    void open() {
        store = new Store(folder);
        judge = new Judge(store.warehouse(), () -> Canaries.NONE, () -> NOW, new SplittableRandom(1));
        closer = new CloserLook(judge);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void namesTheDearestTasksOfEachArmWithAllTheirCalls() {
        store.add(
                Rows.call("1", "cheap", "0.01"),
                Rows.call("2", "dear", "0.02"),
                Rows.call("3", "dear", "0.03"),
                Rows.challenger("4", "other", "0.005"));
        List<DearTask> tail = closer.tail("r", null, 1);
        long began = Instant.parse("2026-08-20T10:00:00Z").toEpochMilli() * 1000;
        assertThat(tail)
                .containsExactly(
                        new DearTask(Arm.PRIMARY, "dear", began, 2, pico(50_000_000_000L), pico(60_000_000_000L), 2),
                        new DearTask(Arm.CHALLENGER, "other", began, 1, pico(5_000_000_000L), pico(5_000_000_000L), 1));
        assertThat(closer.tail("nobody's", null, 5)).isEmpty();
    }

    @Test
    void slicesAddUpToTheWholeAndAreCutByTheFirstCall() {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            boolean large = i % 3 == 0;
            rows.add((i % 2 == 0 ? Rows.call("a" + i, "t" + i, "0.01") : Rows.challenger("a" + i, "t" + i, "0.004"))
                    .put("estimated_input_tokens", large ? 2000 : 10));
            rows.add(Rows.call("b" + i, "t" + i, "0.002")
                    .put("arm", i % 2 == 0 ? "primary" : "challenger")
                    .put("ts", "2026-08-20T10:00:05.000Z")
                    .put("estimated_input_tokens", 9000));
        }
        store.add(rows.toArray());
        List<Slice> slices = closer.slices("r", null, "prompt_size");
        assertThat(slices.stream()
                        .map(s -> s.value() + " " + s.arm() + " " + s.costUsd().n()))
                .containsExactly(
                        "1,024 to 8,191 tokens CHALLENGER 5",
                        "1,024 to 8,191 tokens PRIMARY 5",
                        "below 256 tokens CHALLENGER 10",
                        "below 256 tokens PRIMARY 10");
        Look look = judge.look("r");
        assertThat(look).isNotNull();
        assertThat(slices.stream().mapToLong(s -> s.costUsd().n()).sum()).isEqualTo(30);
        assertThat(SlicesJson.of(slices, "prompt_size", 0.05)
                        .at("/slices/1/relative_cost/value")
                        .doubleValue())
                .isCloseTo(-0.5, offset(1e-9));
        assertThat(SlicesJson.of(slices, "prompt_size", 0.05)
                        .at("/slices/0/relative_cost/reason")
                        .asText())
                .startsWith("fewer than 10 tasks");
    }

    private static BigInteger pico(long amount) {
        return BigInteger.valueOf(amount);
    }
}
