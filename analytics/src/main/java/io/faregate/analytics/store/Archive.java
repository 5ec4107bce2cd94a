package io.faregate.analytics.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which UTC days have rows in Parquet files, and which row ids those hold. The table {@code archive} is the truth; this
 * is what it says, read again after each change. Read under the writer's lock, but for {@link #beforeMicros}.
 */
final class Archive {
    private static final Logger LOG = LoggerFactory.getLogger(Archive.class);
    private static final long DAY_MICROS = 86_400_000_000L;

    private final Path folder;
    private final NavigableMap<LocalDate, List<Path>> files = new TreeMap<>();
    private volatile long beforeMicros = Long.MIN_VALUE;

    /** The archive of a database: a folder beside it, named after it. */
    Archive(Path database) {
        String name = String.valueOf(database.getFileName()).replaceFirst("\\.[^.]+$", "");
        this.folder = database.toAbsolutePath().resolveSibling(name + "-archive");
    }

    Path folder() {
        return folder;
    }

    /** The end of the newest day that has left; null before the first. */
    @Nullable
    Long beforeMicros() {
        long before = beforeMicros;
        return before == Long.MIN_VALUE ? null : (Long) before;
    }

    /** Reads what the table says. */
    void reload(Connection connection) throws SQLException {
        files.clear();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT day, file, source FROM archive WHERE done")) {
            while (rows.next()) {
                List<Path> ofDay = files.computeIfAbsent(rows.getObject(1, LocalDate.class), day -> new ArrayList<>());
                if (!rows.getString(3).equals("attempt_spend")) {
                    ofDay.add(folder.resolve(rows.getString(2)));
                }
            }
        }
        beforeMicros = files.isEmpty() ? Long.MIN_VALUE : (files.lastKey().toEpochDay() + 1) * DAY_MICROS;
    }

    /** Whether a row of this time may have left. */
    boolean mayHold(long tsMicros) {
        return tsMicros < beforeMicros && files.containsKey(day(tsMicros));
    }

    /**
     * Which of these rows, by id and time, have left. A day whose file was taken away is closed: whatever comes of it
     * counts as seen, since nobody can tell.
     */
    Set<String> find(Connection connection, Map<String, Long> tsMicrosById) throws SQLException {
        Set<LocalDate> closed = new HashSet<>();
        Set<Path> asked = new HashSet<>();
        Set<String> found = new HashSet<>();
        tsMicrosById.forEach((id, ts) -> {
            LocalDate day = day(ts);
            List<Path> ofDay = files.getOrDefault(day, List.of());
            if (closed.contains(day) || !ofDay.stream().allMatch(Files::exists)) {
                closed.add(day);
                found.add(id);
            } else {
                asked.addAll(ofDay);
            }
        });
        if (!closed.isEmpty()) {
            LOG.warn("rows of {} are taken for seen before: their archive is no longer in {}", closed, folder);
        }
        if (!asked.isEmpty()) {
            String list = asked.stream().map(Archive::literal).collect(Collectors.joining(", "));
            try (Statement statement = connection.createStatement();
                    ResultSet ids = statement.executeQuery("SELECT row_id FROM read_parquet([" + list
                            + "]) WHERE row_id IN (SELECT row_id FROM suspect)")) {
                while (ids.next()) {
                    found.add(ids.getString(1));
                }
            }
        }
        return found;
    }

    /** A path as SQL text. */
    static String literal(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    private static LocalDate day(long tsMicros) {
        return LocalDate.ofEpochDay(Math.floorDiv(tsMicros, DAY_MICROS));
    }
}
