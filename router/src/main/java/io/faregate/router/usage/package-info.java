/**
 * The row that every call leaves: what it says, how it is written as one line of JSON, and what is read back from it
 * at start. Pure; whoever keeps the lines is behind {@link io.faregate.router.usage.UsageSink}.
 */
@NullMarked
package io.faregate.router.usage;

import org.jspecify.annotations.NullMarked;
