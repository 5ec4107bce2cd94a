/** Which failure an ending was, how long it benches whom, and who may be asked now. Pure; time is an argument. */
@NullMarked
package io.faregate.router.health;

import org.jspecify.annotations.NullMarked;
