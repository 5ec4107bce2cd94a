/** The decision: from the facts of a request to a plan, and from each ending to the next step. Pure. */
@NullMarked
package io.faregate.router.route;

import org.jspecify.annotations.NullMarked;
