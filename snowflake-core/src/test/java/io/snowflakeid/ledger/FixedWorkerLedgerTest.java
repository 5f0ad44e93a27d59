package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedWorkerLedgerTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final long NOON_TICK = LAYOUT.tickAt(NOON);

    @TempDir
    Path folder;

    private FixedWorkerLedger fixed;
    private FixedWorkerLedger filed;

    @BeforeEach
    void ledgers() throws IOException {
        fixed = FixedWorkerLedger.of(LAYOUT, 5).inNamespace(UUID.randomUUID().toString());
        filed = fixed.storedIn(Files.createDirectory(folder.resolve("sub")).resolve("window"));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** What a public class has from one that is not public is closed to it, unless the compiler makes a bridge. */
    @Test
    void reflectionCallsAGeneratorFromAnotherPackage() throws Exception {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 719))) {
            Object first = SnowflakeIdGenerator.class.getMethod("nextId").invoke(ids);
            assertThat(ids.nextId()).isGreaterThan((Long) first);
        }
    }

    @Test
    void beginsBehindWhatAPreviousRunMayHaveBorrowed() {
        WorkerGrant grant = fixed.acquire(nanos(NOON));
        assertThat(grant.from()).isEqualTo(NOON_TICK + 11);
        assertThat(grant.until()).isEqualTo(LAYOUT.maxTick() + 1);
        fixed.release(grant, grant.from());
    }

    @Test
    void aSecondClaimInThisProcessFailsNamingTheFirst() {
        WorkerGrant first = fixed.acquire(nanos(NOON));
        FixedWorkerLedger same = FixedWorkerLedger.of(LAYOUT, 5).inNamespace(namespace());
        assertThatThrownBy(() -> same.acquire(nanos(NOON)))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE)
                .hasMessageContainingAll(
                        "worker 5 of datacenter 0 in namespace '" + namespace() + "'",
                        "is already claimed in this process",
                        "by thread " + Thread.currentThread().getName(),
                        "at 2026-11-20T12:00:00Z",
                        "share that generator",
                        "close it first",
                        "another worker");
        fixed.release(first, first.from());
        WorkerGrant second = same.acquire(nanos(NOON));
        fixed.release(first, first.from()); // the old grant has no say any more
        assertThatThrownBy(() -> fixed.acquire(nanos(NOON))).hasMessageContaining("already claimed");
        same.release(second, second.from());
    }

    private String namespace() {
        return fixed.describe().replaceAll(".*'(.*)'.*", "$1");
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("sub/window.lock")); // in the place of a file
        assertThatThrownBy(() -> filed.acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("it needs a writable folder on a persistent volume");
    }

    @Test
    void aFolderThatIsNotThereIsNotCreatedAsItsVolumeMayNotBeMounted() throws IOException {
        Path missing = folder.resolve("volume");
        FixedWorkerLedger below = fixed.storedIn(missing.resolve("window"));
        assertThatThrownBy(() -> below.acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContainingAll(
                        "window file " + missing + "/window could not be opened",
                        "mount the volume",
                        "create the folder on it",
                        "correct the path",
                        "the folder is not created");
        assertThat(missing).doesNotExist();
        Files.createDirectory(missing);
        WorkerGrant grant = below.acquire(nanos(NOON)); // the failed attempts have left no claim
        below.release(grant, grant.from());
    }

    @Test
    void anEpochAheadOfTheClockIsRefusedWithBoth() {
        assertThatThrownBy(() -> fixed.acquire(nanos(Instant.parse("2001-01-01T00:00:00Z"))))
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageContainingAll(
                        "the epoch 2010-11-04T01:42:54.657Z of layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z lies"
                                + " ahead",
                        "this machine's clock",
                        "shows 2001-01-01T00:00:00Z",
                        "correct whichever of the two is wrong");
        WorkerGrant grant = fixed.acquire(nanos(NOON)); // the failed attempt has left no claim
        fixed.release(grant, grant.from());
    }

    @Test
    void aLayoutThatHasEndedIsRefusedWhenTheWorkerIsClaimed() {
        FixedWorkerLedger ended = FixedWorkerLedger.of(
                        SnowflakeLayout.parse("28x1000ms/0/22/13@2016-05-19T16:00:00Z"), 1)
                .inNamespace(namespace());
        assertThatThrownBy(() -> ended.acquire(nanos(NOON)))
                .hasMessageContainingAll(
                        "layout 28x1000ms/0/22/13@2016-05-19T16:00:00Z ran out at 2024-11-20T13:24:16Z",
                        "this machine's clock shows 2026-11-20T12:00:00Z",
                        "move to a layout with more timestamp bits, or correct the clock");
    }

    // ---- with a file

    @Test
    void theWindowInAFileIsFiveSecondsAndIsRenewedEachSecond() {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        assertThat(grant.until() - grant.from()).isEqualTo(5_000);
        assertThat(filed.renewEvery()).isEqualTo(Duration.ofSeconds(1));
        filed.release(grant, grant.from());
    }

    @Test
    void aRestartWithTheClockSetBackGoesOnAbove() {
        WorkerGrant first = filed.acquire(nanos(NOON));
        filed.release(first, first.from() + 777);
        WorkerGrant second = filed.acquire(nanos(NOON.minus(Duration.ofHours(1))));
        assertThat(second.from()).isEqualTo(first.from() + 777);
        filed.release(second, second.from());
    }

    @Test
    void renewingNeverLowersTheMark() throws IOException {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        WorkerGrant renewed = filed.renew(grant, grant.from() - 100).orElseThrow();
        assertThat(renewed.until()).isEqualTo(grant.until());
        WorkerGrant later = filed.renew(grant, grant.from() + 100).orElseThrow();
        assertThat(later.until()).isEqualTo(grant.until() + 100);
        assertThat(markIn(folder.resolve("sub/window"))).isEqualTo(later.until());
        filed.release(later, later.from());
        assertThat(filed.renew(later, later.from())).isEmpty();
    }

    @Test
    void aFileOfAnotherWorkerInThisProcessIsRefusedAndStaysLocked() {
        WorkerGrant first = filed.acquire(nanos(NOON));
        FixedWorkerLedger other = filed.inNamespace("other-of-" + namespace());
        for (int i = 0; i < 2; i++) { // a refusal must not free the file for the next attempt
            assertThatThrownBy(() -> other.acquire(nanos(NOON)))
                    .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE)
                    .hasMessageContaining(" is in use by another generator");
        }
        filed.release(first, first.from());
        WorkerGrant second = other.acquire(nanos(NOON));
        other.release(second, second.from());
    }

    @Test
    void aFileOfAnotherLayoutOrOfRubbishIsRefusedAndLeftAlone() throws IOException {
        Path file = folder.resolve("sub/window");
        Files.writeString(file, "41x1ms/5/5/12@2010-11-04T01:42:54.657Z 12345\n");
        assertThatThrownBy(() -> filed.acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(
                        "holds '41x1ms/5/5/12@2010-11-04T01:42:54.657Z 12345' instead of layout 41x1ms/0/10/12@");
        Files.writeString(file, "rubbish");
        assertThatThrownBy(() -> filed.acquire(nanos(NOON))).hasMessageContaining("holds 'rubbish' instead of");
        assertThat(Files.readString(file)).isEqualTo("rubbish");
        Files.delete(file);
        WorkerGrant grant = filed.acquire(nanos(NOON));
        filed.release(grant, grant.from());
    }

    private static long markIn(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).split(" ", -1)[1]);
    }

    // ---- a file that somebody else has touched

    @Test
    void whatIsToBeWrittenOverMustBeWhatWasWrittenBefore() throws IOException {
        Path file = folder.resolve("sub/window");
        WorkerGrant grant = filed.acquire(nanos(NOON));
        String others = Files.readString(file).replace(grant.token(), "0".repeat(32));
        Files.writeString(file, others);
        assertThat(filed.renew(grant, grant.from() + 1_000)).isEmpty();
        filed.release(grant, grant.from() + 1_000);
        assertThat(file).hasContent(others.strip());
        WorkerGrant next = filed.acquire(nanos(NOON.minusSeconds(3600)));
        assertThat(next.from()).isEqualTo(grant.until());
        filed.release(next, next.from());
    }

    @Test
    void aFileThatWasRemovedIsWrittenAgain() throws IOException {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        Files.delete(folder.resolve("sub/window"));
        WorkerGrant renewed = filed.renew(grant, grant.from() + 1_000).orElseThrow();
        assertThat(markIn(folder.resolve("sub/window"))).isEqualTo(renewed.until());
        filed.release(renewed, renewed.from());
    }

    @ParameterizedTest
    @ValueSource(strings = "0.1.0")
    void theWindowOfAReleaseIsContinued(String release) throws IOException {
        Path file = folder.resolve("sub/window");
        Files.copy(Path.of("src/test/resources/io/snowflakeid/testing/released", release, "window"), file);
        WorkerGrant grant = filed.acquire(nanos(NOON)); // set back by days since
        assertThat(grant.from()).isEqualTo(507_036_339_003L).isGreaterThan(NOON_TICK);
        filed.release(grant, grant.from() + 1);
        assertThat(Files.readString(file)).startsWith(LAYOUT.spec() + " 507036339004 ");
    }

    @Test
    void whatACrashHasLeftIsWaitedForSoThatNoSeriesOfCrashesRunsAhead() throws IOException {
        Path file = folder.resolve("sub/window");
        Instant begin = Instant.now();
        long mark = LAYOUT.tickAt(begin) + 500;
        Files.writeString(file, LAYOUT.spec() + " " + mark + "\n");
        WorkerGrant grant = filed.acquire(nanos(begin));
        assertThat(Duration.between(begin, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(500));
        assertThat(grant.from()).isEqualTo(mark);
        filed.release(grant, grant.from());
    }
}
