package io.faregate.analytics.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Sql;
import io.faregate.analytics.testing.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArmTargetsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @BeforeEach
    void open() {
        store = new Store(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void areThoseThatTheArmsWereAssigned() {
        store.add(
                Rows.call("r1", "t1", "0.01").put("assigned_target", "one").put("target", "rescue"),
                Rows.challenger("r2", "t2", "0.01").put("assigned_target", "two"));
        assertThat(targets()).isEqualTo(new ArmTargets("one", "two"));
    }

    @Test
    void areStillToldWhenTheCallsHaveLeft() {
        store.add(
                Rows.call("r1", "t1", "0.01").put("assigned_target", "one"),
                Rows.challenger("r2", "t2", "0.01").put("assigned_target", "two"));
        Sql.run(store.warehouse(), "DELETE FROM call_rows");
        assertThat(targets()).isEqualTo(new ArmTargets("one", "two"));
    }

    @Test
    void areTheNewestWhereAnArmHadSeveral() {
        store.add(
                Rows.call("r1", "t1", "0.01").put("assigned_target", "one").put("ts", "2026-08-20T11:00:00.000Z"),
                Rows.call("r2", "t2", "0.01").put("assigned_target", "before"),
                Rows.challenger("r3", "t3", "0.01").put("assigned_target", "two"));
        assertThat(targets()).isEqualTo(new ArmTargets("one", "two"));
    }

    @Test
    void areThoseThatMostlyServedWhereNoneWasAssigned() {
        store.add(
                Rows.call("r1", "t1", "0.01"),
                Rows.call("r2", "t2", "0.01"),
                Rows.call("r3", "t3", "0.01").put("target", "rescue"));
        assertThat(targets()).isEqualTo(new ArmTargets("a", null));
    }

    private ArmTargets targets() {
        return store.warehouse().read(c -> ArmTargets.of(c, Epoch.of(c, "r").get(0)));
    }
}
