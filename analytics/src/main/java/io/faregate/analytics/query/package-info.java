/**
 * The questions put to the warehouse: one class and one .sql file each.
 * SQL gives counts and sums; statistics and verdicts are made of them elsewhere.
 */
@NullMarked
package io.faregate.analytics.query;

import org.jspecify.annotations.NullMarked;
