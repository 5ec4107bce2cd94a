package io.faregate.router.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes secrets out of lines of the log: the values of variables whose names speak of keys, and whatever looks like a
 * credential. No line of ours holds any; the libraries below may put one into a message. Immutable.
 */
final class Redaction {
    private static final int SHORTEST_SECRET = 8;
    private static final String INSTEAD = "[redacted]";
    private static final Pattern SECRET_NAME =
            Pattern.compile("(^|_)(KEY|KEYS|TOKEN|SECRET|PASSWORD|HEADERS)(_\\d+)?$");
    private static final Pattern CREDENTIAL = Pattern.compile("(?i)(?<=bearer )[^\\s\"'\\\\,;]+"
            + "|(?<=x-api-key[=:]\\s?)[^\\s\"'\\\\,;]+"
            + "|\\b(?:sk|gsk|xai|pplx|nvapi|csk|key|ghp|fw)[-_][A-Za-z0-9_-]{12,}"
            + "|\\bAIza[A-Za-z0-9_-]{20,}"
            + "|(?<=://)[^\\s/@:]*:[^\\s/@]+(?=@)");

    private final List<String> secrets;

    private Redaction(List<String> secrets) {
        this.secrets = List.copyOf(secrets);
    }

    /** Knows the secrets among the variables of a process. */
    static Redaction of(Map<String, String> variables) {
        List<String> secrets = new ArrayList<>();
        variables.forEach((name, value) -> {
            if (value.length() >= SHORTEST_SECRET && SECRET_NAME.matcher(name).find()) {
                secrets.add(value);
            }
        });
        // One secret may be the beginning of another.
        secrets.sort(Comparator.comparingInt(String::length).reversed());
        return new Redaction(secrets);
    }

    String redact(String line) {
        String clean = line;
        for (String secret : secrets) {
            clean = clean.replace(secret, INSTEAD);
        }
        return CREDENTIAL.matcher(clean).replaceAll(INSTEAD);
    }
}
