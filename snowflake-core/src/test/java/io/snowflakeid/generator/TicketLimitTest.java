package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that come often take tickets below the lease's limit, and do not look at the clock. */
@Timeout(60)
class TicketLimitTest {

    private static final long MILLI = 1_000_000;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final int SEQUENCE_BITS = LAYOUT.sequenceBits();

    private final Lease lease = new Lease(LAYOUT, new WorkerGrant(0, 7, 100, 110, "token", 0), 100, new AtomicLong());

    /** Takes tickets by the clock, evenly from a moment of tick 100 on; returns the last one. */
    private long take(int count, long everyNanos, boolean watched) {
        long ticket = lease.take(100);
        lease.setLimit(ticket, 0, MILLI, watched);
        for (int i = 1; i <= count; i++) {
            ticket = lease.take(100);
            lease.setLimit(ticket, i * everyNanos, MILLI, watched);
        }
        return ticket;
    }

    /** From 8 tickets (256 if nothing watches) and 16 more in an eighth of a tick on, at most 1024 more, and not beyond the tick. */
    @ParameterizedTest
    @CsvSource({
        "8, 6250, true, 20",
        "8, 40, true, 1024",
        "100, 8333, true, -1",
        "7, 40, true, -1",
        "4086, 40, true, 9",
        "255, 40, false, -1",
        "256, 40, false, 1024"
    })
    void aLimitIsWhatAnEighthOfATickBrings(int calls, long everyNanos, boolean watched, long more) {
        long ticket = take(calls, everyNanos, watched);
        assertThat(lease.limit()).isEqualTo(more < 0 ? 0 : ticket + 1 + more);
    }

    @Test
    void aTicketBeyondTheLimitIsGoodIfItLiesInTheWindow() {
        long end = take(4086, 40, true) + 10;
        for (long ticket = end - 9; ticket < end; ticket++) {
            assertThat(lease.idBelowLimit(Lease.DRAWN)).isEqualTo(lease.encode(ticket, Lease.DRAWN));
        }
        assertThat(lease.idBelowLimit(Lease.DRAWN)).isEqualTo(~end);
        assertThat(lease.keep(end)).isEqualTo(end);
        assertThat(lease.limit()).isZero();
        assertThat(lease.keep(110L << SEQUENCE_BITS)).isEqualTo(Lease.NONE);
    }

    @Test
    void aClosedLeaseHasNoLimit() {
        long ticket = take(8, 40, true);
        lease.close();
        assertThat(lease.limit()).isZero();
        assertThat(lease.idBelowLimit(Lease.DRAWN)).isEqualTo(Lease.NONE);
        assertThat(lease.setLimit(ticket, 400, MILLI, true)).isFalse();
    }

    @Test
    void aLimitEndsWithItsTick() {
        take(8, 40, true);
        assertThat(lease.expireLimit(100)).isTrue();
        assertThat(lease.limit()).isPositive();
        assertThat(lease.expireLimit(101)).isTrue();
        assertThat(lease.limit()).isZero();
        assertThat(lease.expireLimit(101)).isFalse();
    }

    @Test
    void ticketsThatAreTakenWithoutTheClockAreCounted() {
        take(8, 40, true);
        long before = lease.spent();
        lease.idBelowLimit(Lease.DRAWN);
        assertThat(lease.spent()).isEqualTo(before + 1);
    }

    /** A transaction that inserts 50 rows starts no thread. On a busy machine the thread that ends a limit may come late, but it comes. */
    @Test
    void manyIdsSetALimitThatEndsWhenCallersAreIdle() {
        GeneratorSettings settings = new GeneratorSettings(
                FixedWorkerLedger.of(LAYOUT, 901),
                TimeSource.system(),
                Duration.ofSeconds(2),
                ClockPolicy.rideThrough(),
                Duration.ofSeconds(10),
                Duration.ZERO);
        GeneratorEvents events = new GeneratorEvents(List.of());
        try (LeaseKeeper keeper = new LeaseKeeper(settings, events)) {
            IdIssuer ids = new IdIssuer(settings, events, keeper);
            for (int i = 0; i < 200; i++) {
                ids.nextId();
                assertThat(keeper.lease().limit()).isZero();
            }
            while (keeper.lease().limit() == 0) {
                ids.nextId();
            }
            Await.until(() -> keeper.lease().limit() == 0);
            long now = keeper.clock().position();
            assertThat(LAYOUT.tickAt(LAYOUT.decode(ids.nextId()).timestamp())).isGreaterThanOrEqualTo(now);
        }
    }

    @Test
    void theThreadThatEndsLimitsEndsWhenCallersAreIdle() throws InterruptedException {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(LAYOUT, 902))) {
            Thread ends = thread();
            while (ends == null) {
                makeMany(ids);
                ends = thread();
            }
            assertThat(ends.isDaemon()).isTrue();
            assertThat(ends.getContextClassLoader()).isNull();
            Thread last = ends;
            Await.until(() -> !last.isAlive());
        }
    }

    /** With ticks of a second, a watched generator would be held for 100 s, longer than this test may last. */
    @Test
    void aGeneratorThatIsForgottenIsNotHeld() throws InterruptedException {
        WeakReference<GeneratorListener> ofForgotten = new WeakReference<>(listenerOfBusyGenerator());
        Await.until(() -> {
            System.gc();
            return ofForgotten.get() == null;
        });
    }

    private static GeneratorListener listenerOfBusyGenerator() throws InterruptedException {
        GeneratorListener listener = new GeneratorListener() {};
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(FixedWorkerLedger.of(SnowflakeLayout.KUBERNETES, 903))
                .listener(listener)
                .build();
        for (int round = 0; round < 30; round++) { // the first ticks lie ahead of the clock
            TimeUnit.MILLISECONDS.sleep(100);
            for (int i = 0; i < 100; i++) {
                ids.nextId();
            }
        }
        return listener;
    }

    private static void makeMany(SnowflakeIdGenerator ids) {
        for (int i = 0; i < 1_000; i++) {
            ids.nextId();
        }
    }

    private static @Nullable Thread thread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("snowflake-limits"))
                .findFirst()
                .orElse(null);
    }
}
