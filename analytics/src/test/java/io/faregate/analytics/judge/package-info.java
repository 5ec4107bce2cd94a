/** Tests of looks, their records and their history. */
@NullMarked
package io.faregate.analytics.judge;

import org.jspecify.annotations.NullMarked;
