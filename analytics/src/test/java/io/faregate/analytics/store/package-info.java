/** Tests of the warehouse. */
@NullMarked
package io.faregate.analytics.store;

import org.jspecify.annotations.NullMarked;
