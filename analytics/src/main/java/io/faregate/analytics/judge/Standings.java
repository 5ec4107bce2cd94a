package io.faregate.analytics.judge;

import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.Ramp;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.query.ArmTargets;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.Records;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where an epoch stands in its experiment, by the file and the rows alone, so that it is known after any restart. */
final class Standings {
    private static final double PERCENT = 100;

    private Standings() {}

    /** The standing of an epoch of a route; the ramp counts only where the promotion is left to the service. */
    static Standing of(
            Connection connection, String route, Epoch epoch, ArmTargets targets, @Nullable CanaryRoute configured)
            throws SQLException {
        String configuredChallenger = configured == null ? null : configured.challenger();
        int retries = Records.retries(connection, route, epoch.experiment(), configuredChallenger);
        boolean holdback = configured != null && configured.exchanged(targets.primary(), targets.challenger());
        Ramp ramp = configured != null && configured.auto() ? configured.ramp() : Ramp.NONE;
        Double share = epoch.share();
        return new Standing(
                retries,
                ramp.epochs(configured == null ? 0 : configured.percent()),
                share == null || ramp.last(share * PERCENT),
                holdback);
    }
}
