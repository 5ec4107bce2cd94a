/**
 * The HTTP API. Handlers parse, ask the warehouse on a worker thread, and write; no figure is made here.
 * Errors are RFC 9457 problem documents.
 */
@NullMarked
package io.faregate.analytics.server;

import org.jspecify.annotations.NullMarked;
