package io.faregate.router.usage;

import io.faregate.router.catalog.Capability;
import io.faregate.router.cost.Usage;
import java.util.List;
import java.util.UUID;

/**
 * Writes rows as lines: one JSON object, UTF-8, a line feed at the end, members as {@code usage-row.v1.schema.json}
 * has them. Not thread-safe: one for each event loop. A line that it returns is all that it allocates, and into a batch
 * it allocates nothing.
 */
public final class UsageRowEncoder {
    /** Characters of a client's or provider's text that are kept in a row. */
    public static final int MAX_TEXT_CHARS = 256;

    private static final byte[] CALL = JsonBytes.ascii("{\"schema\":1,\"type\":\"call\"");
    private static final byte[] FEEDBACK = JsonBytes.ascii("{\"schema\":1,\"type\":\"feedback\"");
    private static final byte[] DECISION = JsonBytes.ascii("{\"schema\":1,\"type\":\"decision\"");
    private static final byte[] FIRST_TARGET = JsonBytes.ascii("{\"target\":");
    private static final byte[] NEXT_TARGET = JsonBytes.ascii(",{\"target\":");
    private static final byte[][] NEEDS = needs();

    private final JsonBytes single = new JsonBytes();
    private JsonBytes out = single;
    private final byte[] instance;
    private final byte[] routerVersion;

    /**
     * Writes for one process.
     *
     * @param instance the name of the process in rows
     * @param routerVersion the version of this program
     */
    public UsageRowEncoder(String instance, String routerVersion) {
        this.instance = quoted(instance);
        this.routerVersion = quoted(routerVersion);
    }

    /** The line of a call. */
    public byte[] encode(UsageRow row) {
        out.clear();
        call(row);
        return line();
    }

    /** Adds the line of a call; when that fails, nothing is added. */
    public void encode(UsageRow row, RowBatch batch) {
        JsonBytes lines = batch.lines();
        int before = lines.length();
        out = lines;
        try {
            call(row);
            out.put('}').put('\n');
            batch.added();
        } catch (RuntimeException fault) {
            lines.cut(before);
            throw fault;
        } finally {
            out = single;
        }
    }

    private void call(UsageRow row) {
        UsageRow.Ending ending = row.ending();
        UsageRow.Call call = row.call();
        start(CALL, call.rowId(), call.arrivedMillis());
        member(Field.ENDED_AT).instant(ending.endedMillis());
        member(Field.INSTANCE).raw(instance);
        member(Field.REQUEST_ID).string(call.requestId(), MAX_TEXT_CHARS);
        member(Field.TASK_ID).string(call.taskId(), MAX_TEXT_CHARS);
        member(Field.TASK_GIVEN).bool(call.taskGiven());
        member(Field.KEY).string(call.key());
        assignment(row.assignment());
        asked(row.asked());
        UsageRow.Served served = row.served();
        member(Field.TARGET).string(served.target());
        member(Field.PROVIDER).string(served.provider());
        member(Field.MODEL).string(served.model(), MAX_TEXT_CHARS);
        member(Field.STREAM).bool(row.asked().stream());
        member(Field.STATUS).count(ending.status() == 0 ? UsageRow.UNKNOWN : ending.status());
        member(Field.OUTCOME).string(ending.outcome().key());
        member(Field.ERROR_CODE).string(ending.errorCode(), MAX_TEXT_CHARS);
        Usage usage = row.tried().usage();
        tokens(usage);
        member(Field.UNITS).count(ending.units());
        member(Field.SERVICE_TIER).string(usage.serviceTier(), MAX_TEXT_CHARS);
        UsageRow.UsageSource source = ending.usageSource();
        member(Field.USAGE_SOURCE).string(source == null ? null : source.key());
        member(Field.ESTIMATED_INPUT_TOKENS).count(row.asked().estimatedInputTokens());
        member(Field.ASKED_OUTPUT_TOKENS).count(row.asked().askedOutputTokens());
        member(Field.SET_MAX_TOKENS).count(ending.setMaxTokens());
        member(Field.COST_USD).money(row.tried().costPicoUsd());
        member(Field.CHARGED_USD).money(ending.chargedPicoUsd());
        member(Field.PROVIDER_COST_USD).money(usage.providerCostPicoUsd());
        member(Field.PRICE_VERSION).string(served.priceVersion());
        member(Field.LATENCY_MS).count(ending.latencyMillis());
        member(Field.FIRST_TOKEN_MS).count(ending.firstTokenMillis());
        member(Field.FALLTHROUGH).bool(ending.fallthrough());
        tried(row.tried().steps());
        member(Field.DAY_TOTAL_USD).money(ending.dayTotalPicoUsd());
        member(Field.ROUTER_VERSION).raw(routerVersion);
    }

    /** The line of a feedback. */
    public byte[] encode(FeedbackRow row) {
        out.clear();
        start(FEEDBACK, row.rowId(), row.arrivedMillis());
        member(Field.TASK_ID).string(row.taskId(), MAX_TEXT_CHARS);
        member(Field.SUCCESS).value(row.success());
        member(Field.SCORE).decimal(row.score());
        member(Field.FINAL).bool(row.closesTask());
        member(Field.KEY).string(row.key());
        return line();
    }

