package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.Verdict;

/**
 * What one run ended with. Immutable.
 *
 * @param verdict the whole rule's verdict, blocked if the split was found broken and nothing else came, continue if
 *     nothing came at all
 * @param tasks tasks of both arms at the verdict, 0 without one
 * @param naive whether the naive test claimed the saving at any look
 * @param costAlone whether the cost statement, without stress, age and quality, was proven at any look
 */
record RunResult(Verdict verdict, int tasks, boolean naive, boolean costAlone) {}
