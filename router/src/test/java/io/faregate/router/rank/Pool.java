package io.faregate.router.rank;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.money.PicoUsd;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Candidates for rankings to choose among; also for the tests of plans. */
public final class Pool {
    private final List<Candidate> candidates = new ArrayList<>();

    public Pool add(String name, @Nullable Price price) {
        return add(name, price, 1, 1);
    }

    public Pool add(String name, @Nullable Price price, int weight, int slots) {
        List<KeySlot> keys = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            keys.add(new KeySlot(name + "_" + i, "key"));
        }
        Provider provider = new Provider(name, URI.create("http://127.0.0.1"), "openai", keys, null);
        Target target = new Target(name, provider, weight, 1, Set.of(), 0, 0, 0, 0, 0, 1, 1, false);
        for (KeySlot key : keys) {
            candidates.add(new Candidate(
                    target,
                    key,
                    "model-" + name,
                    price,
                    Capability.ALL,
                    Candidate.UNKNOWN,
                    Candidate.UNKNOWN,
                    false,
                    Set.of(),
                    true));
        }
        return this;
    }

    public RankingTable table() {
        return RankingTable.of(candidates, 0);
    }

    public List<Candidate> candidates() {
        return candidates;
    }

    /** A price in dollars per million tokens. */
    public static Price price(String input, String output) {
        return price(rates(PicoUsd.parse(input), PicoUsd.parse(output), Price.UNKNOWN), 1_000_000);
    }

    public static Price price(Price.Rates rates, long multiplierPpm) {
        return Price.of(rates, List.of(), Map.of(), null, List.of(), multiplierPpm);
    }

    public static Price.Rates rates(long input, long output, long request) {
        return new Price.Rates(input, output, -1, -1, -1, -1, -1, -1, -1, -1, request, -1, -1, -1);
    }

    /** Begins an order that goes from the last candidate to the first. */
    public static void lastFirst(RankScratch order, List<Candidate> candidates) {
        List<Candidate> reversed = new ArrayList<>(candidates);
        Collections.reverse(reversed);
        order.begin(RankingTable.of(reversed, 0), 0, 0, 0, 0);
        order.rankBy(new DeclaredRanking());
    }

    /** The names of the targets in the order they are chosen in. */
    static List<String> order(RankingTable table, Ranking ranking, RankScratch scratch) {
        List<String> names = new ArrayList<>();
        for (int next = scratch.next(ranking); next >= 0; next = scratch.next(ranking)) {
            names.add(table.candidates().get(next).slot().name());
        }
        return names;
    }
}
