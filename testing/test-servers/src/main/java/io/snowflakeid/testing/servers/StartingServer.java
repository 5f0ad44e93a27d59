package io.snowflakeid.testing.servers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A server that has been started but may not yet respond. */
interface StartingServer {

    Duration START_LIMIT = Duration.ofMinutes(2);
    Duration UNREACHABLE_LIMIT = Duration.ofSeconds(10);
    Duration PAUSE = Duration.ofMillis(100);

    /** Sends a request to the server, and returns the exception, or null if the server responded. */
    @Nullable
    Exception refusal();

    boolean isAlive();

    /** Returns true if the log of the server reports that the server accepts clients. */
    boolean reportsReady();

    /** Returns the host and port of the server, such as {@code 127.0.0.1:3306}. */
    String hostAndPort();

    /** A clock that a test can replace. */
    interface Time {
        Time OF_THIS_MACHINE = new Time() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void pause() {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        };

        long nanos();

        void pause();
    }

    /** Waits until the server responds, or throws an exception if the server ends, is unreachable, or exceeds the time limit. */
    default void awaitResponse(Time time) throws NoResponse {
        long start = time.nanos();
        long readySince = -1;
        for (Exception refusal = refusal(); refusal != null; refusal = refusal()) {
            if (!isAlive()) {
                throw new NoResponse("it ended while it started", refusal);
            }
            long now = time.nanos();
            if (readySince < 0 && reportsReady()) {
                readySince = now;
            }
            if (readySince >= 0 && now - readySince > UNREACHABLE_LIMIT.toNanos()) {
                throw new NoResponse(
                        "it is ready, but does not respond at " + hostAndPort() + ": "
                                + ContainerFailure.deepest(refusal)
                                + "; set TESTCONTAINERS_HOST_OVERRIDE to the host of the engine",
                        refusal);
            }
            if (now - start > START_LIMIT.toNanos()) {
                throw new NoResponse(
                        "it does not respond after " + START_LIMIT.toSeconds() + " s: "
                                + ContainerFailure.deepest(refusal),
                        refusal);
            }
            time.pause();
        }
    }

    final class NoResponse extends Exception {
        NoResponse(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
