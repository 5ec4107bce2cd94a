package io.faregate.analytics.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    private static final String FIRST =
            "analytics: { port: 0, min_saving: 0.1, keep_days: 9 }\nbudgets: { daily_usd: 5 }\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @SuppressWarnings("NullAway.Init")
    private Settings settings;

    private final Map<String, String> variables = new HashMap<>(Map.of("FAREGATE_ADMIN_KEY", "first"));

    @BeforeEach
    void open() throws IOException, ConfigFaults {
        file = folder.resolve("faregate.yaml");
        Files.writeString(file, FIRST);
        settings = Settings.open(new ConfigReader(variables::get), file);
    }

    @Test
    void takesUpAChangedFileOnceItHasKeptStill() throws IOException {
        Files.writeString(file, """
                analytics: { port: 0, min_saving: 0.2, keep_days: 30, webhooks: [ "http://127.0.0.1:9/x" ],
                             routers: [ "http://127.0.0.1:7" ] }
                budgets: { daily_usd: 6.5 }
                routes: { r: { targets: [a], canary: { challenger: c, experiment: e } } }
                """);
        settings.look();
        assertThat(settings.now().canaries().policy().minSaving())
                .as("seen for the first time")
                .isEqualTo(0.1);

        settings.look();

        AnalyticsConfig now = settings.now();
        assertThat(now.canaries().policy().minSaving()).isEqualTo(0.2);
        assertThat(now.canaries().of("r")).isNotNull();
        assertThat(now.keepDays()).isEqualTo(30);
        assertThat(now.webhooks()).hasSize(1);
        assertThat(now.routers()).containsExactly(URI.create("http://127.0.0.1:7"));
        assertThat(now.budgets().capPicoUsd()).containsEntry("global", 6_500_000_000_000L);
    }

    @Test
    void aFaultyFileIsRefusedOnceAndChangesNothing() throws IOException {
        AnalyticsConfig before = settings.now();
        Files.writeString(file, "analytics: { min_saving: 7 }\n");
        for (int i = 0; i < 4; i++) {
            settings.look();
        }
        assertThat(settings.now()).isSameAs(before);
        assertThat(settings.refused()).isEqualTo(1);
    }

    @Test
    void aFileThatIsGoneForAMomentChangesNothing() throws IOException {
        AnalyticsConfig before = settings.now();
        Files.delete(file);
        settings.look();
        settings.look();
        assertThat(settings.now()).isSameAs(before);
        assertThat(settings.refused()).isZero();
    }

    @Test
    void whatNeedsARestartStaysAsItWas() throws IOException {
        variables.put("FAREGATE_ADMIN_KEY", "second");
        Files.writeString(file, """
                analytics: { host: localhost, port: 1234, database: other.duckdb, min_saving: 0.3 }
                usage: { dir: elsewhere }
                """);

        assertThat(settings.reload()).isTrue();

        AnalyticsConfig now = settings.now();
        assertThat(now.canaries().policy().minSaving()).isEqualTo(0.3);
        assertThat(now.host()).isEqualTo("127.0.0.1");
        assertThat(now.port()).isZero();
        assertThat(now.database()).isEqualTo(Path.of("data/analytics.duckdb"));
        assertThat(now.usageDir()).isEqualTo(Path.of("data/usage"));
        assertThat(now.adminKey()).isEqualTo("first");
    }
}
