/** Tests of how long rows stay. */
@NullMarked
package io.faregate.analytics.retain;

import org.jspecify.annotations.NullMarked;
