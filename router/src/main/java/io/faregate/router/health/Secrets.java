package io.faregate.router.health;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes keys out of a provider's words, whole or cut, and holds the words to a length that is fit to show. */
final class Secrets {
    private static final int MOST_CHARS = 2048;
    private static final int TELLING_CHARS = 6;
    private static final String REDACTED = "[redacted]";
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_\\-.*\u2026+/=]{6,}");
    private static final Pattern KEY_LIKE = Pattern.compile(
            "(?<![A-Za-z0-9])(?:sk|pk|rk|gsk|csk|xai|nvapi|hf|fw|r8|tgp|ghp|gho|github_pat|pplx)[-_][A-Za-z0-9_\\-.*\u2026]{4,}"
                    + "|AIza[A-Za-z0-9_\\-.*\u2026]{4,}|[A-Za-z0-9_\\-]*(?:\\*{3,}|\u2026|\\.{3})[A-Za-z0-9_\\-]+");

    private Secrets() {}

    /** The words without keys, at most 2 KiB long, or null for none. */
    static @Nullable String redact(String words, @Nullable String secret) {
        String bounded = words.strip();
        if (bounded.isEmpty()) {
            return null;
        }
        if (secret != null && !secret.isEmpty()) {
            bounded = bounded.replace(secret, REDACTED);
        }
        bounded = cut(bounded);
        Matcher tokens = TOKEN.matcher(bounded);
        StringBuilder clean = new StringBuilder();
        while (tokens.find()) {
            String token = tokens.group();
            tokens.appendReplacement(clean, Matcher.quoteReplacement(isSecret(token, secret) ? REDACTED : token));
        }
        return cut(tokens.appendTail(clean).toString());
    }

    private static String cut(String words) {
        if (words.length() <= MOST_CHARS) {
            return words;
        }
        return words.substring(
                0, Character.isHighSurrogate(words.charAt(MOST_CHARS - 1)) ? MOST_CHARS - 1 : MOST_CHARS);
    }

    private static boolean isSecret(String token, @Nullable String secret) {
        if (KEY_LIKE.matcher(token).find()) {
            return true;
        }
        if (secret == null || secret.length() < TELLING_CHARS) {
            return false;
        }
        return token.contains(secret.substring(0, TELLING_CHARS))
                || token.contains(secret.substring(secret.length() - TELLING_CHARS));
    }
}
