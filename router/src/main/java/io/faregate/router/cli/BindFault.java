package io.faregate.router.cli;

/**
 * Why an address cannot be listened on, in words; the native transport tells the operating system's number alone.
 * Stateless.
 */
final class BindFault {
    private BindFault() {}

    /** A sentence part about a cause. */
    static String words(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (is(message, "-98", "-48", "already in use")) {
            return "the address is already in use, perhaps by another router; server.port or FAREGATE_ROUTER_PORT sets"
                    + " another port";
        }
        if (is(message, "-13", "-13", "ermission denied")) {
            return "this user may not listen there; server.port or FAREGATE_ROUTER_PORT sets another port, such as one"
                    + " above 1023";
        }
        if (is(message, "-99", "-49", "assign requested address")) {
            return "this machine has no such address; server.host sets another";
        }
        return message;
    }

    /** By the numbers of Linux and of the BSDs, or by the words of the portable transport. */
    private static boolean is(String message, String linux, String bsd, String words) {
        return message.contains(words) || message.matches(".*error(\\(| )?(" + linux + "|" + bsd + ")\\b.*");
    }
}
