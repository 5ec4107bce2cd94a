package io.faregate.analytics.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.testing.Rows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void anotherWindowBeginsAnEpochAndTheSameOneDoesNot() {
        load(3_600, "1");
        load(3_600, "2");
        assertThat(labels()).containsExactly("share 0.5");
        load(7_200, "3");
        load(7_200, "4");
        assertThat(labels()).containsExactlyInAnyOrder("share 0.5", "share 0.5, window 2");
        load(3_600, "5");
        assertThat(labels()).contains("share 0.5, window 3").hasSize(3);
    }

    private void load(long windowMicros, String id) {
        try (Warehouse warehouse = Warehouse.open(folder.resolve("a.duckdb"), 1, route -> windowMicros)) {
            new Intake(warehouse)
                    .store(Rows.lines(Rows.call(id, "t" + id, "0.01")).getBytes(UTF_8));
        }
    }

    private List<String> labels() {
        try (Warehouse warehouse = Warehouse.open(folder.resolve("a.duckdb"), 1)) {
            return warehouse.read(connection -> Epoch.of(connection, "r")).stream()
                    .map(Epoch::label)
                    .toList();
        }
    }
}
