package io.faregate.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockedLedgerTest {
    @Test
    void takesFromAllBudgetsOrFromNone() {
        LockedLedger ledger = new LockedLedger();
        ledger.cap("day", 100);
        ledger.cap("key", 60);
        List<String> both = List.of("day", "key");
        assertThat(ledger.reserve(both, 60)).isTrue();
        assertThat(ledger.reserve(both, 1)).isFalse();
        assertThat(ledger.reserve(List.of("day"), 40)).isTrue();
        assertThat(ledger.reserve(List.of("day"), 1)).isFalse();
        ledger.settle(both, 60, 10);
        assertThat(ledger.reserve(both, 50)).isTrue();
        assertThat(ledger.reserve(both, 1)).isFalse();
    }
}
