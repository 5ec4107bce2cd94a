/** The calls to providers: pooled connections, one call of one candidate, how a transport ends. The outward shell. */
@NullMarked
package io.faregate.router.upstream;

import org.jspecify.annotations.NullMarked;
