/** What the router tells of itself to others: traces, and the names that both they and metrics use. */
@NullMarked
package io.faregate.router.telemetry;

import org.jspecify.annotations.NullMarked;
