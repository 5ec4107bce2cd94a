package io.faregate.router.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A provider on the loopback whose answers are scripted, broken ones included. Speaks HTTP by hand, so that it can end
 * in every way that a network can. Thread-safe; one thread a connection.
 */
public final class StubUpstream implements AutoCloseable {
    private final LoopbackListener listener;
    private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
    private final List<String> heads = Collections.synchronizedList(new ArrayList<>());
    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger busy = new AtomicInteger();
    private volatile Function<String, Answer> unscripted =
            body -> Answers.status(599, "{\"error\":\"nothing is scripted\"}");

    /** How one request is answered. */
    public interface Answer {
        /** Talks until it has nothing more to say. */
        void to(Conversation conversation) throws IOException, InterruptedException;
    }

    private StubUpstream() {
        listener = LoopbackListener.start("stub-upstream", this::serve);
    }

    /** Starts to listen on a free port. */
    public static StubUpstream start() {
        return new StubUpstream();
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        while (true) {
            Conversation conversation = Conversation.read(socket, in);
            if (conversation == null) {
                return;
            }
            busy.incrementAndGet();
            try {
                heads.add(conversation.head());
                bodies.add(conversation.body());
                Answer answer = script.poll();
                (answer == null ? unscripted.apply(conversation.body()) : answer).to(conversation);
            } finally {
                busy.decrementAndGet();
            }
        }
    }

    /** Adds the answer to the next request that has none yet. */
    public StubUpstream then(Answer answer) {
        script.add(answer);
        return this;
    }

    /** How requests are answered that the script has nothing for. */
    public StubUpstream usually(Answer answer) {
        return answering(body -> answer);
    }

    /** Has requests without a script answered by what they say; for many at once, whose order nobody knows. */
    public StubUpstream answering(Function<String, Answer> byBody) {
        unscripted = byBody;
        return this;
    }

    /** The base URL, version path included. */
    public String url() {
        return "http://127.0.0.1:" + listener.port() + "/v1";
    }

    /** The bodies of all requests so far. */
    public List<String> bodies() {
        synchronized (bodies) {
            return List.copyOf(bodies);
        }
    }

    /** The heads of all requests so far. */
    public List<String> heads() {
        synchronized (heads) {
            return List.copyOf(heads);
        }
    }

    /** How many requests have come. */
    public int calls() {
        return bodies.size();
    }

    /** How many requests are being answered. */
    public int busy() {
        return busy.get();
    }

    /** How many connections are open. */
    public int connections() {
        return listener.connections();
    }

    /** Forgets script and requests. */
    public void clear() {
        script.clear();
        heads.clear();
        bodies.clear();
    }

    @Override
    public void close() {
        listener.close();
    }
}
