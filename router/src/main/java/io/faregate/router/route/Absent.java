package io.faregate.router.route;

import java.util.List;

/**
 * A target that is declared and can serve nothing as things stand. Immutable.
 *
 * @param reason what is missing, naming variables and never their values
 */
public record Absent(String target, String reason) {
    private static final int MOST_TOLD = 5;

    /** A few of them with their reasons, and how many more there are. */
    static String words(List<Absent> absent) {
        List<String> told = absent.stream()
                .limit(MOST_TOLD)
                .map(each -> each.target() + " (" + each.reason() + ")")
                .toList();
        int more = absent.size() - told.size();
        return String.join(", ", told) + (more > 0 ? " and " + more + " more" : "");
    }
}
