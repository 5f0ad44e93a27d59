package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("41x1ms/0/10/4@2010-11-04T01:42:54.657Z");

    private final Lease lease = lease(100, 110);

    private static Lease lease(long from, long until) {
        return new Lease(LAYOUT, new WorkerGrant(0, 7, from, until, "token", 0), from, new AtomicLong());
    }

    @Test
    void fullSequenceCarriesIntoTheNextTick() {
        for (int i = 0; i < 16; i++) {
            assertThat(lease.take(100)).isEqualTo(100 * 16 + i);
        }
        assertThat(lease.take(100)).isEqualTo(101 * 16);
    }

    @Test
    void startsANewTickWhereTheLastOneStopped() {
        assertThat(lease.take(100) & 15).isZero();
        assertThat(lease.take(101) & 15).isEqualTo(1);
        assertThat(lease.take(107) & 15).isEqualTo(2);
    }

    @Test
    void staysInsideItsWindow() {
        assertThat(lease.take(110)).isEqualTo(Lease.NONE);
        assertThat(lease.take(109)).isBetween(109L * 16, 110L * 16 - 1);
        for (int i = 0; i < 15; i++) {
            lease.take(109);
        }
        assertThat(lease.take(109)).isEqualTo(Lease.NONE);
    }

    @Test
    void aCallThatFailsTakesNoTicket() {
        lease.take(100);
        lease.take(110);
        lease.take(500);
        assertThat(lease.take(100)).isEqualTo(100 * 16 + 1);
    }

    @Test
    void windowNeverShrinks() {
        lease.extend(105);
        assertThat(lease.untilTick()).isEqualTo(110);
    }

    @Test
    void takesRangesWholeOrNotAtAll() {
        assertThat(lease.take(100, 20)).isEqualTo(1600);
        assertThat(lease.take(100)).isEqualTo(1620);
        assertThat(lease.take(109, 17)).isEqualTo(Lease.NONE);
        assertThat(lease.take(108, 16)).isEqualTo(108 * 16 + 1); // in the first quarter
    }

    @Test
    void closedLeaseHandsOutNothingAndKeepsItsMark() {
        lease.take(103);
        assertThat(lease.close()).isEqualTo(104);
        assertThat(lease.take(105)).isEqualTo(Lease.NONE);
        assertThat(lease.take(105, 3)).isEqualTo(Lease.NONE);
        lease.extend(200);
        assertThat(lease.take(150)).isEqualTo(Lease.NONE);
        assertThat(lease.close()).isEqualTo(104);
        assertThat(lease.isClosed()).isTrue();
    }

    @Test
    void aRenewalThatComesAfterClosingDoesNothing() {
        lease.close();
        lease.extend(200);
        assertThat(lease.untilTick()).isEqualTo(110);
    }

    @Test
    void markOfAnUnusedTickIsThatTick() {
        assertThat(lease.close()).isEqualTo(100);
        Lease spent = lease(100, 110);
        for (int i = 0; i < 16; i++) {
            spent.take(100);
        }
        assertThat(spent.close()).isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void anArrayHasTheIdsThatItsTicketsHaveOneByOne(int geneBits) {
        SnowflakeLayout layout = SnowflakeLayout.parse("41x1ms/0/4/5/" + geneBits + "@2010-11-04T01:42:54.657Z");
        Lease of = new Lease(layout, new WorkerGrant(0, 7, 100, 110, "token", 0), 100, new AtomicLong());
        long[] ids = new long[90];
        of.encode(100 * 32 + 7, ids, 2, 85); // from the middle of one tick to that of another
        for (int i = 0; i < ids.length; i++) {
            assertThat(ids[i])
                    .as("id %s", i)
                    .isEqualTo(i < 2 || i >= 85 ? 0 : of.encode(100 * 32 + 7 + i - 2, Lease.DRAWN));
        }
    }

    @Test
    void windowUpToTheLastTickOfAWideLayoutDoesNotOverflow() {
        SnowflakeLayout wide = SnowflakeLayout.parse("59x1ms/0/0/4@2010-11-04T01:42:54.657Z");
        Lease last = new Lease(
                wide,
                new WorkerGrant(0, 0, wide.maxTick() - 1, wide.maxTick() + 1, "token", 0),
                wide.maxTick() - 1,
                new AtomicLong());
        assertThat(last.take(wide.maxTick())).isEqualTo(wide.maxTick() << 4);
        assertThat(last.take(wide.maxTick(), 100)).isEqualTo(Lease.NONE);
        last.close();
        assertThat(last.take(wide.maxTick())).isEqualTo(Lease.NONE);
    }

    /** 32 bits of milliseconds and 31 of sequence: the first tick after the end, shifted, would be negative. */
    @Test
    void aClockBeyondTheLayoutsEndGetsNothing() {
        SnowflakeLayout full = SnowflakeLayout.parse("32x1ms/0/0/31@2010-11-04T01:42:54.657Z");
        long end = full.maxTick() + 1;
        Lease last = new Lease(full, new WorkerGrant(0, 0, 5, end, "token", 0), 5, new AtomicLong());
        for (long now : new long[] {end, end + 1, 3 * end, Long.MAX_VALUE >> 1}) {
            assertThat(last.take(now)).as("at tick %s", now).isEqualTo(Lease.NONE);
            assertThat(last.take(now, 2)).as("at tick %s", now).isEqualTo(Lease.NONE);
        }
        assertThat(last.untilTick()).isEqualTo(end);
        assertThat(last.encode(last.take(full.maxTick()), 0)).isPositive();
    }

    // ---- what was handed out

    private final AtomicLong skipped = new AtomicLong();
    private final Lease counted = new Lease(LAYOUT, new WorkerGrant(0, 7, 100, 110, "token", 0), 102, skipped);

    private long issued() {
        return counted.spent() - skipped.get();
    }

    @Test
    void refusedCallsCountNothing() {
        counted.take(102, 16);
        counted.take(110);
        counted.take(500, 3);
        counted.take(109, 17);
        assertThat(issued()).isEqualTo(16);
        counted.take(102, 112);
        counted.take(102);
        counted.take(102, 1);
        assertThat(issued()).isEqualTo(128);
        counted.extend(111);
        counted.take(102);
        assertThat(issued()).isEqualTo(129);
    }
}
