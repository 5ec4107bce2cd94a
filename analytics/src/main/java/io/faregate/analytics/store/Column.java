package io.faregate.analytics.store;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table and where a row's value comes from. Immutable.
 *
 * @param name the column's name
 * @param type how values travel
 * @param has whether a row has a value; null in the table where it has none
 * @param number the value of a LONG, TIME or FLAG column
 * @param decimal the value of a DOUBLE column
 * @param text the value of a TEXT column
 */
record Column<R>(
        String name,
        Type type,
        Predicate<R> has,
        ToLongFunction<R> number,
        ToDoubleFunction<R> decimal,
        Function<R, @Nullable String> text) {

    /** How values travel into the database. */
    enum Type {
        TEXT,
        LONG,
        /** Microseconds since 1970. */
        TIME,
        DOUBLE,
        FLAG
    }

    static <R> Column<R> text(String name, Function<R, @Nullable String> text) {
        return new Column<>(name, Type.TEXT, row -> text.apply(row) != null, row -> 0, row -> 0, text);
    }

    static <R> Column<R> number(String name, Function<R, @Nullable Long> number) {
        return new Column<>(
                name,
                Type.LONG,
                row -> number.apply(row) != null,
                row -> orZero(number.apply(row)),
                row -> 0,
                row -> null);
    }

    static <R> Column<R> count(String name, ToLongFunction<R> number) {
        return new Column<>(name, Type.LONG, row -> true, number, row -> 0, row -> null);
    }

    static <R> Column<R> time(String name, ToLongFunction<R> micros) {
        return new Column<>(name, Type.TIME, row -> true, micros, row -> 0, row -> null);
    }

    /** The expression that turns what travelled into the column's value. */
    String expression() {
        return type == Type.TIME ? "make_timestamp(" + quoted() + ")" : quoted();
    }

    String quoted() {
        return '"' + name + '"';
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
