package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.Analytics;
import io.faregate.router.config.RouterConfig.Server;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the router has to know of the analytics service and checks the rest of its keys. */
final class AnalyticsReader {
    /** The variable of the admin key unless another is named. */
    static final String ADMIN_KEY = "FAREGATE_ADMIN_KEY";

    private AnalyticsReader() {}

    /**
     * The analytics section.
     *
     * @param port the environment's, in the place of the file's
     * @param router whom it tells of a promotion when nobody is named; the admin key goes there
     */
    static Analytics analytics(Section section, int port, Server router) {
        int written = (int) section.whole("port", 8081, 0, Ports.MOST);
        String url = url(section, "url");
        List<String> routers = section.has("routers") ? urls(section, "routers") : own(router);
        Analytics analytics = new Analytics(
                section.text("host", "127.0.0.1"),
                port < 0 ? written : port,
                section.text("database", "data/analytics.duckdb"),
                url,
                routers,
                section.text("admin_key_env", ADMIN_KEY));
        webhooks(section);
        section.whole("keep_days", 90, 1, 36_500);
        PolicyReader.check(section, false);
        section.end();
        return analytics;
    }

    /** The router of this configuration; none on a port that is told only once it listens. */
    private static List<String> own(Server router) {
        return router.port() == 0 ? List.of() : List.of(Hosts.url(router.host(), router.port()));
    }

    private static @Nullable String url(Section section, String key) {
        String url = section.text(key);
        if (url != null && !isUrl(url)) {
            section.fault(key, "found " + section.shown(key) + ", expected a URL such as http://127.0.0.1:8081");
        }
        return url;
    }

    private static List<String> urls(Section section, String key) {
        List<String> urls = section.texts(key);
        for (int i = 0; i < urls.size(); i++) {
            if (!isUrl(urls.get(i))) {
                section.faultIn(
                        KeyPath.item(key, i),
                        "found " + section.shown(key, i) + ", expected a URL such as http://127.0.0.1:8080");
            }
        }
        return List.copyOf(urls);
    }

    /** Their addresses often are secrets and are not repeated; whether a variable is set is the service's to judge. */
    private static void webhooks(Section section) {
        for (Section webhook : section.sections("webhooks", "url")) {
            String url = webhook.text("url");
            if (url == null || !isUrl(url)) {
                webhook.fault("url", "found no address, expected a URL such as https://chat.example/hooks/faregate");
            }
            webhook.text("secret_env");
            webhook.end();
        }
    }

    private static boolean isUrl(String text) {
        try {
            return (text.startsWith("http://") || text.startsWith("https://")) && Ports.callable(new URI(text));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
