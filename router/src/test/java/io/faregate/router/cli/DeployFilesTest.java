package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can be held of the container files where there are no containers. */
final class DeployFilesTest {
    private static final Path DEPLOY = Path.of("..", "scripts", "deploy");

    private static JsonNode compose() throws Exception {
        return new YAMLMapper().readTree(DEPLOY.resolve("compose.yaml").toFile());
    }

    @Test
    void theStacksConfigurationIsSoundWithTheVariablesThatComposeGives() throws Exception {
        Setup setup = new ConfigFiles(Map.of("FAREGATE_ADMIN_KEY", "admin", "FAREGATE_AGENTS_KEY", "agents"))
                .load(DEPLOY.resolve("faregate.yaml"), Overrides.NONE);

        assertThat(setup.routing().targets()).hasSize(setup.configuredTargets());
        assertThat(setup.keys().hasAdmin()).isTrue();
        assertThat(setup.config().redisUrl()).isEqualTo("redis://redis:6379");
    }

    @Test
    void theStackHasAllItsServicesAndTheFilesTheyMount() throws Exception {
        JsonNode services = compose().path("services");

        assertThat(services.fieldNames())
                .toIterable()
                .contains("router-1", "router-2", "analytics", "sim-1", "sim-2", "redis", "prometheus", "grafana");
        for (String file : List.of(
                "faregate.yaml",
                "prometheus/prometheus.yml",
                "prometheus/alerts.yaml",
                "grafana/faregate.json",
                "grafana/provisioning/datasources/prometheus.yaml",
                "grafana/provisioning/dashboards/faregate.yaml")) {
            assertThat(DEPLOY.resolve(file)).exists();
        }
    }

    @Test
    void theImageRunsWithoutRootAndAsksForItsHealthByItself() throws Exception {
        List<String> lines = Files.readAllLines(DEPLOY.resolve("Dockerfile"));

        assertThat(lines).contains("USER 10001:10001").anyMatch(line -> line.startsWith("HEALTHCHECK"));
        assertThat(lines).noneMatch(line -> line.contains("curl") || line.contains("wget"));
    }
}
