package io.faregate.router.spend;

/**
 * Which budget of which day. Immutable.
 *
 * @param name of the key or route, empty for the global one
 * @param epochDay the calendar day in the budgets' zone, as days since 1970-01-01
 */
public record BudgetId(Scope scope, String name, long epochDay) implements Account {
    /** As pages and metrics name it, whatever the day: {@code global}, {@code key:NAME} or {@code route:NAME}. */
    public String label() {
        return name.isEmpty() ? scope.key() : scope.key() + ':' + name;
    }
}
