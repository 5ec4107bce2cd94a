package io.faregate.router.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EpochKeyTest {
    @Test
    void isTheStartOfADigestOverTheParts() {
        assertThat(EpochKey.of(List.of())).isEqualTo("e3b0c44298fc");
        assertThat(EpochKey.of(List.of("agent", "2026-w48", "5"))).isEqualTo("ad3fac62240a");
        assertThat(EpochKey.of(List.of("\u00fc"))).isEqualTo("0cd8850bfc44");
    }

    @Test
    void partsDoNotRunIntoEachOther() {
        assertThat(EpochKey.of(List.of("ab", "c"))).isNotEqualTo(EpochKey.of(List.of("a", "bc")));
        assertThat(EpochKey.of(List.of("a", ""))).isNotEqualTo(EpochKey.of(List.of("a")));
    }
}
