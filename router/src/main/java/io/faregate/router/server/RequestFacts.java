package io.faregate.router.server;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.cost.Units;
import io.faregate.router.dialect.ClientForm;
import io.faregate.router.dialect.LearnedQuirks;
import io.faregate.router.dialect.PromptedTools;
import io.faregate.router.dialect.Wording;
import io.faregate.router.route.Failover;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Surface;
import io.faregate.router.route.UnknownModel;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.telemetry.GenAiNames;
import io.faregate.router.telemetry.RequestTrace;
import io.faregate.router.telemetry.TraceHeaders;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import io.faregate.router.usage.UsageRow;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import io.faregate.router.wire.MultipartForm;
import io.vertx.core.http.HttpServerRequest;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What is known of one request so far; what headers, rows and metrics are made from. Confined to its event loop. */
final class RequestFacts {
    final Surface surface;
    final ClientForm form;
    final String requestId;
    final long arrivedMillis;
    final long arrivedNanos;
    long receivedNanos;
    long deadlineNanos = Long.MAX_VALUE;
    long firstTokenNanos;
    /** When the last call that is over had begun, and how long all of them took together. */
    long lastCallNanos;

    long upstreamNanos;
    long audioMillis;
    long setMaxTokens = UsageRow.UNKNOWN;

    @Nullable
    VirtualKey key;

    /** Null unless traces are on. */
    @Nullable
    RequestTrace trace;

    @Nullable
    ChatRequest asked;

    @Nullable
    RoutePlan plan;

    @Nullable
    Failover walk;

    /** What the last call answered, when the next one is the same target's to correct it. */
    PromptedTools.@Nullable Correction correction;

    UsageRow.Assignment assignment = UsageRow.Assignment.NOWHERE;
    UsageRow.@Nullable UsageSource usageSource;

    private final Attempted attempted = new Attempted();
    private @Nullable Wording wording;
    private @Nullable String taskId;
    private boolean taskGiven;

    RequestFacts(Loop loop, HttpServerRequest request, Surface surface) {
        this(
                surface,
                loop.nowNanos(),
                loop.wallMillis(),
                millis -> RequestIdentity.requestId(request, () -> loop.freshId(millis)));
    }

    /** At an instant that the caller knows. */
    RequestFacts(Surface surface, long arrivedNanos, long arrivedMillis, LongFunction<String> id) {
        this.surface = surface;
        this.form = ClientForm.of(surface);
        this.arrivedNanos = arrivedNanos;
        this.receivedNanos = arrivedNanos;
        this.arrivedMillis = arrivedMillis;
        this.requestId = id.apply(arrivedMillis);
    }

    /** What a call carries of the trace it belongs to: the client's own when we do not trace, null without one. */
    @Nullable
    TraceHeaders traceHeaders(HttpServerRequest request, Candidate candidate) {
        if (trace != null) {
            long asks = setMaxTokens >= 0 || asked == null
                    ? setMaxTokens
                    : asked.facts().askedOutputTokens();
            boolean stream = asked != null && asked.facts().stream();
            return trace.call(candidate, GenAiNames.operation(surface), stream, asks);
        }
        String parent = request.getHeader("traceparent");
        return parent == null ? null : new TraceHeaders(parent, request.getHeader("tracestate"));
    }

    /** Takes a step of the request, in its trace if there is one. */
    void traced(Runnable step) {
        if (trace == null) {
            step.run();
        } else {
            trace.around(step);
        }
    }

    /** A call is over. */
    void called(long startedNanos, long nowNanos, Attempt attempt) {
        lastCallNanos = startedNanos;
        upstreamNanos += nowNanos - startedNanos;
        if (trace != null) {
            trace.ended(attempt, firstTokenNanos > startedNanos ? firstTokenNanos - startedNanos : Attempt.UNKNOWN);
        }
    }

    /** A request as the client wrote it, and in the form of chat completions too where that is another. */
    record Scanned(
            ChatRequest asked,
            ClientForm.@Nullable Translated translated,
            @Nullable ChatRequest chat) {}

    /** Reads a body; touches nothing else, so that it may run on any thread. */
    Scanned scan(ChatRequestScanner scanner, byte[] body, @Nullable String contentType, boolean userText)
            throws BadRequest {
        boolean isForm = surface == Surface.TRANSCRIPTIONS;
        ChatRequest read =
                isForm ? MultipartForm.scan(body, contentType, surface) : scanner.scan(body, surface, userText);
        if (!form.translates()) {
            return new Scanned(read, null, null);
        }
        ClientForm.Translated translated = form.chatRequest(read.body());
        return new Scanned(read, translated, scanner.scan(translated.body(), Surface.CHAT, false));
    }

