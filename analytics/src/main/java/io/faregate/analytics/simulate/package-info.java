/**
 * The statistics' simulator: draws tasks with known truths and counts how often the whole rule is wrong.
 * Everything but the command is pure; chance comes from seeds.
 */
@NullMarked
package io.faregate.analytics.simulate;

import org.jspecify.annotations.NullMarked;
