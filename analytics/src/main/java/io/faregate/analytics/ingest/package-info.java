/**
 * Rows in: from the files of {@code usage.dir} and from {@code POST /v1/rows}, each once.
 * Bad lines are kept aside with the reason; they never stop the good ones around them.
 */
@NullMarked
package io.faregate.analytics.ingest;

import org.jspecify.annotations.NullMarked;
