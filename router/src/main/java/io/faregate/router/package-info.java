/** The router's entry: reads the configuration, wires every package and serves. */
@NullMarked
package io.faregate.router;

import org.jspecify.annotations.NullMarked;
