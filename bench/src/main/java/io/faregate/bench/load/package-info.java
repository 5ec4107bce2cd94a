/**
 * The end-to-end load test: open and closed loop over raw sockets, all targets alive at once and visited in turn.
 */
@NullMarked
package io.faregate.bench.load;

import org.jspecify.annotations.NullMarked;
