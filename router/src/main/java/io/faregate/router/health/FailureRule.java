package io.faregate.router.health;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of the table that tells failures apart. It fits when provider, status and needed code fit, and, where codes
 * or phrases are listed, one of them was said.
 *
 * @param provider the only provider it is about, or null for all
 * @param statuses where it holds; 0 stands for an error told without a status, inside a 200 or a stream
 * @param neededCode a code that must have been said, or null
 * @param codes codes, lower case, of which one will do
 * @param phrases parts of the text, lower case, of which one will do
 * @param reason the words for rows and clients
 */
record FailureRule(
        @Nullable String provider,
        Set<Integer> statuses,
        @Nullable String neededCode,
        Set<String> codes,
        List<String> phrases,
        FailureClass failureClass,
        boolean benches,
        String reason) {

    /** The same for one provider only. */
    FailureRule of(String onlyProvider) {
        return new FailureRule(onlyProvider, statuses, neededCode, codes, phrases, failureClass, benches, reason);
    }

    /** The same where a code was said, too. */
    FailureRule needing(String code) {
        return new FailureRule(provider, statuses, code, codes, phrases, failureClass, benches, reason);
    }

    /** The same without a bench: it says something about this request only. */
    FailureRule sparing() {
        return new FailureRule(provider, statuses, neededCode, codes, phrases, failureClass, false, reason);
    }

    /** Whether it is the one; the status is boxed, since a table asks many rules. */
    boolean fits(String askedProvider, Integer status, ErrorBody body) {
        if ((provider != null && !provider.equals(askedProvider)) || !statuses.contains(status)) {
            return false;
        }
        if (neededCode != null && !body.codes().contains(neededCode)) {
            return false;
        }
        return (codes.isEmpty() && phrases.isEmpty()) || said(body);
    }

    private boolean said(ErrorBody body) {
        // By index: a table of some sixty rules would make as many iterators.
        for (int i = 0; i < body.codes().size(); i++) {
            if (codes.contains(body.codes().get(i))) {
                return true;
            }
        }
        for (int i = 0; i < phrases.size(); i++) {
            if (body.text().contains(phrases.get(i))) {
                return true;
            }
        }
        return false;
    }
}
