package io.faregate.router.health;

import java.util.ArrayList;
import java.util.List;

/**
 * The right to see whether a bench is over. Ends once, in one of two ways; later endings do nothing. Confined to the
 * exchange that holds it.
 */
public final class Probe {
    /** Of a call that has nothing to probe. */
    public static final Probe NONE = new Probe(true);

    private final List<Claim> claims;
    private final boolean watching;

    private record Claim(BenchCell cell, Bench bench) {}

    Probe(boolean watching) {
        this.watching = watching;
        this.claims = new ArrayList<>(2);
    }

    /** The provider has answered and is well, if only to refuse this request: its benches are over. */
    public void succeeded() {
        for (Claim claim : claims) {
            claim.cell().replace(claim.bench(), null);
        }
        claims.clear();
    }

    /** Nothing was learnt, or a new bench tells what was: the next call may probe. */
    public void release() {
        for (Claim claim : claims) {
            if (!watching) {
                Bench bench = claim.bench();
                claim.cell().replace(bench, new Bench(bench.failureClass(), bench.untilNanos(), false));
            }
        }
        claims.clear();
    }

    /** Whether it stands for anything. */
    public boolean isNone() {
        return claims.isEmpty();
    }

    boolean claim(BenchCell cell, Bench bench) {
        if (bench.probing()) {
            return false;
        }
        Bench probing = new Bench(bench.failureClass(), bench.untilNanos(), true);
        if (!cell.replace(bench, probing)) {
            return false;
        }
        claims.add(new Claim(cell, probing));
        return true;
    }

    void watch(BenchCell cell, Bench bench) {
        claims.add(new Claim(cell, bench));
    }
}
