package io.faregate.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreTableTest {
    @Test
    void tellsARivalAsAMultipleOfTheSameParameters() {
        Map<String, Score> scores = new LinkedHashMap<>();
        scores.put("A.ours n=3", new Score(10, 1, "ns/op", 0));
        scores.put("A.sorted n=3", new Score(84, 2, "ns/op", 656));
        scores.put("A.ours n=8", new Score(20, 1, "ns/op", 0));
        scores.put("A.sorted n=8", new Score(200, Double.NaN, "ns/op", 672));
        assertThat(ScoreTable.print(scores, Map.of("A.sorted", "ours")).lines().map(String::strip))
                .containsExactly(
                        "time    +-   unit  B/op  rival takes",
                        "A.ours n=3    10.00  1.00  ns/op     0",
                        "A.sorted n=3  84.00  2.00  ns/op   656   8.4 x ours",
                        "A.ours n=8    20.00  1.00  ns/op     0",
                        "A.sorted n=8    200     -  ns/op   672  10.0 x ours");
    }

    @Test
    void aChangeWithinBothIntervalsIsNoise() {
        Score before = new Score(100, 8, "ns/op", 0);
        assertThat(ScoreTable.band(new Score(90, 4, "ns/op", 0), before)).isCloseTo(0.12, within(1e-9));
        assertThat(ScoreTable.band(new Score(90, Double.NaN, "ns/op", 0), new Score(100, 0, "ns/op", 0)))
                .isEqualTo(0.05);
        assertThat(ScoreTable.verdict(-0.10, 0.12)).isEqualTo("noise");
        assertThat(ScoreTable.verdict(-0.13, 0.12)).isEqualTo("faster");
        assertThat(ScoreTable.verdict(0.13, 0.12)).isEqualTo("SLOWER");
    }

    @Test
    void readsAnEarlierRun(@TempDir Path dir) throws IOException {
        Path json = Files.writeString(dir.resolve("old.json"), """
                [{"benchmark":"io.x.RankBenchmark.cheapest","params":{"n":"8"},
                  "primaryMetric":{"score":11.5,"scoreError":"NaN","scoreUnit":"ns/op"},
                  "secondaryMetrics":{"gc.alloc.rate.norm":{"score":0.0}}}]
                """);
        assertThat(Score.read(json))
                .containsExactly(Map.entry("RankBenchmark.cheapest n=8", new Score(11.5, Double.NaN, "ns/op", 0)));
    }
}
