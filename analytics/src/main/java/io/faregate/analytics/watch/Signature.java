package io.faregate.analytics.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what webhooks are told: {@code t=SECONDS,v1=HEX}, an HMAC-SHA256 over {@code SECONDS.BODY}. The time is in it,
 * so that a receiver can refuse what was recorded and is sent again. Stateless.
 */
final class Signature {
    private Signature() {}

    static String of(String secret, long epochSeconds, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            byte[] digest = mac.doFinal((epochSeconds + "." + body).getBytes(UTF_8));
            return "t=" + epochSeconds + ",v1=" + HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has HMAC-SHA256", e);
        }
    }
}
