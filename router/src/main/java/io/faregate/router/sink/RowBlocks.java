package io.faregate.router.sink;

import io.faregate.router.usage.ByteScan;
import io.faregate.router.usage.ReadRows;
import io.faregate.router.usage.RowParser;
import io.faregate.router.usage.RowReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads row files in blocks of whole lines, each parsed by a thread of its own while the next are read; what they say is
 * taken in the order of the files. What fits one block needs no other thread. Not thread-safe.
 */
final class RowBlocks implements AutoCloseable {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int MOST_THREADS = 4;
    private static final byte LINE_FEED = '\n';

    /** A block and what it says; used again. */
    private static final class Block {
        private final RowParser parser;
        private final ReadRows batch = new ReadRows();
        private byte[] bytes = new byte[BLOCK_BYTES];
        private int end;

        Block(long sinceMillis) {
            parser = new RowParser(sinceMillis);
        }

        ReadRows parse() {
            batch.clear();
            int start = 0;
            while (start < end) {
                int feed = ByteScan.find(bytes, start, end, LINE_FEED);
                if (feed > start) {
                    parser.read(bytes, start, feed, batch);
                }
                start = feed + 1;
            }
            return batch;
        }
    }

    private record UnderWay(Block block, Future<ReadRows> batch) {}

    private final long sinceMillis;
    private final RowReader rows;
    private final int most = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    private final ArrayDeque<Block> free = new ArrayDeque<>();
    private final ArrayDeque<UnderWay> underWay = new ArrayDeque<>();
    private @Nullable ExecutorService threads;

    /**
     * Blocks of no file yet.
     *
     * @param sinceMillis calls that came in before are passed over
     * @param rows takes what they say
     */
    RowBlocks(long sinceMillis, RowReader rows) {
        this.sinceMillis = sinceMillis;
        this.rows = rows;
    }

    /** Reads one file to its end; of one that breaks the whole lines before that are taken. */
    void read(InputStream in) throws IOException {
        Block block = block();
        int held = 0;
        boolean complete = false;
        try {
            int got = in.read(block.bytes, 0, block.bytes.length);
            while (got >= 0) {
                held += got;
                if (held == block.bytes.length) {
                    int whole = behindLastFeed(block.bytes, held);
                    if (whole == 0) {
                        lengthen(block);
                    } else {
                        Block next = followed(block, whole, held);
                        held -= whole;
                        submit(block, whole);
                        block = next;
                    }
                }
                got = in.read(block.bytes, held, block.bytes.length - held);
            }
            complete = true;
        } finally {
            block.end = complete ? held : behindLastFeed(block.bytes, held);
            while (!underWay.isEmpty()) {
                takeOldest();
            }
            rows.take(block.parse());
            free.add(block);
        }
    }

    private static void lengthen(Block block) throws IOException {
        if (block.bytes.length >= UsageHistory.MAX_LINE_BYTES) {
            throw new IOException("a line is longer than " + UsageHistory.MAX_LINE_BYTES + " bytes");
        }
        block.bytes = Arrays.copyOf(block.bytes, 2 * block.bytes.length);
    }

    /** The next block, which begins with the half line behind the whole ones of this. */
    private Block followed(Block block, int whole, int held) {
        Block next = block();
        if (next.bytes.length < block.bytes.length) {
            next.bytes = new byte[block.bytes.length];
        }
        System.arraycopy(block.bytes, whole, next.bytes, 0, held - whole);
        return next;
    }

    private static int behindLastFeed(byte[] bytes, int end) {
        int at = end;
        while (at > 0 && bytes[at - 1] != LINE_FEED) {
            at--;
        }
        return at;
    }

    private Block block() {
        if (free.isEmpty() && underWay.size() >= 2 * most) {
            takeOldest();
        }
        Block known = free.poll();
        return known == null ? new Block(sinceMillis) : known;
    }

    private void submit(Block block, int whole) {
        block.end = whole;
        ExecutorService pool = threads;
        if (pool == null) {
            pool = Executors.newFixedThreadPool(most, task -> new Thread(task, "rows-of-before"));
            threads = pool;
        }
        underWay.add(new UnderWay(block, pool.submit(block::parse)));
    }

    private void takeOldest() {
        UnderWay oldest = underWay.remove();
        try {
            rows.take(oldest.batch().get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while rows were read", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("rows could not be parsed", e.getCause());
        }
        free.add(oldest.block());
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
