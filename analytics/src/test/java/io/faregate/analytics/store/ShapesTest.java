package io.faregate.analytics.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.testing.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapesTest {
    private static final String ALL = "SELECT CAST(c AS VARCHAR) FROM calls c ORDER BY row_id";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Warehouse warehouse;

    @BeforeEach
    void open() {
        warehouse = Warehouse.open(folder.resolve("a.duckdb"), 1);
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void storesWhatCallsShareOnce() {
        load(call("a", "agents", 200), call("b", "agents", 200), call("c", "people", 200));
        load(call("d", "people", 200), call("e", "people", 429));
        assertThat(Sql.texts(warehouse, "SELECT key || ' ' || status FROM shapes ORDER BY shape_id"))
                .containsExactly("agents 200", "people 200", "people 429");
        assertThat(Sql.texts(warehouse, "SELECT row_id || ' ' || key || ' ' || status FROM calls ORDER BY row_id"))
                .containsExactly("a agents 200", "b agents 200", "c people 200", "d people 200", "e people 429");
    }

    @Test
    void tellsAMissingValueFromAnEmptyOne() {
        Row without = call("a", "agents", 200);
        Row empty = call("b", "agents", 200);
        empty.setText(Field.ERROR_CODE, "");
        Row zero = call("c", "agents", 200);
        zero.setNumber(Field.STREAM, 0);
        load(without, empty, zero);
        assertThat(Sql.texts(
                        warehouse,
                        "SELECT row_id || (error_code IS NULL) || (stream IS NULL) FROM calls ORDER BY row_id"))
                .containsExactly("atruetrue", "bfalsetrue", "ctruefalse");
    }

    @Test
    void writesAShapeAgainThatABatchTookDownWithIt() {
        Row broken = new Row();
        broken.setType(RowType.CALL);
        broken.setText(Field.ROW_ID, "broken");
        assertThatThrownBy(() -> load(call("a", "agents", 200), broken)).isInstanceOf(StoreException.class);
        load(call("a", "agents", 200));
        assertThat(Sql.texts(warehouse, "SELECT row_id || key FROM calls")).containsExactly("aagents");
    }

    @Test
    void goesOnNumberingAfterARestart() {
        load(call("a", "agents", 200));
        close();
        open();
        load(call("b", "people", 200), call("c", "agents", 200));
        assertThat(Sql.texts(warehouse, "SELECT row_id || key FROM calls ORDER BY row_id"))
                .containsExactly("aagents", "bpeople", "cagents");
        assertThat(Sql.texts(warehouse, "SELECT count(*) - count(DISTINCT shape_id) FROM shapes"))
                .containsExactly("0");
    }

    @Test
    void staysRightWithMoreShapesThanItRemembers() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            rows.add(call("r" + i, "k" + i % 5_000, 200));
        }
        warehouse.load(new Batch(rows, List.of(), null));
        assertThat(Sql.texts(
                        warehouse,
                        "SELECT count(*) FROM calls WHERE key = 'k' || (CAST(substr(row_id, 2) AS INTEGER) % 5000)"))
                .containsExactly("10000");
    }

    @Test
    void takesInAnOlderFileWithAllItHolds() {
        Row bare = new Row();
        bare.setType(RowType.CALL);
        bare.setText(Field.ROW_ID, "bare");
        bare.setText(Field.TASK_ID, "t");
        bare.setNumber(Field.TS, 1_787_220_000_000_000L);
        Row fallen = call("b", "agents", 200);
        fallen.setNumber(Field.FALLTHROUGH, 1);
        load(call("a", "agents", 200), fallen, call("c", "people", 500), bare);
        List<String> before = Sql.texts(warehouse, ALL);
        warehouse.write(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE older AS SELECT * EXCLUDE (marks) FROM calls");
                statement.execute("DROP VIEW calls");
                statement.execute("DROP TABLE call_rows");
                statement.execute("DROP TABLE shapes");
                return statement.execute("ALTER TABLE older RENAME TO calls");
            }
        });
        close();
        open();
        assertThat(Sql.texts(warehouse, ALL)).isEqualTo(before).hasSize(4);
        close();
        open();
        load(call("a", "agents", 200), call("d", "agents", 200));
        assertThat(Sql.texts(warehouse, "SELECT row_id FROM calls ORDER BY row_id"))
                .containsExactly("a", "b", "bare", "c", "d");
    }

    @Test
    void dropsNoOlderTableWhoseCallsWereNotTakenOneForOne() {
        load(call("a", "agents", 200), call("b", "people", 200));
        Sql.run(warehouse, "CREATE TABLE older AS SELECT * FROM calls");
        Sql.run(warehouse, "DROP VIEW calls");
        Sql.run(warehouse, "DELETE FROM call_rows");
        // The shapes are still there: together with those of the older table each is there twice.
        Sql.run(warehouse, "ALTER TABLE older RENAME TO calls");
        close();

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("it is left as it was: expected 2 calls, found 4");

        try (Connection file = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("a.duckdb"));
                Statement statement = file.createStatement();
                ResultSet left =
                        statement.executeQuery("SELECT (SELECT count(*) FROM calls), (SELECT count(*) FROM call_rows)"
                                + " FROM duckdb_tables() WHERE table_name = 'calls'")) {
            assertThat(left.next()).isTrue();
            assertThat(left.getLong(1)).isEqualTo(2);
            assertThat(left.getLong(2)).isZero();
            statement.execute("DELETE FROM shapes");
        } catch (SQLException e) {
            throw new StoreException("cannot look into the file", e);
        }
        open();
        assertThat(Sql.texts(warehouse, "SELECT row_id || key FROM calls ORDER BY row_id"))
                .containsExactly("aagents", "bpeople");
    }

    @Test
    void aViewOfAnEarlierVersionGivesWayToTheOneOfNow() {
        load(call("a", "agents", 200));
        List<String> before = Sql.texts(warehouse, ALL);
        Sql.run(warehouse, "CREATE OR REPLACE VIEW calls AS SELECT row_id FROM call_rows");
        close();
        open();
        assertThat(Sql.texts(warehouse, ALL)).isEqualTo(before);
    }

    private void load(Row... rows) {
        warehouse.load(new Batch(List.of(rows), List.of(), null));
    }

    private static Row call(String id, String key, int status) {
        Row row = new Row();
        row.setType(RowType.CALL);
        row.setText(Field.ROW_ID, id);
        row.setText(Field.TASK_ID, "t");
        row.setText(Field.ROUTE, "r");
        row.setText(Field.KEY, key);
        row.setNumber(Field.STATUS, status);
        row.setNumber(Field.TS, 1_787_220_000_000_000L);
        row.setNumber(Field.COST_USD, 7);
        return row;
    }
}
