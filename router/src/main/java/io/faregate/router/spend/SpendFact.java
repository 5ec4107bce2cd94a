package io.faregate.router.spend;

import org.jspecify.annotations.Nullable;

/**
 * What a row tells the ledger at start: who was charged how much when. Immutable.
 *
 * @param arrivalMillis when the call came in; it decides the day
 * @param key the virtual key's name, or null without one
 * @param taskId the task the client named, or null when it named none
 * @param chargedPicoUsd what the budgets were charged
 * @param instance the process that wrote the row, or null if it does not say
 */
public record SpendFact(
        long arrivalMillis,
        @Nullable String key,
        String route,
        @Nullable String taskId,
        long chargedPicoUsd,
        @Nullable String instance) {}
