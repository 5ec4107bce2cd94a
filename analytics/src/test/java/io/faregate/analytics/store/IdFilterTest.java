package io.faregate.analytics.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.row.IdHash;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdFilterTest {
    @Test
    void findsEveryIdThatWasAddedAndHardlyAnyOther() {
        IdFilter filter = new IdFilter();
        Random random = new Random(11);
        for (int i = 0; i < 200_000; i++) {
            filter.add(IdHash.of(new UUID(random.nextLong(), random.nextLong()).toString()));
            filter.add(IdHash.of("row-" + i));
        }
        random = new Random(11);
        for (int i = 0; i < 200_000; i++) {
            assertThat(filter.mayContain(IdHash.of(new UUID(random.nextLong(), random.nextLong()).toString())))
                    .isTrue();
            assertThat(filter.mayContain(IdHash.of("row-" + i))).isTrue();
        }
        int falseAlarms = 0;
        for (int i = 0; i < 200_000; i++) {
            falseAlarms += filter.mayContain(IdHash.of("other-" + i)) ? 1 : 0;
        }
        assertThat(falseAlarms).isLessThanOrEqualTo(2);
    }

    @Test
    void goesOnBeyondOneSegment() {
        IdFilter filter = new IdFilter();
        for (int i = 0; i < (1 << 20) + 10; i++) {
            filter.add(IdHash.of("row-" + i));
        }
        assertThat(filter.mayContain(IdHash.of("row-0"))).isTrue();
        assertThat(filter.mayContain(IdHash.of("row-" + ((1 << 20) + 9)))).isTrue();
    }
}
