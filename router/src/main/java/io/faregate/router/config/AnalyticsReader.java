package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.Analytics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the router has to know of the analytics service and checks the rest of its keys. */
final class AnalyticsReader {
    /** The variable of the admin key unless another is named. */
    static final String ADMIN_KEY = "FAREGATE_ADMIN_KEY";

    private AnalyticsReader() {}

    /** The analytics section. */
    static Analytics analytics(Section section, int port) {
        int written = (int) section.whole("port", 8081, 0, Ports.MOST);
        Analytics analytics = new Analytics(
                section.text("host", "127.0.0.1"),
                port < 0 ? written : port,
                section.text("database", "data/analytics.duckdb"),
                url(section, "url"),
                section.has("routers") ? urls(section, "routers") : List.of("http://127.0.0.1:8080"),
                section.text("admin_key_env", ADMIN_KEY),
                urls(section, "webhooks"));
        section.whole("keep_days", 90, 0, 36_500);
        PolicyReader.check(section, false);
        section.end();
        return analytics;
    }

    private static @Nullable String url(Section section, String key) {
        String url = section.text(key);
        if (url != null && !isUrl(url)) {
            section.fault(key, "found another text, expected a URL such as http://127.0.0.1:8081");
        }
        return url;
    }

    private static List<String> urls(Section section, String key) {
        List<String> urls = section.texts(key);
        for (int i = 0; i < urls.size(); i++) {
            if (!isUrl(urls.get(i))) {
                section.faultIn(
                        KeyPath.item(key, i), "found another text, expected a URL such as http://127.0.0.1:8080");
            }
        }
        return List.copyOf(urls);
    }

    private static boolean isUrl(String text) {
        return text.startsWith("http://") || text.startsWith("https://");
    }
}
