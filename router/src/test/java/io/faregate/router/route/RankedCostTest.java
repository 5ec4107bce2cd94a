package io.faregate.router.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.rank.Pool;
import io.faregate.router.spend.Caps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each surface by its own unit; rates in dollars, per million tokens or characters, a picture, a minute, a request. */
final class RankedCostTest {
    private static final long NOW_MILLIS = 1_700_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        // surface, input tokens, asked output, n, price, dollars expected
        "CHAT,            1000, 100, 1, input=1 output=10,                0.002",
        "CHAT,            1000,  -1, 1, input=1 output=10,                0.00356",
        "CHAT,            1000, 100, 3, input=1 output=10 request=0.01,   0.014",
        "CHAT,            1000, 100, 1, input=1,                          -",
        "CHAT,            1000, 100, 1, image=0.04,                       -",
        "COMPLETIONS,       10,  10, 2, input=2 output=4,                 0.0001",
        "RESPONSES,       1000,  -1, 1, input=0 output=0,                 0",
        "MESSAGES,           1,   1, 1, input=0.0000005 output=0,         0.000000000001",
        "EMBEDDINGS,      8000,  -1, 1, input=0.02,                       0.00016",
        "EMBEDDINGS,      8000,  -1, 1, input=0.02 output=9,              0.00016",
        "EMBEDDINGS,      8000,  -1, 1, output=9,                         -",
        "IMAGES,            20,  -1, 1, image=0.04,                       0.04",
        "IMAGES,            20,  -1, 4, image=0.04,                       0.16",
        "IMAGES,            20,  -1, 2, image=0 input=5 output=40,        0",
        "IMAGES,            20,  -1, 2, image=0.04 request=0.001,         0.081",
        "IMAGES,            20,  -1, 1, input=5 output=40,                0.01034",
        "IMAGES,            20,  -1, 1, minute=1,                         -",
        "SPEECH,           250,  -1, 1, million_characters=15,            0.015",
        "SPEECH,           250,  -1, 1, input=0.6 output=12,              0.003222",
        "SPEECH,           250,  -1, 1, image=1,                          -",
        "TRANSCRIPTIONS,     0,  -1, 1, minute=0.006,                     0.006",
        "TRANSCRIPTIONS,     0,  -1, 1, minute=0.00000000001,             0.00000000001",
        "TRANSCRIPTIONS,     0,  -1, 1, million_characters=15,            -"
    })
    void countsWhatTheSurfaceIsBilledBy(
            Surface surface, long input, long asked, long answers, String price, String dollars) {
        long cost = RankedCost.of(price(price, 1_000_000), request(surface, input, asked, answers), NOW_MILLIS);

        assertThat(cost).isEqualTo(dollars.equals("-") ? RankedCost.UNKNOWN : PicoUsd.parse(dollars));
    }

    @Test
    void thePricesFactorCountsForEveryUnit() {
        Price halfMore = price("image=0.04 request=0.001", 1_500_000);

        assertThat(RankedCost.of(halfMore, request(Surface.IMAGES, 20, -1, 2), NOW_MILLIS))
                .isEqualTo(PicoUsd.parse("0.1215"));
    }

    @ParameterizedTest
    @CsvSource({
        "CHAT,           both a_0 b_0",
        "EMBEDDINGS,     inputOnly b_0 both a_0",
        "IMAGES,         c_0 both a_0 b_0",
        "SPEECH,         c_0 both a_0 b_0",
        "TRANSCRIPTIONS, c_0 both a_0 b_0"
    })
    void theCheapestByItsUnitLeadsAndWhatHasNoRateIsLeftOut(Surface surface, String order) {
        Pool pool = new Pool()
                .add("both", price("input=1 output=1", 1_000_000))
                .add("inputOnly", price("input=0.01", 1_000_000))
                .add("a", price("input=2 output=2", 1_000_000))
                .add("b", price("input=0.5 output=20", 1_000_000))
                .add("c", price("image=0.000001 million_characters=0.1 minute=0.00001", 1_000_000));
        Route route = new Route(
                "r",
                true,
                Mode.COST_OPTIMIZED,
                UnpricedStrategy.FALLBACK,
                pool.candidates(),
                List.of(),
                null,
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false);
        RouteRequest asked = request(surface, 1000, surface == Surface.CHAT ? 1000 : -1, 1);
        RoutePlan ranked =
                new Planner(new PoolOrders(new LatencyBook(0))).plan(route, asked, "t", "", false, 0, NOW_MILLIS, 7);

        List<String> expected =
                List.of(order.replaceAll("\\b(both|inputOnly)\\b", "$1_0").split(" "));
        assertThat(ranked.links())
                .extracting(link -> link.candidate().slot().name())
                .containsExactlyElementsOf(expected);
    }

    private static Price price(String text, long multiplierPpm) {
        long[] rates = new long[Price.Rates.NAMES.size()];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = Price.UNKNOWN;
        }
        for (String part : text.split(" ")) {
            String[] both = part.split("=");
            rates[Price.Rates.NAMES.indexOf(both[0])] = PicoUsd.parse(both[1]);
        }
        Price.Rates base = new Price.Rates(
                rates[0], rates[1], rates[2], rates[3], rates[4], rates[5], rates[6], rates[7], rates[8], rates[9],
                rates[10], rates[11], rates[12], rates[13]);
        return Price.of(base, List.of(), Map.of(), null, List.of(), multiplierPpm);
    }

    private static RouteRequest request(Surface surface, long input, long asked, long answers) {
        return new RouteRequest(surface, "r", false, false, 0, input, asked, answers, false, Map.of(), "", true);
    }
}
