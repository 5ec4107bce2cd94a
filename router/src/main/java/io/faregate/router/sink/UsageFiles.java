package io.faregate.router.sink;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** Names of row files: {@code usage-YYYYMMDD-HH-INSTANCE.jsonl}, the hour in UTC. */
final class UsageFiles {
    private static final String PATTERN = "usage-*.jsonl";
    private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9_.-]{1,80}");
    private static final Pattern HOURLY = Pattern.compile("usage-\\d{8}-\\d{2}");
    private static final int HOUR_END = "usage-YYYYMMDD-HH".length();
    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("uuuuMMdd-HH").withZone(ZoneOffset.UTC);
    private static final long MILLIS_PER_HOUR = 3_600_000;

    private UsageFiles() {}

    /** The number of the hour since the epoch. */
    static long hour(long epochMillis) {
        return Math.floorDiv(epochMillis, MILLIS_PER_HOUR);
    }

    static String name(long hour, String instance) {
        return "usage-" + HOUR.format(Instant.ofEpochMilli(hour * MILLIS_PER_HOUR)) + "-" + instance + ".jsonl";
    }

    /** Whether a file is named after an earlier hour than the name given; other names are not before anything. */
    static boolean isBefore(Path file, String name) {
        String found = file.getFileName().toString();
        return HOURLY.matcher(found).lookingAt()
                && found.substring(0, HOUR_END).compareTo(name.substring(0, HOUR_END)) < 0;
    }

    /** The same name, when it can be part of a file's name. */
    static String requireInstance(String instance) {
        if (!INSTANCE.matcher(instance).matches()) {
            throw new IllegalArgumentException("instance is not of " + INSTANCE + ": " + instance);
        }
        return instance;
    }

    /** The row files of a directory, by name and so by hour; none when there is no such directory. */
    static List<Path> list(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, PATTERN)) {
                found.forEach(files::add);
            }
        }
        Collections.sort(files);
        return files;
    }
}
