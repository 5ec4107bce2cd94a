/** How fast analytics takes rows in and gives verdicts out, on the box at hand. Wants the analytics jar beside this one. */
@NullMarked
package io.faregate.bench.analytics;

import org.jspecify.annotations.NullMarked;
