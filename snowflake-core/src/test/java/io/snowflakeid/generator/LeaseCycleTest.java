package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.generator.LeaseCycle.Offline;
import io.snowflakeid.generator.LeaseCycle.Request.Acquire;
import io.snowflakeid.generator.LeaseCycle.Request.Release;
import io.snowflakeid.generator.LeaseCycle.Request.Renew;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is asked of the ledger in each state, and what its answers do. No thread, no clock. */
class LeaseCycleTest {

    private static final long NOW = 1_000_000;
    private static final long WINDOW = 1000;
    private static final Offline WHY = new Offline(Instant.EPOCH, 7);

    /** A clock that a test sets. */
    private static final class SetClock implements LeaseCycle.Clock {
        long tick = NOW;
        int starts;

        @Override
        public long position() {
            return tick;
        }

        @Override
        public void goOnFrom(long from) {
            tick = Math.max(tick, from);
        }

        @Override
        public void startAnew() {
            starts++;
        }
    }

    private final SetClock clock = new SetClock();
    private final WorkerGrant first = grant(1, NOW, NOW + WINDOW);
    private final LeaseCycle cycle = new LeaseCycle(SnowflakeLayout.DEFAULT, first, clock);

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
        clock.tick = NOW + 300;
        Renew renew = new Renew(first, NOW + 300);
        assertThat(cycle.next()).isEqualTo(renew);
        cycle.renewed(renew, Optional.of(until(first, NOW + 300 + WINDOW)));
        assertServes(first);
        assertThat(cycle.lease().untilTick()).isEqualTo(NOW + 300 + WINDOW);
        assertThat(cycle.next()).isEqualTo(new Renew(until(first, NOW + 300 + WINDOW), NOW + 300));
    }

    @Test
    void aLapsedWorkerIsClosedGivenBackAndReplacedThoughTheLedgerMightStillRenew() {
        clock.tick = NOW + WINDOW;
        Release release = new Release(first, NOW);
        assertThat(cycle.next()).isEqualTo(release);
        assertThat(cycle.lease().isClosed()).isTrue();
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
        WorkerGrant second = grant(2, NOW, NOW + WINDOW);
        cycle.acquired(second);
        assertServes(second);
        assertThat(clock.tick).isEqualTo(NOW + 401);
        long ticket = cycle.lease().take(NOW);
        assertThat(cycle.lease().tickOf(ticket)).isEqualTo(NOW + 401);
    }

    // ---- a grant that has to reach further before it is used

    private WorkerGrant acquireBehind() {
        clock.tick = NOW + 5 * WINDOW;
        cycle.next();
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
    void aGrantThatIsLostBeforeItIsUsedIsGivenBackUnused() {
        WorkerGrant behind = acquireBehind();
        cycle.renewed((Renew) cycle.next(), Optional.empty());
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
        assertServes(other);
        assertThat(cycle.next()).isEqualTo(new Renew(other, NOW + 11));
    }

    @Test
    void bothWorkersAreGivenBackIfItIsClosedAfterTheMove() {
        cycle.renewed((Renew) cycle.next(), Optional.of(grant(2, NOW + 5, NOW + WINDOW)));
        cycle.close();
        assertThat(List.of(cycle.next(), cycle.next()))
                .containsExactly(new Release(first, NOW), new Release(grant(2, NOW + 5, NOW + WINDOW), NOW + 5));
        assertThat(cycle.next()).isNull();
    }

    // ---- closed

    @Test
    void aWorkerThatIsGrantedToAClosedGeneratorIsGivenBack() {
        clock.tick = NOW + WINDOW;
        cycle.next();
        assertThat(cycle.next()).isEqualTo(new Acquire());
        cycle.close(); // while the ledger is asked
        WorkerGrant late = grant(2, NOW + WINDOW, NOW + 2 * WINDOW);
        cycle.acquired(late);
        assertThat(cycle.lease().isClosed()).isTrue();
        Release release = (Release) cycle.next();
        assertThat(release).isEqualTo(new Release(late, NOW + WINDOW));
        assertThat(cycle.next()).isNull();
    }

    // ---- offline

    private boolean goOffline(boolean isStillSo) {
        return cycle.goOffline(WHY, () -> isStillSo);
    }

    @Test
    void offlineGivesBackThenAsksNothingUntilItIsBroughtBack() {
        assertThat(goOffline(true)).isTrue();
        assertThat(goOffline(true)).isFalse();
        assertThat(cycle.offline()).isEqualTo(WHY);
        assertThat(cycle.next()).isEqualTo(new Release(first, NOW));
        assertThat(cycle.next()).isNull();
        cycle.resume(true);
        assertThat(cycle.next()).isEqualTo(new Acquire());
        assertThat(clock.starts).isZero();
        WorkerGrant second = grant(2, NOW, NOW + WINDOW);
        cycle.acquired(second);
        assertServes(second);
        assertThat(cycle.offline()).isNull();
        assertThat(clock.starts).isEqualTo(1);
    }

    @Test
    void goingOfflineEndsTheLeaseBeforeTheLedgerIsTold() {
        assertThat(goOffline(true)).isTrue();
        assertThat(cycle.lease().isClosed()).isTrue();
    }

    @Test
    void whoReadAClockThatHasStartedAnewTakesNothingOffline() {
        assertThat(goOffline(false)).isFalse();
        assertServes(first);
    }

    @Test
    void whatCouldNotBeBroughtBackStaysOffline() {
        goOffline(true);
        cycle.next();
        cycle.resume(true);
        assertThat(cycle.next()).isEqualTo(new Acquire());
        cycle.resume(false);
        assertThat(cycle.next()).isNull();
        assertThat(cycle.offline()).isEqualTo(WHY);
        assertThat(clock.starts).isZero();
    }
}
