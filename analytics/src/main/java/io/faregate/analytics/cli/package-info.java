/**
 * The verbs that read from a running service, and what they print.
 * Data goes to stdout, progress and logs to stderr; 0 is done, 1 the input is at fault, 2 wrong usage.
 */
@NullMarked
package io.faregate.analytics.cli;

import org.jspecify.annotations.NullMarked;
