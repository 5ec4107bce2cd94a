/** The analytics service's entry: reads rows, answers what they cost. */
@NullMarked
package io.faregate.analytics;

import org.jspecify.annotations.NullMarked;
