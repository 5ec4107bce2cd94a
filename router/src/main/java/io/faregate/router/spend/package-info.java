/** Money that holds: budgets, reservations that settle exactly once, days and tasks. Pure; time is an argument. */
@NullMarked
package io.faregate.router.spend;

import org.jspecify.annotations.NullMarked;
