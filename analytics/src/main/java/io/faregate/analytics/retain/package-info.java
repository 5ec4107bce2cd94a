/** How long rows stay in the database, and where they go then. */
@NullMarked
package io.faregate.analytics.retain;

import org.jspecify.annotations.NullMarked;
