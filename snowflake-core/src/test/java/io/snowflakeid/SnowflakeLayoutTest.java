package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeLayoutTest {

    private static final Instant TWITTER_EPOCH = SnowflakeLayout.TWITTER.epoch();
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123Z");

    @Test
    void geneTakesTheLowestBitsAwayFromTheSequence() {
        SnowflakeLayout orders = SnowflakeLayout.DEFAULT.withGene(6);
        assertThat(orders.sequenceBits()).isEqualTo(6);
        assertThat(orders.decode(0b111_111111).gene()).isEqualTo(63);
        assertThat(orders.decode(0b111_111111).sequence()).isEqualTo(7);
        assertThat(orders.withGene(0)).isEqualTo(SnowflakeLayout.DEFAULT);
    }

    @Test
    void decodesARealTwitterId() {
        // a well-known tweet's id, whose time of day is public, 04:16:18 by the second
        DecodedId fields = SnowflakeLayout.TWITTER.decode(266_031_293_945_503_744L);
        assertThat(fields.timestamp())
                .isBetween(Instant.parse("2012-11-07T04:16:17Z"), Instant.parse("2012-11-07T04:16:19Z"));
    }

    @Test
    void boundsRefuseWhatHasNoTick() {
        assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.minIdAt(Instant.parse("2010-01-01T00:00:00Z")))
                .hasMessageContainingAll(
                        "timestamp must be",
                        "from 2010-11-04T01:42:54.657Z",
                        "before 2080-07-10T17:30:30.209Z",
                        "but is 2010-01-01T00:00:00Z");
        assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.maxIdAt(Instant.parse("2080-07-10T17:30:30.209Z")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oneBitMoreThanAPositiveLongHasIsRefused() {
        assertThatThrownBy(() -> SnowflakeLayout.parse("41x1ms/0/11/12@2010-11-04T01:42:54.657Z"))
                .hasMessageStartingWith("layout needs 64 bits (")
                .hasMessageEndingWith("), 1 more than the 63 of a positive long: make a field narrower");
    }

    @ParameterizedTest
    @CsvSource({
        "timestampBits, 0, 1, 62", "timestampBits, 63, 1, 62", "datacenterBits, -1, 0, 31", "datacenterBits, 32, 0, 31",
        "workerBits, -1, 0, 31", "workerBits, 32, 0, 31", "sequenceBits, 0, 1, 31", "sequenceBits, 32, 1, 31",
        "geneBits, -1, 0, 20", "geneBits, 21, 0, 20"
    })
    void aWidthOutOfRangeIsRefusedByName(String field, int bits, int least, int most) {
        assertThatThrownBy(() -> with(field, bits))
                .hasMessage(field + " must be between " + least + " and " + most + ", but is " + bits);
    }

    private static SnowflakeLayout with(String field, int bits) {
        List<String> fields = List.of("timestampBits", "datacenterBits", "workerBits", "sequenceBits", "geneBits");
        int[] widths = {41, 0, 10, 12, 0};
        widths[fields.indexOf(field)] = bits;
        return layout(TWITTER_EPOCH, Duration.ofMillis(1), widths);
    }

    private static SnowflakeLayout layout(Instant epoch, Duration tick, int... w) {
        return new SnowflakeLayout(epoch, tick, w[0], w[1], w[2], w[3], w[4]);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, between PT0.001S and PT1H",
        "PT-0.001S, between PT0.001S and PT1H",
        "PT1H0.001S, between PT0.001S and PT1H",
        "PT0.0015S, whole milliseconds"
    })
    void aTickOutOfRangeIsRefused(Duration tick, String allowed) {
        assertThatThrownBy(() -> layout(TWITTER_EPOCH, tick, 41, 0, 10, 12, 0))
                .hasMessage("tick must be " + allowed + ", but is " + tick);
    }

    @Test
    void whatHasEndedIsStillRead() {
        SnowflakeLayout ended = SnowflakeLayout.parse("28x1000ms/0/22/13@2016-05-19T16:00:00Z");
        assertThat(ended.exhaustedAt()).isEqualTo("2024-11-20T13:24:16Z");
        assertThat(ended.decode(ended.maxIdAt(Instant.parse("2020-02-02T02:02:02Z")))
                        .timestamp())
                .isEqualTo("2020-02-02T02:02:02Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z"})
    void anEpochOutsideTheYearsThatCanBeWrittenIsRefused(Instant epoch) {
        assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.withEpoch(epoch))
                .hasMessage("epoch must be between 1970-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z, but is " + epoch);
    }

    @Test
    void anEpochFinerThanMillisecondsIsRefused() {
        assertThatThrownBy(() -> SnowflakeLayout.parse("41x1ms/0/10/12@2020-01-01T00:00:00.0001Z"))
                .hasMessage("epoch must be whole milliseconds, but is 2020-01-01T00:00:00.000100Z");
    }

    @Test
    void aFieldThatDoesNotFitIsRefusedWithItsRange() {
        assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.encode(new DecodedId(NOON, 0, 1024, 0, 0)))
                .hasMessageContainingAll(
                        "worker id 1024 does not fit", "10 bits (0..1023)", "number of that range", "more worker bits");
        assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.encode(new DecodedId(NOON, 0, 0, 0, 1)))
                .hasMessageStartingWith("gene 1 does not fit into 0 bits (0..0)");
    }

    @Test
    void decodeRefusesWhatNoLayoutMakes() {
        assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.decode(-5)).hasMessageStartingWith("id -5 is negative");
        SnowflakeLayout short53 = SnowflakeLayout.parse("41x1ms/0/3/9@2010-11-04T01:42:54.657Z");
        assertThatThrownBy(() -> short53.decode(1L << 53))
                .hasMessageStartingWith("id 9007199254740992 has more than the 53 bits of layout 41x1ms/0/3/9@");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "CLASSIC",
                "41/0/10/12",
                "41x1ms/0/10/12@yesterday",
                "41x1s/0/10/12@2020-01-01T00:00:00Z",
                "41x1ms/region:3+business:4/6/9@2010-11-04T01:42:54.657Z"
            })
    void anUnknownSpecIsRefusedWithTheForm(String text) {
        assertThatThrownBy(() -> SnowflakeLayout.parse(text))
                .hasMessageContainingAll(
                        "layout '" + text + "' is neither",
                        "DEFAULT, TWITTER, GAME_SERVERS, GAME_SERVERS_MAX, KUBERNETES",
                        "SONYFLAKE_LIKE, JAVASCRIPT_SAFE, UID_GENERATOR_LIKE",
                        "of the form 41x1ms/0/10/12@");
    }
}
