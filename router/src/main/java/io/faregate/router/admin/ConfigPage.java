package io.faregate.router.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.RouterConfig;
import io.faregate.router.config.Setup;
import io.faregate.router.route.Route;
import java.util.TreeMap;

/** What is in force and what was changed over the file. No secret is in it: the configuration only names variables. */
final class ConfigPage {
    private ConfigPage() {}

    static ObjectNode of(Control control) {
        Setup setup = control.setup();
        RouterConfig config = setup.config();
        ObjectNode page = AdminJson.object();
        page.putObject("server")
                .put("host", config.server().host())
                .put("port", config.server().port())
                .put("max_body_bytes", config.server().maxBodyBytes());
        providers(page, setup);
        targets(page, setup);
        routes(page, setup);
        page.set("aliases", AdminJson.tree(config.aliases()));
        ObjectNode budgets = page.putObject("budgets");
        BudgetChanges.facts(config.budgets().caps()).forEach((name, value) -> budgets.set(name, AdminJson.tree(value)));
        budgets.put("time_zone", config.budgets().timeZone().getId());
        page.set("needs_restart", AdminJson.tree(control.awaitingRestart()));
        ArrayNode overrides = page.putArray("overrides");
        for (Overrides.Change change : setup.overrides().values()) {
            overrides
                    .addObject()
                    .put("path", change.path())
                    .put("file", change.fileValue())
                    .put("value", change.value());
        }
        return page;
    }

    private static void providers(ObjectNode page, Setup setup) {
        ObjectNode providers = page.putObject("providers");
        for (Provider provider : setup.routing().providers()) {
            providers
                    .putObject(provider.name())
                    .put("base_url", provider.baseUrl().toString())
                    .put("dialect", provider.dialect())
                    .put("registered", provider.registered())
                    .put("slots", provider.slots().size());
        }
    }

    private static void targets(ObjectNode page, Setup setup) {
        ObjectNode targets = page.putObject("targets");
        for (Target target : setup.routing().targets()) {
            targets.putObject(target.name())
                    .put("provider", target.provider().name())
                    .put("weight", target.weight());
        }
    }

    private static void routes(ObjectNode page, Setup setup) {
        ObjectNode routes = page.putObject("routes");
        for (Route route : new TreeMap<>(setup.routing().routes()).values()) {
            if (!route.named() || routes.has(route.name())) {
                continue;
            }
            ObjectNode entry =
                    routes.putObject(route.name()).put("mode", route.mode().key());
            var targets = entry.putArray("targets");
            route.candidates()
                    .forEach(candidate -> targets.addObject()
                            .put("target", candidate.target().name())
                            .put("model", candidate.model()));
            if (route.canary() != null) {
                entry.putObject("canary")
                        .put(
                                "challenger",
                                route.canary().challenger().get(0).target().name())
                        .put("percent", route.canary().percent())
                        .put("experiment", route.canary().experiment());
            }
        }
    }
}
