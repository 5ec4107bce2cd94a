package io.faregate.analytics.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.store.LoadResult;
import io.faregate.analytics.store.Warehouse;
import java.nio.file.Path;

/** A warehouse in a test's folder that takes rows as text. */
public final class Store implements AutoCloseable {
    private final Warehouse warehouse;
    private final Intake intake;

    /** A new one in this folder. */
    public Store(Path folder) {
        warehouse = Warehouse.open(folder.resolve("test.duckdb"), 2);
        intake = new Intake(warehouse);
    }

    /** Stores rows, each anything whose text is a line. */
    public LoadResult add(Object... rows) {
        return intake.store(Rows.lines(rows).getBytes(UTF_8));
    }

    /** The warehouse. */
    public Warehouse warehouse() {
        return warehouse;
    }

    @Override
    public void close() {
        warehouse.close();
    }
}
