package io.faregate.bench.sim;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** One stream being written, a write for each event, no faster than the reader takes it. Confined to one event loop. */
final class StreamAnswer {
    private final Vertx vertx;
    private final ChatEndpoint.Call call;
    private final HttpServerResponse response;
    private final AnswerBytes bytes;
    private final Buffer head;
    private final int outputTokens;
    private final int lastChunk;
    private int chunk;

    StreamAnswer(Vertx vertx, ChatEndpoint.Call call) {
        this.vertx = vertx;
        this.call = call;
        this.response = call.response;
        this.bytes = call.model.bytes;
        this.head = bytes.chunkHead(call.number, call.createdSeconds);
        this.outputTokens = call.outputTokens();
        int chunks = bytes.chunks(outputTokens);
        this.lastChunk = call.fate.fault() == Fault.CUT ? chunks / 2 : chunks;
    }

    void start() {
        response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, Reply.EVENT_STREAM);
        if (call.fate.fault() == Fault.ERROR_EVENT) {
            String error = Reply.errorJson("server_error", "server_error", "The server had an error.");
            response.end("data: " + error + "\n\n").onFailure(gone -> {});
            return;
        }
        response.drainHandler(drained -> proceed());
        write(bytes.roleChunk(head, call.facts.includeUsage));
        proceed();
    }

    private void proceed() {
        long gapMillis = call.model.settings.chunkGapMillis();
        if (gapMillis > 0) {
            response.drainHandler(drained -> {});
            vertx.setTimer(gapMillis, timer -> paced());
            return;
        }
        while (chunk < lastChunk) {
            if (response.closed() || response.writeQueueFull()) {
                return;
            }
            content();
        }
        end();
    }

    private void paced() {
        if (response.closed()) {
            return;
        }
        if (chunk == lastChunk) {
            end();
            return;
        }
        if (!response.writeQueueFull()) {
            content();
        }
        vertx.setTimer(call.model.settings.chunkGapMillis(), timer -> paced());
    }

    private void content() {
        write(bytes.contentChunk(head, chunk++, outputTokens, call.facts.includeUsage));
    }

    private void end() {
        response.drainHandler(null);
        if (call.fate.fault() == Fault.CUT) {
            response.reset();
            return;
        }
        write(bytes.finishChunk(head, call.finishReason(), call.facts.includeUsage));
        if (call.facts.includeUsage) {
            write(bytes.usageChunk(head, call.facts.promptTokens, outputTokens));
        }
        response.end(AnswerBytes.done()).onFailure(gone -> {});
    }

    private void write(Buffer event) {
        response.write(event).onFailure(gone -> {});
    }
}
