/** Tests of the questions, on a real DuckDB. */
@NullMarked
package io.faregate.analytics.query;

import org.jspecify.annotations.NullMarked;
