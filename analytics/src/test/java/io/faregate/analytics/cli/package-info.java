/** Tests of what the verbs print. */
@NullMarked
package io.faregate.analytics.cli;

import org.jspecify.annotations.NullMarked;
