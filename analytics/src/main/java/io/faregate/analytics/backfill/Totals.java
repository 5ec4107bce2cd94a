package io.faregate.analytics.backfill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What became of the lines so far. For one thread. */
final class Totals {
    private static final int FIRST = 10;

    private final long files;
    private final long allBytes;
    private final List<Fault> faults = new ArrayList<>();
    private long bytes;
    private long accepted;
    private long duplicate;
    private long rejected;
    private long moreFaults;
    private boolean broken;

    /** A line that is no row, or, with line 0, a file that cannot be read. */
    private record Fault(String file, long line, String reason) {
        @Override
        public String toString() {
            return line == 0 ? file + ": " + reason : file + ", line " + line + ": " + reason;
        }
    }

    Totals(long files, long allBytes) {
        this.files = files;
        this.allBytes = allBytes;
    }

    void add(long newAccepted, long newDuplicate, long newRejected) {
        accepted += newAccepted;
        duplicate += newDuplicate;
        rejected += newRejected;
    }

    /** Bytes of files as they lie on the disk. */
    void read(long newBytes) {
        bytes += newBytes;
    }

    void fault(String file, long line, String reason) {
        if (faults.size() < FIRST) {
            faults.add(new Fault(file, line, reason));
        } else {
            moreFaults++;
        }
    }

    void unreadable(String file, String reason) {
        broken = true;
        fault(file, 0, reason);
    }

    long rows() {
        return accepted + duplicate + rejected;
    }

    long rejected() {
        return rejected;
    }

    int percent() {
        return allBytes == 0 ? 100 : (int) Math.min(100, bytes * 100 / allBytes);
    }

    boolean allTaken() {
        return rejected == 0 && !broken;
    }

    ObjectNode json() {
        ObjectNode node = Json.object();
        node.put("files", files);
        node.put("bytes", allBytes);
        node.put("read", rows());
        node.put("accepted", accepted);
        node.put("duplicate", duplicate);
        node.put("rejected", rejected);
        ArrayNode list = node.putArray("faults");
        for (Fault fault : faults) {
            ObjectNode each = list.addObject();
            each.put("file", fault.file());
            each.put("line", fault.line() == 0 ? null : (Long) fault.line());
            each.put("reason", fault.reason());
        }
        return node;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        line(text, "read", rows());
        line(text, "new", accepted);
        line(text, "seen before", duplicate);
        line(text, "rejected", rejected);
        for (Fault fault : faults) {
            text.append("  ").append(fault).append('\n');
        }
        if (moreFaults > 0) {
            text.append("  and ").append(moreFaults).append(" more\n");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, long count) {
        text.append(String.format(Locale.ROOT, "%-12s%,15d%n", name, count));
    }
}
