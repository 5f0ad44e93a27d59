package io.snowflakeid.testing.servers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A server that starts, and how long one waits for it: no longer than it takes to know that it cannot be used. */
interface StartingServer {

    Duration START_LIMIT = Duration.ofMinutes(2);
    Duration UNREACHABLE_LIMIT = Duration.ofSeconds(10);
    Duration PAUSE = Duration.ofMillis(100);

    /** Why it gave no answer to a client just now; null if it answered. */
    @Nullable
    Exception refusal();

    /** Whether its process runs. */
    boolean isAlive();

    /** Whether it says that it accepts clients. */
    boolean saysReady();

    /** As in {@code 127.0.0.1:3306}. */
    String hostAndPort();

    /** Passes by itself, or is moved by a test. */
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

        /** Between two questions. */
        void pause();
    }

    /** Returns when the server answers; fails as soon as it is clear that it will not. */
    default void awaitAnswer(Time time) throws NoAnswer {
        long start = time.nanos();
        long readySince = -1;
        for (Exception refusal = refusal(); refusal != null; refusal = refusal()) {
            if (!isAlive()) {
                throw new NoAnswer("it ended while it started", refusal);
            }
            long now = time.nanos();
            if (readySince < 0 && saysReady()) {
                readySince = now;
            }
            if (readySince >= 0 && now - readySince > UNREACHABLE_LIMIT.toNanos()) {
                throw new NoAnswer(
                        "it is ready, but does not answer at " + hostAndPort() + ": "
                                + ContainerFailure.deepest(refusal)
                                + "; set TESTCONTAINERS_HOST_OVERRIDE to the host of the engine",
                        refusal);
            }
            if (now - start > START_LIMIT.toNanos()) {
                throw new NoAnswer(
                        "it does not answer after " + START_LIMIT.toSeconds() + " s: "
                                + ContainerFailure.deepest(refusal),
                        refusal);
            }
            time.pause();
        }
    }

    /** Says why a server is not waited for any longer. */
    final class NoAnswer extends Exception {
        NoAnswer(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
