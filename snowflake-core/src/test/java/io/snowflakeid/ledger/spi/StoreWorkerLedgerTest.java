package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.MemoryStore.Copy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger on any store: after a lost reply, beside another process, on another server, and after a loss of data. */
class StoreWorkerLedgerTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long NOON = Instant.parse("2026-11-20T12:00:00Z").getEpochSecond() * 1_000_000_000L;
    private static final long WINDOW = 120_000;
    private static final String ONE = "one";
    private static final String TWO = "two";

    private final MemoryStore store = new MemoryStore(NOON);

    private static MemoryStore.Settings settings() {
        return new MemoryStore.Settings(LAYOUT);
    }

    private final class Ledger extends StoreWorkerLedger {
        Ledger(MemoryStore.Settings settings) {
            this(settings, Duration.ZERO);
        }

        Ledger(MemoryStore.Settings settings, Duration machineIsBehind) {
            super(settings.settings(), store, store.clock(machineIsBehind));
        }

        boolean setUpForFirstUse() {
            return createUnused();
        }
    }

    /** Another process. */
    private Ledger process() {
        return new Ledger(settings());
    }

    private final Ledger ledger = process();

    private WorkerGrant acquire(Ledger from) {
        return from.acquire(store.nanos);
    }

    private long nowTick() {
        return LAYOUT.tickAt(Instant.ofEpochSecond(0, store.nanos));
    }

    private void pass(Duration time) {
        store.nanos += time.toNanos();
    }

    private static void assertMeetsNone(WorkerGrant later, WorkerGrant... earlier) {
        assertThat(earlier).noneMatch(one -> one.worker() == later.worker() && later.from() < one.until());
    }

    // ---- an attempt

    @Test
    void aWriteThatNeverHappenedIsAFailureNotAGrant() {
        store.losesWrites = true;
        assertThatThrownBy(() -> acquire(ledger))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining(" could not grant a worker (reply lost): check that the store answers");
    }

    @Test
    void whatCannotBeRenewedIsNotBelieved() {
        ledger.setUp();
        store.losesReplies = true;
        store.beforeWrites.add(() -> {});
        store.beforeWrites.add(() -> store.losesReplies = true);
        assertThatThrownBy(() -> acquire(ledger))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("reply lost"));
    }

    @Test
    void anEpochAheadOfTheClockIsRefusedBeforeTheStoreIsAsked() {
        store.isDown = true;
        assertThatThrownBy(() -> ledger.acquire(0)).hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG);
    }

    @Test
    void anEpochAheadOfTheStoresClockAloneIsRefused() {
        SnowflakeLayout early = SnowflakeLayout.parse("41x1ms/0/10/12@2026-11-20T12:30:00Z");
        assertThatThrownBy(() -> new Ledger(new MemoryStore.Settings(early))
                        .acquire(NOON + Duration.ofMinutes(59).toNanos()))
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageContaining(" lies ahead of the store's clock, which shows 2026-11-20T12:00:00Z");
        assertThat(store.state()).isNull();
    }

    @Test
    void aNamespaceOfAnotherVersionIsRefused() {
        ledger.setUp();
        String text = store.state().text().replace("version 1", "version 2");
        store.restore(new Copy(LedgerState.parse(text), new TreeMap<>()));
        assertThatThrownBy(() -> acquire(process()))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(", shared, version 2, this process wants layout ");
    }

    // ---- beside another process

    @Test
    void noMoreThanThreeRowsThatOthersInsertAreWaitedFor() {
        StoreFailure locked = new StoreFailure(new IllegalStateException("locked"), true);
        for (int i = 0; i < 4; i++) {
            store.beforeWrites.add(() -> {
                throw locked;
            });
        }
        assertThatThrownBy(() -> acquire(ledger)).hasCause(locked.thrown());
        assertThat(store.beforeWrites).hasSize(1);
    }

    @Test
    void aWorkerThatOthersHaveTakenSinceItWasListedIsNotTakenOver() {
        ledger.setUp();
        store.beforeWrites.add(() -> assertThat(acquire(process()).worker()).isZero());
        assertThat(acquire(ledger).worker()).isNotZero();
        assertThat(store.rows()).hasSize(2);
    }

    /** The process is paused between reading and writing. The store rejects the write, or the second reading detects it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGrantThatAnOpeningHasOvertakenIsGivenBack(boolean noticedByTheWrite) {
        ledger.setUp();
        store.guardsNamespace = noticedByTheWrite;
        store.beforeWrites.add(() -> process().markRecovered());
        assertThat(acquire(ledger).from()).isGreaterThan(nowTick() + WINDOW);
        assertThat(ledger.workers().stream().filter(entry -> entry.state() == State.HELD))
                .hasSize(1);
    }

    @Test
    void aGrantThatAnOpeningHasOvertakenIsNotAdopted() {
        ledger.setUp();
        store.guardsNamespace = false;
        store.losesReplies = true;
        store.beforeWrites.add(() -> process().markRecovered());
        assertThatThrownBy(() -> acquire(ledger)).isInstanceOf(WorkerLedgerException.class);
        assertThat(ledger.workers()).extracting(WorkerEntry::state).doesNotContain(State.HELD);
    }

    @Test
    void aRenewalIsNotWrittenOverOneThatCameMeanwhile() {
        WorkerGrant grant = acquire(ledger);
        store.beforeWrites.add(() ->
                assertThat(process().renew(grant, grant.from() + 60_000)).isPresent());
        assertThat(ledger.renew(grant, grant.from()).orElseThrow().until()).isGreaterThan(grant.until() + 60_000);
    }

    // ---- another server

    @Test
    void onAnotherServerNewProcessesWaitAndHoldersGoOn() {
        store.server = ONE;
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        store.server = TWO;
        assertThatThrownBy(() -> process().tryAcquire(store.nanos))
                .hasMessageContaining(" grants no worker before 2026-11-20T12:02:1");
        held = holder.renew(held, held.from()).orElseThrow();
        pass(Duration.ofSeconds(119));
        assertThat(holder.renew(held, nowTick())).isPresent();
        pass(Duration.ofSeconds(10));
        assertThatThrownBy(() -> process().tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(2));
        process().tryAcquire(store.nanos);
    }

    @Test
    void aHolderThatMeetsTheOtherServerFirstMakesNewProcessesWait() {
        store.server = ONE;
        WorkerGrant held = acquire(ledger);
        store.server = TWO;
        ledger.renew(held, held.from());
        assertThat(store.state().opensAt()).isGreaterThan(nowTick() + WINDOW);
        assertThat(store.state().server()).isEqualTo(TWO);
    }

    /** The former primary had the grant, and the promoted copy does not. */
    @Test
    void whatAFailoverHasLostIsNotGrantedAgain() {
        store.server = ONE;
        acquire(onAForgetfulStore());
        Copy lagging = store.copy();
        WorkerGrant lost = acquire(process());
        store.restore(lagging);
        store.server = TWO;
        Ledger starting = process();
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(131));
        assertMeetsNone(starting.tryAcquire(store.nanos), lost);
    }

    // ---- restored

    /** The holder has read its own row, and then finds another holder's row. */
    @Test
    void aHolderWhoseLedgerWasRestoredWhileItPausedOpensItLater() {
        Copy empty = emptyCopy();
        WorkerGrant held = acquire(ledger);
        store.beforeWrites.add(() -> {
            store.restore(empty);
            assertThat(acquire(process()).worker()).isEqualTo(held.worker());
        });
        WorkerGrant next = ledger.renew(held, held.from()).orElseThrow();
        assertThat(next.from()).isGreaterThan(nowTick() + WINDOW);
        assertThat(acquire(process()).from()).isEqualTo(next.from());
    }

    private Copy emptyCopy() {
        process().setUp();
        return store.copy();
    }

    @Test
    void aHolderWhoseRenewalsAreForgottenGoesOnAndTheLedgerOpensLater() {
        WorkerGrant held = acquire(ledger);
        Copy older = store.copy();
        WorkerGrant told = ledger.renew(held, held.from() + 60_000).orElseThrow();
        store.restore(older);
        WorkerGrant renewed = ledger.renew(told, told.from()).orElseThrow();
        assertThat(renewed.token()).isEqualTo(held.token());
        assertThat(renewed.until()).isGreaterThanOrEqualTo(told.until());
        assertThat(acquire(process()).from()).isGreaterThan(nowTick() + WINDOW);
    }

    /** Ids of the holder run ahead of the clock, and ids of other lost holders may, too. */
    @Test
    void aHolderThatWasForgottenOpensTheLedgerNoEarlierThanItsOwnWindowEnds() {
        Copy empty = emptyCopy();
        WorkerGrant held = acquire(ledger);
        WorkerGrant ahead = ledger.renew(held, held.from() + 30 * WINDOW).orElseThrow();
        store.restore(empty);
        assertThat(ledger.renew(ahead, ahead.from()).orElseThrow().from()).isEqualTo(ahead.until());
    }

    @Test
    void aHolderThatWasForgottenOpensTheLedgerLaterAlsoWhenItGivesItsWorkerBack() {
        Copy empty = emptyCopy();
        WorkerGrant held = acquire(ledger);
        store.restore(empty);
        ledger.release(held, held.from());
        assertThat(acquire(process()).from()).isGreaterThan(nowTick() + WINDOW);
    }

    /** A store on a machine with a wrong clock would let no window begin for years. */
    @Test
    void aClockThatIsFarOffOpensNoLedgerLater() {
        Copy empty = emptyCopy();
        WorkerGrant held = acquire(ledger);
        store.restore(empty);
        Ledger wrong = new Ledger(settings(), Duration.ofHours(2));
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> wrong.renew(held, held.from()), () -> wrong.release(held, held.from()), wrong::markRecovered)) {
            assertThatThrownBy(call).hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG);
        }
        assertThat(store.state().opensAt()).isZero();
    }

    // ---- marked as recovered

    /** The row of the longest window is lost, and the namespace still has its length. */
    @Test
    void theLongestWindowThatWasEverGrantedCounts() {
        acquire(new Ledger(settings().window(Duration.ofHours(1))));
        store.restore(new Copy(store.state(), new TreeMap<>()));
        assertThat(LAYOUT.tickAt(process().markRecovered())).isGreaterThan(nowTick() + 30 * WINDOW);
    }

    @Test
    void markingTwiceLowersNothing() {
        Instant first = new Ledger(settings().window(Duration.ofHours(1))).markRecovered();
        assertThat(LAYOUT.tickAt(first)).isGreaterThan(nowTick() + 30 * WINDOW);
        store.nanos -= Duration.ofMinutes(30).toNanos();
        assertThat(process().markRecovered()).isEqualTo(first);
        assertThat(acquire(process()).from()).isEqualTo(LAYOUT.tickAt(first));
    }

    @Test
    void aHolderThatTheBackupKnowsGoesOnAfterTheMark() {
        WorkerGrant held = acquire(ledger);
        process().markRecovered();
        pass(Duration.ofMinutes(1));
        WorkerGrant renewed = ledger.renew(held, held.from() + 60_000).orElseThrow();
        assertThat(renewed.until()).isBetween(held.until() + 60_000, held.until() + 70_000);
    }

    /** With ticks of an hour, the borrowed ticks, the next tick and the leap are one tick each. */
    @Test
    void theOpeningTickLeavesRoomForBorrowedTicksAndALeap() {
        SnowflakeLayout hourly = SnowflakeLayout.parse("30x3600000ms/0/10/12@2010-11-04T01:42:54.657Z");
        Ledger slow = new Ledger(new MemoryStore.Settings(hourly).window(Duration.ofHours(3)));
        long now = hourly.tickAt(Instant.ofEpochSecond(0, store.nanos));
        assertThat(hourly.tickAt(slow.markRecovered())).isEqualTo(now + 3 + 3);
    }

    // ---- a store that may lose all data

    private Ledger onAForgetfulStore() {
        store.forgetful = true;
        Ledger first = process();
        assertThat(first.setUpForFirstUse()).isTrue();
        return first;
    }

    @Test
    void aHolderWhoseLedgerIsGoneTellsHowFarItsWindowReaches() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        WorkerGrant ahead = holder.renew(held, held.from() + 60_000).orElseThrow();
        store.restore(new Copy(null, new TreeMap<>()));
        Ledger starting = process();
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        assertThatThrownBy(() -> holder.renew(ahead, ahead.from()))
                .hasMessageContaining(
                        "has forgotten worker 0, whose ids go on until the end of its window, and grants no worker before ");
        pass(Duration.ofSeconds(131));
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(50));
        assertMeetsNone(starting.tryAcquire(store.nanos), ahead);
    }

    /** The lost window is longer than the window of the process that creates the namespace again. */
    @Test
    void aShortWindowThatComesFirstWaitsForTheLongestThatIsAllowed() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        store.restore(new Copy(null, new TreeMap<>()));
        Ledger hasty = new Ledger(settings().window(Duration.ofSeconds(2)));
        assertThatThrownBy(() -> hasty.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(129));
        assertThatThrownBy(() -> hasty.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(2));
        assertMeetsNone(hasty.tryAcquire(store.nanos), held);
    }

    @Test
    void holdersContinueInALedgerThatANewProcessHasCreatedAfterALossOfAll() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        store.restore(new Copy(null, new TreeMap<>()));
        Ledger starting = process();
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        assertThatThrownBy(() -> holder.renew(held, held.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.NOT_OPEN);
        pass(Duration.ofSeconds(131));
        assertMeetsNone(starting.tryAcquire(store.nanos), held);
        assertThat(holder.tryAcquire(store.nanos).worker()).isEqualTo(1);
    }

    @Test
    void aHolderThatComesAfterTheFirstGrantOfANewLedgerRejectsIt() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        store.restore(new Copy(null, new TreeMap<>()));
        Ledger starting = process();
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(131));
        starting.tryAcquire(store.nanos);
        assertThatThrownBy(() -> holder.renew(held, held.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.ANOTHER_LEDGER);
    }
}
