package io.faregate.router.server;

import io.faregate.router.route.Refusal;
import io.faregate.router.upstream.Slices;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads one request body into a byte array, bounded before and after decompression. Confined to its event loop. */
final class BodyReader {
    private static final byte[] EMPTY = {};
    private static final int FIRST_GUESS = 4096;
    private static final int LARGEST_TRUSTED_LENGTH = 1 << 20;
    /** What a body may take without asking for room. */
    private static final int FREE_BYTES = 1 << 20;

    /** What of a gzip is inflated at once. */
    private static final int SHORT_BYTES = 2 << 10;

    private static final int LEAST_PROGRESS_BYTES = 1 << 10;

    /** Why a body was not taken. */
    enum Fault {
        TOO_LARGE,
        UNKNOWN_ENCODING,
        /** Framed in a way that hides where it ends. */
        UNKNOWN_FRAMING,
        /** Chunked, but not in chunks. */
        BROKEN_FRAMING,
        BROKEN_ENCODING,
        /** Hardly anything has come for too long. */
        TOO_SLOW,
        /** So many long bodies are in hand that the heap has no place for another. */
        NO_ROOM;

        /** Whether the rest of the body stays unread, so that nothing can follow it. */
        boolean connectionEnds() {
            return switch (this) {
                case TOO_LARGE, UNKNOWN_FRAMING, BROKEN_FRAMING, TOO_SLOW, NO_ROOM -> true;
                case UNKNOWN_ENCODING, BROKEN_ENCODING -> false;
            };
        }

        Refusal refusal(long maxBytes) {
            String type = "invalid_request_error";
            return switch (this) {
                case TOO_LARGE ->
                    Refusal.of(413, type, "body_too_large", "The body is larger than " + maxBytes + " bytes.");
                case UNKNOWN_ENCODING ->
                    Refusal.of(415, type, "invalid_request", "The Content-Encoding is neither gzip nor identity.");
                case UNKNOWN_FRAMING ->
                    Refusal.of(501, type, "invalid_request", "The Transfer-Encoding is not \"chunked\" alone.");
                case BROKEN_FRAMING -> Refusal.invalidRequest("The body's chunks are not framed as chunks are.");
                case BROKEN_ENCODING -> Refusal.invalidRequest("The body is not the gzip that its header says.");
                case TOO_SLOW ->
                    new Refusal(408, type, "request_timeout", "The body came too slowly.", Refusal.UNKNOWN, true, true);
                case NO_ROOM ->
                    new Refusal(
                            429,
                            "rate_limit_error",
                            "rate_limited",
                            "Too many long bodies are in hand.",
                            1,
                            true,
                            true);
            };
        }
    }

    private final Loop loop;
    private final HttpServerRequest request;
    private final long maxBytes;
    private final Consumer<byte[]> done;
    private final Consumer<Fault> refused;
    private final boolean held;
    private byte[] bytes;
    private long announced;
    private long roomTaken;
    private int length;
    private int lengthAtLastLook;
    private @Nullable ScheduledFuture<?> timer;
    private boolean over;
    private boolean closed;

    private BodyReader(
            Loop loop,
            HttpServerRequest request,
            long maxBytes,
            Consumer<byte[]> done,
            Consumer<Fault> refused,
            boolean held) {
        this.held = held;
        this.loop = loop;
        this.request = request;
        this.maxBytes = maxBytes;
        this.done = done;
        this.refused = refused;
        this.bytes = EMPTY;
    }

    /**
     * Calls exactly one of the two once the body has ended or gone wrong;
     * none of them when the client leaves before.
     */
    static void read(
            Loop loop, HttpServerRequest request, long maxBytes, Consumer<byte[]> done, Consumer<Fault> refused) {
        new BodyReader(loop, request, maxBytes, done, refused, false).start();
    }

    /** As {@link #read}, for who keeps the body: its room is taken until {@link #close}. */
    static BodyReader hold(
            Loop loop, HttpServerRequest request, long maxBytes, Consumer<byte[]> done, Consumer<Fault> refused) {
        BodyReader reader = new BodyReader(loop, request, maxBytes, done, refused, true);
        reader.start();
        return reader;
    }

    /**
     * Whether it is known where the body ends (RFC 9112, section 6.1):
     * no transfer coding but chunked is understood.
     */
    static boolean framed(HttpServerRequest request) {
        List<String> codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        return codings.isEmpty()
                || (codings.size() == 1 && codings.get(0).strip().equalsIgnoreCase("chunked"));
    }

