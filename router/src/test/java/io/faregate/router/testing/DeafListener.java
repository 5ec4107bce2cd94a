package io.faregate.router.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A port whose queue of unaccepted connections is full: whoever connects waits without an answer. */
public final class DeafListener implements AutoCloseable {
    private static final int FILLING = 6;

    private final ServerSocket listener;
    private final List<SocketChannel> waiting = new ArrayList<>();

    /** Listens and fills the queue. */
    public DeafListener() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        for (int i = 0; i < FILLING; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
            waiting.add(channel);
        }
    }

    /** The base URL, version path included. */
    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : waiting) {
            channel.close();
        }
        listener.close();
    }
}
