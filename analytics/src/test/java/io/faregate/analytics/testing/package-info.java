/** What tests of several packages share. */
@NullMarked
package io.faregate.analytics.testing;

import org.jspecify.annotations.NullMarked;
