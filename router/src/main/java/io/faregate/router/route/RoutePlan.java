package io.faregate.router.route;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.rank.RankScratch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Who will be asked, in order, and who cannot be and why. The places of a ranked pool are found when they are first
 * asked for, since most requests need only the first. Confined to the thread of its request while places are still to be
 * found, safe for all threads when none are. {@link Planner} fills the same plan again for another request, without
 * making garbage.
 */
public final class RoutePlan {
    private final boolean reusable;
    private final RankScratch order = new RankScratch();
    private Candidate[] candidates = new Candidate[8];
    private @Nullable String[] reasons = new String[8];
    private int made;
    private boolean more;
    private @Nullable Route route;
    private @Nullable Arm arm;
    private @Nullable Canary leftOut;
    private int challengerLinks;
    private boolean walksOn;

    /** A plan that is still to be filled. */
    public RoutePlan() {
        reusable = true;
    }

    /**
     * A plan that is made already.
     *
     * @param arm the arm the task belongs to, or null outside an experiment
     * @param links the chain; a link with a reason is skipped
     * @param challengerLinks how many links at the front are the challenger's
     * @param walksOn whether a budget refusal at the head is a skip while others fit (load balancing) instead of the end
     */
    public RoutePlan(Route route, @Nullable Arm arm, List<Link> links, int challengerLinks, boolean walksOn) {
        reusable = false;
        begin(route);
        links.forEach(link -> add(link.candidate(), link.reason()));
        assign(arm, challengerLinks, walksOn);
    }

    /** One place in the chain. */
    public record Link(Candidate candidate, @Nullable String reason) {}

    void begin(Route planned) {
        route = planned;
        made = 0;
        more = false;
        leftOut = null;
        assign(null, 0, false);
    }

    void assign(@Nullable Arm of, int challengers, boolean walks) {
        arm = of;
        challengerLinks = challengers;
        walksOn = walks;
    }

    void add(Candidate candidate, @Nullable String reason) {
        if (made == candidates.length) {
            candidates = Arrays.copyOf(candidates, 2 * made);
            @Nullable String[] longer = new String[2 * made];
            System.arraycopy(reasons, 0, longer, 0, made);
            reasons = longer;
        }
        candidates[made] = candidate;
        reasons[made] = reason;
        made++;
    }

    /** Whether it may be filled again for another request. */
    boolean isReusable() {
        return reusable;
    }

    /** Says of a place why it cannot be asked, or null. */
    void object(int place, @Nullable String reason) {
        reasons[place] = reason;
    }

    /** The order that is ranked, before {@link #rank}. */
    RankScratch order() {
        return order;
    }

    /** From here on the places are those of the order, but for the targets of an experiment whose challenger leads. */
    void rank(@Nullable Canary without) {
        leftOut = without;
        more = true;
    }

    private @Nullable Candidate ranked() {
        for (int next = order.next(); next >= 0; next = order.next()) {
            Candidate candidate = order.candidate(next);
            if (!Planner.targetOf(leftOut, candidate)) {
                return candidate;
            }
        }
        more = false;
        return null;
    }

    /** Whether there is a place of that number, from 0. */
    public boolean has(int place) {
        while (place >= made && more) {
            Candidate next = ranked();
            if (next != null) {
                add(next, null);
            }
        }
        return place < made;
    }

    /** The candidate at a place that there is. */
    public Candidate candidate(int place) {
        if (!has(place)) {
            throw new NoSuchElementException("found " + made + " places, expected one of number " + place);
        }
        return candidates[place];
    }

    /** Why the candidate at a place that there is cannot serve the request, or null when it can. */
    public @Nullable String reason(int place) {
        return reasons[place];
    }

    /** The whole chain. */
    public List<Link> links() {
        List<Link> links = new ArrayList<>();
        for (int place = 0; has(place); place++) {
            links.add(new Link(candidate(place), reason(place)));
        }
        return links;
    }

    /** What was planned. */
    public Route route() {
        Route planned = route;
        if (planned == null) {
            throw new IllegalStateException("nothing was planned");
        }
        return planned;
    }

    /** The arm the task belongs to, or null outside an experiment. */
    public @Nullable Arm arm() {
        return arm;
    }

    /** How many links at the front are the challenger's. */
    public int challengerLinks() {
        return challengerLinks;
    }

    /** Whether a budget refusal at the head is a skip while others fit (load balancing) instead of the end. */
    public boolean walksOn() {
        return walksOn;
    }

    /** The first link that can serve the request, or null. */
    public @Nullable Candidate head() {
        for (int place = 0; has(place); place++) {
            if (reasons[place] == null) {
                return candidates[place];
            }
        }
        return null;
    }
}
