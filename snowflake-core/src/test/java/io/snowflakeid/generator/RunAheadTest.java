package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunAheadTest extends OnManualTime {

    private static SnowflakeLayout layout(int sequenceBits) {
        return SnowflakeLayout.parse("41x1ms/0/4/" + sequenceBits + "@2010-11-04T01:42:54.657Z");
    }

    @ParameterizedTest
    @MethodSource("policiesAndSequences")
    void withNoneTheTimeOfEveryIdHasCome(ClockPolicy policy, int sequenceBits) {
        SnowflakeLayout layout = layout(sequenceBits);
        int perTick = 1 << sequenceBits;
        try (SnowflakeIdGenerator ids =
                on(fixed(layout), policy).runAhead(Duration.ZERO).build()) {
            for (int i = 0; i < 3 * perTick + 200; i++) {
                assertHasCome(layout, ids.nextId());
            }
            IdBatch batch = ids.reserve(3 * perTick + 1);
            while (batch.remaining() > 0) {
                assertHasCome(layout, batch.next());
            }
            assertThat(ids.status().waits()).isPositive();
        }
    }

    private void assertHasCome(SnowflakeLayout layout, long id) {
        assertThat(layout.decode(id).timestamp()).isBeforeOrEqualTo(time.wallInstant());
    }

    @ParameterizedTest
    @MethodSource("policiesAndSequences")
    void aBurstGoesAsFarAsItMayAndThenWaits(ClockPolicy policy, int sequenceBits) {
        SnowflakeLayout layout = layout(sequenceBits);
        try (SnowflakeIdGenerator ids =
                on(fixed(layout), policy).runAhead(Duration.ofMillis(3)).build()) {
            time.pass(Duration.ofSeconds(1));
            Instant start = time.wallInstant();
            for (int i = 0; i < 4 << sequenceBits; i++) {
                ids.nextId();
            }
            assertThat(time.wallInstant()).isEqualTo(start);
            assertThat(layout.decode(ids.nextId()).timestamp()).isEqualTo(start.plusMillis(4));
            assertThat(time.wallInstant()).isEqualTo(start.plusMillis(1));
        }
    }

    @ParameterizedTest
    @MethodSource("policiesAndSequences")
    void aStepOfAReservationIsWhatMayBeTakenAtOnce(ClockPolicy policy, int sequenceBits) {
        assertThat(firstStep(policy, sequenceBits, Duration.ofMillis(3))).isEqualTo(3L << sequenceBits);
        assertThat(firstStep(policy, sequenceBits, Duration.ofMillis(10))).isEqualTo(10L << sequenceBits);
        assertThat(firstStep(policy, sequenceBits, Duration.ZERO)).isEqualTo(1L << (sequenceBits - 1));
    }

    private long firstStep(ClockPolicy policy, int sequenceBits, Duration runAhead) {
        try (SnowflakeIdGenerator ids =
                on(fixed(layout(sequenceBits)), policy).runAhead(runAhead).build()) {
            ids.reserve(1_000_000);
            return ids.issued();
        }
    }

    @Test
    void beyondTheLayoutsOwnBoundItIsRefused() {
        assertThatThrownBy(() -> SnowflakeIdGenerator.builder(fixed(SnowflakeLayout.DEFAULT))
                        .runAhead(Duration.ofMillis(11)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("runAhead must be between PT0S and PT0.01S, but is PT0.011S");
        assertThatThrownBy(() -> SnowflakeIdGenerator.builder(fixed(SnowflakeLayout.KUBERNETES))
                        .runAhead(Duration.ofMillis(1001)))
                .hasMessageStartingWith("runAhead must be between PT0S and PT1S");
        assertThatThrownBy(() -> SnowflakeIdGenerator.builder(fixed(SnowflakeLayout.DEFAULT))
                        .runAhead(Duration.ofNanos(-1)))
                .hasMessageEndingWith("but is PT-0.000000001S");
    }
}
