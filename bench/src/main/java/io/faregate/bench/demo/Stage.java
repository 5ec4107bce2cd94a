package io.faregate.bench.demo;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.Troupe;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** The three programs of the demonstration. */
final class Stage implements AutoCloseable {
    private static final String CONFIGURATION = "/io/faregate/router/demo.yaml";
    private static final String KEY_VARIABLE = "FAREGATE_ADMIN_KEY";
    private static final int KEY_BYTES = 12;

    private final Troupe troupe;
    private final String simUrl;
    private final String routerUrl;
    private final String analyticsUrl;
    private final String adminKey;

    /**
     * Starts all three and waits until they are ready.
     *
     * @throws IllegalStateException one of them does not start
     */
    Stage(Home home, Folder folder) throws InterruptedException {
        troupe = new Troupe(home, folder);
        try {
            adminKey = newKey();
            troupe.variable(KEY_VARIABLE, adminKey);
            simUrl = troupe.sim();
            Path forRouter = troupe.bring(
                    CONFIGURATION, "faregate.yaml", text -> text + "\nauth: { admin_key_env: " + KEY_VARIABLE + " }\n");
            routerUrl = troupe.ready("router", "router", List.of("router", "--config", forRouter.toString()));
            // The router's port is known only now.
            Path forAnalytics = troupe.bring(
                    CONFIGURATION,
                    "analytics.yaml",
                    text -> text.replace("\nanalytics:\n", "\nanalytics:\n  routers: [\"" + routerUrl + "\"]\n"));
            analyticsUrl =
                    troupe.ready("analytics", "analytics", List.of("analytics", "--config", forAnalytics.toString()));
        } catch (InterruptedException | RuntimeException e) {
            troupe.close();
            throw e;
        }
    }

    String simUrl() {
        return simUrl;
    }

    String routerUrl() {
        return routerUrl;
    }

    String analyticsUrl() {
        return analyticsUrl;
    }

    /** What the buttons of the dashboard ask for; made for this run alone. */
    String adminKey() {
        return adminKey;
    }

    private static String newKey() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return "demo-" + HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        troupe.close();
    }
}
