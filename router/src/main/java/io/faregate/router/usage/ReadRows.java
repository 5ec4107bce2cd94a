package io.faregate.router.usage;

import io.faregate.router.spend.SpendFact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What some lines say, in their order: of each call a digest of its row's id and what the ledger needs. Used again
 * from batch to batch; for one thread at a time.
 */
public final class ReadRows {
    private static final int FIRST_ROOM = 64;

    /** Two words a call. */
    private long[] digests = new long[2 * FIRST_ROOM];

    private final List<@Nullable SpendFact> facts = new ArrayList<>(FIRST_ROOM);
    private long bad;

    /** Forgets all. */
    public void clear() {
        facts.clear();
        bad = 0;
    }

    /** Notes a line that is no whole row. */
    void bad() {
        bad++;
    }

    /** Notes a call by its row's id, {@code bytes[from, to)}; without a fact if it was charged nothing. */
    void add(byte[] bytes, int from, int to, @Nullable SpendFact fact) {
        int at = 2 * facts.size();
        if (at == digests.length) {
            digests = Arrays.copyOf(digests, 2 * at);
        }
        SeenRows.digest(bytes, from, to, digests, at);
        facts.add(fact);
    }

    /** How many calls there are. */
    int size() {
        return facts.size();
    }

    long high(int call) {
        return digests[2 * call];
    }

    long low(int call) {
        return digests[2 * call + 1];
    }

    @Nullable
    SpendFact fact(int call) {
        return facts.get(call);
    }

    /** How many lines are no whole rows. */
    long badLines() {
        return bad;
    }
}
