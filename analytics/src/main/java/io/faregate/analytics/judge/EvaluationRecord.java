package io.faregate.analytics.judge;

import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.EpochSummary;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;

/** All that the rule was given: enough to ask it again and get the same evaluation. Immutable. */
public record EvaluationRecord(EpochSummary epoch, Policy policy, Standing standing, EpochState state) {}
