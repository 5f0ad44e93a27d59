package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.LeaseCycle.Offline;
import io.snowflakeid.LeaseCycle.Request.Acquire;
import io.snowflakeid.LeaseCycle.Request.Release;
import io.snowflakeid.LeaseCycle.Request.Renew;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is asked of the ledger in each state, and what its answers do. No thread, no clock. */
class LeaseCycleTest {

    private static final long NOW = 1_000_000;
    private static final long WINDOW = 1000;
    private static final Offline WHY = new Offline(Instant.EPOCH, 7);

    /** Clocks that a test sets. */
    private static final class SetClocks implements LeaseCycle.Clocks {
        long tick = NOW;

        @Override
        public long position() {
            return tick;
        }

        @Override
        public void goOnFrom(long from) {
            tick = Math.max(tick, from);
        }
    }

    private final SetClocks clocks = new SetClocks();
    private final WorkerGrant first = grant(1, NOW, NOW + WINDOW);
    private final LeaseCycle<SetClocks> cycle = new LeaseCycle<>(SnowflakeLayout.DEFAULT, first, clocks);

    private static WorkerGrant grant(long worker, long from, long until) {
        return new WorkerGrant(0, worker, from, until, "token" + worker, 0);
    }

    private static WorkerGrant until(WorkerGrant grant, long until) {
        return new WorkerGrant(0, grant.worker(), grant.from(), until, grant.token(), 0);
    }

    private void assertServes(WorkerGrant grant) {
        assertThat(cycle.lease().grant().worker()).isEqualTo(grant.worker());
        assertThat(cycle.lease().isClosed()).isFalse();
        assertThat(cycle.isSettled()).isTrue();
    }

    @Test
    void aHeldWorkerIsRenewedFromThePositionThatIsReached() {
        clocks.tick = NOW + 300;
        Renew renew = new Renew(first, NOW + 300);
        assertThat(cycle.next()).isEqualTo(renew);
        cycle.renewed(renew, Optional.of(until(first, NOW + 300 + WINDOW)));
        assertServes(first);
        assertThat(cycle.lease().untilTick()).isEqualTo(NOW + 300 + WINDOW);
        assertThat(cycle.next()).isEqualTo(new Renew(until(first, NOW + 300 + WINDOW), NOW + 300));
    }

    @Test
    void aLapsedWorkerIsClosedGivenBackAndReplacedThoughTheLedgerMightStillRenew() {
        clocks.tick = NOW + WINDOW;
        Release release = new Release(first, NOW);
        assertThat(cycle.next()).isEqualTo(release);
        assertThat(cycle.lease().isClosed()).isTrue();
        cycle.released(release);
        assertThat(cycle.next()).isEqualTo(new Acquire());
        WorkerGrant second = grant(2, NOW + WINDOW, NOW + 2 * WINDOW);
        cycle.acquired(second);
        assertServes(second);
    }

    @Test
    void aLostWorkerIsGivenBackWithItsMarkAndIdsGoOnAboveIt() {
        cycle.lease().take(NOW + 400);
        Renew renew = (Renew) cycle.next();
        cycle.renewed(renew, Optional.empty());
        assertThat(cycle.lease().isClosed()).isTrue();
        Release release = (Release) cycle.next();
        assertThat(release).isEqualTo(new Release(first, NOW + 401));
        cycle.released(release);
        WorkerGrant second = grant(2, NOW, NOW + WINDOW);
        cycle.acquired(second);
        assertServes(second);
        assertThat(clocks.tick).isEqualTo(NOW + 401);
        long ticket = cycle.lease().take(NOW);
        assertThat(cycle.lease().tickOf(ticket)).isEqualTo(NOW + 401);
    }

    // ---- a grant that has to reach further before it is used

    private WorkerGrant acquireBehind() {
        clocks.tick = NOW + 5 * WINDOW;
        cycle.released((Release) cycle.next());
        WorkerGrant behind = grant(2, NOW, NOW + WINDOW); // of a ledger whose clock is behind
        cycle.acquired(behind);
        assertThat(cycle.isSettled()).isFalse();
        assertThat(cycle.lease().isClosed()).isTrue();
        return behind;
    }

    @Test
    void aGrantThatEndsBeforeThePositionIsMovedOnBeforeItIsUsed() {
        WorkerGrant behind = acquireBehind();
        Renew renew = new Renew(behind, NOW + 5 * WINDOW);
        assertThat(cycle.next()).isEqualTo(renew);
        cycle.renewed(renew, Optional.of(until(behind, NOW + 6 * WINDOW)));
        assertServes(behind);
        assertThat(cycle.lease().untilTick()).isEqualTo(NOW + 6 * WINDOW);
    }

