/** The router as its users meet it: a process of its own, and the official Java client in front of it. */
@NullMarked
package io.faregate.router.system;

import org.jspecify.annotations.NullMarked;
