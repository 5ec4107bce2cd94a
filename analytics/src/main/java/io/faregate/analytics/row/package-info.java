/**
 * The usage row as analytics knows it: its fields, their kinds, exact money and UTC time.
 * Pure; nothing here reads a clock, a file or a database.
 */
@NullMarked
package io.faregate.analytics.row;

import org.jspecify.annotations.NullMarked;
