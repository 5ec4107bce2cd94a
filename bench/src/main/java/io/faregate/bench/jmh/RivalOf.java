package io.faregate.bench.jmh;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a benchmark that does the work of another one of its class the usual way; the table tells their ratio. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RivalOf {
    /** The method it is compared with. */
    String value();
}
