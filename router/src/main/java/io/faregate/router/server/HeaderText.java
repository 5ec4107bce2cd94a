package io.faregate.router.server;

/** Text from configuration or providers that goes into a header: what a header cannot hold is replaced. */
final class HeaderText {
    private HeaderText() {}

    static String safe(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!plain(text.charAt(i))) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.chars().forEach(c -> out.append(plain((char) c) ? (char) c : '?'));
        return out.toString();
    }

    private static boolean plain(char c) {
        return c >= ' ' && c < 127;
    }
}
