package io.faregate.router.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RowIdTest {
    @Test
    void isAVersion7UuidOfItsInstant() {
        // The example of RFC 9562, appendix A.6.
        UUID id = RowId.of(0x017F22E279B0L, 0xCC3L, 0x18C4DC0C0C07398FL);

        assertThat(id).hasToString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
    }

    @Test
    void keepsVersionAndVariantWhateverTheRandomBits() {
        UUID id = RowId.of(1, -1, -1);

        assertThat(id).hasToString("00000000-0001-7fff-bfff-ffffffffffff");
        assertThat(RowId.of(1, 0, 0)).hasToString("00000000-0001-7000-8000-000000000000");
    }

    @Test
    void sortsByTimeAsText() {
        assertThat(RowId.of(1_796_040_000_000L, -1, -1).toString())
                .isLessThan(RowId.of(1_796_040_000_001L, 0, 0).toString());
    }
}
