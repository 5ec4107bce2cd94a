package io.faregate.analytics.promote;

import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.judge.Look;
import org.jspecify.annotations.Nullable;

/**
 * The walk of a canary: from step to step of its ramp, at the last one to a promotion, from there through the check to
 * the end; from anywhere back at a certain breach. It remembers nothing: where a canary stands is what the router has
 * in force, so that a person's change, a restart and a second instance are all the same to it. Pure.
 */
public final class Promotion {
    private Promotion() {}

    /**
     * The next move.
     *
     * @param configured the route as the file has it
     * @param running what a router has in force
     * @param look what is seen of the tasks under just that; null when there is none yet
     */
    public static Move next(CanaryRoute configured, Running running, @Nullable Look look) {
        if (!configured.auto() || !running.auto()) {
            return new Move.Rest("the promotion is left to a person");
        }
        if (running.off()) {
            return new Move.Rest("no task goes to the challenger");
        }
        if (look == null) {
            return new Move.Rest("no task of this step yet");
        }
        return configured.exchanged(running.primary(), running.challenger())
                ? afterPromotion(look.evaluation())
                : before(configured, running, look.evaluation());
    }

    private static Move before(CanaryRoute configured, Running running, Evaluation seen) {
        return switch (seen.verdict()) {
            case ROLLBACK -> new Move.RollBack("a guard is broken");
            case PROMOTE -> new Move.Promote("every statement holds");
            case STOP_NO_SAVING -> new Move.Share(0, "the promised saving is ruled out");
            case STOP_INCONCLUSIVE -> new Move.Share(0, "no proof within max_days");
            case BLOCKED -> new Move.Rest("the data cannot be trusted");
            case CONTINUE -> {
                Double next = configured.ramp().after(running.percent().doubleValue());
                yield next != null && seen.stepReady()
                        ? new Move.Share(next, "nothing speaks against the next step")
                        : new Move.Rest("more tasks are needed");
            }
        };
    }

    private static Move afterPromotion(Evaluation seen) {
        return switch (seen.verdict()) {
            case ROLLBACK -> new Move.RollBack("the promoted target is worse than the one before");
            case CONTINUE, BLOCKED, PROMOTE, STOP_NO_SAVING, STOP_INCONCLUSIVE ->
                seen.gates().days()
                        ? new Move.Share(0, "the check after the promotion is over")
                        : new Move.Rest("the check after the promotion lasts");
        };
    }
}
