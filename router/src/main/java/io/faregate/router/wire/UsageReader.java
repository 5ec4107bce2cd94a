package io.faregate.router.wire;

import io.faregate.router.cost.Usage;
import io.faregate.router.wire.JsonCursor.Token;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a provider says it counted, in each of its spellings, into one vocabulary. Not thread-safe.
 *
 * <p>A prompt that is missing, or a total that is null, negative, broken, a string or beyond {@link #MOST_TOKENS} makes
 * the whole unusable: null, never 0. A part that is any of these counts as not told. Parts are held to their totals.
 * Spelled {@code input_tokens}, a prompt does not contain what its cache members count (Anthropic); spelled
 * {@code prompt_tokens}, it does.
 */
public final class UsageReader {
    /** More than any call can use. */
    static final long MOST_TOKENS = 1L << 40;

    private static final long UNKNOWN = Usage.UNKNOWN;
    private static final long UNUSABLE = -2;
    private static final int MOST_DIGITS = 64;

    private final boolean reasoningOutside;

    private long prompt;
    private long completion;
    private long total;
    private long input;
    private long output;
    private long cached;
    private long cacheRead;
    private long cacheCreation;
    private long cacheWrite;
    private long cacheWrite5m;
    private long cacheWrite1h;
    private long audioInput;
    private long imageInput;
    private long reasoning;
    private long audioOutput;
    private long imageOutput;
    private long costPicoUsd;
    private long audioMillis;
    private boolean outputGiven;

    /** A reader for a provider that counts reasoning beside the completion (xAI), or inside it (all others). */
    public UsageReader(boolean reasoningOutside) {
        this.reasoningOutside = reasoningOutside;
    }

    /** The same usage, served in a tier. */
    static Usage served(Usage usage, String serviceTier) {
        return new Usage(
                usage.inputTokens(),
                usage.cachedInputTokens(),
                usage.cacheWriteTokens(),
                usage.cacheWrite1hTokens(),
                usage.audioInputTokens(),
                usage.imageInputTokens(),
                usage.outputTokens(),
                usage.reasoningTokens(),
                usage.audioOutputTokens(),
                usage.imageOutputTokens(),
                serviceTier,
                usage.providerCostPicoUsd());
    }

    /** Reads the value the cursor stands before; null when it is none or unusable. */
    @Nullable
    Usage read(JsonCursor cursor, @Nullable String serviceTier) throws BadJson {
        return read(cursor, cursor.next(), serviceTier);
    }

    /** Reads the value whose first token has been read. */
    @Nullable
    Usage read(JsonCursor cursor, Token first, @Nullable String serviceTier) throws BadJson {
        if (first != Token.OBJECT) {
            cursor.skipChildren(first);
            return null;
        }
        clear();
        while (cursor.next() == Token.NAME) {
            member(cursor);
        }
        return usage(serviceTier);
    }

    private void clear() {
        outputGiven = false;
        audioMillis = 0;
        prompt = completion = total = input = output = UNKNOWN;
        cached = cacheRead = cacheCreation = cacheWrite = cacheWrite5m = cacheWrite1h = UNKNOWN;
        audioInput = imageInput = reasoning = audioOutput = imageOutput = costPicoUsd = UNKNOWN;
    }

    private void member(JsonCursor cursor) throws BadJson {
        if (cursor.is("prompt_tokens")) {
            prompt = count(cursor);
        } else if (cursor.is("completion_tokens")) {
            outputGiven = true;
            completion = count(cursor);
        } else if (cursor.is("total_tokens")) {
            total = count(cursor);
        } else if (cursor.is("input_tokens")) {
            input = count(cursor);
        } else if (cursor.is("output_tokens")) {
            outputGiven = true;
            output = count(cursor);
        } else if (cursor.is("prompt_tokens_details") || cursor.is("input_tokens_details")) {
            inputDetails(cursor);
        } else if (cursor.is("completion_tokens_details") || cursor.is("output_tokens_details")) {
            outputDetails(cursor);
        } else if (cursor.is("prompt_cache_hit_tokens") || cursor.is("cached_tokens")) {
            cached = Math.max(cached, count(cursor));
        } else if (cursor.is("cache_read_input_tokens")) {
            cacheRead = count(cursor);
        } else if (cursor.is("cache_creation_input_tokens")) {
            cacheCreation = count(cursor);
        } else if (cursor.is("cache_creation")) {
            cacheCreation(cursor);
        } else if (cursor.is("reasoning_tokens")) {
            reasoning = Math.max(reasoning, count(cursor));
        } else if (cursor.is("cost")) {
            costPicoUsd = cost(cursor);
        } else if (cursor.is("seconds")) {
            audioMillis = millis(cursor);
        } else {
            cursor.skipValue();
        }
    }

    private void inputDetails(JsonCursor cursor) throws BadJson {
        Token token = cursor.next();
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("cached_tokens")) {
                cached = Math.max(cached, count(cursor));
            } else if (cursor.is("cache_write_tokens") || cursor.is("cache_creation_tokens")) {
                cacheWrite = count(cursor);
            } else if (cursor.is("audio_tokens")) {
                audioInput = count(cursor);
            } else if (cursor.is("image_tokens")) {
                imageInput = count(cursor);
            } else {
                cursor.skipValue();
            }
        }
    }

    private void outputDetails(JsonCursor cursor) throws BadJson {
        Token token = cursor.next();
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("reasoning_tokens")) {
                reasoning = Math.max(reasoning, count(cursor));
            } else if (cursor.is("audio_tokens")) {
                audioOutput = count(cursor);
            } else if (cursor.is("image_tokens")) {
                imageOutput = count(cursor);
            } else {
                cursor.skipValue();
            }
        }
    }

    private void cacheCreation(JsonCursor cursor) throws BadJson {
        Token token = cursor.next();
        if (token != Token.OBJECT) {
            cursor.skipChildren(token);
            return;
        }
        while (cursor.next() == Token.NAME) {
            if (cursor.is("ephemeral_5m_input_tokens")) {
                cacheWrite5m = count(cursor);
            } else if (cursor.is("ephemeral_1h_input_tokens")) {
                cacheWrite1h = count(cursor);
            } else {
                cursor.skipValue();
            }
        }
    }

    private @Nullable Usage usage(@Nullable String serviceTier) {
        long written = Math.max(Math.max(cacheWrite, cacheCreation), known(cacheWrite5m) + known(cacheWrite1h));
        long read = Math.max(cached, cacheRead);
        long in = prompt;
        if (in == UNKNOWN) {
            boolean apart = cacheRead >= 0 || cacheCreation >= 0;
            in = input >= 0 && apart ? input + known(cacheRead) + known(Math.max(written, 0)) : input;
        }
        long out = completion == UNKNOWN ? output : completion;
        if (out == UNKNOWN && in >= 0 && total >= in) {
            out = total - in;
        }
        boolean noOutput = out == UNKNOWN && !outputGiven;
        if (in < 0 || in > MOST_TOKENS || (out < 0 && !noOutput) || out > MOST_TOKENS) {
            return null;
        }
        if (reasoningOutside && !noOutput && reasoning > 0 && total != in + out) {
            out += reasoning;
        }
        long cachedPart = part(read, in);
        long writtenPart = part(written, in - cachedPart);
        return new Usage(
                in,
                cachedPart,
                writtenPart,
                part(cacheWrite1h, writtenPart),
                part(audioInput, in),
                part(imageInput, in),
                out,
                part(reasoning, out),
                part(audioOutput, out),
                part(imageOutput, out),
                serviceTier,
                costPicoUsd);
    }

    private static long known(long count) {
        return Math.max(count, 0);
    }

    private static long part(long count, long whole) {
        return Math.min(known(count), known(whole));
    }

    /** A count, {@link #UNKNOWN} for null, {@link #UNUSABLE} for what is no count. */
    private static long count(JsonCursor cursor) throws BadJson {
        Token token = cursor.skipValue();
        if (token == Token.NULL) {
            return UNKNOWN;
        }
        if (token != Token.NUMBER || !cursor.wholeNumber()) {
            return UNUSABLE;
        }
        long count = cursor.longValue();
        return count < 0 || count > MOST_TOKENS ? UNUSABLE : count;
    }

    /** The length of the audio that the last usage was told in, 0 when it was not. */
    long audioMillis() {
        return audioMillis;
    }

    /** A number of seconds as milliseconds, rounded up; 0 for anything senseless. */
    static long millis(JsonCursor cursor) throws BadJson {
        Token token = cursor.skipValue();
        BigDecimal seconds = token == Token.NUMBER ? decimal(cursor) : null;
        return seconds == null || seconds.signum() < 0
                ? 0
                : seconds.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact();
    }

    /** The number just read, or null when its size or fineness is absurd. */
    private static @Nullable BigDecimal decimal(JsonCursor cursor) {
        if (cursor.end() - cursor.start() > MOST_DIGITS) {
            return null;
        }
        BigDecimal number;
        try {
            number = new BigDecimal(cursor.spelling());
        } catch (NumberFormatException e) {
            return null;
        }
        boolean absurd = number.precision() - (long) number.scale() > 6 || number.scale() > MOST_DIGITS;
        return absurd ? null : number;
    }

    /** A cost in dollars as picodollars, rounded half up; {@link #UNKNOWN} for anything senseless. */
    private static long cost(JsonCursor cursor) throws BadJson {
        Token token = cursor.skipValue();
        BigDecimal dollars = token == Token.NUMBER ? decimal(cursor) : null;
        return dollars == null || dollars.signum() < 0
                ? UNKNOWN
                : dollars.movePointRight(12).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
