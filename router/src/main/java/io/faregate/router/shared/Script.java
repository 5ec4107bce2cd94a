package io.faregate.router.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The scripts that run in the store, each one atomic step; known there by their SHA-1. */
enum Script {
    DRAW("draw.lua"),
    TELL("tell.lua"),
    GIVE_BACK("giveback.lua"),
    ROWS("rows.lua"),
    LEASES("leases.lua"),
    ENDS("ends.lua"),
    LIMITS("limits.lua"),
    STATE("state.lua");

    private final String text;
    private final String sha1;

    Script(String file) {
        text = read("prelude.lua") + read(file);
        sha1 = sha1(text);
    }

    String text() {
        return text;
    }

    String sha1() {
        return sha1;
    }

    private static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-1", e);
        }
    }
}
