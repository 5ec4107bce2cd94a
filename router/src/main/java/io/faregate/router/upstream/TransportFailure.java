package io.faregate.router.upstream;

import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** Which failure a broken transport is, in words that are fit for rows. */
public final class TransportFailure {
    private TransportFailure() {}

    /**
     * The failure of a call that broke.
     *
     * @param sent whether the request had gone to a connection: then the provider may have served and billed it,
     *     whatever became of the answer
     * @param afterHead whether the answer had begun
     */
    public static Failure of(Throwable cause, boolean sent, boolean afterHead) {
        if (cause instanceof Inflating.BadEncoding) {
            return Failure.transport(FailureClass.UPSTREAM_5XX, String.valueOf(cause.getMessage()), true);
        }
        if (afterHead) {
            return Failure.transport(
                    FailureClass.UPSTREAM_5XX, "the connection broke in the middle of the answer", true);
        }
        return Failure.transport(FailureClass.CONNECTION, words(cause), sent);
    }

    private static String words(Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof ConnectTimeoutException) {
                return "no connection within the connect timeout";
            }
            if (at instanceof UnknownHostException) {
                return "the host name is not known";
            }
            if (at instanceof SSLException) {
                return "the TLS handshake failed";
            }
            if (at instanceof ConnectException) {
                return "the connection was refused";
            }
            if (at instanceof ConnectionPoolTooBusyException) {
                return "no connection was free";
            }
        }
        return "the connection was closed before an answer came";
    }
}
