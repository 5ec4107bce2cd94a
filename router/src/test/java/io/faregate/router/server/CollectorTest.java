package io.faregate.router.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CollectorTest {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void keepsWhatFitsAndSaysThatTheRestDoesNot() {
        Collector collector = new Collector(5, new AnswerRoom(0));
        assertTrue(collector.add(Buffer.buffer("abc")));
        assertFalse(collector.add(Buffer.buffer("defg")));
        assertArrayEquals(new byte[] {'a', 'b', 'c', 'd', 'e'}, collector.bytes());
    }

    @Test
    void putsTheBlocksOfALongAnswerTogether() {
        byte[] answer = new byte[3 * MEBIBYTE + 7];
        new SplittableRandom(1).nextBytes(answer);
        for (int piece : new int[] {1000, 65_536, MEBIBYTE, 2 * MEBIBYTE + 1}) {
            Collector collector = new Collector(4 * MEBIBYTE, new AnswerRoom(4 * MEBIBYTE));
            for (int from = 0; from < answer.length; from += piece) {
                int until = Math.min(answer.length, from + piece);
                assertTrue(collector.add(Buffer.buffer(Arrays.copyOfRange(answer, from, until))));
            }
            assertEquals(answer.length, collector.length());
            assertArrayEquals(answer, collector.bytes());
            assertArrayEquals(answer, collector.slices().toByteArray());
        }
    }

    @Test
    void needsNoRoomForAnUsualAnswer() {
        Collector collector = new Collector(8 * MEBIBYTE, new AnswerRoom(0));
        assertTrue(collector.add(Buffer.buffer(new byte[MEBIBYTE])));
        assertFalse(collector.add(Buffer.buffer(new byte[1])));
        assertEquals(MEBIBYTE, collector.bytes().length);
    }

    @Test
    void longAnswersShareTheRoomAndGiveItBack() {
        AnswerRoom room = new AnswerRoom(3 * MEBIBYTE);
        Collector first = new Collector(64 * MEBIBYTE, room);
        Collector second = new Collector(64 * MEBIBYTE, room);
        assertTrue(first.add(Buffer.buffer(new byte[4 * MEBIBYTE])));
        assertFalse(second.add(Buffer.buffer(new byte[2 * MEBIBYTE])));
        first.close();
        first.close();
        Collector third = new Collector(64 * MEBIBYTE, room);
        assertTrue(third.add(Buffer.buffer(new byte[4 * MEBIBYTE])));
        third.close();
        assertTrue(room.take(3 * MEBIBYTE));
        assertFalse(room.take(1));
    }
}
