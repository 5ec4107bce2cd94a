package io.faregate.analytics.store;

import io.faregate.analytics.row.Attempt;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call with what is derived from it once, when it is stored. Immutable.
 *
 * <p>An attempt is stored apart only where the row does not already say the same: the usual call has one attempt, its
 * own. What the serving target stands for is then the row's cost less what is stored apart, so that a sum over models
 * is the sum over rows by construction.
 *
 * @param row the call
 * @param orderKey arrival first, then ten bits of the id: an order of calls that does not depend on who came first
 * @param shapeId the number of its {@link Shapes shape}
 * @param costPicoUsd what the serving target stands for, null when the row's cost is not known
 * @param inputTokens likewise
 * @param outputTokens likewise
 * @param apart attempts stored apart
 */
record StoredCall(
        Row row,
        long orderKey,
        int shapeId,
        @Nullable Long costPicoUsd,
        @Nullable Long inputTokens,
        @Nullable Long outputTokens,
        List<Spent> apart) {

    /** What one attempt cost that is booked on its own target. */
    record Spent(Row row, Attempt attempt, @Nullable Long costPicoUsd) {}

    /** What a task is asked about its calls, a bit each, as the table's description has them. */
    private static int marks(Row row, @Nullable Integer epochId) {
        String arm = row.text(Field.ARM);
        int marks = arm == null ? 0 : arm.equals("primary") ? 1 : 2;
        String outcome = row.text(Field.OUTCOME);
        if (outcome != null) {
            marks |= switch (outcome) {
                case "failed", "truncated" -> 4;
                case "refused" -> isOfBudget(row) ? 16 : 0;
                default -> 0;
            };
        }
        marks |= row.number(Field.FALLTHROUGH) != 0 ? 8 : 0;
        marks |= row.has(Field.TASK_GIVEN) && row.number(Field.TASK_GIVEN) == 0 ? 32 : 0;
        return marks | (epochId == null ? 64 : 0);
    }

    /** A budget's refusal: others are no sign of what the model costs. */
    private static boolean isOfBudget(Row row) {
        String code = row.text(Field.ERROR_CODE);
        return row.number(Field.STATUS) == 402
                || (code != null && (code.equals("unpriced") || code.contains("budget")));
    }

    static StoredCall of(Row row, EpochIds epochs, Shapes shapes) {
        Long cost = row.numberOrNull(Field.COST_USD);
        Long input = row.numberOrNull(Field.INPUT_TOKENS);
        Long output = row.numberOrNull(Field.OUTPUT_TOKENS);
        List<Spent> apart = List.of();
        if (!saysTheSame(row)) {
            apart = new ArrayList<>();
            for (Attempt attempt : row.attempts()) {
                // A row without a known cost has no known parts: they would make a sum over models the larger one.
                Long part = cost == null ? null : attempt.costPicoUsd();
                if (orZero(part) == 0 && orZero(attempt.inputTokens()) == 0 && orZero(attempt.outputTokens()) == 0) {
                    continue;
                }
                apart.add(new Spent(row, attempt, part));
                cost = less(cost, part);
                input = less(input, attempt.inputTokens());
                output = less(output, attempt.outputTokens());
            }
        }
        long orderKey = row.number(Field.TS) * 1024 + (row.hash(Field.ROW_ID) & 1023);
        Integer epochId = epochs.see(row, orderKey);
        int shapeId = shapes.see(row, epochId, marks(row, epochId));
        return new StoredCall(row, orderKey, shapeId, cost, input, output, apart);
    }

    private static boolean saysTheSame(Row row) {
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

    private static @Nullable Long less(@Nullable Long total, @Nullable Long part) {
        return total == null || part == null ? total : (Long) (total - part);
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
