package io.faregate.router.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A provider on the loopback whose answers are scripted, broken ones included. Speaks HTTP by hand, so that it can end
 * in every way that a network can. Thread-safe; one thread a connection.
 */
public final class StubUpstream implements AutoCloseable {
    private final ServerSocket listener;
    private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
    private final List<String> heads = Collections.synchronizedList(new ArrayList<>());
    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile Function<String, Answer> unscripted =
            body -> Answers.status(599, "{\"error\":\"nothing is scripted\"}");

    /** How one request is answered. */
    public interface Answer {
        /** Talks until it has nothing more to say. */
        void to(Conversation conversation) throws IOException, InterruptedException;
    }

    private StubUpstream(ServerSocket listener) {
        this.listener = listener;
    }

    /** Starts to listen on a free port. */
    public static StubUpstream start() {
        try {
            StubUpstream stub = new StubUpstream(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()));
            daemon(stub::accept);
            return stub;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "stub-upstream");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
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
        } catch (IOException e) {
            // The router has gone, or the script has broken the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(socket);
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
        return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
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
        return sockets.size();
    }

    /** Forgets script and requests. */
    public void clear() {
        script.clear();
        heads.clear();
        bodies.clear();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
