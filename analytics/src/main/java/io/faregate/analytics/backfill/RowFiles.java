package io.faregate.analytics.backfill;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The row files below a folder: {@code .jsonl} and {@code .jsonl.gz}. Stateless. */
final class RowFiles {
    private static final int BUFFER_BYTES = 1 << 16;

    private RowFiles() {}

    /** The files in the order of their paths, which is that of time where the router named them. */
    static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(RowFiles::isRowFile).sorted().toList();
        }
    }

    /** The lines of a file, unpacked; {@code read} is told how many bytes of the file itself were read. */
    static InputStream open(Path file, LongConsumer read) throws IOException {
        InputStream plain = new Counted(Files.newInputStream(file), read);
        if (!file.toString().endsWith(".gz")) {
            return plain;
        }
        try {
            return new GZIPInputStream(plain, BUFFER_BYTES);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private static boolean isRowFile(Path file) {
        String name = file.toString();
        return (name.endsWith(".jsonl") || name.endsWith(".jsonl.gz")) && Files.isRegularFile(file);
    }

    private static final class Counted extends FilterInputStream {
        private final LongConsumer read;

        Counted(InputStream in, LongConsumer read) {
            super(in);
            this.read = read;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            read.accept(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            read.accept(Math.max(0, count));
            return count;
        }
    }
}
