package io.faregate.router.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The name of this process in rows and in its files: host, start and process, so that no two ever share one and the
 * files of one host sort by age.
 */
public final class InstanceName {
    private static final int MAX_HOST_CHARS = 32;

    private InstanceName() {}

    /**
     * The name of a process.
     *
     * @param environment where the host's name is looked for first, as {@code HOSTNAME}
     * @param pid the number of the process, the same in every container
     * @param startMillis of the epoch, so that a restarted container gets another name
     */
    public static String of(Map<String, String> environment, long pid, long startMillis) {
        String host = environment.getOrDefault("HOSTNAME", "");
        String plain = (host.isBlank() ? hostFile() : host).replaceAll("[^A-Za-z0-9_.-]", "");
        String cut = plain.isEmpty() ? "router" : plain.substring(0, Math.min(plain.length(), MAX_HOST_CHARS));
        String start = Long.toString(startMillis, Character.MAX_RADIX);
        return (cut + "-" + start + "-" + pid).toLowerCase(Locale.ROOT);
    }

    private static String hostFile() {
        try {
            return Files.readString(Path.of("/etc/hostname")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
