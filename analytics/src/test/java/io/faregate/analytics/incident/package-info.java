/** Tests of what is out of the usual. */
@NullMarked
package io.faregate.analytics.incident;

import org.jspecify.annotations.NullMarked;
