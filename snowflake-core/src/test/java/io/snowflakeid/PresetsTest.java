package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows were written with these layouts: nothing here ever changes. */
class PresetsTest {

    /** A preset that lost its row below would not be pinned. */
    @Test
    void eachPresetHasARow() {
        assertThat(SnowflakeLayout.presets()).hasSize(8);
    }

    @ParameterizedTest
    @CsvSource({
        "DEFAULT,            41x1ms/0/10/12@2010-11-04T01:42:54.657Z,  2080-07-10T17:30:30.209Z, 63, 4096000",
        "TWITTER,            41x1ms/5/5/12@2010-11-04T01:42:54.657Z,   2080-07-10T17:30:30.209Z, 63, 4096000",
        "GAME_SERVERS,       41x1ms/12/0/10@2010-11-04T01:42:54.657Z,  2080-07-10T17:30:30.209Z, 63, 1024000",
        "GAME_SERVERS_MAX,   35x100ms/20/0/8@2010-11-04T01:42:54.657Z, 2119-09-22T06:53:31.457Z, 63, 2560",
        "KUBERNETES,         28x1000ms/0/24/11@2026-01-01T00:00:00Z,   2034-07-04T21:24:16Z,     63, 2048",
        "SONYFLAKE_LIKE,     39x10ms/0/16/8@2014-09-01T00:00:00Z,      2188-11-16T03:28:58.880Z, 63, 25600",
        "JAVASCRIPT_SAFE,    38x10ms/0/7/8@2010-11-04T01:42:54.657Z,   2097-12-11T15:27:24.097Z, 53, 25600",
        "UID_GENERATOR_LIKE, 28x1000ms/0/22/13@2026-01-01T00:00:00Z,   2034-07-04T21:24:16Z,     63, 8192"
    })
    void presetsAreFrozen(String name, String spec, Instant end, int bits, long idsPerSecond) {
        SnowflakeLayout preset = SnowflakeLayout.presets().get(name);
        assertThat(preset.spec()).isEqualTo(spec);
        assertThat(preset.exhaustedAt()).isEqualTo(end);
        assertThat(preset.bits()).isEqualTo(bits);
        assertThat((1L << preset.sequenceBits()) * 1000 / preset.tick().toMillis())
                .isEqualTo(idsPerSecond);
        assertThat(SnowflakeLayout.parse(spec)).isEqualTo(preset);
        assertThat(SnowflakeLayout.parse(name)).isSameAs(preset);
        assertThat(SnowflakeLayout.parse(" " + name.toLowerCase(java.util.Locale.ROOT)))
                .isSameAs(preset);
    }

    /** Five ticks after the epoch, datacenter and worker as given, the last sequence; each product is worked out by hand. */
    @ParameterizedTest
    @CsvSource({
        "DEFAULT,            0,       3,        20987903", // 5 x 2^22 + 3 x 2^12 + 4095
        "TWITTER,            2,       3,        21250047", // 5 x 2^22 + 2 x 2^17 + 3 x 2^12 + 4095
        "GAME_SERVERS,       4095,    0,        25165823", // 5 x 2^22 + 4095 x 2^10 + 1023
        "GAME_SERVERS_MAX,   1048575, 0,        1610612735", // 5 x 2^28 + 1048575 x 2^8 + 255
        "KUBERNETES,         0,       16777215, 206158430207", // 5 x 2^35 + 16777215 x 2^11 + 2047
        "SONYFLAKE_LIKE,     0,       65535,    100663295", // 5 x 2^24 + 65535 x 2^8 + 255
        "JAVASCRIPT_SAFE,    0,       127,      196607", // 5 x 2^15 + 127 x 2^8 + 255
        "UID_GENERATOR_LIKE, 0,       4194303,  206158430207" // 5 x 2^35 + 4194303 x 2^13 + 8191
    })
    void bitsLieWhereTheyAlwaysDid(String name, long datacenter, long worker, long id) {
        SnowflakeLayout preset = SnowflakeLayout.parse(name);
        Instant fiveTicksOn = preset.epoch().plus(preset.tick().multipliedBy(5));
        long lastSequence = (1L << preset.sequenceBits()) - 1;
        DecodedId fields = new DecodedId(fiveTicksOn, datacenter, worker, lastSequence, 0);
        assertThat(preset.encode(fields)).isEqualTo(id);
        assertThat(preset.decode(id)).isEqualTo(fields);
    }
}
