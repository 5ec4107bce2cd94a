/**
 * What analytics reads of {@code faregate.yaml}: its own section strictly, of the others only what it needs.
 * The router's {@code validate} is the strict reader of the whole file.
 */
@NullMarked
package io.faregate.analytics.config;

import org.jspecify.annotations.NullMarked;
