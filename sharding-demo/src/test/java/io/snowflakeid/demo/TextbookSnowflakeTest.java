package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TextbookSnowflakeTest {

    private static final long NOW = 1_790_000_000_000L;

    private long millis = NOW;
    private final TextbookSnowflake ids = new TextbookSnowflake(3, 5, () -> millis);

    @Test
    void putsItsFieldsWhereTwitterDid() {
        ids.nextId();

        assertThat(SnowflakeLayout.TWITTER.decode(ids.nextId()))
                .isEqualTo(new DecodedId(Instant.ofEpochMilli(NOW), 3, 5, 1, 0));
    }

    @Test
    void startsEveryMillisecondAtZero() {
        assertThat(ids.nextId() % 64).isEqualTo(0);
        assertThat(ids.nextId() % 64).isEqualTo(1);
        millis++;
        assertThat(ids.nextId() % 64).isEqualTo(0);
    }

    @Test
    void makesTheSameIdsAsAnotherOneWithTheSameNumbers() {
        assertThat(new TextbookSnowflake(3, 5, () -> NOW).nextId()).isEqualTo(ids.nextId());
    }

    @Test
    void waitsForTheNextMillisecondWhenTheSequenceIsUsedUp() {
        int[] readings = {0};
        TextbookSnowflake full = new TextbookSnowflake(0, 0, () -> NOW + ++readings[0] / 5000);
        long last = 0;
        for (int i = 0; i < 4096; i++) {
            last = full.nextId();
        }

        long next = full.nextId();

        assertThat(SnowflakeLayout.TWITTER.decode(last).sequence()).isEqualTo(4095);
        assertThat(SnowflakeLayout.TWITTER.decode(next))
                .isEqualTo(new DecodedId(Instant.ofEpochMilli(NOW + 1), 0, 0, 0, 0));
    }

    @Test
    void refusesAClockThatWasSetBack() {
        ids.nextId();
        millis -= 7;

        assertThatThrownBy(ids::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("clock was set back by 7 ms: no id until it has caught up");
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        assertThatThrownBy(() -> new TextbookSnowflake(32, 0, () -> NOW))
                .hasMessage("datacenter must be between 0 and 31, but is 32");
        assertThatThrownBy(() -> new TextbookSnowflake(0, -1, () -> NOW))
                .hasMessage("worker must be between 0 and 31, but is -1");
    }
}
