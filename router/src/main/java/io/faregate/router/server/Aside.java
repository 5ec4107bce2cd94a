package io.faregate.router.server;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Work of an exchange that would stand in the way of all others on its event loop, on a worker instead. Stateless. */
final class Aside {
    private Aside() {}

    /**
     * Has a worker work, and tells the result on the calling event loop; a fault ends the exchange, unless it is told
     * to nobody any more.
     *
     * @param alone whether a loop has one such work at a time done, since each takes much memory
     * @param over whether nobody waits for it any more, on the event loop
     * @param work touches nothing that the loop owns
     */
    static <T> void run(Exchange exchange, boolean alone, BooleanSupplier over, Callable<T> work, Consumer<T> then) {
        exchange.loop
                .vertx()
                .executeBlocking(work, alone)
                .onSuccess(done -> {
                    if (!over.getAsBoolean()) {
                        exchange.guarded(() -> then.accept(done));
                    }
                })
                .onFailure(fault -> {
                    if (!over.getAsBoolean()) {
                        exchange.crashed(fault);
                    }
                });
    }
}
