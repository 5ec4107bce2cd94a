package io.faregate.router.usage;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.SpendFact;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of row files back into what the spend ledger needs, whether or not the same row comes again. Not
 * thread-safe: each thread that reads has one.
 */
public final class RowParser {
    private static final byte[] CALL = JsonBytes.ascii("\"call\"");
    private static final byte[] TRUE = JsonBytes.ascii("true");
    private static final byte[] NULL = JsonBytes.ascii("null");
    private static final JsonFactory JSON = new JsonFactory();
    private static final int KNOWN_NAMES = 64;
    private static final int MAX_PLAIN_DIGITS = 18;

    private final long sinceMillis;
    private final RowLine line = new RowLine();
    private final byte[][] nameBytes = new byte[KNOWN_NAMES][];
    private final @Nullable String[] names = new String[KNOWN_NAMES];

    /**
     * A parser that has read nothing.
     *
     * @param sinceMillis calls that came in before are passed over
     */
    public RowParser(long sinceMillis) {
        this.sinceMillis = sinceMillis;
    }

    /** Reads one line, {@code bytes[from, to)}, its line feed not included, and adds what it says. */
    public void read(byte[] bytes, int from, int to, ReadRows into) {
        try {
            if (!line.read(bytes, from, to) || !line.isString(RowLine.Member.TYPE)) {
                into.bad();
            } else if (line.is(RowLine.Member.TYPE, CALL)) {
                call(into);
            }
        } catch (IllegalArgumentException | DateTimeException | IOException e) {
            into.bad();
        }
    }

    private void call(ReadRows into) throws IOException {
        if (!line.isString(RowLine.Member.TS) || !line.isString(RowLine.Member.ROW_ID)) {
            into.bad();
            return;
        }
        long arrivalMillis = instant(line.start(RowLine.Member.TS) + 1, line.end(RowLine.Member.TS) - 1);
        if (arrivalMillis < sinceMillis) {
            return;
        }
        long charged = charged();
        into.add(
                line.bytes(),
                line.start(RowLine.Member.ROW_ID),
                line.end(RowLine.Member.ROW_ID),
                charged > 0 ? fact(arrivalMillis, charged) : null);
    }

    private SpendFact fact(long arrivalMillis, long charged) throws IOException {
        String route = name(RowLine.Member.ROUTE);
        return new SpendFact(
                arrivalMillis,
                name(RowLine.Member.KEY),
                route == null ? "" : route,
                line.is(RowLine.Member.TASK_GIVEN, TRUE) ? text(RowLine.Member.TASK_ID) : null,
                charged,
                name(RowLine.Member.INSTANCE));
    }

    /** What was charged; an older row that lacks it was charged what it cost. */
    private long charged() {
        RowLine.Member member =
                line.start(RowLine.Member.CHARGED_USD) >= 0 ? RowLine.Member.CHARGED_USD : RowLine.Member.COST_USD;
        if (line.start(member) < 0 || line.is(member, NULL)) {
            return 0;
        }
        return money(line.start(member), line.end(member));
    }

    private long money(int start, int end) {
        byte[] bytes = line.bytes();
        long value = 0;
        int digits = 0;
        int places = -1;
        boolean plain = true;
        for (int i = start; i < end; i++) {
            byte b = bytes[i];
            if (b == '.' && places < 0 && digits > 0) {
                places = 0;
            } else if (b >= '0' && b <= '9') {
                value = 10 * value + (b - '0');
                digits++;
                places += places < 0 ? 0 : 1;
            } else {
                plain = false;
            }
        }
        int missing = PicoUsd.PLACES - Math.max(places, 0);
        if (!plain || digits + missing > MAX_PLAIN_DIGITS || missing < 0) {
            return PicoUsd.of(new BigDecimal(ascii(start, end)));
        }
        for (int i = 0; i < missing; i++) {
            value *= 10;
        }
        return value;
    }

    /** Milliseconds of the epoch of {@code 2026-01-31T23:59:59.999Z}, or of any other form of the standard. */
    private long instant(int start, int end) {
        byte[] b = line.bytes();
        if (end - start == 24 && b[start + 10] == 'T' && b[start + 19] == '.' && b[start + 23] == 'Z') {
            long year = number(start, 4);
            long month = number(start + 5, 2);
            long day = number(start + 8, 2);
            long ofDay = ((number(start + 11, 2) * 60 + number(start + 14, 2)) * 60 + number(start + 17, 2)) * 1000
                    + number(start + 20, 3);
            return days(year, month, day) * 86_400_000L + ofDay;
        }
        return OffsetDateTime.parse(ascii(start, end)).toInstant().toEpochMilli();
    }

    /** Days since the epoch, after Hinnant's algorithm on civil dates. */
    private static long days(long year, long month, long day) {
        long marchYear = month <= 2 ? year - 1 : year;
        long era = Math.floorDiv(marchYear, 400L);
        long yearOfEra = marchYear - era * 400;
        long dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097 + dayOfEra - 719_468;
    }

    private long number(int start, int digits) {
        long value = 0;
        for (int i = start; i < start + digits; i++) {
            int digit = line.bytes()[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalArgumentException("no digit");
            }
            value = 10 * value + digit;
        }
        return value;
    }

    /** A text that comes again and again, so that a million rows hold few copies of it. */
    private @Nullable String name(RowLine.Member member) throws IOException {
        if (!line.isString(member)) {
            return null;
        }
        int start = line.start(member);
        int end = line.end(member);
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + line.bytes()[i];
        }
        int slot = hash & (KNOWN_NAMES - 1);
        byte[] known = nameBytes[slot];
        if (known == null || !Arrays.equals(line.bytes(), start, end, known, 0, known.length)) {
            nameBytes[slot] = Arrays.copyOfRange(line.bytes(), start, end);
            names[slot] = text(member);
        }
        return names[slot];
    }

    private @Nullable String text(RowLine.Member member) throws IOException {
        if (!line.isString(member)) {
            return null;
        }
        int start = line.start(member) + 1;
        int length = line.end(member) - start - 1;
        for (int i = start; i < start + length; i++) {
            if (line.bytes()[i] == '\\') {
                try (JsonParser parser = JSON.createParser(line.bytes(), start - 1, length + 2)) {
                    return parser.nextTextValue();
                }
            }
        }
        return new String(line.bytes(), start, length, StandardCharsets.UTF_8);
    }

    private String ascii(int start, int end) {
        return new String(line.bytes(), start, end - start, StandardCharsets.US_ASCII);
    }
}
