@NullMarked
package io.faregate.analytics.decide;

import org.jspecify.annotations.NullMarked;
