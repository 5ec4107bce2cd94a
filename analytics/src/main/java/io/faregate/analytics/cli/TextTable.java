package io.faregate.analytics.cli;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal: columns as wide as their widest cell, numbers to the right. For one thread. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    /** A table with a head line. */
    TextTable(String... head) {
        rows.add(List.of(head));
    }

    /** Adds a line; as many cells as the head has. */
    void row(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("a line needs " + rows.get(0).size() + " cells: " + cells.size());
        }
        rows.add(List.copyOf(cells));
    }

    /** The lines, each ended. */
    String print() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        boolean[] right = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            int column = c;
            widths[c] =
                    rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
            right[c] = c > 0 && rows.stream().skip(1).allMatch(r -> isFigure(r.get(column)));
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            line(text, rows.get(r), widths, right);
            if (r == 0) {
                List<String> rules = new ArrayList<>();
                for (int width : widths) {
                    rules.add("-".repeat(width));
                }
                line(text, rules, widths, right);
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths, boolean[] right) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < cells.size(); c++) {
            String pad = " ".repeat(widths[c] - cells.get(c).length());
            line.append(c == 0 ? "" : "  ").append(right[c] ? pad + cells.get(c) : cells.get(c) + pad);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private static boolean isFigure(String cell) {
        return cell.equals("-") || (!cell.isEmpty() && "0123456789-+".indexOf(cell.charAt(0)) >= 0);
    }
}
