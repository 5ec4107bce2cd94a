package io.faregate.router.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class ByteScanTest {
    @Test
    void findsWhatALookAtEachByteFinds() {
        Random random = new Random(11);
        byte[] bytes = new byte[64];
        for (int round = 0; round < 200_000; round++) {
            random.nextBytes(bytes);
            if (round % 2 == 0) {
                // Values beside the ones looked for, so that borrowed marks would show.
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (0x21 + random.nextInt(3));
                }
            }
            int from = random.nextInt(bytes.length);
            int to = from + random.nextInt(bytes.length - from + 1);
            byte one = bytes[random.nextInt(bytes.length)];
            byte other = (byte) random.nextInt();
            assertThat(ByteScan.find(bytes, from, to, one)).isEqualTo(plain(bytes, from, to, one, one));
            assertThat(ByteScan.find(bytes, from, to, one, other)).isEqualTo(plain(bytes, from, to, one, other));
        }
    }

    private static int plain(byte[] bytes, int from, int to, byte one, byte other) {
        int at = from;
        while (at < to && bytes[at] != one && bytes[at] != other) {
            at++;
        }
        return at;
    }
}
