/**
 * The demonstration: real processes, simulated providers, an agents' load, and a report added up a second way.
 */
@NullMarked
package io.faregate.bench.demo;

import org.jspecify.annotations.NullMarked;
