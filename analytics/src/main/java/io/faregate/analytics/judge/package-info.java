/**
 * Looks at the running experiments: sums from the warehouse, the rule's evaluation of them, and the record of it.
 * What a look says is a pure function of what it was given; only the clock and the database are here.
 */
@NullMarked
package io.faregate.analytics.judge;

import org.jspecify.annotations.NullMarked;
