package io.faregate.analytics.store;

import io.faregate.analytics.row.Attempt;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Kind;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.store.StoredCall.Spent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of each table and where their values come from. Stateless. */
final class Tables {
    static final List<Column<Row>> FEEDBACK = feedback();
    static final List<Column<Row>> DECISIONS = fields(RowType.DECISION, row -> row);
    static final List<Column<StoredCall>> CALLS = calls();
    static final List<Column<Shapes.Shape>> SHAPES = shapes();
    static final List<Column<Spent>> ATTEMPT_SPEND = attemptSpend();
    static final List<Column<BadLine>> REJECTED = List.of(
            Column.text("source", BadLine::source),
            Column.count("position", BadLine::position),
            Column.text("reason", BadLine::reason),
            Column.text("line", BadLine::text));
    static final List<Column<String>> SUSPECT = List.of(Column.text("row_id", id -> id));

    private Tables() {}

    /** The columns and the time at which the rows came in. */
    static <R> List<Column<R>> at(long micros, String name, List<Column<R>> columns) {
        List<Column<R>> all = new ArrayList<>(columns);
        all.add(new Column.Constant<>(name, micros));
        return all;
    }

    /** The column of a field: money says that it is picodollars. */
    static String name(Field field) {
        return field.kind() == Kind.MONEY ? field.jsonName().replace("_usd", "_pico") : field.jsonName();
    }

    private static List<Column<StoredCall>> calls() {
        List<Column<StoredCall>> columns = new ArrayList<>();
        columns.add(Column.count("shape_id", StoredCall::shapeId));
        columns.add(Column.count("order_key", StoredCall::orderKey));
        columns.add(Column.count("task_hash", call -> taskHash(call.row())));
        columns.add(Column.number("residual_pico", StoredCall::costPicoUsd));
        columns.add(Column.number("residual_input", StoredCall::inputTokens));
        columns.add(Column.number("residual_output", StoredCall::outputTokens));
        Field.of(RowType.CALL).stream()
                .filter(f -> !Shapes.FIELDS.contains(f))
                .forEach(f -> columns.add(field(f, StoredCall::row)));
        return List.copyOf(columns);
    }

    private static List<Column<Shapes.Shape>> shapes() {
        List<Column<Shapes.Shape>> columns = new ArrayList<>();
        columns.add(Column.count("shape_id", Shapes.Shape::id));
        columns.add(Column.number("epoch_id", Tables::epochId));
        columns.add(Column.count("marks", Shapes.Shape::marks));
        Shapes.FIELDS.forEach(f -> columns.add(field(f, Shapes.Shape::row)));
        return List.copyOf(columns);
    }

    private static List<Column<Row>> feedback() {
        List<Column<Row>> columns = new ArrayList<>(fields(RowType.FEEDBACK, row -> row));
        columns.add(Column.count("task_hash", Tables::taskHash));
        return List.copyOf(columns);
    }

    private static List<Column<Spent>> attemptSpend() {
        List<Column<Spent>> columns = new ArrayList<>();
        for (Field field :
                List.of(Field.ROW_ID, Field.TS, Field.TASK_ID, Field.KEY, Field.ROUTE, Field.EXPERIMENT, Field.ARM)) {
            columns.add(field(field, Spent::row));
        }
        columns.add(Column.text("target", s -> attempt(s).target()));
        columns.add(Column.text("provider", s -> attempt(s).provider()));
        columns.add(Column.text("model", s -> attempt(s).model()));
        columns.add(Column.number("cost_pico", Spent::costPicoUsd));
        columns.add(Column.number("input_tokens", s -> attempt(s).inputTokens()));
        columns.add(Column.number("output_tokens", s -> attempt(s).outputTokens()));
        return List.copyOf(columns);
    }

    private static <R> List<Column<R>> fields(RowType type, Function<R, Row> row) {
        return Field.of(type).stream().map(f -> field(f, row)).toList();
    }

    private static <R> Column<R> field(Field field, Function<R, Row> row) {
        Column.Type type = switch (field.kind()) {
            case TEXT, JSON -> Column.Type.TEXT;
            case TIME -> Column.Type.TIME;
            case COUNT, MONEY -> Column.Type.LONG;
            case NUMBER -> Column.Type.DOUBLE;
            case FLAG -> Column.Type.FLAG;
        };
        return new Column.OfField<>(name(field), type, field, row);
    }

    private static @Nullable Long epochId(Shapes.Shape shape) {
        Integer id = shape.epochId();
        return id == null ? null : (Long) id.longValue();
    }

    private static long taskHash(Row row) {
        return row.hash(Field.TASK_ID);
    }

    private static Attempt attempt(Spent spent) {
        return spent.attempt();
    }
}
