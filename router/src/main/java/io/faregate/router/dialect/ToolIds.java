package io.faregate.router.dialect;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Tool-call ids of nine letters and digits, as Mistral wants them. An id that is none becomes one by its SHA-256, the
 * same for the call and its result, on every replica; ids that Mistral gives go back to clients as they are.
 */
final class ToolIds {
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH = 9;

    private ToolIds() {}

    static String nineCharacters(String id) {
        if (id.length() == LENGTH && id.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0)) {
            return id;
        }
        byte[] digest = sha256(id);
        StringBuilder nine = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            int two = (digest[2 * i] & 0xFF) << 8 | (digest[2 * i + 1] & 0xFF);
            nine.append(ALPHABET.charAt(two % ALPHABET.length()));
        }
        return nine.toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
