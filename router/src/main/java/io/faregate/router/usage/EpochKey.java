package io.faregate.router.usage;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The digest of what an experiment compares: a change of any part of it begins a new epoch. Stateless. */
public final class EpochKey {
    private static final int HEX_DIGITS = 12;

    private EpochKey() {}

    /** The first 12 hex digits of a SHA-256 over the parts, each with its length, so that none runs into the next. */
    public static String of(List<String> parts) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                sha256.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                sha256.update(bytes);
            }
            return HexFormat.of().formatHex(sha256.digest()).substring(0, HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
