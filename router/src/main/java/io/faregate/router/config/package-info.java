/**
 * The configuration: from text to records with every fault at once, and from records to the routing that decisions
 * read. Sees the environment and the values of the core; nothing in the core sees it.
 */
@NullMarked
package io.faregate.router.config;

import org.jspecify.annotations.NullMarked;
