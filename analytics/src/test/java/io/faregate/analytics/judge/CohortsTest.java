package io.faregate.analytics.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CohortsTest {
    @Test
    void gathersOnceUntilRowsComeAndKeepsNoTableThatIsReplaced(@TempDir Path folder) {
        try (Store store = new Store(folder)) {
            store.add(Rows.call("1", "t", "0.01"));
            Cohorts cohorts = new Cohorts(store.warehouse(), () -> 0);
            String first = table(store, cohorts);
            assertThat(table(store, cohorts)).isEqualTo(first);

            store.add(Rows.call("2", "u", "0.01"));
            assertThat(table(store, cohorts)).isNotEqualTo(first);
            assertThat(tables(store)).isEqualTo(1);
        }
    }

    private static String table(Store store, Cohorts cohorts) {
        Epoch epoch = store.warehouse().read(c -> Epoch.of(c, "r")).get(0);
        return cohorts.on("r", epoch, Policy.DEFAULT, (c, gathered) -> gathered.table());
    }

    private static long tables(Store store) {
        return store.warehouse().read(c -> {
            try (Statement statement = c.createStatement();
                    ResultSet count = statement.executeQuery(
                            "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'looks'")) {
                count.next();
                return count.getLong(1);
            }
        });
    }
}
