package io.faregate.router.config;

/**
 * One thing that is wrong with a configuration, told so that it can be mended. Carries no secret.
 *
 * @param source the file, or {@code environment}
 * @param line where the key stands, counted from 1; 0 when there is no line
 * @param path the key path, such as {@code targets[1].weight}, or the name of a variable
 * @param text what was found and what was expected
 */
public record Fault(String source, int line, String path, String text) {
    /** The line a person reads: {@code faregate.yaml:12: targets[1].weight: found -1, expected …}. */
    @Override
    public String toString() {
        return source + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : path + ": ") + text;
    }
}
