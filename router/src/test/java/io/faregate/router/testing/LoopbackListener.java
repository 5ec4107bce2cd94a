package io.faregate.router.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server on a free port of the loopback. Thread-safe; one daemon thread a connection. */
final class LoopbackListener implements AutoCloseable {
    private final ServerSocket listener;
    private final String name;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** What is done with a connection, which is closed afterwards. */
    interface Service {
        void serve(Socket socket) throws IOException, InterruptedException;
    }

    private LoopbackListener(ServerSocket listener, String name) {
        this.listener = listener;
        this.name = name;
    }

    static LoopbackListener start(String name, Service service) {
        try {
            ServerSocket socket = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
            LoopbackListener listener = new LoopbackListener(socket, name);
            listener.daemon(() -> listener.accept(service));
            return listener;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void daemon(Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(Service service) {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                daemon(() -> serve(service, socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Service service, Socket socket) {
        try (socket) {
            service.serve(socket);
        } catch (IOException e) {
            // The router has gone, or the connection was to be broken.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(socket);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** How many connections are open. */
    int connections() {
        return sockets.size();
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
