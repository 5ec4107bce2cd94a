package io.faregate.router.config;

/** Checks keys that come from the environment. */
final class Secrets {
    private Secrets() {}

    /** Whether a key can be sent; what is wrong is told with the variable's name and never with the key. */
    static boolean check(String variable, String key, Faults faults) {
        if (key.isBlank()) {
            faults.variable(variable, "found a blank value, expected a key");
            return false;
        }
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                faults.variable(
                        variable,
                        "found a value with spaces, line ends or other signs that no key has, expected a key");
                return false;
            }
        }
        return true;
    }
}
