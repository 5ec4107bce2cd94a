@NullMarked
package io.faregate.analytics.simulate;

import org.jspecify.annotations.NullMarked;
