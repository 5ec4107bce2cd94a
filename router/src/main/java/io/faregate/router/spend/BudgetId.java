package io.faregate.router.spend;

/**
 * Which budget of which day. Immutable.
 *
 * @param name of the key or route, empty for the global one
 * @param epochDay the calendar day in the budgets' zone, as days since 1970-01-01
 */
public record BudgetId(Scope scope, String name, long epochDay) implements Account {}
