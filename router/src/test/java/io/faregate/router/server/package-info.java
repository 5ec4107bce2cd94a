/**
 * Tests of the server's parts that need no server.
 */
@NullMarked
package io.faregate.router.server;

import org.jspecify.annotations.NullMarked;
