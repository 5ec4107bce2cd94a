package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.ProviderEntry;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads providers and checks their URLs. */
final class ProviderReader {
    private static final Map<String, String> DIALECTS = dialects();

    private ProviderReader() {}

    /** All providers, in the order of the file. */
    static Map<String, ProviderEntry> providers(Section section) {
        Map<String, ProviderEntry> providers = new LinkedHashMap<>();
        for (String name : section.names()) {
            Section provider = section.section(name);
            String dialect = provider.has("dialect") ? provider.word("dialect", "openai", DIALECTS) : null;
            providers.put(name, new ProviderEntry(url(provider, "base_url"), provider.text("api_key_env"), dialect));
            provider.end();
        }
        section.end();
        return providers;
    }

    /** An http or https URL without credentials, query and fragment, and without a slash at its end, or null. */
    static @Nullable URI url(Section section, String key) {
        String text = section.text(key);
        if (text == null) {
            return null;
        }
        URI url = shaped(text);
        if (url == null) {
            section.fault(
                    key,
                    "found " + section.shown(key)
                            + ", expected a URL such as https://api.example.com/v1, without credentials, query "
                            + "and fragment");
        } else if (!Ports.callable(url)) {
            section.fault(key, "found port " + url.getPort() + ", expected a port from 1 to " + Ports.MOST);
            return null;
        } else if (url.getScheme().equals("http") && !Hosts.isLoopback(url.getHost())) {
            section.warn(key, "found http to a host that is not loopback: keys and prompts go there in the clear");
        }
        return url;
    }

    /** The URL, or null when it is none that can be called. */
    static @Nullable URI parse(String text) {
        URI url = shaped(text);
        return url != null && Ports.callable(url) ? url : null;
    }

    private static @Nullable URI shaped(String text) {
        try {
            URI url = new URI(text.endsWith("/") ? text.replaceFirst("/+$", "") : text);
            boolean called = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            boolean bare = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
            return called && bare && url.getHost() != null ? url : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static Map<String, String> dialects() {
        Map<String, String> dialects = new LinkedHashMap<>();
        dialects.put("openai", "openai");
        dialects.put("anthropic", "anthropic");
        return dialects;
    }
}
