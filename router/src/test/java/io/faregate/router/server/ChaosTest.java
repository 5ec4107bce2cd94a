package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.ChaosShape.Charge;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.RowsByRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every way to fail, plain and streamed, at the first, the middle and the last target of a chain, many at once. No call
 * hangs, none is told an end that is none, none fails that another target could have served, and each has one row with
 * the right figures. A client that waits 20 s for a byte fails the test.
 */
final class ChaosTest {
    private static final Logger LOG = LoggerFactory.getLogger("figures");
    private static final int TARGETS = 3;
    private static final int CLIENTS = 48;
    private static final BigDecimal MICRO = new BigDecimal("0.000001");
    private static final int MOST_TOKENS = 100;
    private static final int SENT_TOKENS = 2;

    private final RowsByRequest rows = new RowsByRequest();
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<UsageOutcome, LongAdder> endings = Collections.synchronizedMap(new EnumMap<>(UsageOutcome.class));

    private enum UsageOutcome {
        SERVED,
        FAILED,
        TRUNCATED
    }

    /** One call: who fails how, and where. */
    private record Plan(List<ChaosShape> failing, boolean stream) {
        int at() {
            return failing.size() - 1;
        }

        ChaosShape last() {
            return failing.get(at());
        }

        UsageOutcome outcome() {
            if (stream && last().breaksAfterContent()) {
                return UsageOutcome.TRUNCATED;
            }
            return at() == TARGETS - 1 ? UsageOutcome.FAILED : UsageOutcome.SERVED;
        }

        String route() {
            return switch (last()) {
                case REFUSED -> "dead" + at();
                case MUTE -> "mute" + at();
                case STALLED -> "stall" + at();
                default -> "sound";
            };
        }

        int attempts() {
            return failing.size() + (outcome() == UsageOutcome.SERVED ? 1 : 0);
        }

        String body() {
            StringBuilder ways = new StringBuilder();
            for (int i = 0; i < TARGETS; i++) {
                ways.append("abc".charAt(i))
                        .append('=')
                        .append(i <= at() ? failing.get(i).name() : "GOOD")
                        .append(';');
            }
            return "{\"model\":\"%s\",\"stream\":%s,\"max_tokens\":%d,\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
                    .formatted(route(), stream, MOST_TOKENS, ways);
        }

        @Override
        public String toString() {
            return failing + (stream ? " streamed" : " plain");
        }
    }

    @Test
    void aFewHundredCalls(TestInfo info) throws Exception {
        run(3, 20261130, info);
    }

    @Test
    @Tag("slow")
    void tenThousandCalls(TestInfo info) throws Exception {
        run(84, 20261201, info);
    }

    /** With benches on, targets are passed over rather than called; the healthy one at the end saves every call. */
    @Test
    void behindBenchesAHealthyTargetSavesEveryCall() throws Exception {
        Random random = new Random(7);
        List<Plan> plans = plans(4, random).stream()
                .filter(plan ->
                        plan.outcome() == UsageOutcome.SERVED && !plan.route().equals("sound"))
                .toList();
        try (ChaosRouter router = new ChaosRouter(rows, true, Patience.USUAL)) {
            inParallel(
                    plans,
                    (client, plan) -> {
                        Reply reply = call(client, plan, "bench-" + calls.incrementAndGet());
                        assertServed(reply, plan);
                    },
                    router);
            router.settle();
            assertThat(rows.count()).isEqualTo(plans.size());
        }
    }

    private void run(int rounds, long seed, TestInfo info) throws Exception {
        List<Plan> plans = plans(rounds, new Random(seed));
        long began = System.nanoTime();
        try (ChaosRouter router = new ChaosRouter(rows, false, Patience.USUAL)) {
            inParallel(plans, this::check, router);
            router.settle();
            assertThat(rows.count()).as("one row a call").isEqualTo(plans.size());
            int received = router.stubs.stream().mapToInt(stub -> stub.calls()).sum();
            LOG.info(
                    "{}: {} calls, {} requests to providers, {}, in {} ms",
                    info.getDisplayName(),
                    plans.size(),
                    received,
                    endings,
                    (System.nanoTime() - began) / 1_000_000);
        }
    }

