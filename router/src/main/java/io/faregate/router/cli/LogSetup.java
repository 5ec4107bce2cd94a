package io.faregate.router.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;

/**
 * Logs to standard error without secrets, at the level of FAREGATE_LOG_LEVEL: lines for people, or JSON with
 * FAREGATE_LOG_FORMAT=json. In code, because reading XML loads hundreds of classes at each start; a file that
 * {@code logback.configurationFile} names is read in its stead.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level %logger{0} - %msg%n%ex{short}";

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setContext(loggers);
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder(loggers, System.getenv()));
        stderr.start();
        loggers.getLogger("io.netty").setLevel(Level.WARN);
        loggers.getLogger("io.vertx").setLevel(Level.WARN);
        Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(System.getenv("FAREGATE_LOG_LEVEL"), Level.INFO));
        root.addAppender(stderr);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** What makes a line of an event, as the variables ask for it. */
    static Encoder<ILoggingEvent> encoder(LoggerContext loggers, Map<String, String> variables) {
        Encoder<ILoggingEvent> lines = "json".equalsIgnoreCase(variables.get("FAREGATE_LOG_FORMAT")) ? json() : text();
        lines.setContext(loggers);
        lines.start();
        RedactingEncoder redacting = new RedactingEncoder(lines, Redaction.of(variables));
        redacting.setContext(loggers);
        redacting.start();
        return redacting;
    }

    private static Encoder<ILoggingEvent> text() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setPattern(PATTERN);
        return encoder;
    }

    private static Encoder<ILoggingEvent> json() {
        LogstashEncoder encoder = new LogstashEncoder();
        LogstashFieldNames names = new LogstashFieldNames();
        names.setTimestamp("timestamp");
        names.setLogger("logger");
        names.setThread("thread");
        names.setLevelValue(null);
        names.setVersion(null);
        encoder.setFieldNames(names);
        encoder.setTimeZone("UTC");
        return encoder;
    }
}
