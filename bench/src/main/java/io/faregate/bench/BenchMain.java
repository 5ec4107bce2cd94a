package io.faregate.bench;

/** The command line of the bench module. */
public final class BenchMain {
    private BenchMain() {}

    /** Prints the usage and ends with the code for wrong usage, 2. */
    public static void main(String[] args) {
        System.err.println("usage: BenchMain VERB [OPTIONS]");
        System.exit(2);
    }
}
