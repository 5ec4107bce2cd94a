/** Tests of the row's values. */
@NullMarked
package io.faregate.analytics.row;

import org.jspecify.annotations.NullMarked;
