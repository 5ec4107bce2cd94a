/** Tests of answers. */
@NullMarked
package io.faregate.analytics.answer;

import org.jspecify.annotations.NullMarked;
