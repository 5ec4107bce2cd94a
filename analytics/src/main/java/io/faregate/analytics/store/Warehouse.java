package io.faregate.analytics.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * The DuckDB file, owned by this object for as long as it is open: DuckDB lets no second process in, not even to read.
 *
 * <p>Safe for use by many threads. Batches are written one after the other; reads run beside them, each on a connection
 * of its own in one transaction, so that all figures of an answer come from the same rows. All calls block: they belong
 * on worker threads.
 */
public final class Warehouse implements AutoCloseable {
    /** What a read does with its connection. */
    @FunctionalInterface
    public interface Read<T> {
        /** Runs the queries; the connection is taken back afterwards. */
        T on(Connection connection) throws SQLException;
    }

    private final DuckDBConnection root;
    private final KnownIds ids;
    private final BatchWriter writer;
    private final BlockingQueue<Connection> readers = new LinkedBlockingQueue<>();
    private final List<Connection> opened = new ArrayList<>();
    private final AtomicLong version = new AtomicLong();
    private final LoadCounts counts = new LoadCounts();
    private final RejectedFile rejectedFile;
    private final Archive archive;

    private Warehouse(DuckDBConnection root, Path file, int readers, Windows windows) throws SQLException {
        this.root = root;
        this.rejectedFile = new RejectedFile(file);
        this.archive = new Archive(file);
        this.ids = new KnownIds(root.duplicate());
        this.writer = new BatchWriter(root.duplicate(), ids, windows, archive);
        for (int i = 0; i < readers; i++) {
            Connection reader = root.duplicate();
            opened.add(reader);
            this.readers.add(reader);
        }
    }

    /**
     * Opens or creates the file and brings its tables into being.
     *
     * @param readers how many reads may run at a time
     * @throws StoreException if the file is no database, or another process has it
     */
    public static Warehouse open(Path file, int readers) {
        return open(file, readers, route -> 0);
    }

    /**
     * Opens or creates the file likewise.
     *
     * @param windowMicros the attribution window of a route; rows that come under another one than before begin an
     *     epoch
     * @throws StoreException if the file is no database, or another process has it
     */
    public static Warehouse open(Path file, int readers, ToLongFunction<String> windowMicros) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Properties settings = new Properties();
            settings.setProperty("memory_limit", "512MB");
            settings.setProperty("autoinstall_known_extensions", "false");
            settings.setProperty("autoload_known_extensions", "false");
            DuckDBConnection root =
                    DriverManager.getConnection("jdbc:duckdb:" + file, settings).unwrap(DuckDBConnection.class);
            UnpackedLibrary.remove();
            try {
                prepare(root);
                return new Warehouse(root, file, readers, new Windows(windowMicros));
            } catch (SQLException | StoreException e) {
                root.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException("cannot create the folder of " + file, e);
        } catch (SQLException e) {
            throw new StoreException("cannot open " + file, e);
        }
    }

    private static void prepare(Connection root) throws SQLException {
        try (Statement statement = root.createStatement()) {
            statement.execute("SET GLOBAL TimeZone = 'UTC'");
            statement.execute("SET GLOBAL checkpoint_threshold = '128MB'");
            statement.execute(resource("schema.sql"));
            OlderCalls.move(root);
            statement.execute(resource("calls.sql"));
            // What reads gather and share; never in the file.
            statement.execute("ATTACH ':memory:' AS looks");
        }
    }

    /** Stores a batch in one transaction: all of it with its position, or, when this throws, nothing. */
    public LoadResult load(Batch batch) {
        LoadResult result = writer.load(batch);
        version.incrementAndGet();
        counts.add(result);
        if (!batch.bad().isEmpty()) {
            rejectedFile.append(batch.bad(), Clock.systemUTC().millis() * 1000);
        }
        return result;
    }

    /** Runs queries on one snapshot of the data. */
    public <T> T read(Read<T> read) {
        Connection connection;
        try {
            connection = readers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for a connection", e);
        }
        try {
            return inTransaction(connection, read);
        } catch (SQLException e) {
            throw new StoreException("query failed", e);
        } finally {
            readers.add(connection);
        }
    }

    /** Runs statements of the service's own bookkeeping, one writer at a time. */
    public <T> T write(Read<T> write) {
        return writer.exclusively(write);
    }

    /**
     * Moves a UTC day's rows into files of the archive; beside it rows are taken and questions answered. One at a time.
     *
     * @return how many rows left
     * @throws StoreException if a file cannot be written; then no row has left
     */
    public long archive(LocalDate day) {
        try (Connection reader = root.duplicate()) {
            long moved = new DayMove(writer, archive, day, asOfMicros()).run(reader);
            version.incrementAndGet();
            return moved;
        } catch (SQLException e) {
            throw new StoreException("the rows of " + day + " were not archived", e);
        }
    }

    /** Where archived rows are. */
    public Path archiveFolder() {
        return archive.folder();
    }

    /** The end of the newest day that was archived, microseconds since 1970; null when none was. */
    public @Nullable Long archivedBeforeMicros() {
        return archive.beforeMicros();
    }

    /** Where each file stands. */
    public List<TailPosition> positions() {
        return read(connection -> {
            List<TailPosition> found = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery("SELECT file_key, path, position, head, head_length FROM tail")) {
                while (rows.next()) {
                    found.add(new TailPosition(
                            rows.getString(1), rows.getString(2), rows.getLong(3), rows.getString(4), rows.getInt(5)));
                }
            }
            return found;
        });
    }

    /** What was loaded since the start. */
    public LoadCounts counts() {
        return counts;
    }

    /** Up to when rows are in, microseconds since 1970: what comes later carries a later time of coming in. */
    public long asOfMicros() {
        return writer.lastMicros();
    }

    /** Grows with every batch: figures taken at one version stay right until the next, but for the passing of time. */
    public long version() {
        return version.get();
    }

    @Override
    public void close() {
        try {
            writer.close();
            ids.close();
            for (Connection reader : opened) {
                reader.close();
            }
            root.close();
        } catch (SQLException e) {
            throw new StoreException("cannot close the database", e);
        }
    }

    private static <T> T inTransaction(Connection connection, Read<T> read) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = read.on(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** The text of a file of statements. */
    static String resource(String name) {
        try (InputStream in = Warehouse.class.getResourceAsStream("/io/faregate/analytics/store/" + name)) {
            if (in == null) {
                throw new IllegalStateException("resource missing: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
