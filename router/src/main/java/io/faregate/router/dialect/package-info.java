/**
 * What each provider's way of speaking needs: parameters known or refused, words mapped,
 * whole formats translated. Pure.
 */
@NullMarked
package io.faregate.router.dialect;

import org.jspecify.annotations.NullMarked;
