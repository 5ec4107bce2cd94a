package io.faregate.router.spend;

/** The answer to a request for money: a {@link Reservation}, or a refusal with its reason. */
public sealed interface Admission permits Reservation, Admission.Refused {
    /** A refusal: nothing is held. */
    enum Refused implements Admission {
        /** A day's budget (global, key or route) has less left than the request could cost. */
        DAILY("daily_budget_exceeded"),
        /** The task has less left than the request could cost. */
        TASK("task_budget_exceeded");

        private final String code;

        Refused(String code) {
            this.code = code;
        }

        /** The error code that the client sees. */
        public String code() {
            return code;
        }
    }
}
