package io.faregate.router.system;

import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Many clients at once, each asking one request after the other; who loses its router goes on to the next. */
final class Crowd {
    private static final String PATH = "/v1/chat/completions";

    private final List<RouterProcess> routers;
    private final String body;
    private final AtomicLong left;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();

    /** Clients that begin at once and end after so many requests by all of them, or when they are told. */
    Crowd(List<RouterProcess> routers, int clients, long requests, String body) {
        this.routers = routers;
        this.body = body;
        left = new AtomicLong(requests);
        for (int i = 0; i < clients; i++) {
            int first = i;
            Thread thread = new Thread(() -> ask(first), "client-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    private void ask(int first) {
        int at = first;
        LoopbackClient client = null;
        while (left.getAndDecrement() > 0) {
            try {
                client = client == null
                        ? new LoopbackClient(routers.get(at % routers.size()).port())
                        : client;
                Reply reply = client.post(PATH, body).read();
                count(reply);
                if (!reply.whole()) {
                    client = lost(client);
                    at++;
                }
            } catch (IOException gone) {
                broken.incrementAndGet();
                client = lost(client);
                at++;
            }
        }
        lost(client);
    }

    private void count(Reply reply) {
        if (!reply.whole()) {
            broken.incrementAndGet();
        } else if (reply.status() == 200) {
            answered.incrementAndGet();
        } else if (reply.status() == 402) {
            refused.incrementAndGet();
        } else {
            others.incrementAndGet();
        }
    }

    private static @Nullable LoopbackClient lost(@Nullable LoopbackClient client) {
        try {
            if (client != null) {
                client.close();
            }
        } catch (IOException closed) {
            // It is gone either way.
        }
        return null;
    }

    /** Lets each client end after the request it has in hand. */
    Crowd stop() {
        left.set(0);
        return this;
    }

    /** Waits until all clients have ended. */
    Crowd join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(10));
            if (thread.isAlive()) {
                throw new AssertionError(thread.getName() + " did not end");
            }
        }
        return this;
    }

    boolean ended() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    int answered() {
        return answered.get();
    }

    int refused() {
        return refused.get();
    }

    /** Requests whose router went away. */
    int broken() {
        return broken.get();
    }

    /** Answers that are neither an answer nor a refusal of a budget. */
    int others() {
        return others.get();
    }
}
