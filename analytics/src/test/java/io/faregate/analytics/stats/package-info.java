@NullMarked
package io.faregate.analytics.stats;

import org.jspecify.annotations.NullMarked;
