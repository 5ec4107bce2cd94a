package io.faregate.router.rank;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.rank.CostRanking.Unpriced;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CostRankingTest {
    private static final Price HALF = Pool.price(Pool.rates(PicoUsd.parse("0.01"), Price.UNKNOWN, -1), 1_000_000);

    private final RankScratch scratch = new RankScratch();

    @Test
    void theCheapestByInputAndOutputTogetherLeads() {
        RankingTable table = new Pool()
                .add("x", Pool.price("0.05", "5.00"))
                .add("y", Pool.price("0.18", "0.18"))
                .table();

        assertThat(order(table, Unpriced.FALLBACK, 100, 1000)).containsExactly("y_0", "x_0");
        assertThat(order(table, Unpriced.FALLBACK, 100_000, 10)).containsExactly("x_0", "y_0");
        assertThat(scratch.costPicoUsd(0)).isEqualTo(5_050_000_000L);
        assertThat(scratch.costPicoUsd(1)).isEqualTo(18_001_800_000L);
    }

    @Test
    void theOrderFollowsTheRequest() {
        RankingTable table = new Pool()
                .add("a", Pool.price("1", "10"))
                .add("b", Pool.price("2", "4"))
                .table();

        assertThat(order(table, Unpriced.FALLBACK, 1000, 100)).startsWith("a_0");
        assertThat(order(table, Unpriced.FALLBACK, 1000, 500)).startsWith("b_0");
        assertThat(order(table, Unpriced.FALLBACK, 10_000, 100)).startsWith("a_0");
    }

    @Test
    void aDifferenceInTheLastDecimalDecidesEveryTime() {
        RankingTable table = new Pool()
                .add("a", Pool.price("1.000001", "2"))
                .add("b", Pool.price("1", "2"))
                .table();

        assertThat(leads(table, Unpriced.FALLBACK, 1, 16, 1000)).containsExactlyEntriesOf(Map.of("b_0", 1000));
    }

    @Test
    void zeroIsAPriceAndLeads() {
        RankingTable table = new Pool()
                .add("a", Pool.price("1", "2"))
                .add("free", Pool.price("0", "0"))
                .table();

        assertThat(order(table, Unpriced.SKIP, 10, 10)).containsExactly("free_0", "a_0");
    }

    @Test
    void equalCostsAreDrawnByWeight() {
        RankingTable table = new Pool()
                .add("a", Pool.price("0.1", "0.2"), 3, 1)
                .add("b", Pool.price("0.3", "0"), 1, 1)
                .add("c", Pool.price("0.3", "0"), 0, 1)
                .table();

        Map<String, Integer> leads = leads(table, Unpriced.FALLBACK, 1, 1, 100_000);
        assertThat(leads.keySet()).isEqualTo(Set.of("a_0", "b_0"));
        assertThat(leads.get("a_0")).isBetween(74_500, 75_500);
    }

    @Test
    void whatIsDrainedComesLastAmongItsEquals() {
        RankingTable table = new Pool()
                .add("dear", Pool.price("2", "2"))
                .add("drained", Pool.price("1", "1"), 0, 1)
                .add("a", Pool.price("1", "1"))
                .table();

        assertThat(order(table, Unpriced.FALLBACK, 10, 10)).containsExactly("a_0", "drained_0", "dear_0");
    }

    @Test
    void unpricedOnesWaitUntilNoPricedOneCanServe() {
        RankingTable table = new Pool()
                .add("u", null)
                .add("a", Pool.price("5", "5"))
                .add("half", HALF)
                .add("b", Pool.price("1", "1"))
                .table();

        assertThat(order(table, Unpriced.FALLBACK, 10, 10)).containsExactly("b_0", "a_0");
        assertThat(order(table, Unpriced.FALLBACK, 10, 10, 1, 3)).containsExactly("u_0", "half_0");
        assertThat(order(table, Unpriced.FALLBACK, 10, 10, 0, 1, 3)).containsExactly("half_0");
    }

    @Test
    void skippedUnpricedOnesAreNeverCalled() {
        RankingTable table = new Pool()
                .add("u", null)
                .add("a", Pool.price("5", "5"))
                .add("half", HALF)
                .table();

        assertThat(order(table, Unpriced.SKIP, 10, 10)).containsExactly("a_0");
        assertThat(order(table, Unpriced.SKIP, 10, 10, 1)).isEmpty();
    }

    @Test
    void anAllowedMissingPartCountsZeroAndAnUnknownModelNeverRanks() {
        RankingTable table = new Pool()
                .add("u", null)
                .add("a", Pool.price("0.02", "5"))
                .add("half", HALF)
                .table();

        assertThat(order(table, Unpriced.ALLOW, 10, 10)).containsExactly("half_0", "a_0", "u_0");
    }

    @ParameterizedTest
    @EnumSource(Unpriced.class)
    void allSlotsOfATargetComeOneAfterTheOther(Unpriced unpriced) {
        RankingTable table = new Pool()
                .add("a", Pool.price("1", "1"), 1, 3)
                .add("b", Pool.price("1", "1"), 1, 1)
                .table();
        Map<String, Integer> leads = leads(table, unpriced, 10, 10, 30_000);

        assertThat(leads.get("b_0")).isBetween(14_500, 15_500);
        for (int slot = 0; slot < 3; slot++) {
            assertThat(leads.get("a_" + slot)).isBetween(4_700, 5_300);
        }
        for (int i = 0; i < 100; i++) {
            scratch.begin(table, 10, 10, 0, i);
            List<String> order = Pool.order(table, new CostRanking(unpriced), scratch);
            assertThat(order).hasSize(4).doesNotHaveDuplicates();
            assertThat(order.indexOf("b_0")).isIn(0, 3);
        }
    }

    @Test
    void equalsASortOfTheWholeWhateverTheStep() {
        SplittableRandom random = new SplittableRandom(2);
        for (int round = 0; round < 500; round++) {
            Pool pool = new Pool();
            for (int i = 0; i < 128; i++) {
                long input = random.nextLong(1_000_000_000);
                pool.add("t" + i, Pool.price(Pool.rates(input, random.nextLong(1_000_000_000), -1), 1_000_000));
            }
            RankingTable table = pool.table();
            scratch.begin(table, 777, 333, 0, round);
            List<Long> costs = new ArrayList<>();
            CostRanking ranking = new CostRanking(Unpriced.FALLBACK);
            for (int next = scratch.next(ranking); next >= 0; next = scratch.next(ranking)) {
                costs.add(table.costPicoUsd(next, 777, 333));
            }
            assertThat(costs).hasSize(128).isSorted();
        }
    }

    private List<String> order(RankingTable table, Unpriced unpriced, long input, long output, int... dropped) {
        scratch.begin(table, input, output, 0, 7);
        for (int candidate : dropped) {
            scratch.drop(candidate);
        }
        return Pool.order(table, new CostRanking(unpriced), scratch);
    }

    private Map<String, Integer> leads(RankingTable table, Unpriced unpriced, long input, long output, int rounds) {
        CostRanking ranking = new CostRanking(unpriced);
        Map<String, Integer> leads = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < rounds; i++) {
            scratch.begin(table, input, output, 0, random.nextLong());
            leads.merge(table.candidates().get(scratch.next(ranking)).slot().name(), 1, Integer::sum);
        }
        return leads;
    }
}
