/**
 * A provider that speaks OpenAI's chat completions from settings: latency, lengths and failures are drawn from a seed.
 * It serves the demo, the load test and every try without a key.
 */
@NullMarked
package io.faregate.bench.sim;

import org.jspecify.annotations.NullMarked;
