/**
 * The decision on a canary: sums of an epoch and a policy in, a verdict with its reasons out.
 * Pure; acting on a verdict, storing it and showing it are the work of others.
 */
@NullMarked
package io.faregate.analytics.decide;

import org.jspecify.annotations.NullMarked;
