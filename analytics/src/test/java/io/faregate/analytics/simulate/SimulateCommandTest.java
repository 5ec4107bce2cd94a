package io.faregate.analytics.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SimulateCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsTheTableAndKeepsProgressAside() {
        assertThat(run("--quick", "--runs", "3", "--threads", "1", "--scenario", "fail-10-50"))
                .isZero();
        assertThat(out.toString()).startsWith("| scenario |").contains("| fail-10-50-s1.0-5% |");
        assertThat(err.toString()).contains("1/1 fail-10-50-s1.0-5%: 3 of 3 runs");
    }

    @Test
    void theSameCommandPrintsTheSameWhateverTheThreads() {
        run("--quick", "--runs", "4", "--threads", "1", "--json", "--scenario", "fail-10-50");
        String first = out.toString();
        out.getBuffer().setLength(0);
        run("--quick", "--runs", "4", "--threads", "3", "--json", "--scenario", "fail-10-50");
        assertThat(out.toString()).isEqualTo(first);
    }

    @Test
    void runsAScenarioOfOnesOwn() throws Exception {
        assertThat(run(
                        "--json",
                        "--runs",
                        "2",
                        "--share",
                        "0.5",
                        "--saving",
                        "0.5",
                        "--tasks",
                        "600",
                        "--min-days",
                        "0",
                        "--failures",
                        "0",
                        "0.5"))
                .isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.get("verdicts").get("rollback").asDouble()).isEqualTo(1.0);
        assertThat(result.get("true_change").asDouble()).isBetween(-0.5001, -0.4999);
        assertThat(result.get("false_rollbacks").isNull()).isTrue();
    }

    @Test
    void plansBeforeTheFirstTask() {
        assertThat(run("--plan")).isZero();
        assertThat(out.toString()).contains("| 10 % | 27,196 | 8,074 | 5,167 |");
    }

    @Test
    void wrongUsageIsToldWithCode2() {
        assertThat(run("--scenario", "no-such")).isEqualTo(2);
        assertThat(err.toString()).contains("no scenario contains 'no-such'");
        assertThat(run("--runs", "0", "--scenario", "fail")).isEqualTo(2);
    }

    private int run(String... arguments) {
        return new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
