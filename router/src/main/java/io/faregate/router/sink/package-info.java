/**
 * Shell: where rows meet the disk. One thread writes them, so that no event loop ever waits for a file, and the files
 * of a directory are read back at start.
 */
@NullMarked
package io.faregate.router.sink;

import org.jspecify.annotations.NullMarked;
