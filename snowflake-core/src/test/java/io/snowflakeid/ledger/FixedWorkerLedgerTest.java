package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.io.IOException;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void otherNamespacesAndDatacentersAreOtherClaims() {
        WorkerGrant one = fixed.acquire(nanos(NOON));
        FixedWorkerLedger other = fixed.inNamespace("other-of-" + namespace());
        WorkerGrant two = other.acquire(nanos(NOON));
        fixed.release(one, one.from());
        other.release(two, two.from());
    }

    @Test
    void theSameWorkerOfAnotherDatacenterIsAnotherClaim() {
        FixedWorkerLedger one =
                FixedWorkerLedger.of(SnowflakeLayout.TWITTER, 1, 5).inNamespace(namespace());
        FixedWorkerLedger two =
                FixedWorkerLedger.of(SnowflakeLayout.TWITTER, 2, 5).inNamespace(namespace());
        WorkerGrant first = one.acquire(nanos(NOON));
        WorkerGrant second = two.acquire(nanos(NOON));
        assertThat(second.datacenter()).isEqualTo(2);
        one.release(first, first.from());
        two.release(second, second.from());
    }

    @Test
    void aWorkerThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> FixedWorkerLedger.of(LAYOUT, 1024))
                .hasMessageContainingAll(
                        "worker id 1024 does not fit", "10 bits (0..1023)", "more worker bits", "smaller id");
        assertThatThrownBy(() -> FixedWorkerLedger.of(LAYOUT, 1, 5))
                .hasMessageStartingWith("datacenter id 1 does not fit");
    }

    @Test
    void aLayoutThatHasEndedGrantsNoWorker() {
        SnowflakeLayout ended = SnowflakeLayout.parse("31x1ms/0/10/12@2012-01-01T00:00:00Z");
        FixedWorkerLedger late = FixedWorkerLedger.of(ended, 5).inNamespace(namespace());
        assertThatThrownBy(() -> late.acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.LAYOUT_ENDED)
                .hasMessageStartingWith("the wall clock shows 2026-11-20T12:00:00Z, where layout ");
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
                        "folder " + missing + " of window file " + missing + "/window is not there",
                        "it is not created",
                        "mount the volume",
                        "create the folder on it",
                        "correct the path");
        assertThat(missing).doesNotExist();
        Files.createDirectory(missing);
        WorkerGrant grant = below.acquire(nanos(NOON)); // the failed attempts have left no claim
        below.release(grant, grant.from());
    }

    @Test
    void aNamespaceIsCalledAsUnderALedger() {
        assertThatThrownBy(() -> fixed.inNamespace("my app"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("namespace must be 1 to 64 of letters, digits and _ . : -, but is 'my app'");
        assertRefused(
                Map.of("worker", 1, "namespace", "my app"),
                "x.namespace: namespace must be 1 to 64 of letters, digits and _ . : -, but is 'my app'");
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

    // ---- from settings

    @Test
    void settingsMayBeTextsOrNumbers() {
        WorkerLedger read =
                fromSettings(Map.of("worker", "3", "datacenter", 2, "layout", "TWITTER", "namespace", "game"));
        assertThat(read.layout()).isEqualTo(SnowflakeLayout.TWITTER);
        assertThat(read.describe()).isEqualTo("fixed worker 3 of datacenter 2 in namespace 'game'");
        assertThat(fromSettings(Map.of("worker", 1, "file", "w")).describe()).endsWith("w");
    }

    @Test
    void badSettingsAreRefusedByName() {
        assertRefused(Map.of("worker", "one"), "x.worker must be a whole number, but is 'one'");
        assertRefused(Map.of("worker", 1, "file", " "), "x.file must not be blank: give it a value, or leave it out");
        assertRefused(Map.of("worker", 1, "layout", "TWITER"), "x.layout: layout 'TWITER' is neither DEFAULT,");
        assertRefused(Map.of("worker", 5000), "x.worker 5000 under layout 41x1ms/0/10/12@");
    }

    @ParameterizedTest
    @CsvSource({
        "7, 7",
        "env:WORKER_ID, 21",
        "' env: WORKER_ID ', 21",
        "sysprop:snowflake.worker, 22",
        "statefulset:orders, 3",
        "statefulset:orders+100, 103",
        "ipv4:10.1.0.0/22, 261"
    })
    void theWorkerMayComeFromASource(String worker, long number) {
        assertThat(fromSettings(Map.of("worker", worker)).describe())
                .isEqualTo("fixed worker " + number + " of datacenter 0 in namespace 'default'");
    }

    /** A pod with everything that a source may look at. */
    private static WorkerLedger fromSettings(Map<String, ?> settings) {
        FakeSurroundings pod = FakeSurroundings.addresses("lo", "127.0.0.1", "eth0", "10.1.1.5")
                .withHostName("orders-3")
                .withEnvironment("WORKER_ID", "21")
                .withEnvironment("SERVER_NUMBER", "4001")
                .withProperty("snowflake.worker", "22");
        return fromSettings(settings, pod);
    }

    private static WorkerLedger fromSettings(Map<String, ?> settings, FakeSurroundings here) {
        return GeneratorConfig.parse(new SettingValues(settings, "x."::concat, here), name -> name)
                .ledger();
    }

    /** As docs/ids.md shows them. */
    @Test
    void propertiesNameASource() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader("""
                        hibernate.snowflake.worker=statefulset:orders
                        hibernate.snowflake.file=/data/snowflake-window
                        """));
        Map<String, String> settings = new HashMap<>();
        properties
                .stringPropertyNames()
                .forEach(name ->
                        settings.put(name.substring("hibernate.snowflake.".length()), properties.getProperty(name)));
        assertThat(fromSettings(settings).describe())
                .startsWith("fixed worker 3 of datacenter 0 in namespace 'default', kept in ")
                .contains("snowflake-window");
    }

    @Test
    void theGameServersNumberMayComeFromASource() {
        assertThat(fromSettings(Map.of("layout", "GAME_SERVERS", "datacenter", "env:SERVER_NUMBER", "worker", 0))
                        .describe())
                .isEqualTo("fixed worker 0 of datacenter 4001 in namespace 'default'");
        assertThatThrownBy(
                        () -> fromSettings(Map.of("layout", "TWITTER", "datacenter", "env:SERVER_NUMBER", "worker", 0)))
                .hasMessageContainingAll(
                        "x.datacenter: environment variable SERVER_NUMBER is 4001",
                        "does not fit",
                        "5 datacenter bits (0..31) of layout 41x1ms/5/5/12@");
    }

    @ParameterizedTest
    @CsvSource({
        "'business=3,region=5', 83",
        "'region=5,business=3', 83",
        "' region = 5 , business = 3 ', 83",
        "'business=3,region=sysprop:region', 83",
        "83, 83"
    })
    void theDatacenterMayBeGivenByItsNamedParts(String datacenter, long number) {
        FakeSurroundings here = FakeSurroundings.none().withProperty("region", "5");
        Map<String, Object> settings = Map.of("layout", NAMED, "datacenter", datacenter, "worker", 9);
        assertThat(fromSettings(settings, here).describe())
                .isEqualTo("fixed worker 9 of datacenter " + number + " in namespace 'default'");
    }

    private static final String NAMED = "41x1ms/region:3+business:4/6/9@2010-11-04T01:42:54.657Z";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "business=16,region=5|business 16 does not fit into 4 bits (0..15)",
                "business=3|fixed field region is missing: this layout has region (0..7)",
                "bussiness=3,region=5|unknown fixed field 'bussiness', this layout has region (0..7), business (0..15)",
                "business=3,region=5,region=5|fixed field region is given twice",
                "business=3,|'' is no name=number, as in business=3,region=1",
                "=3,business=3|'=3' is no name=number",
                "business=x,region=5|business must be a whole number, but is 'x'",
                "business=env:NONE,region=5|business: environment variable NONE is not set: set it to this process's own business"
                        + " number, 0 to 15 with layout "
            })
    void wrongNamedPartsAreRefusedByName(String datacenter, String message) {
        assertRefused(
                Map.of("layout", NAMED, "datacenter", datacenter, "worker", 1),
                "x.datacenter '" + datacenter + "': " + message);
    }

    @Test
    void wrongSourcesAreRefusedByName() {
        assertRefused(
                Map.of("worker", "enviroment:W"),
                "x.worker must be a whole number, but is 'enviroment:W'",
                "its source may be given instead",
                "env:NAME, sysprop:NAME, statefulset:NAME, statefulset:NAME+OFFSET, ipv4:SUBNET");
        assertRefused(
                Map.of("worker", "env:"),
                "x.worker = env:: the environment variable that holds the number has no name");
        assertRefused(
                Map.of("worker", "statefulset:orders+x"),
                "x.worker = statefulset:orders+x:",
                "must be statefulset:NAME or statefulset:NAME+OFFSET");
        assertRefused(Map.of("worker", "ipv4:10.1.0.5/22"), "x.worker = ipv4:10.1.0.5/22: '10.1.0.5/22' is an address");
        assertThatThrownBy(() -> fromSettings(Map.of("worker", "statefulset:ip-10-0")))
                .hasMessageStartingWith("x.worker: host name 'orders-3' is none of a pod of StatefulSet ip-10-0");
        assertThatThrownBy(() -> fromSettings(Map.of("worker", 1, "datacenter", "region=1")))
                .hasMessageStartingWith(
                        "x.datacenter 'region=1': unknown fixed field 'region', this layout has no named fixed fields");
    }

    @Test
    void aLayoutThatHasEndedIsRefusedWhenTheWorkerIsClaimed() {
        FixedWorkerLedger ended = FixedWorkerLedger.of(
                        SnowflakeLayout.parse("28x1000ms/0/22/13@2016-05-19T16:00:00Z"), 1)
                .inNamespace(namespace());
        assertThatThrownBy(() -> ended.acquire(nanos(NOON)))
                .hasMessageContainingAll(
                        "the wall clock shows 2026-11-20T12:00:00Z",
                        "layout 28x1000ms/0/22/13@2016-05-19T16:00:00Z has no tick",
                        "it ends at 2024-11-20T13:24:16Z",
                        "correct the clock",
                        "choose another layout");
    }

    private static void assertRefused(Map<String, ?> settings, String... parts) {
        assertThatThrownBy(() -> fromSettings(settings, FakeSurroundings.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(parts[0])
                .hasMessageContainingAll(parts);
    }

    // ---- with a file

    @Test
    void theWindowIsOnDiskBeforeItIsUsed() throws IOException {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        assertThat(grant.from()).isEqualTo(NOON_TICK + 11); // a run without a file may have borrowed ticks
        assertThat(Files.readString(folder.resolve("sub/window")))
                .isEqualTo(LAYOUT.spec() + " " + grant.until() + " " + grant.token() + "\n");
        filed.release(grant, grant.from());
    }

    @Test
    void theWindowInAFileIsFiveSecondsAndIsRenewedEachSecond() {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        assertThat(grant.until() - grant.from()).isEqualTo(5_000);
        assertThat(filed.renewEvery()).isEqualTo(Duration.ofSeconds(1));
        filed.release(grant, grant.from());
    }

    /** A reader that opens the file at any moment gets a complete mark. */
    @Test
    void aNewMarkIsWrittenBesideTheOldOneAndMovedOverIt() throws IOException {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        Path opened = Files.createLink(folder.resolve("opened before"), folder.resolve("sub/window"));
        WorkerGrant renewed = filed.renew(grant, grant.from() + 1_000).orElseThrow();
        assertThat(markIn(opened)).isEqualTo(grant.until());
        assertThat(markIn(folder.resolve("sub/window"))).isEqualTo(renewed.until());
        filed.release(renewed, renewed.from());
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
    void aCrashGoesOnAboveTheWholeWindow() throws IOException {
        WorkerGrant crashed = filed.acquire(nanos(NOON));
        Files.writeString(folder.resolve("left behind"), LAYOUT.spec() + " " + crashed.until() + "\n");
        FixedWorkerLedger next = fixed.inNamespace("after-the-crash").storedIn(folder.resolve("left behind"));
        WorkerGrant grant = next.acquire(nanos(NOON.minus(Duration.ofDays(1))));
        assertThat(grant.from()).isEqualTo(crashed.until());
        next.release(grant, grant.from());
        filed.release(crashed, crashed.from());
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
    void aRenewalFromBehindLeavesTheMarkOnDiskAsItIs() throws IOException {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        filed.renew(grant, grant.from() - 100);
        assertThat(markIn(folder.resolve("sub/window"))).isEqualTo(grant.until());
        filed.release(grant, grant.from());
    }

    @Test
    void aMarkAheadOfTheClockMakesNobodyWait() {
        WorkerGrant first = filed.acquire(nanos(Instant.now().plus(Duration.ofHours(2))));
        filed.release(first, first.from());
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(filed)) {
            assertThat(LAYOUT.tickAt(LAYOUT.decode(ids.nextId()).timestamp())).isGreaterThanOrEqualTo(first.from());
            assertThat(ids.status().ahead()).isBetween(Duration.ofMinutes(119), Duration.ofMinutes(121));
        }
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
    void aFileInUseIsRefused() throws IOException {
        try (FileChannel other = FileChannel.open(
                        folder.resolve("sub/window.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = other.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThatThrownBy(() -> filed.acquire(nanos(NOON)))
                    .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE)
                    .hasMessageContaining(" is in use by another generator");
        }
        WorkerGrant grant = filed.acquire(nanos(NOON));
        filed.release(grant, grant.from());
    }

    @Test
    void aFileOfAnotherLayoutOrOfRubbishIsRefusedAndLeftAlone() throws IOException {
        Path file = folder.resolve("sub/window");
        Files.writeString(file, "41x1ms/5/5/12@2010-11-04T01:42:54.657Z 12345\n");
        assertThatThrownBy(() -> filed.acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(
                        "belongs to layout 41x1ms/5/5/12@2010-11-04T01:42:54.657Z, this process uses 41x1ms/0/10/12@");
        Files.writeString(file, "rubbish");
        assertThatThrownBy(() -> filed.acquire(nanos(NOON))).hasMessageContaining("holds 'rubbish' instead of");
        assertThat(Files.readString(file)).isEqualTo("rubbish");
        Files.delete(file);
        WorkerGrant grant = filed.acquire(nanos(NOON));
        filed.release(grant, grant.from());
    }

    @Test
    void generatorsOnAFileRenewItAndCloseIt() throws IOException {
        long last;
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(filed)) {
            last = ids.nextId();
        }
        long firstUnused = LAYOUT.tickAt(LAYOUT.decode(last).timestamp()) + 1;
        assertThat(markIn(folder.resolve("sub/window"))).isEqualTo(firstUnused);
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

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be removed there")
    void aWorkerWhoseLockFileWasRemovedIsAcquiredAnewWhereNobodyElseHasCome() throws Exception {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        Files.delete(folder.resolve("sub/window.lock"));
        assertThat(filed.renew(grant, grant.from() + 1_000)).isEmpty();
        filed.release(grant, grant.from() + 1_000);
        WorkerGrant renewed = filed.acquire(nanos(NOON.plusSeconds(10)));
        assertThat(renewed.from()).isGreaterThanOrEqualTo(grant.until());
        assertThatThrownBy(() -> filed.inNamespace("other-of-" + namespace()).acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE);
        filed.release(renewed, renewed.from());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be removed there")
    void whoseLockFileWasRemovedGivesTheWorkerUpToWhoeverHasCome() throws Exception {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        Files.delete(folder.resolve("sub/window.lock"));
        FixedWorkerLedger other = filed.inNamespace("other-of-" + namespace());
        WorkerGrant others = other.acquire(nanos(NOON.minusSeconds(3600)));
        assertThat(others.from()).isEqualTo(grant.until());
        assertThat(filed.renew(grant, grant.from() + 1_000)).isEmpty();
        filed.release(grant, grant.from() + 1_000);
        assertThat(markIn(folder.resolve("sub/window"))).isEqualTo(others.until());
        assertThat(other.renew(others, others.from())).isPresent();
        other.release(others, others.from());
    }

    @Test
    void aFileThatWasMovedIsReadOn() throws IOException {
        WorkerGrant grant = filed.acquire(nanos(NOON));
        filed.release(grant, grant.from() + 500);
        Path moved = Files.move(folder.resolve("sub/window"), folder.resolve("another name"));
        FixedWorkerLedger elsewhere = fixed.storedIn(moved);
        WorkerGrant next = elsewhere.acquire(nanos(NOON));
        assertThat(next.from()).isEqualTo(grant.from() + 500);
        elsewhere.release(next, next.from());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a right there")
    void aSymbolicLinkIsRejectedAndOneToTheFolderIsNot() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("sub/window"));
        assertThatThrownBy(() -> fixed.storedIn(link).acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageStartingWith(link + " is a symbolic link, to " + folder.resolve("sub/window"));
        Path lock = Files.createSymbolicLink(folder.resolve("locked.lock"), folder.resolve("somewhere"));
        assertThatThrownBy(() -> fixed.storedIn(folder.resolve("locked")).acquire(nanos(NOON)))
                .hasMessageStartingWith(lock + " is a symbolic link");
        Path folderLink = Files.createSymbolicLink(folder.resolve("volume"), folder.resolve("sub"));
        WorkerGrant grant = filed.acquire(nanos(NOON));
        FixedWorkerLedger throughLink =
                fixed.inNamespace("other-of-" + namespace()).storedIn(folderLink.resolve("window"));
        assertThatThrownBy(() -> throughLink.acquire(nanos(NOON)))
                .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE);
        filed.release(grant, grant.from());
        WorkerGrant later = throughLink.acquire(nanos(NOON));
        throughLink.release(later, later.from());
    }

    @Test
    void whatACrashHasLeftIsWaitedForSoThatNoSeriesOfCrashesRunsAhead() throws IOException {
        Path file = folder.resolve("sub/window");
        Instant begin = Instant.now();
        long mark = LAYOUT.tickAt(begin) + 1_500;
        Files.writeString(file, LAYOUT.spec() + " " + mark + "\n");
        WorkerGrant grant = filed.acquire(nanos(begin));
        assertThat(Duration.between(begin, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(1_500));
        assertThat(grant.from()).isEqualTo(mark);
        assertThat(grant.ledgerNanos()).isEqualTo(nanos(begin.plusMillis(1_500)));
        filed.release(grant, grant.from());
    }
}
