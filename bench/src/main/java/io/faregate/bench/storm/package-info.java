/**
 * The proof that rows, money and answers agree: many clients, failing providers, and a router killed under load.
 */
@NullMarked
package io.faregate.bench.storm;

import org.jspecify.annotations.NullMarked;
