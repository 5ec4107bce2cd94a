package io.faregate.analytics.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
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
    void theAdminKeyGoesWhereTheRouterListenedAtTheStart() throws IOException, ConfigFaults {
        AnalyticsConfig before = settings.now();
        Files.writeString(file, """
                analytics: { port: 0, min_saving: 0.3 }
                server: { host: 10.1.2.3, port: 8190 }
                budgets: { daily_usd: 6, time_zone: Europe/Berlin }
                """);

        assertThat(settings.reload()).isTrue();

        AnalyticsConfig now = settings.now();
        assertThat(now.canaries().policy().minSaving()).isEqualTo(0.3);
        assertThat(now.routers()).containsExactly(URI.create("http://127.0.0.1:8080"));
        assertThat(now.budgets()).isEqualTo(new DayBudgets(ZoneId.of("UTC"), Map.of("global", 6_000_000_000_000L)));
        assertThat(Settings.waiting(before, new ConfigReader(variables::get).read(file)))
                .containsExactly("budgets.time_zone", "the router's address (server.host, server.port)");
    }

    @Test
    void routersAreTakenUpWhenNamedAndTheStartsWhenNoMore() throws IOException, ConfigFaults {
        AnalyticsConfig before = settings.now();
        Files.writeString(file, "analytics: { port: 0, routers: [ 'http://127.0.0.1:7' ] }\nserver: { port: 8190 }\n");
        settings.reload();
        assertThat(settings.now().routers()).containsExactly(URI.create("http://127.0.0.1:7"));
        assertThat(Settings.waiting(before, new ConfigReader(variables::get).read(file)))
                .isEmpty();

        Files.writeString(file, "analytics: { port: 0 }\nserver: { port: 8190 }\n");
        settings.reload();
        assertThat(settings.now().routers()).containsExactly(URI.create("http://127.0.0.1:8080"));
    }

    @Test
    void aFileChangedWhileItIsReadIsTakenUp() throws IOException, ConfigFaults {
        Files.writeString(file, FIRST);
        AtomicBoolean edited = new AtomicBoolean();
        // The reader asks for variables once it has the text.
        Settings during = Settings.open(
                new ConfigReader(variable -> {
                    if (!edited.getAndSet(true)) {
                        write("analytics: { port: 0, min_saving: 0.25 }\n");
                    }
                    return variables.get(variable);
                }),
                file);
        assertThat(during.now().canaries().policy().minSaving()).isEqualTo(0.1);

        during.look();
        during.look();

        assertThat(during.now().canaries().policy().minSaving()).isEqualTo(0.25);
    }

    private void write(String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
