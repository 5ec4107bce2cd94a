package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.row.Attempt;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.testing.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowDecoderTest {
    private final RowDecoder decoder = new RowDecoder();

    @Test
    void readsACall() throws BadRow {
        ObjectNode json = Rows.call("row-1", "007", "0.0000049");
        json.putArray("attempts").add(Rows.attempt("a", "0.0000049", 10, 5));
        json.putArray("needs").add("tools");
        json.putObject("colour").putArray("deep").add(1);
        Row row = decode("  " + json + " ");

        assertThat(row.type()).isEqualTo(RowType.CALL);
        assertThat(row.text(Field.TASK_ID)).isEqualTo("007");
        assertThat(row.number(Field.COST_USD)).isEqualTo(4_900_000);
        assertThat(row.number(Field.TS)).isEqualTo(1_787_220_000_000_000L);
        assertThat(Double.longBitsToDouble(row.number(Field.SHARE))).isEqualTo(0.5);
        assertThat(row.text(Field.NEEDS)).isEqualTo("[\"tools\"]");
        assertThat(row.text(Field.ATTEMPTS)).isEqualTo(json.get("attempts").toString());
        assertThat(row.attempts()).containsExactly(new Attempt("a", "a", "model-a", 4_900_000L, 10L, 5L));
        assertThat(row.has(Field.KEY)).isFalse();
    }

    @Test
    void readsWholeNumbersHoweverTheyAreSpelt() throws BadRow {
        for (String spelling : new String[] {"120", "1.2e2", "12E+1", "120.000", "1200e-1", "0.12e003"}) {
            String line = Rows.call("row-1", "t", "0").toString().replaceFirst("\"input_tokens\":\\d+,", "");
            Row row = decode("{\"input_tokens\":" + spelling + "," + line.substring(1));
            assertThat(row.number(Field.INPUT_TOKENS)).as(spelling).isEqualTo(120);
        }
    }

    @Test
    void takesTheRequestForATaskWhereAnOlderRowNamesNone() throws BadRow {
        ObjectNode json = Rows.call("row-1", "t", "0");
        json.remove("task_id");
        assertThat(decode(json.toString()).text(Field.TASK_ID)).isEqualTo("req-row-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cost_usd|\"0.1\"|cost_usd: expected a decimal number of dollars, found 0.1",
                "cost_usd|-1|cost_usd: money below 0: -1",
                "input_tokens|1.5|input_tokens: expected a whole number, found 1.5",
                "input_tokens|-1|input_tokens: expected a number from 0 up, found -1",
                "input_tokens|99999999999999999999|input_tokens: expected at most 1000000000000000, found 99999999999999999999",
                "input_tokens|1000000000000001|input_tokens: expected at most 1000000000000000, found 1000000000000001",
                "input_tokens|1e2147483647|input_tokens: number out of range",
                "input_tokens|1e99999999999|input_tokens: number out of range",
                "input_tokens|0e-99999999999|input_tokens: number out of range",
                "cost_usd|1e2147483647|cost_usd: number out of range",
                "latency_ms|1e99999999999|latency_ms: number out of range",
                "needs|[1e99999999999]|needs: number out of range",
                "attempts|[{\"estimated_cost_usd\":1e2147483647}]|attempts.estimated_cost_usd: number out of range",
                "attempts|[{\"input_tokens\":1e2147483647}]|attempts.input_tokens: number out of range",
                "requested_model|\"a\\ud800b\"|requested_model: expected whole characters, found half of a surrogate pair",
                "requested_model|\"\\udc00\"|requested_model: expected whole characters, found half of a surrogate pair",
                "task_id|7|task_id: expected a string, found 7",
                "stream|1|stream: expected true or false, found 1",
                "ts|\"yesterday\"|ts: not a time: yesterday",
                "ts|null|no ts",
                "row_id|null|no row_id",
                "row_id|\"\"|no row_id",
                "arm|\"middle\"|arm: expected primary or challenger",
                "outcome|\"won\"|outcome: expected served, refused, failed, canceled or truncated",
                "status|99|status: expected 100 to 999, found 99",
                "status|1000|status: expected 100 to 999, found 1000",
                "needs|[\"\\ud800\"]|needs: expected whole characters, found half of a surrogate pair",
                "skipped|[{\"target\":\"\\udc00\"}]|skipped: expected whole characters, found half of a surrogate pair",
                "skipped|[{\"\\udc00\":1}]|not JSON: Unexpected low surrogate in field name: 0xdc00",
                "share|5|share: expected 0 to 1",
                "schema|2|schema: expected 1, found 2",
                "type|\"call\"|key given twice: type",
                "attempts|{}|attempts: expected a list, found {",
                "attempts|[{\"cost_usd\":\"x\"}]|attempts.cost_usd: expected a decimal number of dollars, found x",
                "attempts|[{\"model\":\"a\",\"model\":\"b\"}]|key given twice: attempts.model",
            })
    void refusesAFieldThatIsNotWhatTheSchemaSays(String field, String value, String reason) {
        String line = Rows.call("row-1", "t", "0.01").toString();
        String without = line.replaceFirst("\"" + field + "\":(\"[^\"]*\"|[^,}]*),?", "");
        String given = field.equals("type") ? line : without;
        String bad = "{\"" + field + "\":" + value + "," + given.substring(1);
        assertThatThrownBy(() -> decode(bad)).isInstanceOf(BadRow.class).hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"[1,2]|not a JSON object", "\"text\"|not a JSON object", "7|not a JSON object", "{}|no type"})
    void refusesALineThatIsNoRow(String line, String reason) {
        assertThatThrownBy(() -> decode(line)).isInstanceOf(BadRow.class).hasMessage(reason);
    }

    @Test
    void refusesDamagedLines() {
        String line = Rows.call("row-1", "t", "0.01").toString();
        assertThatThrownBy(() -> decode(line + "TRAILER"))
                .isInstanceOf(BadRow.class)
                .hasMessageStartingWith("not JSON");
        assertThatThrownBy(() -> decode(line + "{}")).isInstanceOf(BadRow.class).hasMessage("text after the object");
        assertThatThrownBy(() -> decode(line.substring(0, 80)))
                .isInstanceOf(BadRow.class)
                .hasMessageStartingWith("not JSON");
        assertThatThrownBy(() -> decode("\0\0\0\0")).isInstanceOf(BadRow.class).hasMessageStartingWith("not JSON");
        assertThatThrownBy(() -> decode(line.replace("\"cost_usd\":0.01", "\"cost_usd\":0.01,\"cost_usd\":0.02")))
                .isInstanceOf(BadRow.class)
                .hasMessage("key given twice: cost_usd");
    }

    private Row decode(String line) throws BadRow {
        byte[] bytes = ("xx" + line + "yy").getBytes(UTF_8);
        return decoder.decode(bytes, 2, bytes.length - 4);
    }
}
