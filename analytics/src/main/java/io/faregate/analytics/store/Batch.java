package io.faregate.analytics.store;

import io.faregate.analytics.row.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is stored together or not at all.
 *
 * @param rows good rows in the order read; duplicates among them are told and left out
 * @param bad lines kept aside
 * @param position the file's position after these lines; null for rows that were posted
 */
public record Batch(
        List<Row> rows, List<BadLine> bad, @Nullable TailPosition position) {}
