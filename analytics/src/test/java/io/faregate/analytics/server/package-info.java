/** The HTTP API and the page, over real HTTP. */
@NullMarked
package io.faregate.analytics.server;

import org.jspecify.annotations.NullMarked;
