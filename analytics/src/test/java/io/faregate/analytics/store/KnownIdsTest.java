package io.faregate.analytics.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.analytics.row.IdHash;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class KnownIdsTest {
    @Test
    void readsNothingUntilTheFirstRowsComeAndTriesAgainAfterAFailure() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            KnownIds ids = new KnownIds(connection);
            assertThatThrownBy(ids::filter)
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("cannot read which rows are stored");
            for (String table : new String[] {"call_rows", "feedback", "decisions"}) {
                statement.execute("CREATE TABLE " + table + " (row_id VARCHAR)");
                statement.execute("INSERT INTO " + table + " VALUES ('of-" + table + "')");
            }
            IdFilter filter = ids.filter();
            assertThat(filter.mayContain(IdHash.of("of-call_rows"))).isTrue();
            assertThat(filter.mayContain(IdHash.of("of-feedback"))).isTrue();
            assertThat(filter.mayContain(IdHash.of("of-decisions"))).isTrue();
            assertThat(filter.mayContain(IdHash.of("of-nothing"))).isFalse();
            assertThat(ids.filter()).isSameAs(filter);
        }
    }
}
