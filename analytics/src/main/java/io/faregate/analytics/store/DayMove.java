package io.faregate.analytics.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Moves one UTC day's rows from the tables into Parquet files, so that at any moment, a {@code kill -9} included, each
 * row is in the tables or in a file that the table {@code archive} calls done, and never in both.
 *
 * <p>First the names are written down as not done. Then the rows are copied, from a snapshot and without holding up
 * who writes; the files reach the disk. Last, one transaction deletes the rows that were copied, with the shapes that no
 * call has any more, and calls the files done. What an end in between leaves behind is a file that counts for nothing, which the next move removes.
 */
final class DayMove {
    private static final List<String> SOURCES = List.of("calls", "attempt_spend", "feedback", "decisions");
    private static final Map<String, String> ORDERS = Map.of(
            "calls", "order_key", "attempt_spend", "ts, row_id", "feedback", "ts, row_id", "decisions", "ts, row_id");

    private record Part(String source, Path file, long rows) {}

    private final BatchWriter writer;
    private final Archive archive;
    private final LocalDate day;
    private final String rows;

    /**
     * A move of what had come in by {@code asOfMicros}: all of it is visible, and no more of it will come.
     */
    DayMove(BatchWriter writer, Archive archive, LocalDate day, long asOfMicros) {
        this.writer = writer;
        this.archive = archive;
        this.day = day;
        this.rows = "ts >= DATE '" + day + "' AND ts < DATE '" + day.plusDays(1)
                + "' AND coalesce(ingested_at <= make_timestamp(" + asOfMicros + "), TRUE)";
    }

    /** Moves the day, reading on a connection of one's own; gives the number of rows, parts of calls not counted. */
    long run(Connection reader) throws SQLException {
        try {
            Files.createDirectories(archive.folder());
            removeUndone(reader);
            List<Part> parts = parts(reader);
            writer.exclusively(connection -> {
                for (Part part : parts) {
                    note(connection, part, false);
                }
                return parts.size();
            });
            for (Part part : parts) {
                copy(reader, part);
            }
            sync(archive.folder());
            writer.exclusively(connection -> {
                for (Part part : parts) {
                    delete(connection, part);
                }
                writer.dropUnusedShapes(connection);
                update(connection, "DELETE FROM archive WHERE NOT done");
                for (Part part : parts) {
                    note(connection, part, true);
                }
                archive.reload(connection);
                return parts.size();
            });
            return parts.stream()
                    .filter(part -> !part.source().equals("attempt_spend"))
                    .mapToLong(Part::rows)
                    .sum();
        } catch (IOException e) {
            throw new StoreException("cannot write the archive of " + day + " into " + archive.folder(), e);
        }
    }

    private void removeUndone(Connection reader) throws SQLException, IOException {
        List<Path> undone = new ArrayList<>();
        try (Statement statement = reader.createStatement();
                ResultSet names = statement.executeQuery("SELECT file FROM archive WHERE NOT done")) {
            while (names.next()) {
                undone.add(archive.folder().resolve(names.getString(1)));
            }
        }
        for (Path file : undone) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(temporary(file));
        }
        if (!undone.isEmpty()) {
            writer.exclusively(connection -> update(connection, "DELETE FROM archive WHERE NOT done"));
        }
    }

    private List<Part> parts(Connection reader) throws SQLException {
        List<Part> parts = new ArrayList<>();
        for (String source : SOURCES) {
            try (Statement statement = reader.createStatement();
                    ResultSet count = statement.executeQuery("SELECT count(*) FROM " + source + " WHERE " + rows)) {
                count.next();
                if (count.getLong(1) > 0) {
                    parts.add(new Part(source, free(source), count.getLong(1)));
                }
            }
        }
        return parts;
    }

    /** A name that no file has: rows that came after the first move go into a file of their own. */
    private Path free(String source) {
        Path file = archive.folder().resolve(source + "-" + day + ".parquet");
        for (int n = 2; Files.exists(file); n++) {
            file = archive.folder().resolve(source + "-" + day + "." + n + ".parquet");
        }
        return file;
    }

    private void copy(Connection reader, Part part) throws SQLException, IOException {
        Path temporary = temporary(part.file());
        Files.deleteIfExists(temporary);
        long copied = update(
                reader,
                "COPY (SELECT * FROM " + part.source() + " WHERE " + rows + " ORDER BY " + ORDERS.get(part.source())
                        + ") TO " + Archive.literal(temporary) + " (FORMAT parquet, COMPRESSION zstd)");
        expect(part, copied);
        sync(temporary);
        Files.move(temporary, part.file(), StandardCopyOption.ATOMIC_MOVE);
    }

    private void delete(Connection connection, Part part) throws SQLException {
        expect(part, update(connection, "DELETE FROM " + table(part.source()) + " WHERE " + rows));
    }

    /** What holds the rows: calls are asked together with their shapes, which leave after the last of their calls. */
    private static String table(String source) {
        return source.equals("calls") ? "call_rows" : source;
    }

    private void expect(Part part, long found) {
        if (found != part.rows()) {
            throw new StoreException("the archive of " + day + " was not made: expected " + part.rows() + " rows of "
                    + part.source() + ", found " + found);
        }
    }

    private int note(Connection connection, Part part, boolean done) throws SQLException {
        return update(
                connection,
                "INSERT INTO archive VALUES ("
                        + Archive.literal(archive.folder().relativize(part.file())) + ", '" + part.source()
                        + "', DATE '" + day + "', " + part.rows() + ", " + done + ")");
    }

    private static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    private static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
