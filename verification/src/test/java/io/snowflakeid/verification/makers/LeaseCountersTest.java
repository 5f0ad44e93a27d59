package io.snowflakeid.verification.makers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseCountersTest {

    private static final Instant UNTIL = Instant.EPOCH;

    private final LeaseCounters counters = new LeaseCounters();

    @Test
    void aGrantThatTakesThePlaceOfOneThatWasNotLostHasMoved() {
        counters.acquired(0, 1, UNTIL);
        counters.renewed(0, 1, UNTIL);
        counters.renewed(0, 1, UNTIL);
        counters.acquired(0, 600, UNTIL);
        counters.renewalFailed(UNTIL, new IllegalStateException("down"));
        counters.lost(0, 600);
        counters.acquired(0, 2, UNTIL);

        assertThat(counters.sums())
                .isEqualTo(Map.of(
                        "leasesGranted", 3L,
                        "leasesReplaced", 1L,
                        "leasesMoved", 1L,
                        "renewals", 2L,
                        "renewalsRefused", 1L,
                        "ledgerFailures", 1L));
    }
}
