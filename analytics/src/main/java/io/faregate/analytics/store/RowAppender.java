package io.faregate.analytics.store;

import io.faregate.analytics.row.Attempt;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/**
 * Puts rows of one batch into their tables, by position. Used by the writing thread alone, within its transaction.
 *
 * <p>An attempt is stored apart only where the row does not already say the same: the usual call has one attempt, its
 * own. What the serving target stands for is then the row's cost less what is stored apart, so that a sum over models
 * is the sum over rows by construction.
 */
final class RowAppender {
    private static final List<Field> CALL = Field.of(RowType.CALL);
    private static final List<Field> FEEDBACK = Field.of(RowType.FEEDBACK);
    private static final List<Field> DECISION = Field.of(RowType.DECISION);

    private final long ingestedMicros;

    RowAppender(long ingestedMicros) {
        this.ingestedMicros = ingestedMicros;
    }

    void call(DuckDBAppender calls, DuckDBAppender spend, Row row) throws SQLException {
        Long cost = row.numberOrNull(Field.COST_USD);
        Long input = row.numberOrNull(Field.INPUT_TOKENS);
        Long output = row.numberOrNull(Field.OUTPUT_TOKENS);
        if (!sayTheSame(row)) {
            for (Attempt attempt : row.attempts()) {
                // A row without a known cost has no known parts: they would make a sum over models the larger one.
                Long part = cost == null ? null : attempt.costPicoUsd();
                if (orZero(part) == 0 && orZero(attempt.inputTokens()) == 0 && orZero(attempt.outputTokens()) == 0) {
                    continue;
                }
                spend(spend, row, attempt, part);
                cost = less(cost, part);
                input = less(input, attempt.inputTokens());
                output = less(output, attempt.outputTokens());
            }
        }
        calls.beginRow();
        calls.append(orderKey(row));
        calls.appendEpochMicros(ingestedMicros);
        text(calls, epochLabel(row));
        number(calls, cost);
        number(calls, input);
        number(calls, output);
        fields(calls, row, CALL);
        calls.endRow();
    }

    void feedback(DuckDBAppender feedback, Row row) throws SQLException {
        feedback.beginRow();
        feedback.appendEpochMicros(ingestedMicros);
        fields(feedback, row, FEEDBACK);
        feedback.endRow();
    }

    void decision(DuckDBAppender decisions, Row row) throws SQLException {
        decisions.beginRow();
        decisions.appendEpochMicros(ingestedMicros);
        fields(decisions, row, DECISION);
        decisions.endRow();
    }

    /** Time first, then ten bits of the id: an order of calls that does not depend on who came first. */
    static long orderKey(Row row) {
        return row.number(Field.TS) * 1024 + (IdFilter.hash(row.rowId()) & 1023);
    }

    /** What tells epochs apart: the router's digest, else the share; null for a call outside experiments. */
    static @Nullable String epochLabel(Row row) {
        if (!row.has(Field.ARM)) {
            return null;
        }
        String key = row.text(Field.EPOCH_KEY);
        if (key != null) {
            return key;
        }
        return row.has(Field.SHARE) ? "share " + Double.longBitsToDouble(row.number(Field.SHARE)) : "share unknown";
    }

    private static void spend(DuckDBAppender spend, Row row, Attempt attempt, @Nullable Long cost) throws SQLException {
        spend.beginRow();
        spend.append(row.rowId());
        spend.appendEpochMicros(row.number(Field.TS));
        text(spend, row.text(Field.TASK_ID));
        text(spend, row.text(Field.KEY));
        text(spend, row.text(Field.ROUTE));
        text(spend, row.text(Field.EXPERIMENT));
        text(spend, row.text(Field.ARM));
        text(spend, attempt.target());
        text(spend, attempt.provider());
        text(spend, attempt.model());
        number(spend, cost);
        number(spend, attempt.inputTokens());
        number(spend, attempt.outputTokens());
        spend.endRow();
    }

    private static boolean sayTheSame(Row row) {
        if (row.attempts().isEmpty()) {
            return true;
        }
        if (row.attempts().size() > 1) {
            return false;
        }
        Attempt only = row.attempts().get(0);
        return Objects.equals(only.target(), row.text(Field.TARGET))
                && Objects.equals(only.provider(), row.text(Field.PROVIDER))
                && Objects.equals(only.model(), row.text(Field.MODEL));
    }

    private static void fields(DuckDBAppender appender, Row row, List<Field> fields) throws SQLException {
        for (Field field : fields) {
            if (!row.has(field)) {
                appender.appendNull();
                continue;
            }
            switch (field.kind()) {
                case TEXT, JSON -> appender.append(row.text(field));
                case TIME -> appender.appendEpochMicros(row.number(field));
                case COUNT, MONEY -> appender.append(row.number(field));
                case NUMBER -> appender.append(Double.longBitsToDouble(row.number(field)));
                case FLAG -> appender.append(row.number(field) != 0);
            }
        }
    }

    private static void text(DuckDBAppender appender, @Nullable String value) throws SQLException {
        if (value == null) {
            appender.appendNull();
        } else {
            appender.append(value);
        }
    }

    private static void number(DuckDBAppender appender, @Nullable Long value) throws SQLException {
        if (value == null) {
            appender.appendNull();
        } else {
            appender.append(value.longValue());
        }
    }

    private static @Nullable Long less(@Nullable Long total, @Nullable Long part) {
        return total == null || part == null ? total : (Long) (total - part);
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
