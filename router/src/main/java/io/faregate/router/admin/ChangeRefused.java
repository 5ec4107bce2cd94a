package io.faregate.router.admin;

import java.util.List;

/** A change that is not made, with the status and the reasons that the administrator gets. */
final class ChangeRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient List<String> errors;

    ChangeRefused(int status, String message, List<String> errors) {
        super(message);
        this.status = status;
        this.errors = List.copyOf(errors);
    }

    ChangeRefused(int status, String message) {
        this(status, message, List.of());
    }

    int status() {
        return status;
    }

    List<String> errors() {
        return errors;
    }
}
