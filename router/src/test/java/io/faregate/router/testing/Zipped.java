package io.faregate.router.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Bodies as compressing providers and clients send them. Stateless. */
public final class Zipped {
    private Zipped() {}

    /** As gzip. */
    public static byte[] gzip(String text) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }

    /** As deflate, in its frame or, as many send it, without. */
    public static byte[] deflate(String text, boolean framed) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, !framed);
        try (DeflaterOutputStream out = new DeflaterOutputStream(zipped, deflater)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return zipped.toByteArray();
    }

    /** Text, and then that many megabytes of zeros, as gzip. */
    public static byte[] bomb(String text, int megabytes) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < megabytes; i++) {
                out.write(zeros);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }
}
