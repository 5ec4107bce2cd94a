/**
 * Who is tried first, and who next: one small class a mode over tables of plain arrays. Pure; time and chance are
 * arguments. No order is made before it is needed: each step finds the best of those that are left.
 */
@NullMarked
package io.faregate.router.rank;

import org.jspecify.annotations.NullMarked;
