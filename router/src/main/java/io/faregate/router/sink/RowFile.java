package io.faregate.router.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file that rows of this hour are appended to. Confined to the writing thread.
 *
 * <p>It is looked for by name before the first write of each millisecond: a file that was moved or deleted under the process is left, and a new
 * one is begun. It is opened for appending, so that truncation by another program leaves no hole. Lines stay whole:
 * what a failed write left behind is cut off again, or, if even that fails, closed with a line feed before anything
 * else.
 */
final class RowFile implements AutoCloseable {
    private static final byte LINE_FEED = '\n';

    private final Path directory;
    private final String instance;
    private long hour = Long.MIN_VALUE;
    private @Nullable Path path;
    private @Nullable Object identity;
    private @Nullable FileChannel channel;
    private boolean torn;
    private long lookedMillis;

    RowFile(Path directory, String instance) {
        this.directory = directory;
        this.instance = UsageFiles.requireInstance(instance);
    }

    /** Appends whole lines; when it throws, none of them is in the file, or duplicates may follow. */
    void append(ByteBuffer lines, long nowMillis) throws IOException {
        FileChannel file = current(nowMillis);
        int from = lines.position();
        try {
            if (torn) {
                writeFully(file, ByteBuffer.wrap(new byte[] {LINE_FEED}));
                torn = false;
            }
            writeFully(file, lines);
        } catch (IOException e) {
            cutOff(file, lines.position() - from);
            throw e;
        }
    }

    /** Leaves the file; the next append looks for it afresh. */
    void abandon() {
        FileChannel file = channel;
        channel = null;
        path = null;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nothing was buffered here, so nothing is lost by it.
                identity = null;
            }
        }
    }

    /** Brings what was written to the device, and closes. */
    @Override
    public void close() throws IOException {
        try (FileChannel file = channel) {
            channel = null;
            if (file != null) {
                file.force(true);
            }
        }
    }

    private FileChannel current(long nowMillis) throws IOException {
        long nowHour = UsageFiles.hour(nowMillis);
        FileChannel file = channel;
        if (file != null && nowHour == hour && nowMillis == lookedMillis) {
            return file;
        }
        if (file != null && nowHour == hour && isInPlace()) {
            lookedMillis = nowMillis;
            return file;
        }
        abandon();
        Files.createDirectories(directory);
        Path wanted = directory.resolve(UsageFiles.name(nowHour, instance));
        torn = endsInTheMiddleOfALine(wanted);
        FileChannel opened = FileChannel.open(wanted, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        hour = nowHour;
        lookedMillis = nowMillis;
        path = wanted;
        channel = opened;
        identity = Files.readAttributes(wanted, BasicFileAttributes.class).fileKey();
        return opened;
    }

    private boolean isInPlace() throws IOException {
        try {
            return path != null
                    && Objects.equals(
                            identity,
                            Files.readAttributes(path, BasicFileAttributes.class)
                                    .fileKey());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Nobody else appends to this file, so that its last bytes are those of the failed write. */
    private void cutOff(FileChannel file, int bytes) {
        try {
            file.truncate(Math.max(0, file.size() - bytes));
        } catch (IOException e) {
            torn = true;
        }
    }

    private static boolean endsInTheMiddleOfALine(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return file.size() > 0 && file.read(last, file.size() - 1) == 1 && last.get(0) != LINE_FEED;
        }
    }

    private static void writeFully(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }
}
