/** Tests of the settings. */
@NullMarked
package io.faregate.analytics.config;

import org.jspecify.annotations.NullMarked;
