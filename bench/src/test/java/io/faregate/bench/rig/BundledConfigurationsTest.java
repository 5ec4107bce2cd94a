package io.faregate.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.cli.ValidateCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BundledConfigurationsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/io/faregate/router/demo.yaml",
                "/io/faregate/bench/load/load.yaml",
                "/io/faregate/bench/storm/storm.yaml"
            })
    void areAcceptedByTheRouter(String resource, @TempDir Path dir) {
        try (Troupe troupe = new Troupe(Home.ofClassPath(), Folder.of(dir))) {
            Path file = troupe.bring(resource, "faregate.yaml");
            StringWriter faults = new StringWriter();
            int code = new CommandLine(new ValidateCommand(Map.of("SIM_URL", "http://127.0.0.1:9")))
                    .setOut(new PrintWriter(new StringWriter()))
                    .setErr(new PrintWriter(faults))
                    .execute(file.toString());
            assertThat(faults.toString()).isEmpty();
            assertThat(code).isZero();
        }
    }
}
