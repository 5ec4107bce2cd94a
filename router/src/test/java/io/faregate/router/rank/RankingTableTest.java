package io.faregate.router.rank;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.money.PicoUsd;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RankingTableTest {
    @ParameterizedTest
    @CsvSource({
        "0.05, 5.00, 100, 1000, 5005000000",
        "0.18, 0.18, 100, 1000, 198000000",
        "0.05, 5.00, 100, 256, 1285000000",
        "0.18, 0.18, 100, 256, 64080000",
        "0, 0, 1000000, 1000000, 0",
        "1.000001, 2, 1, 16, 33000001",
        "0.0000005, 0, 1, 0, 1",
        "0.28, 0.42, 10, 5, 4900000",
        "75, 150, 1000, 1000, 225000000000"
    })
    void estimatesExactly(String input, String output, long inputTokens, long outputTokens, long picoUsd) {
        RankingTable table = new Pool().add("a", Pool.price(input, output)).table();

        assertThat(table.costPicoUsd(0, inputTokens, outputTokens)).isEqualTo(picoUsd);
    }

    @Test
    void estimatesAsTheCostModelDoesWhateverThePrice() {
        SplittableRandom random = new SplittableRandom(9);
        long[] ofGroups = new long[1];
        for (int i = 0; i < 50_000; i++) {
            Price.Rates base = Pool.rates(rate(random), rate(random), random.nextBoolean() ? -1 : rate(random));
            Price.Rates dear = Pool.rates(rate(random), random.nextBoolean() ? -1 : rate(random), -1);
            List<Price.Tier> tiers = random.nextBoolean()
                    ? List.of()
                    : List.of(new Price.Tier(1_000, dear), new Price.Tier(200_000, Pool.rates(rate(random), -1, -1)));
            long factor = random.nextBoolean() ? 1_000_000 : random.nextLong(3_000_000);
            Price price = Price.of(base, tiers, Map.of(), null, List.of(), factor);
            RankingTable table = new Pool().add("a", price).table();
            for (long input : new long[] {0, 1, 1_000, 1_001, 200_000, 200_001, tokens(random)}) {
                long output = tokens(random);
                long expected = CostModel.estimate(price, input, output, 0);
                assertThat(table.costPicoUsd(0, input, output)).isEqualTo(expected);
                table.estimate(input, output, ofGroups);
                assertThat(ofGroups[0]).isEqualTo(expected);
            }
        }
    }

    @Test
    void keySlotsOfOneTargetAreOneGroup() {
        RankingTable table = new Pool()
                .add("a", null, 1, 3)
                .add("b", null, 1, 1)
                .add("c", null, 1, 2)
                .table();

        assertThat(table.size()).isEqualTo(6);
        assertThat(table.groups()).isEqualTo(3);
        assertThat(table.groupOf(2)).isZero();
        assertThat(table.groupOf(3)).isEqualTo(1);
        assertThat(table.groupStart(3)).isEqualTo(6);
    }

    @Test
    void aTableWithoutMovingPricesHoldsForEver() {
        RankingTable table = new Pool().add("a", Pool.price("1", "2")).table();

        assertThat(table.at(Long.MAX_VALUE - 1)).isSameAs(table);
    }

    @Test
    void aTableWithMovingPricesIsMadeAnewEachMinute() {
        Price.Rates cheap = Pool.rates(PicoUsd.parse("0.5"), PicoUsd.parse("1"), -1);
        Price.OffPeak offPeak = new Price.OffPeak(cheap, List.of(new Price.Window(10, 20)), false);
        Price.Change change = new Price.Change(15 * 60_000, Pool.rates(PicoUsd.parse("8"), PicoUsd.parse("8"), -1));
        Price price = Price.of(
                Pool.rates(PicoUsd.parse("4"), PicoUsd.parse("4"), -1),
                List.of(),
                Map.of(),
                offPeak,
                List.of(change),
                1_000_000);
        RankingTable night = new Pool().add("a", price).table();

        assertThat(night.at(59_999)).isSameAs(night);
        assertThat(night.costPicoUsd(0, 10, 10)).isEqualTo(15_000_000);
        RankingTable peak = night.at(10 * 60_000);
        assertThat(peak).isNotSameAs(night);
        assertThat(peak.costPicoUsd(0, 10, 10)).isEqualTo(80_000_000);
        assertThat(peak.at(15 * 60_000).costPicoUsd(0, 10, 10)).isEqualTo(160_000_000);
        assertThat(peak.at(20 * 60_000).costPicoUsd(0, 10, 10)).isEqualTo(15_000_000);
    }

    private static long rate(SplittableRandom random) {
        long rate = random.nextLong(1L << random.nextInt(1, 50));
        return random.nextBoolean() ? rate : rate - rate % 1_000_000;
    }

    private static long tokens(SplittableRandom random) {
        return random.nextLong(1L << random.nextInt(1, 40));
    }
}
