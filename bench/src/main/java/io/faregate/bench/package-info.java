/** Benchmarks, the simulated provider, the demo and the load test. */
@NullMarked
package io.faregate.bench;

import org.jspecify.annotations.NullMarked;
