package io.faregate.analytics.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faregate.analytics.incident.Figures.Account;
import io.faregate.analytics.incident.Figures.Head;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
    private static final BigInteger CENT = BigInteger.valueOf(10_000_000_000L);

    @ParameterizedTest
    @CsvSource({
        // calls, fell, usual calls, usual fell, alarm
        "1000, 100, 10000, 100, true",
        "1000, 60, 10000, 100, true",
        "1000, 59, 10000, 100, false", // less than 5 points more
        "1000, 190, 10000, 1000, false", // less than twice as many
        "29, 29, 10000, 100, false", // too few calls
        "30, 30, 99, 1, false", // nothing is usual yet
        "30, 3, 10000, 100, false", // chance can do that
        "30, 30, 10000, 100, true",
        "100, 8, 100, 0, true",
        "100, 0, 100, 0, false",
    })
    void aHeadThatFailsMoreOftenThanUsualIsToldAndOneThatChanceExplainsIsNot(
            long calls, long fell, long usualCalls, long usualFell, boolean alarm) {
        List<Alarm> alarms = alarms(new Head("a", calls, fell, usualCalls, usualFell), Map.of());
        assertThat(alarms).hasSize(alarm ? 1 : 0);
    }

    @Test
    void saysWhichRateAndWhatWasUsual() {
        Alarm alarm = alarms(new Head("a", 200, 30, 1000, 12), Map.of()).get(0);
        assertThat(alarm)
                .isEqualTo(new Alarm(
                        Kind.FALLTHROUGH,
                        "a",
                        new BigDecimal("0.1500"),
                        new BigDecimal("0.0120"),
                        "30 of 200 calls of the last hour fell through a (15 %); usual were 1.2 %"));
    }

    @Test
    void aRateThatStaysHighLastsThoughTheDayBeforeCatchesUp() {
        Alarm begun = alarms(new Head("a", 200, 30, 1000, 12), Map.of()).get(0);
        Map<Alarm.Key, Alarm> standing = Map.of(begun.key(), begun);
        assertThat(alarms(new Head("a", 200, 30, 1000, 150), standing)).hasSize(1);
        assertThat(alarms(new Head("a", 20, 3, 1000, 150), standing)).hasSize(1);
        assertThat(alarms(new Head("a", 200, 7, 1000, 150), standing)).isEmpty();
        assertThat(alarms(new Head("a", 0, 0, 1000, 150), standing)).isEmpty();
    }

    @Test
    void theTailIsThatOfTheBinomial() {
        assertThat(Rules.tail(10, 0, 0.3)).isEqualTo(1);
        assertThat(Rules.tail(10, 10, 0.5)).isCloseTo(Math.pow(0.5, 10), within(1e-15));
        assertThat(Rules.tail(4, 3, 0.5)).isCloseTo(5.0 / 16, within(1e-15));
    }

    @Test
    void aHeadAsUsualAlmostNeverGivesAnAlarm() {
        Random random = new Random(3);
        int alarms = 0;
        for (int i = 0; i < 20_000; i++) {
            alarms += alarms(new Head("a", 200, hits(random, 200, 0.03), 2000, hits(random, 2000, 0.03)), Map.of())
                    .size();
        }
        assertThat(alarms).isLessThanOrEqualTo(4);
    }

    @Test
    void anHourDearerThanAllTheWeekAndThriceTheMedianIsTold() {
        List<BigInteger> week = hours(1, 24);
        assertThat(spend(week, 39, Map.of())).isEmpty();
        assertThat(spend(week, 40, Map.of()).get(0).detail())
                .isEqualTo("the last hour cost $0.4; usual is $0.13 (the median hour of the week before)");
        assertThat(spend(hours(1, 23), 40, Map.of())).isEmpty();
        List<BigInteger> withPeak = new ArrayList<>(week);
        withPeak.add(CENT.multiply(BigInteger.valueOf(40)));
        assertThat(spend(withPeak, 40, Map.of())).isEmpty();
        assertThat(spend(withPeak, 41, Map.of())).hasSize(1);
    }

    @Test
    void spendStaysToldUntilItIsBackWhateverTheWeekHolds() {
        Alarm begun = spend(hours(1, 24), 50, Map.of()).get(0);
        Map<Alarm.Key, Alarm> standing = Map.of(begun.key(), begun);
        assertThat(spend(hours(50, 24), 40, standing)).hasSize(1);
        assertThat(spend(hours(50, 24), 39, standing)).isEmpty();
    }

    @Test
    void unknownCostsDriftingAccountsAndRejectedLinesAreTold() {
        Figures figures = new Figures(
                List.of(),
                BigInteger.ZERO,
                List.of(),
                new TreeMap<>(Map.of("m", 3L, "", 1L)),
                List.of(
                        new Account("even", 20, BigInteger.valueOf(1000), BigInteger.valueOf(1050)),
                        new Account("few", 19, BigInteger.valueOf(1000), BigInteger.valueOf(2000)),
                        new Account("less", 20, BigInteger.valueOf(1000), BigInteger.valueOf(949)),
                        new Account("free", 20, BigInteger.ZERO, BigInteger.ONE)),
                7);
        assertThat(Rules.of(figures, Map.of()))
                .extracting(alarm -> alarm.kind() + " " + alarm.subject())
                .containsExactly(
                        "UNPRICED_MODEL ", "UNPRICED_MODEL m", "COST_DRIFT less", "COST_DRIFT free", "REJECTED_ROWS ");
    }

    @Test
    void whatStandsOpensOnceAndClosesOnceItIsGone() {
        Alarm alarm = new Alarm(Kind.REJECTED_ROWS, "", BigDecimal.ONE, null, "x");
        Changes first = Changes.at(5, Map.of(), List.of(alarm));
        Incident opened = new Incident(alarm, 5, null);
        assertThat(first).isEqualTo(new Changes(List.of(opened), List.of()));
        assertThat(Changes.at(6, Map.of(alarm.key(), opened), List.of(alarm)).none())
                .isTrue();
        assertThat(Changes.at(7, Map.of(alarm.key(), opened), List.of()))
                .isEqualTo(new Changes(List.of(), List.of(new Incident(alarm, 5, 7L))));
    }

    private static List<Alarm> alarms(Head head, Map<Alarm.Key, Alarm> standing) {
        return Rules.of(new Figures(List.of(head), BigInteger.ZERO, List.of(), Map.of(), List.of(), 0), standing);
    }

    private static List<Alarm> spend(List<BigInteger> hours, int cents, Map<Alarm.Key, Alarm> standing) {
        BigInteger now = CENT.multiply(BigInteger.valueOf(cents));
        return Rules.of(new Figures(List.of(), now, hours, Map.of(), List.of(), 0), standing);
    }

    /** As many hours, the first costs this many cents and each other one more than the one before. */
    private static List<BigInteger> hours(int cents, int count) {
        List<BigInteger> hours = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hours.add(CENT.multiply(BigInteger.valueOf(cents + i)));
        }
        return hours;
    }

    private static long hits(Random random, int calls, double rate) {
        return random.doubles(calls).filter(draw -> draw < rate).count();
    }
}
