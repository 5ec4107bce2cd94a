/**
 * What the verbs share: child processes and where their jars are, exact sums over row files, tables of text.
 */
@NullMarked
package io.faregate.bench.rig;

import org.jspecify.annotations.NullMarked;
