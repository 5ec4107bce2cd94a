package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.cost.Usage;
import io.faregate.router.dialect.ClientEventWriter;
import io.faregate.router.route.Route;
import io.faregate.router.upstream.Slices;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.Chunk;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.ObjectEdit;
import io.faregate.router.wire.UsageChunk;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events of one stream as the client sees them: its model's name, our member in the first one, usage only where it
 * was asked for and then once, at the end. Confined to its event loop.
 */
final class ClientEvents {
    private static final long MOST_HELD_BYTES = 64L << 20;
    /** What a held stream may take without asking for room; beyond, it asks for as much each time. */
    private static final long FREE_BYTES = 1 << 20;

    private final Exchange exchange;
    private final Candidate candidate;
    private final byte[] model;
    private final ClientEventWriter writer;
    private final boolean usageAsked;
    private final List<byte[]> before = new ArrayList<>(2);
    private byte @Nullable [] only;
    private @Nullable Buffer out;
    private boolean begun;
    private boolean first = true;
    private byte @Nullable [] id;
    private byte @Nullable [] created;
    private long earlierTokens;
    private long heldBytes;
    private long roomTaken;
    private boolean noRoom;
    private byte @Nullable [] usage;

    ClientEvents(Exchange exchange, Candidate candidate) {
        this.exchange = exchange;
        this.candidate = candidate;
        this.model = exchange.loop.quoted(exchange.facts.answeredModel(candidate));
        this.writer = exchange.facts.form.events();
        this.usageAsked = exchange.facts.form.translates()
                || Objects.requireNonNull(exchange.facts.asked).facts().usageAsked();
    }

    /** Takes a chunk; nothing of it is needed after this returns. */
    void add(Chunk chunk) {
        if (begun) {
            append(chunk);
            return;
        }
        byte[] kept = chunk.asItCame().toByteArray();
        heldBytes += kept.length;
        noRoom |= heldBytes > FREE_BYTES + roomTaken && !takeRoom(kept.length);
        if (!noRoom) {
            before.add(kept);
        }
    }

    private boolean takeRoom(long bytes) {
        long wanted = Math.max(bytes, FREE_BYTES);
        boolean taken = exchange.loop.shared().answerRoom().take(wanted);
        roomTaken += taken ? wanted : 0;
        return taken;
    }

    /** Whether it can't be held back as a whole; what was left out is not to be sent. */
    boolean tooMuchHeld() {
        return noRoom || heldBytes > MOST_HELD_BYTES;
    }

    /** Forgets what is held back and gives back its room. */
    void close() {
        before.clear();
        exchange.loop.shared().answerRoom().give(roomTaken);
        roomTaken = 0;
    }

    /** The head goes out, and what was held back is ready to follow. */
    void begin(ChunkScanner scanner) {
        begun = true;
        if (!exchange.client.headWritten()) {
            exchange.client.beginEvents(candidate, exchange.purse.remainingPicoUsd());
        }
        for (byte[] kept : before) {
            append(scanner.scan("", kept, 0, kept.length));
        }
        before.clear();
    }

    private void append(Chunk chunk) {
        if (earlierTokens > 0) {
            appendContinued(chunk);
            return;
        }
        if (chunk.usageOnly()) {
            usage = usageAsked ? chunk.rewritten(model, null, false).toByteArray() : null;
            return;
        }
        if (usageAsked && chunk.usage() != null) {
            usage = UsageChunk.of(chunk, model);
        }
        if (first) {
            id = chunk.member("id");
            created = chunk.member("created");
        }
        emit(chunk.rewritten(model, member(), true), chunk.brokenLine());
    }

    /** Of a target that goes on, the client sees text and finish, under the name and time of the first. */
    private void appendContinued(Chunk chunk) {
        Usage told = chunk.usage();
        if (usageAsked && told != null) {
            long prompt = Objects.requireNonNull(exchange.facts.asked).facts().estimatedInputTokens();
            usage = UsageChunk.of(id, created, model, prompt, earlierTokens + Math.max(0, told.outputTokens()));
        }
        if (!chunk.carriesSomething()) {
            return;
        }
        ObjectEdit edit = chunk.edit().set("model", model).drop("usage").drop("x_groq");
        if (id != null) {
            edit.set("id", id);
        }
        if (created != null) {
            edit.set("created", created);
        }
        emit(edit.slices(), chunk.brokenLine());
    }

    /** From now on another target goes on; so many tokens were sent before. */
    void goOn(long sentTokens) {
        earlierTokens = Math.max(1, sentTokens);
        usage = null;
    }

    private byte @Nullable [] member() {
        Route route = exchange.facts.route();
        if (!first || route == null || !route.annotate()) {
            return null;
        }
        first = false;
        return exchange.loop.member(exchange.facts, candidate, exchange.facts.attempted());
    }

    private void emit(ByteSlices data, boolean lineFeeds) {
        byte[] event = writer.chunk(data, lineFeeds);
        if (only == null && out == null) {
            only = event;
        } else {
            out = ready().appendBytes(event);
        }
    }

    /** What is ready to go out, as a buffer that can grow. */
    private Buffer ready() {
        byte[] first = only;
        only = null;
        if (out == null) {
            out = Buffer.buffer(first == null ? 0 : 2 * first.length);
        }
        return first == null ? out : out.appendBytes(first);
    }

    /** Sends what is ready; false when the client is slow. */
    boolean flush() {
        Buffer piece = only == null ? out : Slices.buffer(only);
        only = null;
        out = null;
        return piece == null || exchange.client.send(piece);
    }

    /** Sends the rest and the clean end. */
    void end() {
        if (usage != null) {
            emit(new ByteSlices().add(usage), false);
        }
        exchange.client.end(ready().appendBytes(writer.end()));
        exchange.client.onEnded(this::close);
    }

    /** Sends the error event after which nothing comes. */
    void fail(String code, String reason) {
        exchange.client.end(Buffer.buffer(writer.fail(reason, code)));
    }
}
