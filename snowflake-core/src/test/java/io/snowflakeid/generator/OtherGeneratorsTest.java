package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** The ways from generators of 41/5/5/12 bits since Twitter's epoch, as docs/ids.md describes them, and what goes wrong without. */
class OtherGeneratorsTest {

    private static final Instant SWITCH = Instant.parse("2026-11-20T12:00:00Z");

    private static final SnowflakeLayout AHEAD =
            SnowflakeLayout.DEFAULT.withEpoch(SnowflakeLayout.DEFAULT.epoch().minus(Duration.ofDays(365)));

    /** What MyBatis-Plus and hutool make of a millisecond of their clock and the numbers that they chose. */
    private static long theirs(Instant clock, long datacenter, long worker, long sequence) {
        return (clock.toEpochMilli() - 1_288_834_974_657L) << 22 | datacenter << 17 | worker << 12 | sequence;
    }

    @Property
    void aYearAheadOursLieAboveAllThatTheyMakeInThatYear(
            @ForAll @LongRange(min = 0, max = 315_360_000_000L) long ourMillis,
            @ForAll @LongRange(min = -315_360_000_000L, max = 31_535_999_999L) long theirMillis,
            @ForAll @IntRange(min = 0, max = 31) int datacenter,
            @ForAll @IntRange(min = 0, max = 31) int worker,
            @ForAll @IntRange(min = 0, max = 4095) int sequence) {
        long ours = AHEAD.minIdAt(SWITCH.plusMillis(ourMillis));
        assertThat(theirs(SWITCH.plusMillis(theirMillis), datacenter, worker, sequence))
                .isLessThan(ours);
    }

    @Test
    void theLayoutEndsAYearEarlier() {
        assertThat(AHEAD.spec()).isEqualTo("41x1ms/0/10/12@2009-11-04T01:42:54.657Z");
        assertThat(AHEAD.exhaustedAt()).isEqualTo("2079-07-11T17:30:30.209Z");
    }
}
