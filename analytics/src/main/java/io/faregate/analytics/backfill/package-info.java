/** Old row files sent to a running service. */
@NullMarked
package io.faregate.analytics.backfill;

import org.jspecify.annotations.NullMarked;
