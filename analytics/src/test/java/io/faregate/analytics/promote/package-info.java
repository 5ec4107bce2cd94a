/** The walk of a canary: the decision alone, and against routers on loopback. */
@NullMarked
package io.faregate.analytics.promote;

import org.jspecify.annotations.NullMarked;
