package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.faregate.analytics.row.Attempt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code attempts} of a call as the router spells them. Not safe for use by several threads. */
final class AttemptScanner {
    private static final byte[] TARGET = "target".getBytes(US_ASCII);
    private static final byte[] PROVIDER = "provider".getBytes(US_ASCII);
    private static final byte[] MODEL = "model".getBytes(US_ASCII);
    private static final byte[] COST = "cost_usd".getBytes(US_ASCII);
    private static final byte[] INPUT = "input_tokens".getBytes(US_ASCII);
    private static final byte[] OUTPUT = "output_tokens".getBytes(US_ASCII);

    private final LineCursor cursor;
    private final Texts texts;

    AttemptScanner(LineCursor cursor, Texts texts) {
        this.cursor = cursor;
        this.texts = texts;
    }

    /** Reads the array that the cursor stands on. */
    List<Attempt> read() throws Unsure {
        cursor.expect('[');
        if (cursor.take(']')) {
            return List.of();
        }
        Attempt first = attempt();
        if (cursor.take(']')) {
            return List.of(first);
        }
        List<Attempt> attempts = new ArrayList<>();
        attempts.add(first);
        while (cursor.take(',')) {
            attempts.add(attempt());
        }
        cursor.expect(']');
        return List.copyOf(attempts);
    }

    private Attempt attempt() throws Unsure {
        String target = null;
        String provider = null;
        String model = null;
        Long cost = null;
        Long input = null;
        Long output = null;
        cursor.expect('{');
        do {
            int name = cursor.string();
            int length = cursor.at() - 1 - name;
            cursor.expect(':');
            if (cursor.takeNull()) {
                continue;
            }
            if (is(TARGET, name, length)) {
                target = once(target, text());
            } else if (is(PROVIDER, name, length)) {
                provider = once(provider, text());
            } else if (is(MODEL, name, length)) {
                model = once(model, text());
            } else if (is(COST, name, length)) {
                cost = once(cost, Scalars.money(cursor));
            } else if (is(INPUT, name, length)) {
                input = once(input, cursor.count());
            } else if (is(OUTPUT, name, length)) {
                output = once(output, cursor.count());
            } else {
                cursor.skip();
            }
        } while (cursor.take(','));
        cursor.expect('}');
        return new Attempt(target, provider, model, cost, input, output);
    }

    private boolean is(byte[] wanted, int name, int length) {
        return length == wanted.length && Arrays.equals(cursor.bytes(), name, name + length, wanted, 0, length);
    }

    private String text() throws Unsure {
        int from = cursor.string();
        return texts.of(cursor.bytes(), from, cursor.at() - 1).toString();
    }

    private static <T> T once(@Nullable T before, T value) throws Unsure {
        if (before != null) {
            throw Unsure.UNSURE;
        }
        return value;
    }
}
