/**
 * A proxy that does nothing but pass bodies on: the floor that the router's price is told against.
 */
@NullMarked
package io.faregate.bench.proxy;

import org.jspecify.annotations.NullMarked;
