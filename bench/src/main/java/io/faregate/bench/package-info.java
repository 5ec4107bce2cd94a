/**
 * The bench program: a simulated provider, the demo, the load test and the benchmarks.
 * Nothing here ships with the router or with analytics.
 */
@NullMarked
package io.faregate.bench;

import org.jspecify.annotations.NullMarked;
