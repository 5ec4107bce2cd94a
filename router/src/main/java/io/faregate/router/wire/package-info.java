/** The formats on the wire, read and edited as bytes: requests, answers, event streams, error bodies. Pure. */
@NullMarked
package io.faregate.router.wire;

import org.jspecify.annotations.NullMarked;
