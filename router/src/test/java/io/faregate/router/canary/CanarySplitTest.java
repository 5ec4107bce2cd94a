package io.faregate.router.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanarySplitTest {
    private static CanarySplit split(String experiment, String percent) {
        return new CanarySplit(experiment, new BigDecimal(percent));
    }

    /** Taken from sha256sum over the experiment, a NUL and the task, first sixteen hex digits. */
    @ParameterizedTest
    @CsvSource({
        "2026-w48, t-42, b8d8d56d0b5dbfce",
        "e, task-000001, 3a70f4892a8e8581",
        "'', x, 3c7e9bc930dc93f0",
        "2026-w48, a.b_c:d-9, 08f19220a823daf8",
        "größe, t, 127d1e1f9cd28e59"
    })
    void placesATaskByTheFirstEightBytesOfItsHash(String experiment, String task, String hex) {
        assertThat(split(experiment, "50").position(task)).isEqualTo(Long.parseUnsignedLong(hex, 16));
    }

    @Test
    void givesHalfAPercentToHalfAPercent() {
        CanarySplit split = split("e", "0.5");
        int challengers = 0;
        for (int i = 0; i < 100_000; i++) {
            challengers += split.arm("task-" + i) == Arm.CHALLENGER ? 1 : 0;
        }
        assertThat(challengers).isBetween(430, 570);
    }

    @Test
    void onlyMovesTasksToTheChallengerAsThePercentageGrows() {
        String[] percents = {"0", "0.001", "0.5", "1", "5", "25", "50", "99.999", "100"};
        for (int i = 0; i < 5_000; i++) {
            boolean before = false;
            for (String percent : percents) {
                boolean challenger = split("grow", percent).arm("t" + i) == Arm.CHALLENGER;
                assertThat(challenger || !before).as("t%d at %s", i, percent).isTrue();
                before = challenger;
            }
            assertThat(before).isTrue();
        }
    }

    @Test
    void zeroIsNobodyAndAHundredIsEverybody() {
        CanarySplit none = split("e", "0");
        CanarySplit all = split("e", "100.0");
        for (int i = 0; i < 10_000; i++) {
            assertThat(none.arm("t" + i)).isEqualTo(Arm.PRIMARY);
            assertThat(all.arm("t" + i)).isEqualTo(Arm.CHALLENGER);
        }
    }

    @Test
    void isExactAtTheBorder() {
        for (int i = 0; i < 200; i++) {
            String task = "border-" + i;
            BigInteger position =
                    new BigInteger(Long.toUnsignedString(split("e", "1").position(task)));
            BigDecimal at = new BigDecimal(position)
                    .multiply(BigDecimal.valueOf(100))
                    .divide(new BigDecimal(BigInteger.ONE.shiftLeft(64)));
            BigDecimal justAbove = at.add(BigDecimal.ONE.movePointLeft(40));
            assertThat(new CanarySplit("e", at).arm(task)).as("below %s", at).isEqualTo(Arm.PRIMARY);
            assertThat(new CanarySplit("e", justAbove).arm(task))
                    .as("below %s", justAbove)
                    .isEqualTo(Arm.CHALLENGER);
            assertThat(justAbove.setScale(6, RoundingMode.HALF_UP)).isEqualTo(at.setScale(6, RoundingMode.HALF_UP));
        }
    }

    @Test
    void assignsAnewInAnotherExperiment() {
        CanarySplit one = split("one", "50");
        CanarySplit two = split("two", "50");
        int moved = 0;
        for (int i = 0; i < 2_000; i++) {
            moved += one.arm("t" + i) == two.arm("t" + i) ? 0 : 1;
        }
        assertThat(moved).isBetween(900, 1_100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "101", "100.0000000001"})
    void refusesWhatIsNoPercentage(String percent) {
        assertThatThrownBy(() -> split("e", percent))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found " + percent + ", expected a percentage of 0 to 100");
    }
}
