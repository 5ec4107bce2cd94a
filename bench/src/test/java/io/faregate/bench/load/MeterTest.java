package io.faregate.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a process has used, told of this one. */
class MeterTest {
    @Test
    void theCompilersAreAPartOfTheWhole() {
        assumeThat(Files.isDirectory(Path.of("/proc/self/task"))).isTrue();
        try (Meter meter = Meter.withoutAllocation(ProcessHandle.current().pid())) {
            Cost cost = meter.read();

            assertThat(cost.compilerNanos()).isPositive().isLessThan(cost.cpuNanos());
            assertThat(cost.allocatedBytes()).isEqualTo(-1);
        }
    }

    @Test
    void aDifferenceIsOfEachAccount() {
        Cost since = new Cost(500, 120, 9_000, 77).since(new Cost(200, 100, 4_000, 66));

        assertThat(since).isEqualTo(new Cost(300, 20, 5_000, 77));
    }
}
