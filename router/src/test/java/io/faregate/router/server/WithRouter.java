package io.faregate.router.server;

import io.faregate.router.server.RunningRouter.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests over one usual router for them all, at rest before each. */
abstract class WithRouter {
    static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(Settings.USUAL);
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }
}
