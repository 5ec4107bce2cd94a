/**
 * Benchmarks of the hot parts, each beside an honest rival that does the same work the usual way.
 */
@NullMarked
package io.faregate.bench.jmh;

import org.jspecify.annotations.NullMarked;
