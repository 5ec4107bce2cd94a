package io.faregate.bench.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the figures were taken on. */
public final class Box {
    private Box() {}

    /** One line: processor, cores, memory, system, Java. */
    public static String describe() {
        return first("/proc/cpuinfo", "model name", "unknown processor") + ", "
                + Runtime.getRuntime().availableProcessors() + " cores, "
                + first("/proc/meminfo", "MemTotal", "unknown memory") + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", Java " + System.getProperty("java.version");
    }

    private static String first(String file, String key, String otherwise) {
        try {
            for (String line : Files.readAllLines(Path.of(file), StandardCharsets.UTF_8)) {
                if (line.startsWith(key)) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException noSuchFile) {
            return otherwise;
        }
        return otherwise;
    }
}
