package io.faregate.analytics.store;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One column of a table and where a row's value comes from. Immutable. */
sealed interface Column<R> {

    /** How values travel into the database. */
    enum Type {
        TEXT("VARCHAR"),
        LONG("BIGINT"),
        /** Microseconds since 1970. */
        TIME("BIGINT"),
        DOUBLE("DOUBLE"),
        FLAG("BOOLEAN");

        private final String sqlName;

        Type(String sqlName) {
            this.sqlName = sqlName;
        }

        /** What the database calls what travels. */
        String sqlName() {
            return sqlName;
        }
    }

    /** The column's name. */
    String name();

    /** How its values travel. */
    Type type();

    /** A field of the {@link Row} that a thing is made of. */
    record OfField<R>(String name, Type type, Field field, Function<R, Row> row) implements Column<R> {}

    /** A text that is made for the column; null where there is none. */
    record OfText<R>(String name, Function<R, @Nullable String> text) implements Column<R> {
        @Override
        public Type type() {
            return Type.TEXT;
        }

        byte @Nullable [] utf8(R of) {
            String value = text.apply(of);
            return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** A number that is made for the column; null where there is none. */
    record OfNumber<R>(String name, Function<R, @Nullable Long> number) implements Column<R> {
        @Override
        public Type type() {
            return Type.LONG;
        }
    }

    /** A number that every row has. */
    record OfCount<R>(String name, ToLongFunction<R> number) implements Column<R> {
        @Override
        public Type type() {
            return Type.LONG;
        }
    }

    /** One time for all rows. */
    record Constant<R>(String name, long micros) implements Column<R> {
        @Override
        public Type type() {
            return Type.TIME;
        }
    }

    static <R> Column<R> text(String name, Function<R, @Nullable String> text) {
        return new OfText<>(name, text);
    }

    static <R> Column<R> number(String name, Function<R, @Nullable Long> number) {
        return new OfNumber<>(name, number);
    }

    static <R> Column<R> count(String name, ToLongFunction<R> number) {
        return new OfCount<>(name, number);
    }
}
