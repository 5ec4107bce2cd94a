package io.faregate.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MomentsTest {
    @Test
    void partsMergeToTheWhole() {
        Random random = new Random(7);
        CoMoments whole = CoMoments.NONE;
        CoMoments left = CoMoments.NONE;
        CoMoments right = CoMoments.NONE;
        for (int i = 0; i < 1_000; i++) {
            double x = random.nextGaussian();
            CoMoments one = new CoMoments(1, 5 + 2 * x + random.nextGaussian(), 0, x, 0, 0);
            whole = whole.merge(one);
            if (i % 3 == 0) {
                left = left.merge(one);
            } else {
                right = right.merge(one);
            }
        }
        CoMoments merged = left.merge(right);
        assertThat(merged.n()).isEqualTo(1_000);
        assertThat(merged.meanY()).isCloseTo(whole.meanY(), within(1e-12));
        assertThat(merged.m2Y()).isCloseTo(whole.m2Y(), within(1e-8));
        assertThat(merged.m2X()).isCloseTo(whole.m2X(), within(1e-8));
        assertThat(merged.cXY()).isCloseTo(whole.cXY(), within(1e-8));
        assertThat(left.y().merge(right.y()).variance()).isCloseTo(whole.y().variance(), within(1e-10));
    }

    @Test
    void aSmallSpreadOnALargeMeanIsKept() {
        Moments moments = Moments.NONE;
        for (int i = 0; i < 1_000; i++) {
            moments = moments.plus(1e9 + i % 2);
        }
        assertThat(moments.variance()).isCloseTo(0.25 * 1000 / 999, within(1e-9));
    }

    @Test
    void effectiveCountIsTheCountOfEqualValuesAndFallsWithAGiant() {
        assertThat(new Moments(80, 0.5, 0).effectiveCount()).isCloseTo(80, within(1e-9));
        Moments giant = Moments.NONE;
        for (int i = 0; i < 99; i++) {
            giant = giant.plus(1);
        }
        assertThat(giant.plus(901).effectiveCount()).isLessThan(1.3);
        assertThat(Moments.NONE.plus(0).effectiveCount()).isZero();
    }

    @Test
    void sumsThatNoValuesCanHaveAreRefused() {
        assertThatThrownBy(() -> new Moments(3, Double.NaN, 0)).hasMessageContaining("mean=NaN");
        assertThatThrownBy(() -> new Moments(-1, 0, 0)).hasMessageContaining("n=-1");
        assertThatThrownBy(() -> new CoMoments(3, 1, -1, 0, 0, 0)).hasMessageContaining("m2Y=-1.0");
        assertThat(Moments.ofSums(2, 0.2, 0.019999999999999997).m2()).isZero();
    }
}