    /** Gives back the room of the body, which takes none from then on. */
    void close() {
        closed = true;
        loop.shared().bodyRoom().give(roomTaken);
        roomTaken = 0;
    }

    private void start() {
        if (!framed(request)) {
            refuse(Fault.UNKNOWN_FRAMING);
            return;
        }
        announced = announcedLength();
        if (announced > maxBytes) {
            refuse(Fault.TOO_LARGE);
            return;
        }
        loop.connections().awaits(request);
        request.handler(this::take);
        request.endHandler(end -> finish());
        request.exceptionHandler(gone -> {
            stop();
            bytes = EMPTY;
            close();
        });
        watch();
    }

    private void watch() {
        timer = loop.timer(loop.shared().patience().bodyMillis(), this::look);
    }

    private void look() {
        if (length - lengthAtLastLook < LEAST_PROGRESS_BYTES) {
            refuse(Fault.TOO_SLOW);
        } else {
            lengthAtLastLook = length;
            watch();
        }
    }

    private void stop() {
        over = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private long announcedLength() {
        String header = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        try {
            return header == null ? -1 : Long.parseLong(header);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void take(Buffer piece) {
        if (over) {
            return;
        }
        int more = piece.length();
        if (length + (long) more > maxBytes) {
            refuse(Fault.TOO_LARGE);
            return;
        }
        if (length == 0 && more == announced && more <= FREE_BYTES) {
            // Most bodies come in one piece, whose array can stay what it is.
            bytes = Slices.bytes(piece);
            length = more;
            return;
        }
        if (length + more > bytes.length) {
            long most = announced > 0 ? announced : maxBytes;
            long trusted = Math.min(announced, LARGEST_TRUSTED_LENGTH);
            long doubled = Math.max(Math.max(FIRST_GUESS, trusted), Math.min(most, bytes.length * 2L));
            int grown = (int) Math.max(length + more, doubled);
            if (!takeRoom(grown)) {
                refuse(Fault.NO_ROOM);
                return;
            }
            bytes = Arrays.copyOf(bytes, grown);
        }
        piece.getBytes(0, more, bytes, length);
        length += more;
    }

    private boolean takeRoom(int wanted) {
        long more = wanted - FREE_BYTES - roomTaken;
        if (more <= 0) {
            return true;
        }
        boolean taken = loop.shared().bodyRoom().take(more);
        roomTaken += taken ? more : 0;
        return taken;
    }

    private void finish() {
        if (over) {
            return;
        }
        if (FramingFault.in(request)) {
            refuse(Fault.BROKEN_FRAMING);
            return;
        }
        stop();
        byte[] whole = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = EMPTY;
        decode(whole);
    }

    /** Hands the body over; its room is taken until {@link #close} where it is held. */
    private void hand(byte[] whole) {
        try {
            done.accept(whole);
        } finally {
            if (!held) {
                close();
            }
        }
    }

    private void decode(byte[] whole) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        String coding = encoding == null ? "identity" : encoding.trim().toLowerCase(Locale.ROOT);
        switch (coding) {
            case "", "identity" -> hand(whole);
            case "gzip", "x-gzip" -> unzip(whole);
            default -> refuse(Fault.UNKNOWN_ENCODING);
        }
    }

    /**
     * A kilobyte may hold a megabyte, so that what is not short is inflated on a worker; one at a time for each loop,
     * since its room is taken only when its length is known.
     */
    private void unzip(byte[] zipped) {
        if (zipped.length <= SHORT_BYTES) {
            inflated(inflate(zipped));
            return;
        }
        loop.vertx()
                .executeBlocking(() -> Optional.ofNullable(inflate(zipped)), true)
                .onSuccess(plain -> inflated(plain.orElse(null)))
                .onFailure(fault -> refuse(Fault.NO_ROOM));
    }

    private void inflated(byte @Nullable [] plain) {
        if (closed) {
            // The client has left meanwhile: nobody would give the room back that is taken now.
            return;
        }
        if (plain == null) {
            refuse(Fault.BROKEN_ENCODING);
        } else if (plain.length > maxBytes) {
            refuse(Fault.TOO_LARGE);
        } else if (!takeRoom(plain.length)) {
            refuse(Fault.NO_ROOM);
        } else {
            hand(plain);
        }
    }

    private byte @Nullable [] inflate(byte[] zipped) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            return in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBytes + 1));
        } catch (IOException e) {
            return null;
        }
    }

    private void refuse(Fault fault) {
        stop();
        bytes = EMPTY;
        close();
        refused.accept(fault);
    }
}
