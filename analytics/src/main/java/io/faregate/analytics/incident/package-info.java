/**
 * When something is out of the usual: rules over counts and sums, without a clock, a database or a network.
 */
@NullMarked
package io.faregate.analytics.incident;

import org.jspecify.annotations.NullMarked;
