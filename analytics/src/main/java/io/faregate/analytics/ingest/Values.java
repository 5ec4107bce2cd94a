package io.faregate.analytics.ingest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.faregate.analytics.row.PicoUsd;
import java.io.IOException;
import java.math.BigDecimal;

/** Single values of a row, read to the last digit or refused. Stateless. */
final class Values {
    /** More tokens or milliseconds than any call has, and so few that sums over 9,000 of them still fit. */
    static final long MOST_COUNT = 1_000_000_000_000_000L;

    /** What is longer is no figure of a call; decimals of it would take memory and time out of all proportion. */
    private static final int MOST_NUMBER_CHARS = 100;

    private static final int MOST_EXPONENT_DIGITS = 3;

    private Values() {}

    static long count(JsonParser parser, String name) throws IOException, BadRow {
        JsonToken token = parser.currentToken();
        if (!token.isNumeric()) {
            throw RowDecoder.wrong(name, "a whole number", parser);
        }
        inRange(parser, name);
        BigDecimal exact = new BigDecimal(parser.getText());
        if (exact.signum() != 0 && exact.stripTrailingZeros().scale() > 0) {
            throw RowDecoder.wrong(name, "a whole number", parser);
        }
        if (exact.signum() < 0) {
            throw RowDecoder.wrong(name, "a number from 0 up", parser);
        }
        if (exact.compareTo(BigDecimal.valueOf(MOST_COUNT)) > 0) {
            throw RowDecoder.wrong(name, "at most " + MOST_COUNT, parser);
        }
        return exact.longValue();
    }

    static long money(JsonParser parser, String name) throws IOException, BadRow {
        if (!parser.currentToken().isNumeric()) {
            throw RowDecoder.wrong(name, "a decimal number of dollars", parser);
        }
        inRange(parser, name);
        try {
            return PicoUsd.parse(parser.getText());
        } catch (IllegalArgumentException e) {
            throw new BadRow(name + ": " + e.getMessage());
        }
    }

    /** A string without half characters: in UTF-8, as the database has it, they are nothing. */
    static String text(JsonParser parser, String name) throws IOException, BadRow {
        String text = parser.getText();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new BadRow(name + ": expected whole characters, found half of a surrogate pair");
            }
        }
        return text;
    }

    /** Passes over a value that is kept as it is written; its numbers and texts have to be such as can be read again. */
    static void skip(JsonParser parser, String name) throws IOException, BadRow {
        int depth = 0;
        while (true) {
            JsonToken token = parser.currentToken();
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token.isNumeric()) {
                inRange(parser, name);
            } else if (token == JsonToken.VALUE_STRING) {
                text(parser, name);
            }
            if (depth == 0) {
                return;
            }
            parser.nextToken();
        }
    }

    /** Refuses a number whose value could not be worked out in reasonable time and space. */
    static void inRange(JsonParser parser, String name) throws IOException, BadRow {
        String text = parser.getText();
        int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
        int digits = exponent + 1;
        if (exponent >= 0) {
            while (digits < text.length() && "+-0".indexOf(text.charAt(digits)) >= 0) {
                digits++;
            }
        }
        if (text.length() > MOST_NUMBER_CHARS || (exponent >= 0 && text.length() - digits > MOST_EXPONENT_DIGITS)) {
            throw new BadRow(name + ": number out of range");
        }
    }
}