    private static List<Plan> plans(int rounds, Random random) {
        List<ChaosShape> movingOn = new ArrayList<>();
        for (ChaosShape shape : ChaosShape.values()) {
            if (!shape.breaksAfterContent() && !shape.slow() && shape != ChaosShape.REFUSED) {
                movingOn.add(shape);
            }
        }
        List<Plan> plans = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (ChaosShape shape : ChaosShape.values()) {
                for (int at = 0; at < TARGETS; at++) {
                    List<ChaosShape> failing = new ArrayList<>();
                    for (int before = 0; before < at; before++) {
                        failing.add(movingOn.get(random.nextInt(movingOn.size())));
                    }
                    failing.add(shape);
                    plans.add(new Plan(failing, true));
                    plans.add(new Plan(failing, false));
                }
            }
        }
        Collections.shuffle(plans, random);
        return plans;
    }

    private interface Trial {
        void with(LoopbackClient client, Plan plan) throws IOException;
    }

    private static void inParallel(List<Plan> plans, Trial trial, ChaosRouter router) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> worker = () -> {
            LoopbackClient client = router.client();
            try (client) {
                for (int i = next.getAndIncrement(); i < plans.size(); i = next.getAndIncrement()) {
                    try {
                        trial.with(client, plans.get(i));
                    } catch (AssertionError | IOException e) {
                        throw new AssertionError(plans.get(i) + ": " + e.getMessage(), e);
                    }
                }
            }
            return null;
        };
        ExecutorService workers = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (Future<Void> ended : workers.invokeAll(Collections.nCopies(CLIENTS, worker))) {
                ended.get();
            }
        } finally {
            workers.shutdownNow();
        }
    }

    private static Reply call(LoopbackClient client, Plan plan, String id) throws IOException {
        return client.post(RunningRouter.PATH, plan.body(), "x-request-id: " + id)
                .read();
    }

    private void check(LoopbackClient client, Plan plan) throws IOException {
        String id = "chaos-" + calls.incrementAndGet();
        Reply reply = call(client, plan, id);
        JsonNode row = rows.take(id);
        UsageOutcome outcome = plan.outcome();
        endings.computeIfAbsent(outcome, first -> new LongAdder()).increment();
        switch (outcome) {
            case SERVED -> assertServed(reply, plan);
            case TRUNCATED -> assertTruncated(reply, plan);
            case FAILED -> assertFailed(reply, plan);
        }
        assertRow(row, plan);
    }

    private static void assertServed(Reply reply, Plan plan) {
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.whole()).isTrue();
        assertThat(reply.body()).contains("\"Hello\"").contains("\"stop\"").doesNotContain("\"error\":");
        assertThat(reply.body().endsWith("data: [DONE]\n\n")).isEqualTo(plan.stream());
    }

    private static void assertTruncated(Reply reply, Plan plan) {
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
                .contains("\"Hello\"")
                .contains("\"code\":\"" + plan.last().streamCode() + "\"")
                .doesNotContain("[DONE]")
                .doesNotContain("\"stop\"");
        String[] events = reply.body().split("\n\n");
        assertThat(events[events.length - 1]).startsWith("data: {\"error\":");
    }

    private static void assertFailed(Reply reply, Plan plan) {
        assertThat(reply.status()).isEqualTo(plan.last().status);
        assertThat(reply.whole()).isTrue();
        assertThat(reply.body())
                .startsWith("{\"error\":")
                .contains("\"code\":\"" + plan.last().code + "\"")
                .doesNotContain("the-key");
    }

    private static void assertRow(JsonNode row, Plan plan) {
        UsageOutcome outcome = plan.outcome();
        assertThat(row.path("outcome").asText()).isEqualToIgnoringCase(outcome.name());
        assertThat(row.path("stream").asBoolean()).isEqualTo(plan.stream());
        assertThat(row.path("status").asInt()).isEqualTo(outcome == UsageOutcome.FAILED ? plan.last().status : 200);
        assertThat(row.path("error_code").asText())
                .isEqualTo(
                        switch (outcome) {
                            case SERVED -> "null";
                            case TRUNCATED -> plan.last().streamCode();
                            case FAILED -> plan.last().code;
                        });
        assertThat(row.path("fallthrough").asBoolean()).isTrue();
        assertThat(row.path("attempts").size()).isEqualTo(plan.attempts());
        for (int i = 0; i <= plan.at(); i++) {
            ChaosShape shape = plan.failing().get(i);
            JsonNode attempt = row.path("attempts").path(i);
            boolean last = outcome == UsageOutcome.TRUNCATED && i == plan.at();
            assertThat(attempt.path("result").asText()).isEqualTo(last ? "truncated" : "failed");
            assertThat(attempt.path("class").asText())
                    .as(attempt.path("reason").asText())
                    .isEqualTo(shape.failureClass(plan.stream()));
            int received = attempt.path("status").asInt();
            // A busy machine may reach the bound before the head of the answer.
            boolean none = shape == ChaosShape.STALLED && !plan.stream() && received == 0;
            assertThat(received).isEqualTo(none ? 0 : shape.received);
        }
        assertMoney(row, plan);
    }

    private static void assertMoney(JsonNode row, Plan plan) {
        BigDecimal input = row.path("estimated_input_tokens").decimalValue().multiply(MICRO);
        BigDecimal reservation = input.add(tokens(MOST_TOKENS));
        BigDecimal charged = plan.outcome() == UsageOutcome.SERVED ? new BigDecimal("0.00002") : BigDecimal.ZERO;
        BigDecimal known = charged;
        boolean lost = false;
        for (int i = 0; i <= plan.at(); i++) {
            boolean answered = row.path("attempts").path(i).path("status").asInt() != 0;
            Charge said = plan.failing().get(i).charge(plan.stream());
            Charge charge = said == Charge.LOST && !answered ? Charge.ALL : said;
            BigDecimal some = charge == Charge.SOME ? input.add(tokens(SENT_TOKENS)) : BigDecimal.ZERO;
            boolean whole = charge == Charge.ALL || charge == Charge.LOST;
            charged = charged.add(whole ? reservation : some);
            known = known.add(some);
            lost |= charge == Charge.LOST;
        }
        assertThat(row.path("charged_usd").decimalValue()).as("charged").isEqualByComparingTo(charged);
        assertThat(row.path("cost_usd").isNull()).as("cost unknown").isEqualTo(lost);
        if (!lost) {
            assertThat(row.path("cost_usd").decimalValue()).as("cost").isEqualByComparingTo(known);
        }
    }

    private static BigDecimal tokens(int count) {
        return MICRO.multiply(BigDecimal.valueOf(2L * count));
    }
}