    @Test
    void aGrantThatCannotBeMovedOnIsGivenBackUnused() {
        WorkerGrant behind = acquireBehind();
        cycle.failed(cycle.next());
        assertThat(cycle.next()).isEqualTo(new Release(behind, NOW));
    }

    @Test
    void aGrantThatEndsBeforeThePositionIsGivenBackUnusedIfAnotherLedgerTakesOver() {
        WorkerGrant behind = acquireBehind();
        WorkerGrant other = grant(3, NOW + 5 * WINDOW, NOW + 6 * WINDOW);
        cycle.renewed((Renew) cycle.next(), Optional.of(other));
        assertThat(cycle.lease().grant()).isEqualTo(other);
        assertThat(cycle.lease().isClosed()).isFalse();
        assertThat(cycle.next()).isEqualTo(new Release(behind, behind.from()));
    }

    // ---- a group of ledgers that moves to another one

    /** The request for the worker was carried out twice, and another process had it in between. */
    @Test
    void aRenewalOfAnotherWindowUnderTheSameTokenIsALoss() {
        Renew renew = (Renew) cycle.next();
        WorkerGrant again = new WorkerGrant(0, first.worker(), NOW + 2 * WINDOW, NOW + 3 * WINDOW, first.token(), 0);
        cycle.renewed(renew, Optional.of(again));
        assertThat(cycle.lease().take(NOW + 60)).isEqualTo(Lease.NONE);
        Release release = new Release(first, NOW);
        assertThat(cycle.next()).isEqualTo(release);
        cycle.released(release);
        assertThat(cycle.next()).isEqualTo(new Acquire());
    }

    @Test
    void anAnswerWithAnotherTokenReplacesTheWorkerAndGivesTheOldOneBack() {
        cycle.lease().take(NOW + 10);
        Renew renew = (Renew) cycle.next();
        WorkerGrant other = grant(2, NOW, NOW + WINDOW);
        cycle.renewed(renew, Optional.of(other));
        assertThat(cycle.lease().grant()).isEqualTo(other);
        assertThat(cycle.lease().isClosed()).isFalse();
        assertThat(cycle.isSettled()).isFalse();
        Release release = new Release(first, NOW + 11);
        assertThat(cycle.next()).isEqualTo(release);
        cycle.released(release);
        assertServes(other);
        assertThat(cycle.next()).isEqualTo(new Renew(other, NOW + 11));
    }

    // ---- closed

    @Test
    void aWorkerThatIsGrantedToAClosedGeneratorIsGivenBack() {
        clocks.tick = NOW + WINDOW;
        cycle.released((Release) cycle.next());
        assertThat(cycle.next()).isEqualTo(new Acquire());
        cycle.close(); // while the ledger is asked
        WorkerGrant late = grant(2, NOW + WINDOW, NOW + 2 * WINDOW);
        cycle.acquired(late);
        assertThat(cycle.lease().isClosed()).isTrue();
        Release release = (Release) cycle.next();
        assertThat(release).isEqualTo(new Release(late, NOW + WINDOW));
        cycle.released(release);
        assertThat(cycle.next()).isNull();
    }

    // ---- offline

    @Test
    void offlineGivesBackThenAsksNothingUntilItIsBroughtBack() {
        assertThat(cycle.goOffline(clocks, WHY)).isTrue();
        assertThat(cycle.goOffline(clocks, WHY)).isFalse();
        assertThat(cycle.offline()).isEqualTo(WHY);
        cycle.released((Release) cycle.next());
        assertThat(cycle.next()).isNull();
        SetClocks later = new SetClocks();
        later.tick = NOW + 50;
        cycle.resume(later);
        assertThat(cycle.next()).isEqualTo(new Acquire());
        WorkerGrant second = grant(2, NOW, NOW + WINDOW);
        cycle.acquired(second);
        assertServes(second);
        assertThat(cycle.offline()).isNull();
        assertThat(cycle.clocks()).isSameAs(later);
    }

    @Test
    void goingOfflineEndsTheLeaseBeforeTheLedgerIsTold() {
        assertThat(cycle.goOffline(clocks, WHY)).isTrue();
        assertThat(cycle.lease().isClosed()).isTrue();
    }

    @Test
    void whoSawClocksThatAreReplacedTakesNothingOffline() {
        assertThat(cycle.goOffline(new SetClocks(), WHY)).isFalse();
        assertServes(first);
    }

    @Test
    void whatCouldNotBeBroughtBackStaysOffline() {
        cycle.goOffline(clocks, WHY);
        cycle.released((Release) cycle.next());
        cycle.resume(new SetClocks());
        cycle.failed(cycle.next());
        cycle.giveUpResuming();
        assertThat(cycle.next()).isNull();
        assertThat(cycle.offline()).isEqualTo(WHY);
        assertThat(cycle.clocks()).isSameAs(clocks);
    }
}
