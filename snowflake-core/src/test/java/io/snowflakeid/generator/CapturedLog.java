package io.snowflakeid.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What generators log, in place of the build's log: level and text, without the exceptions. */
final class CapturedLog extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.snowflakeid");
    private final List<String> lines = new ArrayList<>(); // guarded by this

    CapturedLog() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** The test's own limit ends the wait. */
    void await(String part) {
        Await.until(() -> lines().stream().anyMatch(line -> line.contains(part)));
    }

    @Override
    public synchronized void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
