/** What an administrator changes while the router runs: configuration, shares, budgets, benches; kept over restarts. */
@NullMarked
package io.faregate.router.admin;

import org.jspecify.annotations.NullMarked;
