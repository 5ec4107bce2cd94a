package io.faregate.router.route;

/**
 * An error answer of the router, its own or the last failure of a chain. Immutable.
 *
 * @param type the kind of error in the words that clients of this API know
 * @param code what programs branch on
 * @param message what a person reads; never a secret, never a provider's body
 * @param retryAfterSeconds when to come again, or {@link #UNKNOWN}
 * @param retryHelps false tells clients that the same request will fail again
 * @param refused whether it is a refusal of ours rather than a failure of theirs
 * @param lacksMoney whether more in a budget would have let it pass
 */
public record Refusal(
        int status,
        String type,
        String code,
        String message,
        long retryAfterSeconds,
        boolean retryHelps,
        boolean refused,
        boolean lacksMoney) {
    /** Nobody knows when to come again. */
    public static final long UNKNOWN = -1;

    /** In characters. */
    private static final int LONGEST_NAME = 100;

    /** The router itself is at fault. */
    public static final Refusal FAULT =
            new Refusal(500, "server_error", "internal_error", "The router failed.", UNKNOWN, true, false);

    /** One that no money would change. */
    public Refusal(
            int status,
            String type,
            String code,
            String message,
            long retryAfterSeconds,
            boolean retryHelps,
            boolean refused) {
        this(status, type, code, message, retryAfterSeconds, retryHelps, refused, false);
    }

    /** A refusal that a retry cannot change. */
    public static Refusal of(int status, String type, String code, String message) {
        return new Refusal(status, type, code, message, UNKNOWN, false, true);
    }

    /** The request itself is at fault. */
    public static Refusal invalidRequest(String message) {
        return of(400, "invalid_request_error", "invalid_request", message);
    }

    /** None of a route's targets can be called, whatever is asked. */
    static Refusal nobodyThere(Route route) {
        String whose = route.named() ? "No target of route '" + cut(route.name()) + "'" : "No target";
        return new Refusal(
                503,
                "server_error",
                "no_candidate",
                whose + " can be called: " + Absent.words(route.absent()) + ".",
                UNKNOWN,
                false,
                true);
    }

    /** A name in a message is to be recognised; what is longer than any name is not worth its bytes. */
    static String cut(String name) {
        return name.codePointCount(0, name.length()) <= LONGEST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "\u2026";
    }

    /** The same with another sentence behind its message. */
    public Refusal adding(String sentence) {
        return new Refusal(
                status, type, code, message + " " + sentence, retryAfterSeconds, retryHelps, refused, lacksMoney);
    }

    /** A budget cannot bear the call, as the words tell. */
    static Refusal overBudget(Dear dear, String message) {
        boolean lacks = dear.lack() != null;
        return new Refusal(402, "budget_error", dear.code(), message, UNKNOWN, false, true, lacks);
    }
}
