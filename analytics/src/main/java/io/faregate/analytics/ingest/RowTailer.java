package io.faregate.analytics.ingest;

import io.faregate.analytics.store.Batch;
import io.faregate.analytics.store.StoreException;
import io.faregate.analytics.store.TailPosition;
import io.faregate.analytics.store.Warehouse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the row files of a folder. A file is known by its key in the file system and a digest of its head, so that a
 * renamed one is not read twice and a new one under an old key is read from its start. How far a file is read stands in
 * the database, in the same transaction as the rows: after any end the next start goes on exactly there.
 *
 * <p>Not safe for use by several threads: one calls {@link #poll} again and again. Where a file holds more than one
 * chunk, the next is decoded on a thread of its own while one is stored.
 */
public final class RowTailer {
    private static final Logger LOG = LoggerFactory.getLogger(RowTailer.class);
    private static final int CHUNK_BYTES = 8 << 20;

    /** Rows with the position that is theirs once they are stored. */
    private record Chunk(Batch batch, TailPosition position) {}

    private final Path folder;
    private final Warehouse warehouse;
    private final RowDecoder decoder = new RowDecoder();
    private final Map<String, TailPosition> positions = new HashMap<>();
    private final byte[] buffer = new byte[CHUNK_BYTES];

    /** A tailer of this folder, which need not exist yet. */
    public RowTailer(Path folder, Warehouse warehouse) {
        this.folder = folder;
        this.warehouse = warehouse;
        for (TailPosition position : warehouse.positions()) {
            positions.put(position.fileKey(), position);
        }
    }

    /**
     * Polls once; gives whether so much came that more may be waiting already. Whatever trickles in is better gathered
     * before the next step: storing one row costs about as much as storing a hundred.
     */
    public boolean step() {
        return poll() >= CHUNK_BYTES;
    }

    /**
     * Stores what is new, file by file in the order of their names; gives the number of bytes read,
     * 0 if nothing is new.
     */
    public long poll() {
        long read = 0;
        for (Path file : files()) {
            try {
                read += follow(file);
            } catch (NoSuchFileException e) {
                LOG.debug("{} went away while it was looked at", file);
            } catch (IOException | StoreException e) {
                // The position did not move: the next round tries the same bytes again.
                LOG.warn("cannot take in {}: {}", file, e.getMessage());
            }
        }
        return read;
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "usage-*.jsonl")) {
            found.forEach(files::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            LOG.debug("{} is not there yet", folder);
        } catch (IOException e) {
            LOG.warn("cannot list {}: {}", folder, e.getMessage());
        }
        files.sort(null);
        return files;
    }

    private long follow(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Object systemKey = attributes.fileKey();
        String key = systemKey == null ? file.getFileName().toString() : systemKey.toString();
        TailPosition known = positions.get(key);
        if (known != null && known.offset() == attributes.size()) {
            return 0;
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long offset = known != null && Head.matches(channel, known) ? known.offset() : 0;
            return take(channel, file, key, offset, attributes.size()) - offset;
        }
    }

    /** Stores what lies before {@code end}, decoding a chunk while the one before it is stored; gives the offset after. */
    private long take(SeekableByteChannel channel, Path file, String key, long from, long end) throws IOException {
        long offset = from;
        Chunk next = chunk(channel, file, key, offset);
        while (next != null) {
            Chunk now = next;
            long after = now.position().offset();
            FutureTask<@Nullable Chunk> ahead = new FutureTask<>(() -> chunk(channel, file, key, after));
            if (after < end) {
                Thread decoding = new Thread(ahead, "row-decoder");
                decoding.setDaemon(true);
                decoding.start();
            }
            try {
                warehouse.load(now.batch());
                positions.put(key, now.position());
                offset = after;
            } finally {
                // Whatever became of this one: the channel and the buffer are the decoder's until it is done.
                next = after < end ? done(ahead) : null;
            }
        }
        return offset;
    }

    private static @Nullable Chunk done(FutureTask<@Nullable Chunk> ahead) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return ahead.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IOException("cannot read on: " + e.getCause(), e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The whole lines from an offset on, as many as the buffer holds; null where there is none yet. */
    private @Nullable Chunk chunk(SeekableByteChannel channel, Path file, String key, long offset) throws IOException {
        int length = fill(channel, offset);
        int end = length;
        while (end > 0 && buffer[end - 1] != '\n') {
            end--;
        }
        LineSplitter splitter = new LineSplitter(decoder, String.valueOf(file.getFileName()));
        if (end == 0) {
            if (length < CHUNK_BYTES) {
                return null;
            }
            splitter.reject(buffer, 0, length, offset, "line longer than " + CHUNK_BYTES + " bytes");
            end = length;
        } else {
            splitter.lines(buffer, end, LineSplitter.Position.BYTE, offset);
        }
        Head head = Head.of(channel, offset + end);
        TailPosition position = new TailPosition(key, file.toString(), offset + end, head.digest(), head.length());
        return new Chunk(new Batch(splitter.rows(), splitter.bad(), position), position);
    }

    private int fill(SeekableByteChannel channel, long offset) throws IOException {
        channel.position(offset);
        ByteBuffer into = ByteBuffer.wrap(buffer);
        while (into.hasRemaining() && channel.read(into) >= 0) {
            // Reads until the chunk is full or the file ends.
        }
        return into.position();
    }
}
