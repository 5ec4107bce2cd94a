/** How fast rows go in and verdicts come out, on the box at hand. */
@NullMarked
package io.faregate.analytics.measure;

import org.jspecify.annotations.NullMarked;
