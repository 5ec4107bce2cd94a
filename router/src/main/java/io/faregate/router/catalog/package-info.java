/** What can be called: providers, targets, models, their prices and capabilities. Immutable and pure. */
@NullMarked
package io.faregate.router.catalog;

import org.jspecify.annotations.NullMarked;
