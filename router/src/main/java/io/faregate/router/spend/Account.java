package io.faregate.router.spend;

/** What money is counted for: a budget of a day, or a task. */
public sealed interface Account permits BudgetId, TaskId {}
