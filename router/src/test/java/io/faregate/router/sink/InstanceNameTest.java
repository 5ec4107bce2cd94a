package io.faregate.router.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class InstanceNameTest {
    @Test
    void tellsHostProcessAndStart() {
        assertThat(InstanceName.of(Map.of("HOSTNAME", "Box-1.example"), 42, 1_796_040_000_000L))
                .isEqualTo("box-1.example-mx37udc0-42");
    }

    @Test
    void isFitForAFileNameWhateverTheHostIsCalled() {
        String name =
                InstanceName.of(Map.of("HOSTNAME", "a/../b c\n" + "x".repeat(300)), Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(UsageFiles.requireInstance(name)).startsWith("a..bcxxx").hasSizeLessThanOrEqualTo(80);
    }
}
