package io.faregate.analytics.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.answer.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTextTest {
    @Test
    void putsFiguresToTheRightUnderTheirHeads() {
        TextTable table = new TextTable("model", "calls", "cost_usd");
        table.row(List.of("a-long-name", "7", "0.0000049"));
        table.row(List.of("b", "12345", "-"));
        assertThat(table.print()).isEqualTo("""
                model        calls   cost_usd
                -----------  -----  ---------
                a-long-name      7  0.0000049
                b            12345          -
                """);
    }

    @Test
    void printsSpendToTheLastDigit() {
        String costs = """
                {"groups":[{"model":null,"calls":1,"tasks":1,"input_tokens":10,"output_tokens":5,
                "cost_usd":0.000000000001,"unpriced_calls":0}],
                "total":{"calls":1,"tasks":1,"input_tokens":10,"output_tokens":5,"cost_usd":0.000000000001,
                "unpriced_calls":0}}""";
        assertThat(ReportText.costs("model", Json.parse(costs))).isEqualTo("""
                model       calls  tasks  input  output        cost_usd  unpriced
                ----------  -----  -----  -----  ------  --------------  --------
                (no model)      1      1     10       5  0.000000000001         0
                total           1      1     10       5  0.000000000001         0
                """);
    }

    @Test
    void saysThatRowsAreInTheArchive() {
        String costs = "{\"archived_before\":\"2026-08-20T00:00:00Z\",\"groups\":[],\"total\":{}}";
        assertThat(ReportText.costs("model", Json.parse(costs)))
                .endsWith("\nRows before 2026-08-20T00:00:00Z may be in the archive and are not counted.\n");
    }

    @Test
    void callsAStatementWithoutABoundByItsReason() {
        String canary = """
                {"route":"r","experiment":"e","epoch":null,"arms":{"primary":{},"challenger":{}},"relative_cost":{},
                "statements":[{"name":"latency","state":"open","bound":null,"reason":"no data yet","margin":1.25,
                "forecast_tasks":null,"forecast_days":null}],"decision":{"verdict":"continue"}}""";
        assertThat(ReportText.canary(Json.parse(canary))).contains("latency    no data yet      -    1.25");
    }

    @Test
    void printsTheShareThatFellThrough() {
        String answer = "{\"targets\":[{\"target\":\"a\",\"calls\":3,\"fallthroughs\":1}]}";
        assertThat(ReportText.fallthrough(Json.parse(answer))).contains("33.33 %");
    }
}
