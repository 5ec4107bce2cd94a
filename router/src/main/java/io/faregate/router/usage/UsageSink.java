package io.faregate.router.usage;

/** Where rows go. Thread-safe; never blocks and never throws, whatever becomes of the disk. */
public interface UsageSink {
    /**
     * Takes one line.
     *
     * @param line one JSON object with its line feed; the sink keeps it, nobody changes it any more
     * @param handedOver run exactly once, on a thread of the sink's choice, when the operating system has the line or
     *     when it is lost and counted; must be quick and must not throw
     */
    void append(byte[] line, Runnable handedOver);
}
