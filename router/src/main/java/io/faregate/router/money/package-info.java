/** Arithmetic on picodollars: exact parse and print, products that saturate. Nothing else does sums of money. */
@NullMarked
package io.faregate.router.money;

import org.jspecify.annotations.NullMarked;
