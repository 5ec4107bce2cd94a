/** What a call is estimated to cost and what it did cost: pure integer arithmetic on picodollars. */
@NullMarked
package io.faregate.router.cost;

import org.jspecify.annotations.NullMarked;
