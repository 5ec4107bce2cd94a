/** The verbs of the command line that call nobody: what they read, what they print, how they end. */
@NullMarked
package io.faregate.router.cli;

import org.jspecify.annotations.NullMarked;
