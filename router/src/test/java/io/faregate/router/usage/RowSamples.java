package io.faregate.router.usage;

import io.faregate.router.catalog.Capability;
import io.faregate.router.cost.Usage;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.usage.UsageRow.UsageSource;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of every kind and every end, for the tests on both sides of the contract. */
final class RowSamples {
    private static final long UNKNOWN = UsageRow.UNKNOWN;
    private static final long NOON = 1_796_040_000_000L;
    private static final UsageRow.Assignment PLAIN =
            new UsageRow.Assignment("fast", null, null, null, "a", "0123456789ab");
    private static final UsageRow.Assignment CHALLENGER =
            new UsageRow.Assignment("agent", "2026-w48", "challenger", new BigDecimal("0.005"), "c", "ba9876543210");

    private RowSamples() {}

    static List<byte[]> lines() {
        UsageRowEncoder encoder = new UsageRowEncoder("box-1", "0.1.0");
        return List.of(
                encoder.encode(served()),
                encoder.encode(fallenThrough()),
                encoder.encode(failed()),
                encoder.encode(refused()),
                encoder.encode(canceled()),
                encoder.encode(truncated()),
                encoder.encode(unreadable()),
                encoder.encode(new FeedbackRow(id(8), NOON, "task-1", true, null, false, "agents")),
                encoder.encode(new FeedbackRow(id(9), NOON, "task-2", null, new BigDecimal("0.250"), true, null)),
                encoder.encode(decision()));
    }

    static UsageRow served() {
        Attempted tried = new Attempted();
        tried.add(attempt("a", Attempt.Result.SERVED, 200, Usage.of(10, 5), 4_900_000L));
        return row(1, PLAIN, tried, ending(200, Outcome.SERVED, null, UsageSource.PROVIDER, 4_900_000L, false));
    }

    static UsageRow fallenThrough() {
        Attempted tried = new Attempted();
        tried.add(new Skip("b", "model-b", "tools"));
        tried.add(failure("c", "upstream_5xx", "the provider answered 503", 503, null, 0, false));
        Usage usage = new Usage(120, 100, 8, 4, 2, 0, 30, 20, 1, 0, "flex", 990_000_000L);
        tried.add(attempt("a", Attempt.Result.SERVED, 200, usage, 1_000_000_000_000L));
        return row(
                2,
                CHALLENGER,
                tried,
                ending(200, Outcome.SERVED, null, UsageSource.PROVIDER, 1_000_000_000_000L, true));
    }

    static UsageRow failed() {
        Attempted tried = new Attempted();
        tried.add(failure("a", "timeout", "no answer within 20s", 0, null, UNKNOWN, false));
        return row(3, PLAIN, tried, ending(504, Outcome.FAILED, "upstream_timeout", null, 53_000_000L, true));
    }

    static UsageRow refused() {
        return row(
                4,
                PLAIN,
                new Attempted(),
                new UsageRow.Served("a", "a", "model-a", null),
                ending(402, Outcome.REFUSED, "daily_budget_exceeded", null, 0, false));
    }

    static UsageRow canceled() {
        Attempted tried = new Attempted();
        tried.add(attempt("a", Attempt.Result.CANCELED, 200, Usage.of(10, 2), 14_000_000L));
        return row(5, PLAIN, tried, ending(0, Outcome.CANCELED, null, UsageSource.ESTIMATED, 14_000_000L, false));
    }

    static UsageRow truncated() {
        Attempted tried = new Attempted();
        tried.add(new Attempt(
                "a",
                "a",
                "model-a",
                Attempt.Result.TRUNCATED,
                "upstream_5xx",
                "reset in the middle of the answer",
                200,
                812,
                Usage.of(10, 3),
                16_000_000L,
                42_000_000L,
                true,
                List.of("seed", "logit_bias"),
                true));
        return row(
                6,
                PLAIN,
                tried,
                ending(200, Outcome.TRUNCATED, "stream_truncated", UsageSource.ESTIMATED, 16_000_000L, true));
    }

    private static UsageRow unreadable() {
        return new UsageRow(
                new UsageRow.Call(id(7), NOON, "req\u0007\"\\\u2028\ud83d\ude42\ud83d", "task-7", false, null),
                UsageRow.Assignment.NOWHERE,
                new UsageRow.Asked("chat", 0, null, false, UNKNOWN, UNKNOWN),
                UsageRow.Served.NOBODY,
                ending(400, Outcome.REFUSED, "invalid_request", null, 0, false),
                new Attempted());
    }

    private static DecisionRow decision() {
        return new DecisionRow(
                id(10),
                NOON,
                "agent",
                "2026-w48",
                3L,
                "promote",
                "set_canary",
                "analytics",
                List.of("cheaper", "success"),
                Map.of("percent", new BigDecimal("25.0")),
                percentAndChallenger());
    }

    private static Map<String, Object> percentAndChallenger() {
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("percent", new BigDecimal("1E+2"));
        after.put("challenger", "deepseek");
        return after;
    }

    static Attempt attempt(String target, Attempt.Result result, int status, Usage usage, long costPicoUsd) {
        return new Attempt(
                target,
                target,
                "model-" + target,
                result,
                null,
                null,
                status,
                640,
                usage,
                costPicoUsd,
                42_000_000L,
                true,
                List.of(),
                false);
    }

    static Attempt failure(
            String target,
            String failureClass,
            String reason,
            int status,
            @Nullable Usage usage,
            long costPicoUsd,
            boolean billed) {
        return new Attempt(
                target,
                target,
                "model-" + target,
                Attempt.Result.FAILED,
                failureClass,
                reason,
                status,
                20_001,
                usage,
                costPicoUsd,
                UNKNOWN,
                billed,
                List.of(),
                false);
    }

    private static UsageRow row(int number, UsageRow.Assignment assignment, Attempted tried, UsageRow.Ending ending) {
        Attempt last = tried.lastAttempt();
        UsageRow.Served served = last == null
                ? UsageRow.Served.NOBODY
                : new UsageRow.Served(last.target(), last.provider(), last.model(), "5e0f1c");
        return row(number, assignment, tried, served, ending);
    }

    private static UsageRow row(
            int number,
            UsageRow.Assignment assignment,
            Attempted tried,
            UsageRow.Served served,
            UsageRow.Ending ending) {
        int needs = Capability.TOOLS.bit() | Capability.STRUCTURED_OUTPUT.bit();
        return new UsageRow(
                new UsageRow.Call(id(number), NOON + number, "req-" + number, "task-" + number, true, "agents"),
                assignment,
                new UsageRow.Asked("chat", needs, "fast", number % 2 == 0, 11, 16),
                served,
                ending,
                tried);
    }

    private static UsageRow.Ending ending(
            int status,
            Outcome outcome,
            @Nullable String errorCode,
            @Nullable UsageSource source,
            long chargedPicoUsd,
            boolean fallthrough) {
        return new UsageRow.Ending(
                NOON + 641,
                status,
                outcome,
                errorCode,
                source,
                UNKNOWN,
                outcome == Outcome.SERVED ? 4096 : UNKNOWN,
                chargedPicoUsd,
                640,
                outcome == Outcome.SERVED ? 120 : UNKNOWN,
                fallthrough,
                12_500_004_900_000L);
    }

    private static UUID id(int number) {
        return RowId.of(NOON + number, number, 7L * number);
    }
}
