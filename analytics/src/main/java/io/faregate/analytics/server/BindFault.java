package io.faregate.analytics.server;

/** Why an address cannot be listened on, in words; a transport may tell the system's number alone. Stateless. */
public final class BindFault {
    private BindFault() {}

    /** A sentence part about a cause. */
    public static String words(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.contains("already in use") || message.matches(".*error(\\(| )?-(98|48)\\b.*")) {
            return "the address is already in use, perhaps by another analytics service; analytics.port or"
                    + " FAREGATE_ANALYTICS_PORT sets another port";
        }
        return message;
    }
}
