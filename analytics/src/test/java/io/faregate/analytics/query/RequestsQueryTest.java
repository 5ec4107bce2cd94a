package io.faregate.analytics.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.testing.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RequestsQueryTest extends WithStore {
    @Test
    void findsWhichCallsAreWantedWithoutGatheringAllOfThem() throws IOException {
        store.add(Rows.call("a", "t", "1"), Rows.call("b", "t", "1"));
        String sql;
        try (InputStream in = RequestsQuery.class.getResourceAsStream("/io/faregate/analytics/query/requests.sql")) {
            sql = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
        String text = sql.replace("$from", "0")
                .replace("$to", "" + Long.MAX_VALUE / 2)
                .replace("$before_key", "" + Long.MAX_VALUE)
                .replace("$before_id", "''")
                .replace("$limit", "3")
                .replaceAll("\\$[a-z]+", "NULL");
        String plan = store.warehouse().read(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("EXPLAIN " + text)) {
                rows.next();
                return rows.getString(2);
            }
        });
        assertThat(plan).contains("call_rows").doesNotContain("CTE");
    }
}
