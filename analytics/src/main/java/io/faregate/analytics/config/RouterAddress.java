package io.faregate.analytics.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the router of the same file and environment listens: whom analytics tells of a promotion when no router is
 * named. The admin key goes there, so it must be no other than that one. What is wrong with the router's section is the
 * router's to tell; here it reads as its default. Stateless.
 */
final class RouterAddress {
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0", "*", "");
    private static final int DEFAULT_PORT = 8080;
    private static final int MOST = 65_535;

    private RouterAddress() {}

    /**
     * The address; none for a router on a port that is told only once it listens.
     *
     * @param portOverride the environment's port, or null
     */
    static List<URI> of(LocatedTree tree, UnaryOperator<@Nullable String> environment, @Nullable Integer portOverride) {
        JsonNode server = tree.root().path("server");
        Section section = new Section(tree, server, "server", environment, new ArrayList<>());
        String host = section.text("host", "127.0.0.1");
        int port = portOverride == null ? port(section) : portOverride;
        if (port == 0 || host == null) {
            return List.of();
        }
        String reached = EVERYWHERE.contains(host) ? "127.0.0.1" : host;
        boolean bare = reached.contains(":") && !reached.startsWith("[");
        try {
            return List.of(new URI("http://" + (bare ? "[" + reached + "]" : reached) + ":" + port));
        } catch (URISyntaxException e) {
            return List.of();
        }
    }

    /** A text counts as a port only through a variable, as the router reads it. */
    private static int port(Section server) {
        JsonNode written = server.raw("port");
        if (!written.isTextual()) {
            return server.whole("port", DEFAULT_PORT, 0, MOST);
        }
        String text = written.textValue().contains("${") ? server.text("port", "") : "";
        try {
            int port = Integer.parseInt(text == null ? "" : text);
            return port >= 0 && port <= MOST ? port : DEFAULT_PORT;
        } catch (NumberFormatException e) {
            return DEFAULT_PORT;
        }
    }
}
