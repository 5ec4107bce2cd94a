package io.faregate.router.shared;

import io.faregate.router.spend.Account;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What rows say about processes that wrote them: what those had drawn beyond it is free again, as soon as they cannot
 * spend it any more. Rows of one that has shown itself after they were read say nothing: it may have spent more.
 * Confined to one context, but for {@link #noteLeases}.
 */
final class DeadReplicas {
    private static final Logger LOG = LoggerFactory.getLogger(DeadReplicas.class);
    private static final String NO_LEASE = "-";
    private static final int TOLD_AT_ONCE = 256;

    /** What one of them was charged in some accounts. */
    private record Charged(String instance, List<String> keys, List<String> amounts) {}

    private final RedisStore store;
    private final String self;
    private final ConcurrentLinkedQueue<Charged> untold = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Map<String, String> leases;
    private boolean telling;

    DeadReplicas(RedisStore store, String self) {
        this.store = store;
        this.self = self;
    }

    /** Notes how long each replica had shown itself to live; to be done before the rows are read. */
    Future<Void> noteLeases() {
        return store.run(Script.LEASES, List.of(Membership.LIVE), List.of()).<Void>map(answer -> {
            Map<String, String> noted = new HashMap<>();
            for (int i = 0; i + 1 < answer.size(); i += 2) {
                noted.put(answer.get(i).toString(), answer.get(i + 1).toString());
            }
            leases = noted;
            return null;
        });
    }

    /** Has rows told; without leases that were noted before, nobody knows who wrote more since. */
    void add(Map<String, Map<Account, Long>> charged) {
        if (leases == null) {
            return;
        }
        charged.forEach((instance, accounts) -> {
            if (!instance.equals(self)) {
                add(instance, List.copyOf(accounts.entrySet()));
            }
        });
    }

    private void add(String instance, List<Map.Entry<Account, Long>> accounts) {
        for (int from = 0; from < accounts.size(); from += TOLD_AT_ONCE) {
            List<String> keys = new ArrayList<>(List.of(Membership.LIVE));
            List<String> amounts = new ArrayList<>();
            for (Map.Entry<Account, Long> each :
                    accounts.subList(from, Math.min(accounts.size(), from + TOLD_AT_ONCE))) {
                keys.add(Drawing.key(each.getKey()));
                amounts.add(Amounts.print(each.getValue()));
                amounts.add(Drawing.liveMillis(each.getKey()));
            }
            untold.add(new Charged(instance, keys, amounts));
        }
    }

    /** Tells the next; one whose process may be alive comes again later. */
    void tell() {
        Map<String, String> noted = leases;
        Charged next = telling || noted == null ? null : untold.poll();
        if (next == null || noted == null) {
            return;
        }
        telling = true;
        List<String> arguments =
                new ArrayList<>(List.of(next.instance(), noted.getOrDefault(next.instance(), NO_LEASE)));
        arguments.addAll(next.amounts());
        store.run(Script.ROWS, next.keys(), arguments).onComplete(done -> {
            telling = false;
            if (done.failed() || Objects.equals(done.result().toInteger(), 0)) {
                untold.add(next);
                return;
            }
            LOG.debug(
                    "{} was charged in {} accounts: {}",
                    next.instance(),
                    next.keys().size() - 1,
                    done.result());
            tell();
        });
    }
}
