package io.faregate.router.config;

/** Text that is neither YAML nor JSON. */
final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;

    SyntaxException(int line, String message) {
        super(message);
        this.line = line;
    }

    int line() {
        return line;
    }
}
