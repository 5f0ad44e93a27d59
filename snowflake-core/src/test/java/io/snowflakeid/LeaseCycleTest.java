package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.LedgerRequest.Acquire;
import io.snowflakeid.LedgerRequest.Release;
import io.snowflakeid.LedgerRequest.Renew;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Answers of a ledger that come about only in rare orders of events. */
class LeaseCycleTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private static final class Clocks implements LeaseCycle.Clocks {
        private long position = 17;

        @Override
        public long position() {
            return position;
        }

        @Override
        public void goOnFrom(long tick) {
            position = Math.max(position, tick);
        }
    }

    private static WorkerGrant window(long from, long until) {
        return new WorkerGrant(0, 5, from, until, TOKEN, 0);
    }

    private final LeaseCycle<Clocks> cycle = new LeaseCycle<>(LAYOUT, window(17, 47), new Clocks());

    @Test
    void aRenewalMovesTheEndOfTheSameLease() {
        Lease lease = cycle.lease();
        cycle.renewed((Renew) cycle.next(), Optional.of(window(17, 77)));
        assertThat(cycle.lease()).isSameAs(lease);
        assertThat(lease.tickOf(lease.take(60))).isEqualTo(60);
    }

    /** The request for the worker was carried out twice, and another process had it from 47 to 77 in between. */
    @Test
    void aRenewalOfAnotherWindowUnderTheSameTokenIsALoss() {
        Lease lease = cycle.lease();
        Renew renewal = (Renew) cycle.next();
        cycle.renewed(renewal, Optional.of(window(80, 110)));
        assertThat(lease.take(60)).isEqualTo(Lease.NONE);

        LedgerRequest goodbye = cycle.next();
        assertThat(goodbye).isEqualTo(new Release(renewal.grant(), 17));
        cycle.released((Release) goodbye);
        assertThat(cycle.next()).isInstanceOf(Acquire.class);
    }
}
