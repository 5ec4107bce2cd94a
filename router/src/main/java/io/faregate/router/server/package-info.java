/**
 * The client-facing shell: one HTTP server an event loop, the exchange that runs a plan,
 * and the pages about the router.
 */
@NullMarked
package io.faregate.router.server;

import org.jspecify.annotations.NullMarked;
