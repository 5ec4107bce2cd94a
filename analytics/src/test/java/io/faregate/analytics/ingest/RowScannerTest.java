package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.testing.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way must lead where the strict one leads, or nowhere. */
class RowScannerTest {
    private static final byte[] ODD = "\"\\{}[],:.-+eE019 \t\r\n\0é\u007fntrufals".getBytes(ISO_8859_1);

    private final RowDecoder decoder = new RowDecoder();

    @Test
    void readsWhatTheRouterWritesWithoutTheStrictDecoder() throws BadRow {
        for (String line : lines()) {
            byte[] bytes = line.getBytes(UTF_8);
            Row row = scan(line);
            assertThat(row).as(line).isNotNull();
            assertSame(Objects.requireNonNull(row), decoder.decode(bytes, 0, bytes.length), line);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"cost_usd\":0.1e-1",
                "\"cost_usd\":01",
                "\"cost_usd\":-1",
                "\"cost_usd\":1.",
                "\"cost_usd\":0.0000000000001",
                "\"cost_usd\":1234567.5",
                "\"input_tokens\":1.0",
                "\"input_tokens\":1.5",
                "\"input_tokens\":9999999999999999999",
                "\"latency_ms\":0.1234567890123456",
                "\"task_id\":\"t\\u0061sk\"",
                "\"task_id\":\"Straße\"",
                "\"task_id\": \"t\"",
                "\"ts\":\"2026-08-20T10:00:00Z\"",
                "\"ts\":\"2026-02-30T10:00:00.000Z\"",
                "\"ts\":\"2026-08-20T10:00:60.000Z\"",
                "\"arm\":\"middle\"",
                "\"stream\":tru",
                "\"attempts\":[{\"model\":\"a\",\"model\":\"b\"}]",
                "\"needs\":[1,]"
            })
    void leavesEveryOtherSpellingToTheStrictDecoder(String member) {
        ObjectNode json = Rows.call("row-1", "t", "0.01");
        String name = member.substring(1, member.indexOf('"', 1));
        json.remove(name);
        assertThat(scan("{" + member + "," + json.toString().substring(1))).isNull();
    }

    @Test
    void leavesAFieldGivenTwiceToTheStrictDecoder() {
        String line = Rows.call("row-1", "t", "0.01").toString();
        assertThat(scan("{\"stream\":null,\"stream\":null," + line.substring(1)))
                .isNull();
    }

    @Test
    void readsNoDamagedLineThatTheStrictDecoderReadsOtherwise() {
        fuzz(60_000, 7);
    }

    @Test
    @Tag("slow")
    void readsNoneOfAMillionDamagedLinesThatTheStrictDecoderReadsOtherwise() {
        fuzz(1_000_000, 20261130);
    }

    /** Both ways read each line, and whatever is no row is told as one that is bad. */
    private void fuzz(int rounds, long seed) {
        Random random = new Random(seed);
        List<String> lines = lines();
        int read = 0;
        int left = 0;
        for (int i = 0; i < rounds; i++) {
            byte[] bytes = damaged(lines.get(random.nextInt(lines.size())), random);
            RowScanner scanner = new RowScanner(bytes, bytes.length);
            Row row = scanner.read(0);
            boolean scanned = row != null && scanner.end() == bytes.length;
            Row strict = strictly(bytes);
            if (!scanned) {
                left += strict == null ? 0 : 1;
                continue;
            }
            read++;
            String line = new String(bytes, ISO_8859_1);
            assertThat(strict).as("read what is no row: %s", line).isNotNull();
            assertSame(Objects.requireNonNull(row), Objects.requireNonNull(strict), line);
        }
        assertThat(read).isGreaterThan(rounds / 12);
        assertThat(left).as("rows in another spelling").isPositive();
    }

    private @Nullable Row strictly(byte[] bytes) {
        try {
            return decoder.decode(bytes, 0, bytes.length);
        } catch (BadRow bad) {
            assertThat(bad).as(new String(bytes, ISO_8859_1)).hasMessageNotContaining("REDACTED");
            return null;
        } catch (RuntimeException fault) {
            throw new AssertionError("a line is no bad row but a fault: " + new String(bytes, ISO_8859_1), fault);
        }
    }

    private static byte[] damaged(String line, Random random) {
        byte[] bytes = line.getBytes(UTF_8);
        for (int n = random.nextInt(3); n >= 0; n--) {
            int at = random.nextInt(bytes.length);
            byte odd = ODD[random.nextInt(ODD.length)];
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = odd;
                case 1 -> bytes = spliced(bytes, at, at, odd);
                case 2 -> bytes = spliced(bytes, at, at + 1, odd);
                default -> bytes[at] = bytes[random.nextInt(bytes.length)];
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte with) {
        byte[] made = new byte[bytes.length - (to - from) + 1];
        System.arraycopy(bytes, 0, made, 0, from);
        made[from] = with;
        System.arraycopy(bytes, to, made, from + 1, bytes.length - to);
        return made;
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        ObjectNode call = Rows.call("row-1", "007", "0.0000049");
        call.putArray("attempts").add(Rows.attempt("a", "0.0000049", 10, 5)).add(Rows.attempt("b", "0.01", 7, 3));
        call.putArray("needs").add("tools");
        call.putObject("colour").putArray("deep").add(1).addNull().add(true).addObject();
        lines.add(call.toString());
        ObjectNode short_ = Rows.challenger("row-2", "t", "12.5").putNull("arm").put("first_token_ms", 12);
        short_.remove("task_id");
        lines.add(short_.toString());
        lines.add(Rows.feedback("f1", "t", "2026-08-20T10:01:00.000Z", true).toString());
        lines.add(Rows.feedback("f2", "t", "2026-08-20T23:59:59.999Z", false)
                .put("score", 0.75)
                .toString());
        return lines;
    }

    private static @Nullable Row scan(String line) {
        byte[] bytes = ("xx" + line).getBytes(UTF_8);
        RowScanner scanner = new RowScanner(bytes, bytes.length);
        Row row = scanner.read(2);
        return row != null && scanner.end() == bytes.length ? row : null;
    }

    private static void assertSame(Row row, Row expected, String line) {
        assertThat(row.type()).as(line).isEqualTo(expected.type());
        assertThat(row.present()).as(line).isEqualTo(expected.present());
        for (Field field : Field.values()) {
            assertThat(row.number(field)).as("%s of %s", field, line).isEqualTo(expected.number(field));
            assertThat(row.text(field)).as("%s of %s", field, line).isEqualTo(expected.text(field));
            assertThat(row.hash(field)).as("%s of %s", field, line).isEqualTo(expected.hash(field));
        }
        assertThat(row.attempts()).as(line).isEqualTo(expected.attempts());
    }
}
