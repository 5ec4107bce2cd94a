package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.spend.Caps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a model name leads to: candidates in declared order and how to go through them. Immutable. The default route
 * has one instance per model name, all called {@link #DEFAULT}.
 *
 * @param name the route's name, told in headers and rows
 * @param named whether it was declared under {@code routes}: then the answer's model is the serving target's
 * @param candidates key slots of one target stand together
 * @param deadlineNanos one bound over the whole chain, {@link Long#MAX_VALUE} without one
 * @param continueStreams whether a stream that breaks after content is continued by the next target
 * @param holdStreams whether a stream is held back until it is complete
 * @param annotate whether answers carry the added member
 * @param strict whether to refuse what a dialect cannot say instead of dropping it
 * @param absent targets that were declared and are no candidates, whatever is asked: each with why
 */
public record Route(
        String name,
        boolean named,
        Mode mode,
        UnpricedStrategy unpriced,
        List<Candidate> candidates,
        List<Rule> rules,
        @Nullable Canary canary,
        long deadlineNanos,
        boolean continueStreams,
        boolean holdStreams,
        Caps caps,
        boolean annotate,
        boolean strict,
        List<Absent> absent) {
    /** A route none of whose targets is absent. */
    public Route(
            String name,
            boolean named,
            Mode mode,
            UnpricedStrategy unpriced,
            List<Candidate> candidates,
            List<Rule> rules,
            @Nullable Canary canary,
            long deadlineNanos,
            boolean continueStreams,
            boolean holdStreams,
            Caps caps,
            boolean annotate,
            boolean strict) {
        this(
                name,
                named,
                mode,
                unpriced,
                candidates,
                rules,
                canary,
                deadlineNanos,
                continueStreams,
                holdStreams,
                caps,
                annotate,
                strict,
                List.of());
    }

    /** The name of the route that serves models by their own names. */
    public static final String DEFAULT = "default";
}
