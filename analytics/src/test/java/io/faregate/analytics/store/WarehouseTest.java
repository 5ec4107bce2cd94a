package io.faregate.analytics.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Kind;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.testing.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WarehouseTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Warehouse warehouse;

    @BeforeEach
    void open() {
        warehouse = Warehouse.open(folder.resolve("deep/a.duckdb"), 2);
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @ParameterizedTest
    @EnumSource(RowType.class)
    void hasAColumnForEveryFieldInOrder(RowType type) {
        String table = type == RowType.CALL ? "calls" : type == RowType.FEEDBACK ? "feedback" : "decisions";
        List<String> columns = Sql.texts(
                warehouse,
                "SELECT column_name FROM duckdb_columns() WHERE table_name = '" + table + "' ORDER BY column_index");
        List<String> fields = Field.of(type).stream()
                .map(f -> f.kind() == Kind.MONEY ? f.jsonName().replace("_usd", "_pico") : f.jsonName())
                .toList();
        assertThat(columns.subList(columns.size() - fields.size(), columns.size()))
                .isEqualTo(fields);
    }

    @Test
    void keepsTheFirstRowOfAnId() {
        assertThat(warehouse.load(batch(call("a", 1), call("b", 2), call("a", 4))))
                .isEqualTo(new LoadResult(2, 1, 0));
        assertThat(warehouse.load(batch(call("b", 8), call("c", 16)))).isEqualTo(new LoadResult(1, 1, 0));
        assertThat(Sql.texts(warehouse, "SELECT sum(cost_pico) FROM calls")).containsExactly("19");
        assertThat(Sql.texts(warehouse, "SELECT n FROM tally WHERE name = 'duplicate' AND route = 'r'"))
                .containsExactly("2");
    }

    @Test
    void knowsIdsOfAllTypesAcrossARestart() {
        Row feedback = new Row();
        feedback.setType(RowType.FEEDBACK);
        feedback.setText(Field.ROW_ID, "f");
        feedback.setNumber(Field.TS, 1);
        feedback.setText(Field.TASK_ID, "t");
        warehouse.load(batch(call("a", 1), feedback));
        warehouse.close();
        open();
        assertThat(warehouse.load(batch(call("f", 1), call("a", 1)))).isEqualTo(new LoadResult(0, 2, 0));
    }

    @Test
    void keepsRowsBadLinesAndPositionTogetherOrNotAtAll() {
        TailPosition position = new TailPosition("k", "usage-1.jsonl", 10, "abc", 3);
        BadLine bad = new BadLine("usage-1.jsonl", 5, "not JSON", "{");
        assertThat(warehouse.load(new Batch(List.of(call("a", 1)), List.of(bad), position)))
                .isEqualTo(new LoadResult(1, 0, 1));
        assertThat(warehouse.positions()).containsExactly(position);

        Row broken = new Row();
        broken.setType(RowType.CALL);
        broken.setText(Field.ROW_ID, "broken");
        Batch failing = new Batch(
                List.of(call("b", 1), broken), List.of(bad), new TailPosition("k", "usage-1.jsonl", 20, "abc", 3));
        assertThatThrownBy(() -> warehouse.load(failing)).isInstanceOf(StoreException.class);

        assertThat(warehouse.positions()).containsExactly(position);
        assertThat(Sql.texts(warehouse, "SELECT row_id FROM calls")).containsExactly("a");
        assertThat(Sql.texts(warehouse, "SELECT reason FROM rejected")).containsExactly("not JSON");
        assertThat(warehouse.load(batch(call("b", 1)))).isEqualTo(new LoadResult(1, 0, 0));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void leavesNoUnpackedLibraryBehind() throws IOException {
        List<String> mapped = Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains("libduckdb_java"))
                .toList();
        assertThat(mapped).isNotEmpty().allMatch(line -> line.endsWith("(deleted)"));
    }

    @Test
    void refusesToLookLikeADatabaseWhenItIsNone() {
        assertThatThrownBy(() -> Warehouse.open(folder, 1))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(folder.toString());
    }

    private static Batch batch(Row... rows) {
        return new Batch(List.of(rows), List.of(), null);
    }

    private static Row call(String id, long picoUsd) {
        Row row = new Row();
        row.setType(RowType.CALL);
        row.setText(Field.ROW_ID, id);
        row.setText(Field.TASK_ID, "t");
        row.setText(Field.ROUTE, "r");
        row.setNumber(Field.TS, 1_787_220_000_000_000L);
        row.setNumber(Field.COST_USD, picoUsd);
        return row;
    }
}
