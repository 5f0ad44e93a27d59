package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockPolicyTest {

    private static ClockPolicy tiered(long sleepMillis, long stayMillis, long retryableMillis) {
        return ClockPolicy.tiered(
                Duration.ofMillis(sleepMillis), Duration.ofMillis(stayMillis), Duration.ofMillis(retryableMillis));
    }

    @Test
    void policiesSayTheirNamesAndTiers() {
        assertThat(ClockPolicy.rideThrough()).hasToString("rideThrough");
        assertThat(ClockPolicy.tiered()).hasToString("tiered(3 ms, 100 ms, 5000 ms)");
        assertThat(tiered(0, 0, 0)).hasToString("tiered(0 ms, 0 ms, 0 ms)");
        assertThat(ClockPolicy.tiered(Duration.ofNanos(1500), Duration.ofDays(1), Duration.ofDays(1)))
                .hasToString("tiered(0.0015 ms, 86400000 ms, 86400000 ms)");
        assertThat(ClockPolicy.refuse()).hasToString("refuse");
    }

    @Test
    void tiersThatAreOutOfOrderOrRangeAreRefused() {
        assertThatThrownBy(() -> tiered(-1, 5, 5)).hasMessage("sleep must be between PT0S and PT10S, but is PT-0.001S");
        assertThatThrownBy(() -> tiered(10_001, 20_000, 20_000))
                .hasMessage("sleep must be between PT0S and PT10S, but is PT10.001S");
        assertThatThrownBy(() -> tiered(3, 2, 5))
                .hasMessage("stay must be between PT0.003S and PT24H, but is PT0.002S");
        assertThatThrownBy(() -> tiered(3, 100, 99))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("retryable must be between PT0.1S and PT24H, but is PT0.099S");
        assertThatThrownBy(() -> tiered(3, 100, 86_400_001))
                .hasMessage("retryable must be between PT0.1S and PT24H, but is PT24H0.001S");
        assertThatThrownBy(() -> ClockPolicy.tiered(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMaxLeapOutOfRangeIsRefused() {
        SnowflakeIdGenerator.Builder builder = SnowflakeIdGenerator.builder(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1).inNamespace("max-leap"));
        assertThatThrownBy(() -> builder.maxLeap(Duration.ofMillis(999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxLeap must be between PT1S and PT8760H, but is PT0.999S");
        assertThatThrownBy(() -> builder.maxLeap(Duration.ofDays(366))).hasMessageEndingWith("but is PT8784H");
        builder.maxLeap(Duration.ofSeconds(1)).maxLeap(Duration.ofDays(365));
    }
}
