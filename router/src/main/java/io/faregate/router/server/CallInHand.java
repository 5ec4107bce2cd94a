package io.faregate.router.server;

import io.faregate.router.route.Failover;
import io.faregate.router.usage.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * The call that an exchange waits for, with what it holds: its place, its reservation, its probe. One at a time.
 * Confined to its event loop.
 */
final class CallInHand {
    private final Purse purse;
    private final Seat seat;
    private @Nullable AttemptCall call;

    CallInHand(Purse purse, Seat seat) {
        this.purse = purse;
        this.seat = seat;
    }

    AttemptCall is(AttemptCall begun) {
        call = begun;
        return begun;
    }

    /** It is over, and its usage has been told to nobody. */
    void over() {
        call = null;
        seat.leave();
    }

    /** It is over, and this is what it used. */
    void over(Attempt attempt, boolean billable) {
        call = null;
        seat.used(attempt, billable);
        seat.leave();
    }

    /** Ends the call where it stands, or the wait for one. */
    void breakOff(Attempt.Result result, @Nullable Failover walk) {
        AttemptCall broken = call;
        if (broken != null) {
            broken.cancel();
            Attempt attempt = purse.settle(broken, result, null);
            if (broken.sent()) {
                seat.used(attempt, true);
            } else {
                seat.leaveUncalled();
            }
            broken.note(attempt);
        } else if (walk != null) {
            walk.leave();
            purse.giveBack();
            seat.leaveUncalled();
        }
        over();
    }

    /** Gives back what it holds after a fault of ours; what it cost nobody knows. */
    void letGo(@Nullable Failover walk) {
        purse.forfeit();
        over();
        if (walk != null) {
            walk.leave();
        }
    }
}
