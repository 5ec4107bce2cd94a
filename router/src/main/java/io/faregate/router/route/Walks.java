package io.faregate.router.route;

import io.faregate.router.health.BenchPolicy;
import io.faregate.router.usage.Attempted;
import java.util.ArrayDeque;

/**
 * Plans and walks that are used again by one request after the other, so that a decision makes no garbage. Confined to
 * its thread. What is never given back is simply lost to the collector.
 */
public final class Walks {
    private static final int MOST = 256;

    private final ArrayDeque<RoutePlan> rooms = new ArrayDeque<>();
    private final ArrayDeque<Failover> walks = new ArrayDeque<>();

    /** A plan to be filled; it stays here for others until {@link #begin} takes it. */
    public RoutePlan room() {
        RoutePlan room = rooms.peekLast();
        if (room == null) {
            room = new RoutePlan();
            rooms.addLast(room);
        }
        return room;
    }

    /** A walk over a plan, with the arguments of {@link Failover}. */
    public Failover begin(
            RoutePlan plan, BenchPolicy policy, Standings standings, Attempted attempted, long deadlineNanos) {
        if (plan == rooms.peekLast()) {
            rooms.removeLast();
        }
        Failover walk = walks.pollLast();
        if (walk == null) {
            return new Failover(plan, policy, standings, attempted, deadlineNanos);
        }
        walk.again(plan, policy, standings, attempted, deadlineNanos);
        return walk;
    }

    /** Takes a walk and its plan back; nobody may touch either any more. */
    public void end(Failover walk) {
        if (walks.size() < MOST) {
            walks.addLast(walk);
        }
        RoutePlan plan = walk.plan();
        if (plan.isReusable() && rooms.size() < MOST) {
            rooms.addLast(plan);
        }
    }
}
