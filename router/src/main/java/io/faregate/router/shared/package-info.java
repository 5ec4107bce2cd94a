/** What replicas share through Redis: the money of budgets, drawn in slices. Shell: the one place that talks to it. */
@NullMarked
package io.faregate.router.shared;

import org.jspecify.annotations.NullMarked;
