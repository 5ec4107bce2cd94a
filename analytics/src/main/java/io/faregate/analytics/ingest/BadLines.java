package io.faregate.analytics.ingest;

import io.faregate.analytics.store.BadLine;
import java.util.List;

/** Tells which lines are no rows, and why, without storing any. Stateless. */
public final class BadLines {
    private BadLines() {}

    /** The bad ones of whole lines; the position of each is the number of lines before it. */
    public static List<BadLine> of(byte[] lines, String source) {
        LineSplitter splitter = new LineSplitter(new RowDecoder(), source);
        splitter.lines(lines, lines.length, LineSplitter.Position.LINE, 0);
        return splitter.bad();
    }
}
