package io.faregate.analytics.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.cli.ServiceClient;
import io.faregate.analytics.cli.ServiceClient.Posted;
import io.faregate.analytics.cli.ServiceClient.Unanswered;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends lines until the service has taken them. A service that says it is busy is asked again after as long as it says,
 * for as long as it says so; one that fails is asked a few times more, unless it never was there. Sending again is safe.
 * For one thread.
 */
final class RowSender {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SERVER_FAULT = 500;
    private static final int TRIES = 5;
    private static final long MOST_SECONDS = 60;

    private final ServiceClient service;
    private boolean everAnswered;

    RowSender(ServiceClient service) {
        this.service = service;
    }

    /**
     * Sends lines; gives the answer's counts.
     *
     * @throws Unanswered if the service is not there, keeps failing, or refuses
     */
    JsonNode send(byte[] lines) throws Unanswered, InterruptedException {
        int failed = 0;
        while (true) {
            Posted answer = null;
            Unanswered silence = null;
            try {
                answer = service.post("/v1/rows", lines);
                everAnswered = true;
            } catch (Unanswered e) {
                silence = e;
            }
            if (answer != null && answer.status() == 200) {
                return answer.body();
            }
            boolean busy = answer != null && answer.status() == TOO_MANY_REQUESTS;
            boolean passing = answer == null ? everAnswered : answer.status() >= FIRST_SERVER_FAULT;
            if (!busy && (!passing || ++failed == TRIES)) {
                throw silence != null ? silence : refused(answer);
            }
            TimeUnit.SECONDS.sleep(answer == null ? failed : waitSeconds(answer.retryAfter(), failed));
        }
    }

    private static Unanswered refused(@Nullable Posted answer) {
        return answer == null
                ? new Unanswered("the service does not answer", true)
                : new Unanswered(
                        "the service answered " + answer.status() + ": "
                                + answer.body().path("detail").asText("without a reason"),
                        false);
    }

    private static long waitSeconds(@Nullable String retryAfter, int otherwise) {
        try {
            return retryAfter == null ? otherwise : Math.min(MOST_SECONDS, Math.max(0, Long.parseLong(retryAfter)));
        } catch (NumberFormatException e) {
            // A date: the service does not send any, something before it may.
            return Math.max(1, otherwise);
        }
    }
}
