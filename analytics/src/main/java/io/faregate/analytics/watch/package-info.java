/**
 * Looks for incidents once in a while, keeps them, and tells webhooks. What is an incident is decided in
 * {@code incident}; the clock is passed in.
 */
@NullMarked
package io.faregate.analytics.watch;

import org.jspecify.annotations.NullMarked;
