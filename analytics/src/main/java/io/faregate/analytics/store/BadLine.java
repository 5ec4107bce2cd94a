package io.faregate.analytics.store;

/**
 * A line that is no row.
 *
 * @param source the file's name, or {@code POST}
 * @param position byte offset in the file; the line's number, from 0, in a POST
 * @param reason why it is none
 * @param text its beginning
 */
public record BadLine(String source, long position, String reason, String text) {}
