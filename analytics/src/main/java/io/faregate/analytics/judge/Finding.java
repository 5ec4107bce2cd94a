package io.faregate.analytics.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.faregate.analytics.decide.Bounds;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * What an evaluation came to, as far as it is recorded. Immutable.
 *
 * @param configuration 12 hex digits that tell policy and standing apart from others
 * @param verdict what to do, by its name in answers
 * @param reasons why
 * @param missing what a promotion lacked
 * @param bounds the bounds that the rule looked at
 * @param state what the next look started from
 */
public record Finding(
        String configuration,
        String verdict,
        List<String> reasons,
        List<String> missing,
        Bounds bounds,
        EpochState state) {
    private static final int HEX_DIGITS = 12;

    /** Copies the lists. */
    public Finding {
        reasons = List.copyOf(reasons);
        missing = List.copyOf(missing);
    }

    static Finding of(Policy policy, Standing standing, Evaluation evaluation) {
        return new Finding(
                digest(RecordJson.print(policy) + RecordJson.print(standing)),
                evaluation.verdict().wireName(),
                evaluation.reasons(),
                evaluation.missing(),
                evaluation.bounds(),
                evaluation.state());
    }

    /** In which parts another finding differs. */
    List<String> differences(Finding other) {
        List<String> differences = new ArrayList<>();
        differs(differences, "configuration", configuration, other.configuration);
        differs(differences, "verdict", verdict, other.verdict);
        differs(differences, "reasons", reasons, other.reasons);
        differs(differences, "missing", missing, other.missing);
        differs(differences, "bounds", bounds, other.bounds);
        differs(differences, "state", state, other.state);
        return differences;
    }

    private static void differs(List<String> differences, String name, Object own, Object others) {
        if (!Objects.equals(own, others)) {
            differences.add(name);
        }
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
