package io.faregate.router.config;

import io.faregate.router.route.VirtualKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The credentials of clients and of the administrator, as SHA-256 alone. Immutable, safe for all threads. */
public final class KeyRing {
    private final Map<String, VirtualKey> keys;
    private final byte @Nullable [] adminSha256;

    KeyRing(Map<String, VirtualKey> keysBySha256, byte @Nullable [] adminSha256) {
        this.keys = Map.copyOf(keysBySha256);
        this.adminSha256 = adminSha256;
    }

    /** Whether anybody may call, because there are no virtual keys. */
    public boolean open() {
        return keys.isEmpty();
    }

    /** Whether there is an admin key at all. */
    public boolean hasAdmin() {
        return adminSha256 != null;
    }

    /** The virtual key with that secret, or null. */
    public @Nullable VirtualKey find(String secret) {
        return keys.get(HexFormat.of().formatHex(sha256(secret)));
    }

    /** Whether a secret is the administrator's; takes the same time for each wrong one. */
    public boolean isAdmin(String secret) {
        return adminSha256 != null && MessageDigest.isEqual(adminSha256, sha256(secret));
    }

    static byte[] sha256(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
