package io.faregate.router.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PoolRankingTest {
    private static final long SECOND = 1_000_000_000L;

    private final RankScratch scratch = new RankScratch();
    private final LatencyBook book = new LatencyBook(0);

    @Test
    void declaredIsTheOrderAsWrittenWithoutWhatWasDropped() {
        RankingTable table = new Pool()
                .add("c", null, 1, 1)
                .add("a", null, 100, 1)
                .add("b", null, 0, 1)
                .table();
        scratch.begin(table, 1, 1, 0, 3);
        scratch.drop(1);
        scratch.drop(1);

        assertThat(Pool.order(table, new DeclaredRanking(), scratch)).containsExactly("c_0", "b_0");
    }

    @Test
    void aSmallerPoolIsOrderedAfterALargerOneThatWasLeftInTheMiddle() {
        RankingTable larger = new Pool()
                .add("a", null, 1, 1)
                .add("b", null, 1, 1)
                .add("c", null, 1, 1)
                .add("d", null, 1, 1)
                .table();
        RankingTable smaller =
                new Pool().add("e", null, 1, 1).add("f", null, 1, 1).table();
        scratch.begin(larger, 1, 1, 0, 3);
        for (int i = 0; i < 4; i++) {
            scratch.next(new DeclaredRanking());
        }
        scratch.begin(smaller, 1, 1, 0, 3);

        assertThat(Pool.order(smaller, new DeclaredRanking(), scratch)).containsExactly("e_0", "f_0");
    }

    @Test
    void weightsShareThreeToOneAndZeroIsNeverCalled() {
        RankingTable table = new Pool()
                .add("a", null, 3, 1)
                .add("b", null, 1, 1)
                .add("c", null, 0, 1)
                .table();

        Map<String, Integer> leads = leads(table, new WeightedRanking(), 0, 100_000);
        assertThat(leads.keySet()).isEqualTo(Set.of("a_0", "b_0"));
        assertThat(leads.get("a_0")).isBetween(74_500, 75_500);
        scratch.begin(table, 1, 1, 0, 3);
        assertThat(Pool.order(table, new WeightedRanking(), scratch)).containsExactlyInAnyOrder("a_0", "b_0");
    }

    @Test
    void withoutWeightsTheSharesAreEqual() {
        RankingTable table =
                new Pool().add("a", null).add("b", null).add("c", null).table();

        Map<String, Integer> leads = leads(table, new WeightedRanking(), 0, 90_000);
        assertThat(leads.values()).allMatch(count -> count > 29_400 && count < 30_600);
    }

    @Test
    void theShareOfWhoFailedGoesToTheOthersInProportion() {
        RankingTable table = new Pool()
                .add("a", null, 6, 1)
                .add("b", null, 3, 1)
                .add("c", null, 1, 1)
                .table();
        int[] second = new int[3];
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 100_000; i++) {
            scratch.begin(table, 1, 1, 0, random.nextLong());
            if (scratch.next(new WeightedRanking()) == 0) {
                second[scratch.next(new WeightedRanking())]++;
            }
        }

        assertThat(second[0]).isZero();
        assertThat(second[1]).isBetween(44_000, 46_000);
        assertThat(second[2]).isBetween(14_000, 16_000);
    }

    @Test
    void theQuickestLeadsNineTimesInTenAndTheTenthIsAnybody() {
        RankingTable table = new Pool().add("slow", null).add("quick", null).table();
        measure(table, 0, 500, 10, 0);
        measure(table, 1, 50, 10, 0);

        Map<String, Integer> leads = leads(table, new LatencyRanking(table, book), SECOND, 100_000);
        assertThat(leads.get("quick_0")).isBetween(94_500, 95_500);
        assertThat(leads.get("slow_0")).isBetween(4_500, 5_500);
    }

    @Test
    void theUnseenIsTriedBeforeTheQuickest() {
        RankingTable table = new Pool().add("quick", null).add("unseen", null).table();
        measure(table, 0, 50, 10, 0);

        assertThat(settledOrder(table, SECOND)).containsExactly("unseen_0", "quick_0");
    }

    @Test
    void samplesExpire() {
        RankingTable table = new Pool().add("a", null).add("b", null).table();
        measure(table, 0, 50, 10, 0);
        measure(table, 1, 10, 10, 0);

        assertThat(settledOrder(table, SECOND)).containsExactly("b_0", "a_0");
        assertThat(book.cell(table.candidates().get(1)).medianTicks(LatencyCell.EXPIRY_NANOS))
                .isEqualTo(100);
        assertThat(book.cell(table.candidates().get(1)).medianTicks(LatencyCell.EXPIRY_NANOS + SECOND))
                .isEqualTo(LatencyCell.UNSEEN);
    }

    @Test
    void oneOutlierDoesNotMoveTheMedian() {
        RankingTable table = new Pool().add("a", null).table();
        measure(table, 0, 50, 9, 0);
        measure(table, 0, 60_000, 1, 0);

        assertThat(book.cell(table.candidates().get(0)).medianTicks(0)).isEqualTo(500);
    }

    @Test
    void newSamplesOutweighOldOnes() {
        RankingTable table = new Pool().add("a", null).table();
        measure(table, 0, 50, 20, 0);
        measure(table, 0, 200, 6, 250 * SECOND);

        assertThat(book.cell(table.candidates().get(0)).medianTicks(250 * SECOND))
                .isEqualTo(2000);
    }

    @Test
    void whoFailsDoesNotLookQuickOrUntried() {
        RankingTable table = new Pool().add("failing", null).add("slow", null).table();
        book.cell(table.candidates().get(0)).failed(0);
        measure(table, 1, 30_000, 1, 0);

        assertThat(settledOrder(table, SECOND)).containsExactly("slow_0", "failing_0");
    }

    @Test
    void whatWasMeasuredOutlivesItsTable() {
        RankingTable table = new Pool().add("a", null).table();
        measure(table, 0, 50, 1, 0);

        assertThat(book.cell(new Pool().add("a", null).candidates().get(0)).medianTicks(0))
                .isEqualTo(500);
    }

    /** The order of a request that does not explore. */
    private List<String> settledOrder(RankingTable table, long nowNanos) {
        scratch.begin(table, 1, 1, nowNanos, 1);
        return Pool.order(table, new LatencyRanking(table, book), scratch);
    }

    private void measure(RankingTable table, int candidate, long millis, int times, long nowNanos) {
        for (int i = 0; i < times; i++) {
            book.cell(table.candidates().get(candidate)).answered(millis * 1_000_000, nowNanos);
        }
    }

    private Map<String, Integer> leads(RankingTable table, Ranking ranking, long nowNanos, int rounds) {
        Map<String, Integer> leads = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < rounds; i++) {
            scratch.begin(table, 1, 1, nowNanos, random.nextLong());
            leads.merge(table.candidates().get(scratch.next(ranking)).slot().name(), 1, Integer::sum);
        }
        return leads;
    }
}
