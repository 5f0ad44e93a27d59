package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.MemoryStore.Copy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a ledger does on any store: after a lost answer, beside another process, on another server, and on a store that has forgotten. */
class StoreWorkerLedgerTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long NOON = Instant.parse("2026-11-20T12:00:00Z").getEpochSecond() * 1_000_000_000L;
    private static final long WINDOW = 120_000;
    private static final String ONE = "one";
    private static final String TWO = "two";

    private final MemoryStore store = new MemoryStore(NOON);

    private static final class Settings extends LedgerBuilder<Settings> {
        Settings() {
            super(LAYOUT);
        }

        Settings(long datacenter) {
            super(SnowflakeLayout.GAME_SERVERS, datacenter);
        }

        @Override
        protected Settings self() {
            return this;
        }
    }

    private final class Ledger extends StoreWorkerLedger {
        Ledger(Settings settings) {
            super(settings.settings(), store, new TimeSource() {
                @Override
                public long wallNanos() {
                    return store.nanos;
                }

                @Override
                public long nanos() {
                    return store.nanos;
                }
            });
        }

        boolean setUpForFirstUse() {
            return createUnused();
        }
    }

    /** Another process. */
    private Ledger process() {
        return new Ledger(new Settings());
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
    void aReplyLostAfterTheWriteIsAdoptedByToken() {
        store.losesReplies = true;
        WorkerGrant grant = acquire(ledger);
        assertThat(store.rows()).hasSize(1);
        assertThat(store.rows().get(0).row().token()).isEqualTo(grant.token());
        assertThat(store.rows().get(0).row().until()).isEqualTo(grant.until()).isGreaterThan(grant.from() + WINDOW);
    }

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
                .satisfies(e -> assertThat(e.getCause().getSuppressed()[0]).hasMessage("reply lost"));
    }

    @Test
    void eachAttemptHasATokenOfItsOwn() {
        assertThat(List.of(acquire(ledger).token(), acquire(ledger).token()))
                .doesNotHaveDuplicates()
                .allMatch(token -> token.matches("[0-9a-f]{32}"));
    }

    @Test
    void anEpochAheadOfTheClockIsRefusedBeforeTheStoreIsAsked() {
        store.isDown = true;
        assertThatThrownBy(() -> ledger.acquire(0)).hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG);
    }

    @Test
    void clocksThatAreFarApartAreBothShownAndNothingIsWritten() {
        assertThatThrownBy(() -> ledger.acquire(NOON + TimeUnit.HOURS.toNanos(2)))
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageContaining(
                        "the store's clock shows 2026-11-20T12:00:00Z, this machine's 2026-11-20T14:00:00");
        assertThat(store.state()).isNull();
    }

    @Test
    void whatIsStoredNamesTheDatacenterThatItOwns() {
        assertThat(new Settings(7).settings().stored())
                .isEqualTo("layout " + SnowflakeLayout.GAME_SERVERS.spec() + ", datacenter 7, version 1");
    }

    // ---- beside another process

    @Test
    void aWorkerThatOthersHaveTakenSinceItWasListedIsNotTakenOver() {
        ledger.setUp();
        store.beforeWrites.add(() -> assertThat(acquire(process()).worker()).isZero());
        assertThat(acquire(ledger).worker()).isNotZero();
        assertThat(store.rows()).hasSize(2);
    }

    /** A process that paused between reading and writing. */
    @Test
    void aGrantIsNotWrittenWhereTheLedgerOpensLaterMeanwhile() {
        ledger.setUp();
        store.beforeWrites.add(() -> process().markRecovered());
        assertThat(acquire(ledger).from()).isGreaterThan(nowTick() + WINDOW);
    }

    @Test
    void aRenewalIsNotWrittenOverOneThatCameMeanwhile() {
        WorkerGrant grant = acquire(ledger);
        store.beforeWrites.add(() ->
                assertThat(process().renew(grant, grant.from() + 60_000)).isPresent());
        assertThat(ledger.renew(grant, grant.from()).orElseThrow().until()).isGreaterThan(grant.until() + 60_000);
    }

    @Test
    void theSameWorkerOfAnotherDatacenterIsFree() {
        SnowflakeLayout layout = SnowflakeLayout.TWITTER;
        Ledger one = new Ledger(new Settings());
        acquire(one);
        assertThat(one.workers()).extracting(WorkerEntry::state).containsExactly(State.HELD);
        assertThat(layout.maxWorker()).isPositive();
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
        assertThat(process().tryAcquire(store.nanos)).isPresent();
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

    /** The grant of another process was lost; the one that it is a copy of had it. */
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
        assertMeetsNone(starting.tryAcquire(store.nanos).orElseThrow(), lost);
    }

    @Test
    void aServerThatDoesNotSayWhichOneItIsIsNoChange() {
        store.server = ONE;
        acquire(ledger);
        store.server = "";
        assertThat(process().tryAcquire(store.nanos)).isPresent();
        assertThat(store.state().server()).isEqualTo(ONE);
    }

    // ---- restored

    /** It has read its own row, and finds that of another one when it looks again. */
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

    @Test
    void aHolderWhoseLedgerWasRestoredWhileItPausedOpensItLaterAlsoWhenItGivesItsWorkerBack() {
        Copy empty = emptyCopy();
        WorkerGrant held = acquire(ledger);
        store.beforeWrites.add(() -> store.restore(empty));
        ledger.release(held, held.from());
        assertThat(acquire(process()).from()).isGreaterThan(nowTick() + WINDOW);
    }

    private Copy emptyCopy() {
        process().setUp();
        return store.copy();
    }

    // ---- a store that may forget all

    private Ledger onAForgetfulStore() {
        store.forgetful = true;
        Ledger first = process();
        assertThat(first.setUpForFirstUse()).isTrue();
        return first;
    }

    @Test
    void aNewNamespaceCannotBeToldFromOneThatWasForgotten() {
        store.forgetful = true;
        assertThatThrownBy(() -> process().tryAcquire(store.nanos)).hasMessageContaining(" grants no worker before ");
        pass(Duration.ofSeconds(131));
        assertThat(process().tryAcquire(store.nanos)).isPresent();
    }

    @Test
    void aHolderWhoseLedgerIsGoneTellsHowFarItsWindowReaches() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        WorkerGrant ahead = holder.renew(held, held.from() + 60_000).orElseThrow();
        store.restore(new Copy(null, new java.util.TreeMap<>()));
        Ledger starting = process();
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        assertThatThrownBy(() -> holder.renew(ahead, ahead.from()))
                .hasMessageContaining("has forgotten worker 0, and grants others from ");
        pass(Duration.ofSeconds(131));
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(50));
        assertMeetsNone(starting.tryAcquire(store.nanos).orElseThrow(), ahead);
    }

    /** Windows of different length: what is forgotten may be longer than what the process knows that comes first. */
    @Test
    void aShortWindowThatComesFirstWaitsForTheLongestThatIsAllowed() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        store.restore(new Copy(null, new java.util.TreeMap<>()));
        Ledger hasty = new Ledger(new Settings().window(Duration.ofSeconds(2)));
        assertThatThrownBy(() -> hasty.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(129));
        assertThatThrownBy(() -> hasty.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        pass(Duration.ofSeconds(2));
        assertMeetsNone(hasty.tryAcquire(store.nanos).orElseThrow(), held);
    }

    @Test
    void holdersOfTheLedgerBeforeKeepItsIdWhoeverSetsItUpAnew() {
        Ledger holder = onAForgetfulStore();
        WorkerGrant held = acquire(holder);
        String id = store.state().ledgerId();
        store.restore(new Copy(null, new java.util.TreeMap<>()));
        Ledger starting = process();
        assertThatThrownBy(() -> starting.tryAcquire(store.nanos)).isInstanceOf(WorkerLedgerException.class);
        assertThatThrownBy(() -> holder.renew(held, held.from())).hasMessageContaining("has forgotten worker");
        assertThat(store.state().ledgerId()).isEqualTo(id);
    }

    @Test
    void aLedgerWhoseStoreKeepsAllIsNotSetUpAnewByWhoHasUsedIt() {
        WorkerGrant held = acquire(ledger);
        store.restore(new Copy(null, new java.util.TreeMap<>()));
        assertThatThrownBy(() -> ledger.renew(held, held.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining("is not in the store any more: look who deleted it");
        assertThat(store.state()).isNull();
    }

    @Test
    void anotherLedgerIsNotFollowed() {
        WorkerGrant held = acquire(ledger);
        store.restore(new Copy(null, new java.util.TreeMap<>()));
        acquire(process());
        assertThatThrownBy(() -> ledger.renew(held, held.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.ANOTHER_LEDGER)
                .hasMessageContaining("is another ledger than it was");
    }

    @Test
    void allWindowsOfManyProcessesDiffer() {
        Set<String> begun = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            Ledger process = process();
            WorkerGrant grant = acquire(process);
            assertThat(begun.add(grant.worker() + " " + grant.from())).isTrue();
            Optional<WorkerGrant> renewed = process.renew(grant, grant.from() + 10);
            process.release(renewed.orElseThrow(), grant.from() + 10);
            pass(Duration.ofMillis(1));
        }
    }
}
