/**
 * Statistics that stay true however often one looks: sums in, bounds out.
 * Pure functions of numbers; no clock, no chance, no rows and no policy.
 */
@NullMarked
package io.faregate.analytics.stats;

import org.jspecify.annotations.NullMarked;
