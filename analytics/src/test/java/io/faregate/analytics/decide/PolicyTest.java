package io.faregate.analytics.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PolicyTest {
    @Test
    void theDefaultsHaveTheirMargins() {
        assertThat(Policy.DEFAULT.margins()).isEqualTo(new Policy.Margins(0.02, 0.01, 0.02, 0.25));
    }

    @Test
    void valuesOutOfRangeAreToldByKey() {
        assertThatThrownBy(() -> new Policy.Margins(1.5, 0.01, 0.02, 0.25))
                .hasMessage("margins.success must be 0.0 to 1.0: 1.5");
        assertThatThrownBy(() -> policy(Duration.ofHours(2), Duration.ofHours(1), 0.05, 0.05, 2))
                .hasMessage("outcome_window must not be shorter than window: PT1H < PT2H");
        assertThatThrownBy(() -> policy(Duration.ZERO, Duration.ZERO, 0.5, 0.05, 2))
                .hasMessageContaining("alpha");
        assertThatThrownBy(() -> policy(Duration.ZERO, Duration.ZERO, 0.05, 1, 2))
                .hasMessageContaining("min_saving");
        assertThatThrownBy(() -> policy(Duration.ZERO, Duration.ZERO, 0.05, 0.05, 29))
                .hasMessage("max_days must be at least 29.0: 28.0");
        assertThat(policy(Duration.ZERO, Duration.ZERO, 0.05, 0, 0).minDays()).isZero();
    }

    @Test
    void theGuaranteeNamesThePolicysFigures() {
        assertThat(Guarantee.sentence(Policy.DEFAULT))
                .contains("at least 5.0 % cheaper", "in at most about 5 of 100 canary runs");
    }

    private static Policy policy(Duration window, Duration outcomes, double alpha, double saving, double minDays) {
        return new Policy(
                window,
                outcomes,
                OutcomeMode.AUTO,
                alpha,
                saving,
                0,
                minDays,
                28,
                Policy.Margins.DEFAULT,
                LatencyProof.POINT,
                1,
                null);
    }
}
