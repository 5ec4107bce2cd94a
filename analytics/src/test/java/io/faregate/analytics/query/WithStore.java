package io.faregate.analytics.query;

import io.faregate.analytics.testing.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests over a store of their own, new for each. */
abstract class WithStore {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    Store store;

    @BeforeEach
    void open() {
        store = new Store(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }
}
