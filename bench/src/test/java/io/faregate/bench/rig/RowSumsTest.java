package io.faregate.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowSumsTest {
    @TempDir
    Path dir;

    @Test
    void addsMoneyExactlyOverFilesAndLeavesOutWhatIsNoCall() throws IOException {
        write("usage-20261129-10-a.jsonl", """
                {"type":"call","request_id":"r1","task_id":"t1","arm":"primary","outcome":"served","cost_usd":0.0000049,"charged_usd":0.0000049,"attempts":[{"model":"a","cost_usd":0.000004},{"model":"b","cost_usd":0.0000009}]}
                {"type":"feedback","task_id":"t1","success":true}
                """);
        write("sub/usage-20261129-11-a.jsonl", """
                {"type":"call","request_id":"r2","task_id":"t2","arm":"challenger","outcome":"served","cost_usd":0.000000000001,"charged_usd":0.000000000001,"attempts":[{"model":"a","cost_usd":0.000000000001}]}
                {"type":"call","request_id":"r3","task_id":"t2","arm":"challenger","outcome":"failed","cost_usd":null,"charged_usd":0.02,"attempts":[{"model":"a","cost_usd":null}]}
                """);
        write("other.jsonl", "{\"type\":\"call\",\"cost_usd\":7}\n");
        RowSums sums = RowSums.read(dir);
        assertThat(sums.calls()).isEqualTo(3);
        assertThat(sums.unpriced()).isEqualTo(1);
        assertThat(sums.cost()).isEqualByComparingTo("0.000004900001");
        assertThat(sums.charged()).isEqualByComparingTo("0.020004900001");
        assertThat(sums.costByModel()).containsOnlyKeys("a", "b");
        assertThat(sums.costByModel().get("a")).isEqualByComparingTo("0.000004000001");
        assertThat(sums.costOfArm("challenger")).isEqualByComparingTo(new BigDecimal("0.000000000001"));
        assertThat(sums.tasksOfArm("challenger")).isEqualTo(1);
        assertThat(sums.outcomes("served")).isEqualTo(2);
        assertThat(sums.requestIds()).containsExactlyInAnyOrder("r1", "r2", "r3");
    }

    @Test
    void leavesOutALastLineThatWasCutOff() throws IOException {
        write(
                "usage-20261129-10-a.jsonl",
                "{\"type\":\"call\",\"cost_usd\":1,\"charged_usd\":1}\n{\"type\":\"call\",\"cost");
        assertThat(RowSums.read(dir).calls()).isEqualTo(1);
    }

    private void write(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
