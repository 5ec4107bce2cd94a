/** Tests of reading rows. */
@NullMarked
package io.faregate.analytics.ingest;

import org.jspecify.annotations.NullMarked;
