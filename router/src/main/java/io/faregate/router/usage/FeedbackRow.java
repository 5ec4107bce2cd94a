package io.faregate.router.usage;

import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a client says became of a task. Immutable.
 *
 * @param arrivedMillis of the epoch
 * @param success whether the task succeeded, or null when only a score was given
 * @param score 0 to 1, or null
 * @param closesTask whether nothing more will follow for the task
 * @param key the name of the virtual key, or null
 */
public record FeedbackRow(
        UUID rowId,
        long arrivedMillis,
        String taskId,
        @Nullable Boolean success,
        @Nullable BigDecimal score,
        boolean closesTask,
        @Nullable String key) {}
