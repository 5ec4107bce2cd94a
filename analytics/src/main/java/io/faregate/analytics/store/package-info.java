/**
 * The DuckDB file and its one owner. Every write is a batch in one transaction with the offset it came from;
 * reads run on connections of their own and see one snapshot each.
 */
@NullMarked
package io.faregate.analytics.store;

import org.jspecify.annotations.NullMarked;
