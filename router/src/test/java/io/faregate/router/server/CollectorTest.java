package io.faregate.router.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
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
        assertTrue(second.add(Buffer.buffer(new byte[4 * MEBIBYTE])));
        second.close();
        assertTrue(room.take(3 * MEBIBYTE));
        assertFalse(room.take(1));
    }
}
