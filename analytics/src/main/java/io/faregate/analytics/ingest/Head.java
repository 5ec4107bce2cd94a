package io.faregate.analytics.ingest;

import io.faregate.analytics.store.TailPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The beginning of a file as its mark: file systems give the key of a deleted file to the next one. */
record Head(String digest, int length) {
    private static final int LONGEST = 1024;

    /** The mark of a file that has been read up to {@code offset}. */
    static Head of(SeekableByteChannel channel, long offset) throws IOException {
        int length = (int) Math.min(offset, LONGEST);
        return new Head(digest(channel, length), length);
    }

    /** Whether the file is still the one whose position this is: not shorter, and with the same beginning. */
    static boolean matches(SeekableByteChannel channel, TailPosition position) throws IOException {
        return channel.size() >= position.offset()
                && digest(channel, position.headLength()).equals(position.head());
    }

    private static String digest(SeekableByteChannel channel, int length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(length);
        channel.position(0);
        while (head.hasRemaining() && channel.read(head) >= 0) {
            // Reads until the head is full or the file ends.
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(head.array(), 0, head.position());
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
