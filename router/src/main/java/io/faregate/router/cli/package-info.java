/** The verbs of the command line: they read files and the environment, wire the parts, and say what went wrong. */
@NullMarked
package io.faregate.router.cli;

import org.jspecify.annotations.NullMarked;
