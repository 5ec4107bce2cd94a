package io.faregate.bench.rig;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns, the first to the left, the others to the right. Not thread-safe. */
public final class TextTable {
    private static final int GAP = 2;

    private final List<String[]> rows = new ArrayList<>();

    /** Adds a row; rows may differ in length. */
    public TextTable row(String... cells) {
        rows.add(cells);
        return this;
    }

    /** The table, a line each row, each line indented by two blanks. */
    public String print() {
        List<Integer> widths = new ArrayList<>();
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                if (i == widths.size()) {
                    widths.add(0);
                }
                widths.set(i, Math.max(widths.get(i), row[i].length()));
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String blanks = " ".repeat(widths.get(i) - row[i].length());
                line.append(" ".repeat(GAP)).append(i == 0 ? row[i] + blanks : blanks + row[i]);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
