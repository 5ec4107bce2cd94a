package io.faregate.analytics;

/** The analytics service's command line. */
public final class AnalyticsMain {
    private AnalyticsMain() {}

    /** Prints the usage and ends with the code for wrong usage, 2. */
    public static void main(String[] args) {
        System.err.println("usage: AnalyticsMain VERB [OPTIONS]");
        System.exit(2);
    }
}
