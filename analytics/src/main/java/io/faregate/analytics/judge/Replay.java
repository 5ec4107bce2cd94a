package io.faregate.analytics.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A recorded evaluation made again from the record alone. Immutable.
 *
 * @param recordedVerdict what the record says
 * @param again what the rule says of the same sums now
 * @param differences the parts in which the two differ, empty when they are equal
 */
public record Replay(String recordedVerdict, Finding again, List<String> differences) {
    /**
     * Makes it again.
     *
     * @param verdict the recorded verdict
     * @param record the record as it is stored
     * @throws IllegalArgumentException if it is no record
     */
    public static Replay of(String verdict, String record) {
        EvaluationRecord given;
        try {
            given = RecordJson.record(record);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        Finding again = Finding.of(given.policy(), given.standing(), given.again());
        Finding found = given.found();
        if (found != null && found.verdict().equals(verdict)) {
            return new Replay(verdict, again, found.differences(again));
        }
        return new Replay(verdict, again, verdict.equals(again.verdict()) ? List.of() : List.of("verdict"));
    }

    /** Whether everything recorded is as it is now. */
    public boolean equal() {
        return differences.isEmpty();
    }

    /** The bounds by their names, null where nothing can be said. */
    public ObjectNode bounds() {
        return RecordJson.named(again.bounds());
    }
}
