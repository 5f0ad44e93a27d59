package io.snowflakeid.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.servers.StartingServer.NoResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StartingServerTest {

    private static final long NEVER = Long.MAX_VALUE;

    private long millis;

    private final StartingServer.Time time = new StartingServer.Time() {
        @Override
        public long nanos() {
            return Duration.ofMillis(millis).toNanos();
        }

        @Override
        public void pause() {
            millis += 100;
        }
    };

    /** A server that reports readiness, responds and ends at these times. */
    private final class Server implements StartingServer {
        private final long ready;
        private final long answers;
        private final long ends;

        Server(long ready, long answers, long ends) {
            this.ready = ready;
            this.answers = answers;
            this.ends = ends;
        }

        @Override
        public @Nullable Exception refusal() {
            return millis >= answers ? null : new IOException("connection refused");
        }

        @Override
        public boolean isAlive() {
            return millis < ends;
        }

        @Override
        public boolean reportsReady() {
            return millis >= ready;
        }

        @Override
        public String hostAndPort() {
            return "host:1";
        }
    }

    @Test
    void isWaitedForUntilItAnswers() throws Exception {
        new Server(5_000, 5_100, NEVER).awaitResponse(time);

        assertThat(millis).isEqualTo(5_100);
    }

    @Test
    void isAwaitedEvenIfItNeverReportsReadiness() throws Exception {
        new Server(NEVER, 100_000, NEVER).awaitResponse(time);

        assertThat(millis).isEqualTo(100_000);
    }

    @Test
    void failsAtOnceWhenItEnds() {
        assertThatThrownBy(() -> new Server(NEVER, NEVER, 700).awaitResponse(time))
                .isInstanceOf(NoResponse.class)
                .hasMessage("it ended while it started");
        assertThat(millis).isEqualTo(700);
    }

    @Test
    void failsSoonWhenItIsReadyAndCannotBeReached() {
        assertThatThrownBy(() -> new Server(3_000, NEVER, NEVER).awaitResponse(time))
                .isInstanceOf(NoResponse.class)
                .hasMessageContainingAll(
                        "it is ready, but does not respond",
                        "at host:1",
                        "connection refused",
                        "set TESTCONTAINERS_HOST_OVERRIDE to the host of the engine");
        assertThat(millis).isEqualTo(13_100);
    }

    @Test
    void failsAfterTwoMinutesWhenItDoesNothing() {
        assertThatThrownBy(() -> new Server(NEVER, NEVER, NEVER).awaitResponse(time))
                .isInstanceOf(NoResponse.class)
                .hasMessage("it does not respond after 120 s: connection refused");
        assertThat(millis).isEqualTo(120_100);
    }
}
