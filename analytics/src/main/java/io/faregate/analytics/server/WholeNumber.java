package io.faregate.analytics.server;

import io.vertx.ext.web.RoutingContext;

/** Whole numbers in a query. Stateless. */
final class WholeNumber {
    private WholeNumber() {}

    /** The number that a parameter gives; out of range or none at all is the caller's fault. */
    static int parameter(RoutingContext context, String name, int otherwise, int least, int most) {
        String text = context.request().getParam(name);
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, with what was found.
        }
        throw Problem.badRequest(name + ": expected a whole number from " + least + " to " + most + ", found " + text);
    }
}
