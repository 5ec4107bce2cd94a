package io.faregate.analytics.ingest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.faregate.analytics.row.Attempt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code attempts} of a call, with the same strictness as the row. Stateless. */
final class AttemptReader {
    /** Reads the array that the parser stands on and leaves it on the array's end. */
    List<Attempt> read(JsonParser parser) throws IOException, BadRow {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw RowDecoder.wrong("attempts", "a list", parser);
        }
        List<Attempt> attempts = new ArrayList<>(2);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw RowDecoder.wrong("attempts", "objects", parser);
            }
            attempts.add(attempt(parser));
        }
        return attempts;
    }

    private static Attempt attempt(JsonParser parser) throws IOException, BadRow {
        String target = null;
        String provider = null;
        String model = null;
        Long cost = null;
        Long input = null;
        Long output = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            switch (name) {
                case "target" -> target = text(parser, name, target);
                case "provider" -> provider = text(parser, name, provider);
                case "model" -> model = text(parser, name, model);
                case "cost_usd" -> cost = once(cost, Values.money(parser, "attempts.cost_usd"), name);
                case "input_tokens" -> input = once(input, Values.count(parser, "attempts.input_tokens"), name);
                case "output_tokens" -> output = once(output, Values.count(parser, "attempts.output_tokens"), name);
                default -> Values.skip(parser, "attempts." + name);
            }
        }
        return new Attempt(target, provider, model, cost, input, output);
    }

    private static String text(JsonParser parser, String name, @Nullable String before) throws IOException, BadRow {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw RowDecoder.wrong("attempts." + name, "a string", parser);
        }
        return once(before, Values.text(parser, "attempts." + name), name);
    }

    private static <T> T once(@Nullable T before, T value, String name) throws BadRow {
        if (before != null) {
            throw new BadRow("key given twice: attempts." + name);
        }
        return value;
    }
}
