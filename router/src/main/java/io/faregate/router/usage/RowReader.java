package io.faregate.router.usage;

import io.faregate.router.spend.SpendFact;
import java.util.function.Consumer;

/**
 * Tells the spend ledger what the lines of row files say. Bad lines are passed over and counted; a row whose id came
 * before is told once. Not thread-safe.
 */
public final class RowReader {
    private final Consumer<SpendFact> facts;
    private final RowParser parser;
    private final ReadRows line = new ReadRows();
    private final SeenRows seen = new SeenRows();
    private long calls;
    private long duplicates;
    private long bad;

    /**
     * Reads for one start.
     *
     * @param sinceMillis calls that came in before are passed over
     * @param facts told of each call that was charged something
     */
    public RowReader(long sinceMillis, Consumer<SpendFact> facts) {
        this.facts = facts;
        parser = new RowParser(sinceMillis);
    }

    /** Reads one line, {@code bytes[from, to)}, its line feed not included. */
    public void read(byte[] bytes, int from, int to) {
        line.clear();
        parser.read(bytes, from, to, line);
        take(line);
    }

    /** Takes what a parser has made of some lines. */
    public void take(ReadRows batch) {
        bad += batch.badLines();
        for (int i = 0; i < batch.size(); i++) {
            if (!seen.add(batch.high(i), batch.low(i))) {
                duplicates++;
                continue;
            }
            calls++;
            SpendFact fact = batch.fact(i);
            if (fact != null) {
                facts.accept(fact);
            }
        }
    }

    /** Calls since the given instant, each counted once. */
    public long calls() {
        return calls;
    }

    /** Calls that had been told before. */
    public long duplicates() {
        return duplicates;
    }

    /** Lines that are no whole row. */
    public long bad() {
        return bad;
    }
}
