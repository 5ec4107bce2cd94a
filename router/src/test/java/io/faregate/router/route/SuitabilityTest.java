package io.faregate.router.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Capability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SuitabilityTest {
    private static final int TOOLS = Capability.TOOLS.bit();
    private static final int VISION = Capability.VISION.bit();

    @ParameterizedTest
    @CsvSource(
            nullValues = "fits",
            value = {
                "0, 0, fits",
                "1, 0, fits",
                "0, 1, capability:tools",
                "1, 1, fits",
                "1, 3, capability:vision",
                "0, 3, 'capability:tools,vision'",
                "3, 3, fits",
                "2, 1, capability:tools"
            })
    void needsWhatIsAskedFor(int has, int needs, String reason) {
        assertThat(TOOLS).isEqualTo(1);
        assertThat(VISION).isEqualTo(2);
        assertThat(Suitability.reason(Chain.able("a", has), Chain.request(needs, 1, 1)))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "fits",
            value = {
                "100, 60, 40, fits",
                "100, 60, 41, window",
                "100, 100, -1, fits",
                "100, 101, -1, window",
                "100, 100, 0, fits",
                "-1, 1000000000, 1000000000, fits"
            })
    void promptAndAnswerFitTheWindow(long window, long input, long asked, String reason) {
        assertThat(Suitability.reason(Chain.candidate("a", window), Chain.request(0, input, asked)))
                .isEqualTo(reason);
    }

    @Test
    void whoIsToldOfToolsInWordsHasTools() {
        int prompted = Capability.PROMPTED_TOOLS.bit();
        assertThat(Suitability.reason(Chain.able("a", prompted), Chain.request(TOOLS, 1, 1)))
                .isNull();
        assertThat(Suitability.reason(Chain.able("a", prompted), Chain.request(TOOLS | VISION, 1, 1)))
                .isEqualTo("capability:vision");
    }

    @Test
    void vectorsComeFromWhoGivesThem() {
        RouteRequest vectors = Chain.vectors();
        assertThat(Suitability.reason(Chain.able("a", TOOLS), vectors)).isEqualTo("capability:embeddings");
        assertThat(Suitability.reason(Chain.candidate("a"), vectors)).isNull();
    }

    @Test
    void anAnswerBeyondAllNumbersFitsNoWindow() {
        assertThat(Suitability.reason(Chain.candidate("a", 100), Chain.request(0, 10, Long.MAX_VALUE)))
                .isEqualTo("window");
    }
}
