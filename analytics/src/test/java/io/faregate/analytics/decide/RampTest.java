package io.faregate.analytics.decide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RampTest {
    private final Ramp ramp = new Ramp(List.of(1.0, 5.0, 25.0, 50.0));

    @Test
    void goesToTheNextLargerStepFromWhereverItStands() {
        assertThat(ramp.after(0)).isEqualTo(1.0);
        assertThat(ramp.after(5)).isEqualTo(25.0);
        assertThat(ramp.after(7)).isEqualTo(25.0);
        assertThat(ramp.after(50)).isNull();
        assertThat(ramp.after(80)).isNull();
    }

    @Test
    void judgesAtTheLastStepAndAboveAndWithoutSteps() {
        assertThat(ramp.last(25)).isFalse();
        assertThat(ramp.last(0.5 * 100)).isTrue();
        assertThat(ramp.last(80)).isTrue();
        assertThat(Ramp.NONE.last(1)).isTrue();
    }

    @Test
    void countsAShareOfItsOwnAsOneMoreEpoch() {
        assertThat(ramp.epochs(5)).isEqualTo(4);
        assertThat(ramp.epochs(2)).isEqualTo(5);
        assertThat(Ramp.NONE.epochs(5)).isEqualTo(1);
    }
}
