/** Which arm of an experiment a task belongs to: a documented hash, the same on every replica. Pure. */
@NullMarked
package io.faregate.router.canary;

import org.jspecify.annotations.NullMarked;
