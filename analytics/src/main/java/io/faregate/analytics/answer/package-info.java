/**
 * Answers as JSON: money as plain decimals to the last digit, times in UTC, an unknown as null.
 * One place for the shapes that the API, the report and the page all show.
 */
@NullMarked
package io.faregate.analytics.answer;

import org.jspecify.annotations.NullMarked;
