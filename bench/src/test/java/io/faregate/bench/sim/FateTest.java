package io.faregate.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FateTest {
    private static final ModelSettings MODEL = new ModelSettings(
            "m",
            "sim",
            new Spread(30, 0.4),
            0,
            new Spread(160, 0.5),
            1,
            Map.of(Fault.ERROR_500, 0.06, Fault.RATE_LIMIT_429, 0.04),
            1,
            0.3,
            0.9);

    @Test
    void theSameSeedGivesTheSameFate() {
        for (long key = 0; key < 100; key++) {
            assertThat(Fate.draw(MODEL, Fate.seed(7, "m", key))).isEqualTo(Fate.draw(MODEL, Fate.seed(7, "m", key)));
        }
    }

    @Test
    void ratesAndMediansAreThoseOfTheSettings() {
        int failed = 0;
        int slower = 0;
        int longer = 0;
        int calls = 20_000;
        for (int key = 0; key < calls; key++) {
            Fate fate = Fate.draw(MODEL, Fate.seed(7, "m", key));
            failed += fate.fault() == null ? 0 : 1;
            slower += fate.latencyMillis() > 30 ? 1 : 0;
            longer += fate.outputTokens() > 160 ? 1 : 0;
        }
        assertThat(failed / (double) calls).isCloseTo(0.10, within(0.01));
        assertThat(slower / (double) calls).isCloseTo(0.5, within(0.02));
        assertThat(longer / (double) calls).isCloseTo(0.5, within(0.02));
    }

    @Test
    void settingsNameWhatIsOutOfRange() {
        assertThatThrownBy(() -> new ModelSettings(
                        "m", "sim", Spread.fixed(0), 0, Spread.fixed(1), 1, Map.of(Fault.CUT, 1.5), 1, 0, 1))
                .hasMessage("m: cut=1.5, expected 0 to 1");
        assertThatThrownBy(() -> Fault.ofKey("explode")).hasMessageContaining("unknown failure explode");
        assertThatThrownBy(() -> new Spread(-1, 0)).hasMessage("median=-1.0, expected 0 to 1e9");
    }

    @Test
    void theBundledModelsAreFourDrawnByBody() {
        SimSettings settings = SimSettings.bundled();
        assertThat(settings.drawByBody()).isTrue();
        assertThat(settings.models())
                .extracting(ModelSettings::name)
                .containsExactly("muse-spark-1.1", "grok-4.5", "gpt-5.6-terra", "deepseek-v4-flash");
    }
}
