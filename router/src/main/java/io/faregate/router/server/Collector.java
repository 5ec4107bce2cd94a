package io.faregate.router.server;

import io.faregate.router.upstream.Slices;
import io.faregate.router.wire.ByteSlices;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects an answer up to a bound. A long one lies in blocks, so that no piece of it makes the event loop copy all
 * that came before. Confined to its event loop, but for {@link #bytes}.
 */
final class Collector implements WholeAnswer {
    private static final byte[] EMPTY = {};
    private static final int FIRST_GUESS = 2048;
    private static final int BLOCK_BYTES = 1 << 20;
    /** What an answer may take without asking for room: its first block. */
    private static final int FREE_BYTES = BLOCK_BYTES;

    private final int mostBytes;
    private final AnswerRoom room;
    /** Blocks that are full. */
    private List<byte[]> full = List.of();

    private byte[] block = EMPTY;
    private int blockLength;
    private int length;
    private long roomTaken;

    Collector(int mostBytes, AnswerRoom room) {
        this.mostBytes = mostBytes;
        this.room = room;
    }

    /** Takes a piece; false when the bound is passed or no room is left, and the rest is left out. */
    @Override
    public boolean add(Buffer piece) {
        int size = piece.length();
        if (length == 0 && size <= Math.min(mostBytes, FREE_BYTES)) {
            // Most answers come in one piece, whose array can stay what it is.
            block = Slices.bytes(piece);
            blockLength = block.length;
            length = blockLength;
            return true;
        }
        int most = Math.min(size, mostBytes - length);
        int taken = 0;
        while (taken < most && hasPlace(most - taken)) {
            int more = Math.min(most - taken, block.length - blockLength);
            piece.getBytes(taken, taken + more, block, blockLength);
            blockLength += more;
            length += more;
            taken += more;
        }
        return taken == size;
    }

    /** Makes place for at least one byte more; false when no room is left. */
    private boolean hasPlace(int wanted) {
        if (blockLength < block.length) {
            return true;
        }
        if (full.isEmpty() && blockLength < FREE_BYTES) {
            int grown = Math.max(Math.max(FIRST_GUESS, blockLength + wanted), blockLength * 2);
            block = Arrays.copyOf(block, Math.min(Math.min(mostBytes, FREE_BYTES), grown));
            return true;
        }
        int next = Math.min(BLOCK_BYTES, mostBytes - length);
        if (!room.take(next)) {
            return false;
        }
        roomTaken += next;
        if (full.isEmpty()) {
            full = new ArrayList<>();
        }
        full.add(block);
        block = new byte[next];
        blockLength = 0;
        return true;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public byte[] bytes() {
        // A loop that closes it meanwhile puts others in their place.
        List<byte[]> before = full;
        byte[] last = block;
        if (before.isEmpty()) {
            return blockLength == last.length ? last : Arrays.copyOf(last, blockLength);
        }
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] each : before) {
            System.arraycopy(each, 0, whole, at, each.length);
            at += each.length;
        }
        System.arraycopy(last, 0, whole, at, Math.min(last.length, length - at));
        return whole;
    }

    @Override
    public ByteSlices slices() {
        ByteSlices parts = new ByteSlices();
        full.forEach(parts::add);
        return parts.add(block, 0, blockLength);
    }

    @Override
    public void close() {
        room.give(roomTaken);
        roomTaken = 0;
        full = List.of();
        block = EMPTY;
    }
}
