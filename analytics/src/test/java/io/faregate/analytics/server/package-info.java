/** Tests of the API over real HTTP. */
@NullMarked
package io.faregate.analytics.server;

import org.jspecify.annotations.NullMarked;
