/** Tests of what is out of the usual. */
@NullMarked
package io.faregate.analytics.watch;

import org.jspecify.annotations.NullMarked;
