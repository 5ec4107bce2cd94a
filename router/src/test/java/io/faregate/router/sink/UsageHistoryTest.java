package io.faregate.router.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.spend.SpendFact;
import io.faregate.router.usage.RowReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UsageHistoryTest {
    private static final long NOON = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();

    @TempDir
    private Path directory;

    private final List<SpendFact> facts = new ArrayList<>();
    private final RowReader rows = new RowReader(NOON, facts::add);

    @Test
    void readsTheFilesOfEveryInstanceFromTheGivenHourOn() throws IOException {
        write("usage-20261130-11-box.jsonl", row("early", "12:00:00"));
        write("usage-20261130-12-box.jsonl", row("a", "12:00:00"));
        write("usage-20261130-13-other.jsonl", row("b", "12:30:00"));
        write("usage-20261201-00.jsonl", row("c", "23:59:59"));
        write("usage-moved.jsonl", row("d", "13:00:00"));
        write("notes.jsonl", row("e", "13:00:00"));

        UsageHistory.read(directory, NOON, rows);

        assertThat(facts).extracting(SpendFact::taskId).containsExactly("a", "b", "c", "d");
        assertThat(rows.bad()).isZero();
    }

    @Test
    void halfALineAtTheEndAndBadLinesBetweenHurtNoOther() throws IOException {
        write(
                "usage-20261130-12-box.jsonl",
                row("a", "12:00:00") + "garbage\n\n" + row("b", "12:00:00") + "{\"type\":\"ca");
        write("usage-20261130-13-box.jsonl", row("c", "12:00:00"));

        UsageHistory.read(directory, NOON, rows);

        assertThat(facts).extracting(SpendFact::taskId).containsExactly("a", "b", "c");
        assertThat(rows.bad()).isEqualTo(2);
    }

    @Test
    void aLastLineWithoutALineFeedCountsWhenItIsWhole() throws IOException {
        write("usage-20261130-12-box.jsonl", row("a", "12:00:00").strip());

        UsageHistory.read(directory, NOON, rows);

        assertThat(facts).hasSize(1);
    }

    @Test
    void linesAcrossAndBeyondTheBufferAreReadWhole() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            lines.append(row("t" + i, "12:00:00").replace("}", ",\"pad\":\"" + "x".repeat(i) + "\"}"));
        }
        lines.append(row("large", "12:00:00").replace("}", ",\"pad\":\"" + "x".repeat(3 << 20) + "\"}"));
        write("usage-20261130-12-box.jsonl", lines.toString());

        UsageHistory.read(directory, NOON, rows);

        assertThat(facts).hasSize(3_001);
        assertThat(rows.bad()).isZero();
    }

    /** Blocks are parsed by several threads at once. */
    @Test
    void whatManyBlocksSayIsTakenInTheirOrderAndOnce() throws IOException {
        StringBuilder lines = new StringBuilder();
        List<String> tasks = new ArrayList<>();
        String pad = ",\"pad\":\"" + "x".repeat(900) + "\"}";
        for (int i = 0; i < 20_000; i++) {
            lines.append(row("t" + i, "12:00:00").replace("}", pad));
            tasks.add("t" + i);
        }
        write("usage-20261130-12-box.jsonl", lines + "half a li");
        write("usage-20261130-13-copy.jsonl", lines + row("last", "12:00:00"));
        tasks.add("last");

        UsageHistory.read(directory, NOON, rows);

        assertThat(facts).extracting(SpendFact::taskId).containsExactlyElementsOf(tasks);
        assertThat(rows.duplicates()).isEqualTo(20_000);
        assertThat(rows.bad()).isEqualTo(1);
    }

    @Test
    void aDirectoryThatIsNotThereHasNoRows() {
        UsageHistory.read(directory.resolve("absent"), NOON, rows);

        assertThat(facts).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadHidesNoOther() throws IOException {
        Files.createDirectory(directory.resolve("usage-20261130-12-a.jsonl"));
        write("usage-20261130-12-b.jsonl", row("b", "12:00:00"));

        UsageHistory.read(directory, NOON, rows);

        assertThat(facts).hasSize(1);
    }

    private void write(String name, String lines) throws IOException {
        Files.writeString(directory.resolve(name), lines);
    }

    private static String row(String task, String time) {
        return "{\"schema\":1,\"type\":\"call\",\"row_id\":\"" + task + "\",\"ts\":\"2026-11-30T" + time
                + ".000Z\",\"task_id\":\"" + task + "\",\"task_given\":true,\"key\":null,\"route\":\"fast\","
                + "\"charged_usd\":0.4}\n";
    }
}
