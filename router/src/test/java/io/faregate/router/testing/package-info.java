/** What several tests lean on: plain rivals of clever code, loops that run when told. */
@NullMarked
package io.faregate.router.testing;

import org.jspecify.annotations.NullMarked;
