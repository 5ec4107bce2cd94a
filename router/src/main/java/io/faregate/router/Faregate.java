package io.faregate.router;

/** The router's command line. */
public final class Faregate {
    private Faregate() {}

    /** Prints the usage and ends with the code for wrong usage, 2. */
    public static void main(String[] args) {
        System.err.println("usage: Faregate VERB [OPTIONS]");
        System.exit(2);
    }
}
