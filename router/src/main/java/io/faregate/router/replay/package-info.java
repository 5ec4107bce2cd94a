/**
 * Old calls under another configuration: what they would have cost, and whom they would have gone to. Pure; rows come
 * in as trees, and what a row cannot say is counted.
 */
@NullMarked
package io.faregate.router.replay;

import org.jspecify.annotations.NullMarked;
