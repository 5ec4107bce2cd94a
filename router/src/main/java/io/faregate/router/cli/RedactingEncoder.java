package io.faregate.router.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;

/** The lines of another encoder without the secrets in them, stack traces included. Thread-safe if the other is. */
final class RedactingEncoder extends EncoderBase<ILoggingEvent> {
    private final Encoder<ILoggingEvent> lines;
    private final Redaction redaction;

    RedactingEncoder(Encoder<ILoggingEvent> lines, Redaction redaction) {
        this.lines = lines;
        this.redaction = redaction;
    }

    @Override
    public byte[] headerBytes() {
        return lines.headerBytes();
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        String line = new String(lines.encode(event), StandardCharsets.UTF_8);
        return redaction.redact(line).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return lines.footerBytes();
    }
}