    /** The line of a decision. */
    public byte[] encode(DecisionRow row) {
        out.clear();
        start(DECISION, row.rowId(), row.madeMillis());
        member(Field.ROUTE).string(row.route());
        member(Field.EXPERIMENT).string(row.experiment());
        member(Field.EPOCH).value(row.epoch());
        member(Field.VERDICT).string(row.verdict());
        member(Field.ACTION).string(row.action());
        member(Field.ACTOR).string(row.actor(), MAX_TEXT_CHARS);
        member(Field.REASONS).value(row.reasons());
        member(Field.BEFORE).value(row.before());
        member(Field.AFTER).value(row.after());
        return line();
    }

    private void start(byte[] head, UUID rowId, long millis) {
        out.raw(head);
        member(Field.ROW_ID).uuid(rowId);
        member(Field.TS).instant(millis);
    }

    private byte[] line() {
        return out.put('}').put('\n').toByteArray();
    }

    private void assignment(UsageRow.Assignment assignment) {
        member(Field.ROUTE).string(assignment.route());
        member(Field.EXPERIMENT).string(assignment.experiment());
        member(Field.ARM).string(assignment.arm());
        member(Field.SHARE).decimal(assignment.share());
        member(Field.ASSIGNED_TARGET).string(assignment.assignedTarget());
        member(Field.EPOCH_KEY).string(assignment.epochKey());
    }

    private void asked(UsageRow.Asked asked) {
        member(Field.SURFACE).string(asked.surface());
        member(Field.NEEDS).raw(NEEDS[asked.needs() & Capability.ALL]);
        member(Field.REQUESTED_MODEL).string(asked.requestedModel(), MAX_TEXT_CHARS);
    }

    private void tokens(Usage usage) {
        member(Field.INPUT_TOKENS).count(usage.inputTokens());
        member(Field.CACHED_INPUT_TOKENS).count(usage.cachedInputTokens());
        member(Field.CACHE_WRITE_TOKENS).count(usage.cacheWriteTokens());
        member(Field.CACHE_WRITE_1H_TOKENS).count(usage.cacheWrite1hTokens());
        member(Field.OUTPUT_TOKENS).count(usage.outputTokens());
        member(Field.REASONING_TOKENS).count(usage.reasoningTokens());
        member(Field.AUDIO_INPUT_TOKENS).count(usage.audioInputTokens());
        member(Field.AUDIO_OUTPUT_TOKENS).count(usage.audioOutputTokens());
    }

    private void tried(List<Tried> steps) {
        member(Field.ATTEMPTS).put('[');
        boolean first = true;
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Attempt attempt) {
                out.raw(first ? FIRST_TARGET : NEXT_TARGET).string(attempt.target());
                attempt(attempt);
                first = false;
            }
        }
        out.put(']');
        member(Field.SKIPPED).put('[');
        first = true;
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Skip skip) {
                out.raw(first ? FIRST_TARGET : NEXT_TARGET).string(skip.target());
                member(Field.REASON).string(skip.reason(), MAX_TEXT_CHARS);
                out.put('}');
                first = false;
            }
        }
        out.put(']');
    }

    private void attempt(Attempt attempt) {
        Usage usage = attempt.usage();
        member(Field.PROVIDER).string(attempt.provider());
        member(Field.MODEL).string(attempt.model(), MAX_TEXT_CHARS);
        member(Field.RESULT).string(attempt.result().key());
        member(Field.CLASS).string(attempt.failureClass());
        member(Field.REASON).string(attempt.reason(), MAX_TEXT_CHARS);
        member(Field.STATUS).count(attempt.status() == 0 ? Attempt.UNKNOWN : attempt.status());
        member(Field.LATENCY_MS).count(attempt.latencyMillis());
        member(Field.INPUT_TOKENS).count(usage == null ? Attempt.UNKNOWN : usage.inputTokens());
        member(Field.OUTPUT_TOKENS).count(usage == null ? Attempt.UNKNOWN : usage.outputTokens());
        member(Field.COST_USD).money(attempt.costPicoUsd());
        member(Field.ESTIMATED_COST_USD).money(attempt.estimatedCostPicoUsd());
        member(Field.CHANGED).value(attempt.changed());
        member(Field.PANIC).bool(attempt.panic());
        out.put('}');
    }

    private JsonBytes member(Field field) {
        return out.raw(field.member());
    }

    private static byte[] quoted(String text) {
        JsonBytes json = new JsonBytes();
        json.string(text);
        return json.toByteArray();
    }

    private static byte[][] needs() {
        byte[][] needs = new byte[Capability.ALL + 1][];
        for (int mask = 0; mask < needs.length; mask++) {
            JsonBytes json = new JsonBytes();
            json.value(Capability.keys(mask));
            needs[mask] = json.toByteArray();
        }
        return needs;
    }
}
