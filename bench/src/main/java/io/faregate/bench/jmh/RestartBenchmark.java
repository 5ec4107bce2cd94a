package io.faregate.bench.jmh;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.sink.UsageHistory;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.usage.RowReader;
import io.faregate.router.usage.UsageRowEncoder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The day's totals of all budgets and of a hundred thousand tasks, from a million rows on disk (1.3 GB) after a
 * restart.
 *
 * <p>{@code scripts/bench RestartBenchmark}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up before the first call
public class RestartBenchmark {
    private static final int ROWS = 1_000_000;
    private static final int ROWS_A_TASK = 10;
    private static final String NUMBERED = "991817263554";
    private static final String TASK = "000187";
    private static final long HOUR_MILLIS = 3_600_000;

    private Path folder;
    private Path file;

    /** Writes the rows: each with an id of its own, ten a task. */
    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("faregate-restart");
        file = folder.resolve("usage-20261130-00-bench.jsonl");
        byte[] line = new UsageRowEncoder("router-1", "0.1.0").encode(Samples.row());
        String text = new String(line, StandardCharsets.ISO_8859_1);
        // The last twelve hexadecimal digits of the row's id are free for a number.
        int id = text.indexOf("\"row_id\":\"") + "\"row_id\":\"".length() + 24;
        int task = text.indexOf("task-20261129-" + TASK) + "task-20261129-".length();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (int i = 0; i < ROWS; i++) {
                number(line, id, NUMBERED.length(), i);
                number(line, task, TASK.length(), i / ROWS_A_TASK);
                out.write(line);
            }
        }
    }

    private static void number(byte[] line, int from, int digits, int value) {
        int rest = value;
        for (int i = from + digits - 1; i >= from; i--) {
            line[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** Removes them. */
    @TearDown
    public void delete() throws IOException {
        Files.delete(file);
        Files.delete(folder);
    }

    /** A ledger that knows what was spent. */
    @Benchmark
    public long rebuild() {
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 2);
        Caps caps = new Caps(Caps.NONE, 5_000_000 * PicoUsd.DOLLAR, 1_000 * PicoUsd.DOLLAR);
        ledger.configure(caps, Map.of("agents", caps), Map.of("agent", caps));
        long now = Samples.NOW_MILLIS + HOUR_MILLIS;
        RowReader rows = new RowReader(now - 26 * HOUR_MILLIS, fact -> ledger.restore(fact, now));
        UsageHistory.read(folder, now - 26 * HOUR_MILLIS, rows);
        if (rows.calls() != ROWS || rows.bad() != 0) {
            throw new IllegalStateException(rows.calls() + " calls, " + rows.bad() + " bad lines");
        }
        return ledger.dayTotal(now);
    }
}
