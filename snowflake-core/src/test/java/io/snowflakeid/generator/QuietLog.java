package io.snowflakeid.generator;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps what thousands of simulated clocks do out of the build's log. */
final class QuietLog implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.snowflakeid");

    QuietLog() {
        logger.setLevel(Level.OFF);
    }

    @Override
    public void close() {
        logger.setLevel(null); // as its parent's
    }
}
