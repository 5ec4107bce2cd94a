package io.faregate.bench.load;

import io.faregate.bench.rig.Fetch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A slow place for a router's rows: its row file is replaced by a named pipe of the same name, which the router opens
 * as it would any file that was swapped under it. A pipe holds 64 KiB, and it is emptied only now and then, so writes
 * block for tens of milliseconds, as those on a busy disk do. Stateless.
 */
final class SlowRows {
    private static final int PIECE_BYTES = 1 << 16;
    private static final long PAUSE_MILLIS = 60;
    private static final Scenario PROBE = Scenario.all().get(0);

    private SlowRows() {}

    /** Puts the pipe in place of the rows that the router at {@code url} writes into {@code directory}. */
    static void in(Path directory, String url) throws IOException, InterruptedException {
        Fetch.post(url + "/v1/chat/completions", PROBE.body(true));
        Path rows = onlyFile(directory);
        Path pipe = directory.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        if (!made.waitFor(5, TimeUnit.SECONDS) || made.exitValue() != 0) {
            throw new IOException("mkfifo fails");
        }
        Files.move(pipe, rows, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Thread reader = new Thread(() -> empty(rows), "slow-rows");
        reader.setDaemon(true);
        reader.start();
    }

    private static Path onlyFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> rows = files.toList();
            if (rows.size() != 1) {
                throw new IOException("expected one row file in " + directory + ", found " + rows.size());
            }
            return rows.get(0);
        }
    }

    private static void empty(Path pipe) {
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream in = Files.newInputStream(pipe)) {
            while (in.read(piece) >= 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            System.err.println("load: the pipe of rows broke: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
