/** Tests of filling in old rows. */
@NullMarked
package io.faregate.analytics.backfill;

import org.jspecify.annotations.NullMarked;
