/** Acting on the verdict where {@code promotion: auto} says so: what to do is pure, telling the routers is not. */
@NullMarked
package io.faregate.analytics.promote;

import org.jspecify.annotations.NullMarked;