    /** From now on the request is known; nothing of a decision is before. */
    ChatRequest read(Loop loop, Scanned scanned) {
        LearnedQuirks quirks = loop.shared().quirks();
        ChatRequest read = scanned.asked();
        ClientForm.Translated translated = scanned.translated();
        ChatRequest chat = scanned.chat();
        asked = read;
        wording = translated == null || chat == null
                ? Wording.plain(read, quirks, loop.scanner(), arrivedMillis)
                : new Wording(read, chat, translated, quirks, loop.scanner(), arrivedMillis);
        return read;
    }

    /** How the request is said to each candidate; only once it has been read. */
    Wording wording() {
        return Objects.requireNonNull(wording);
    }

    /** The surface whose answers are read, after translation. */
    Surface answerSurface() {
        return form.translates() ? Surface.CHAT : surface;
    }

    /** What is billed beside tokens: pictures asked for, text to be spoken, speech that was heard. */
    Units units() {
        if (asked == null) {
            return Units.NONE;
        }
        return switch (surface) {
            case IMAGES -> new Units(asked.facts().answers(), 0, 0);
            case SPEECH -> new Units(0, 0, asked.codePoints());
            case TRANSCRIPTIONS -> new Units(0, audioMillis, 0);
            default -> Units.NONE;
        };
    }

    void received(long nowNanos) {
        receivedNanos = nowNanos;
    }

    /** A request without a task's name is a task of its own. */
    void task(@Nullable String given) {
        taskGiven = given != null;
        taskId = given != null ? given : requestId;
    }

    String taskId() {
        return taskId == null ? requestId : taskId;
    }

    boolean taskGiven() {
        return taskGiven;
    }

    String keyName() {
        return key == null ? "" : key.name();
    }

    void planned(RoutePlan made, Snapshot snapshot) {
        plan = made;
        assignment = snapshot.assignments().of(made, arrivedMillis);
    }

    @Nullable
    Route route() {
        return plan == null ? null : plan.route();
    }

    @Nullable
    Arm arm() {
        return plan == null ? null : plan.arm();
    }

    /** Each target tried or skipped so far, in order. */
    Attempted attempted() {
        return attempted;
    }

    /** Nothing is decided for the request any more: its walk and plan are another's from now on. */
    void decided() {
        walk = null;
        plan = null;
    }

    /**
     * Whether the head of the chain failed or was passed over; a refusal at the head, or a leaving there,
     * is neither.
     */
    boolean fellThrough(Outcome outcome) {
        Candidate head = plan == null ? null : plan.head();
        if (head == null || attempted().steps().isEmpty()) {
            return false;
        }
        String target = head.target().name();
        Attempt last = attempted().lastAttempt();
        boolean atHead = last != null && last.target().equals(target);
        return switch (outcome) {
            case SERVED, CANCELED -> last != null && !atHead;
            case FAILED, TRUNCATED -> true;
            case REFUSED -> attempted().calls() > 0;
        };
    }

    /** Whether a candidate is of another provider than the head of the chain, whose words the history holds. */
    boolean isAway(Candidate candidate) {
        Candidate head = plan == null ? null : plan.head();
        return head != null
                && !head.target()
                        .provider()
                        .name()
                        .equals(candidate.target().provider().name());
    }

    /** The version of the price that an attempt was billed at. */
    @Nullable
    String priceVersion(Attempt attempt) {
        if (plan == null) {
            return null;
        }
        for (int i = 0; plan.has(i); i++) {
            Candidate candidate = plan.candidate(i);
            Price price = candidate.price();
            if (candidate.target().name().equals(attempt.target())
                    && candidate.model().equals(attempt.model())) {
                return price == null ? null : price.version();
            }
        }
        return null;
    }

    /** The model's name in the answer: the client's own, or the serving target's on a named route. */
    String answeredModel(Candidate candidate) {
        Route route = route();
        if (route != null && route.named()) {
            return candidate.model();
        }
        return asked == null ? candidate.model() : asked.facts().model();
    }

    /** Sets the deadline of a route that bounds its chain so; {@link Long#MAX_VALUE} does not. */
    long boundBy(long nanos) {
        deadlineNanos = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : receivedNanos + nanos;
        return deadlineNanos;
    }

    /** What is told of a model that leads nowhere for this client. */
    Refusal unknown(Routing routing, String model) {
        return UnknownModel.refusal(routing, model, name -> RequestIdentity.mayUse(key, name));
    }
}
