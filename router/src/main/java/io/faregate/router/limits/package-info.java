/**
 * What a key may be asked for: requests and tokens a minute, requests a day, pauses, calls at one time. Pure and
 * lock-free; time is an argument.
 */
@NullMarked
package io.faregate.router.limits;

import org.jspecify.annotations.NullMarked;
