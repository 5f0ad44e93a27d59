package io.snowflakeid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.WorkerRow;
import io.snowflakeid.ledger.spi.WorkerRowText;
import io.snowflakeid.testing.WorkerLedgerContract;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real ZooKeeper inside this JVM; each test has a root of its own. */
class ZooKeeperWorkerLedgerIT extends WorkerLedgerContract {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static TestingServer server;
    private static CuratorFramework whole;

    private CuratorFramework curator;

    @BeforeAll
    static void startServer() throws Exception {
        server = new TestingServer(true);
        whole = connect(server.getPort());
    }

    @AfterAll
    static void stopServer() throws Exception {
        whole.close();
        server.close();
    }

    @BeforeEach
    void openCorner() {
        curator = whole.usingNamespace("test-" + UUID.randomUUID());
    }

    private static CuratorFramework connect(int port) {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient("127.0.0.1:" + port, 10_000, 3_000, new RetryOneTime(50));
        client.start();
        return client;
    }

    @AfterEach
    void clearCorner() throws Exception {
        curator.delete().quietly().deletingChildrenIfNeeded().forPath("/snowflake");
    }

    @Override
    protected WorkerLedger open(Settings settings) {
        ZooKeeperWorkerLedger.Builder builder = settings.ownedDatacenter().isPresent()
                ? ZooKeeperWorkerLedger.forDatacenter(
                        settings.layout(), settings.ownedDatacenter().getAsLong(), curator)
                : ZooKeeperWorkerLedger.shared(settings.layout(), curator);
        return builder.namespace(settings.namespace())
                .datacenter(settings.datacenter())
                .window(settings.window())
                .holder(settings.holder())
                .build();
    }

    /** As docs/worker-ids.md shows it. */
    @Test
    void aGeneratorOnAClientOfTheApplicationsMakesIds() {
        String servers = server.getConnectString();
        CuratorFramework client = CuratorFrameworkFactory.newClient(servers, 10_000, 3_000, new RetryOneTime(200));
        client.start();
        ZooKeeperWorkerLedger ledger =
                ZooKeeperWorkerLedger.shared(SnowflakeLayout.DEFAULT, client).build();

        try (client;
                SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void nodesThatEverybodyMayChangeAreWarnedOfOnce() {
        try (HeardWarnings warnings = new HeardWarnings()) {
            WorkerLedger ledger = ZooKeeperWorkerLedger.shared(LAYOUT, curator).build();
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger);
                    SnowflakeIdGenerator others = SnowflakeIdGenerator.on(ledger)) {
                assertThat(ids.nextId()).isNotEqualTo(others.nextId());
            }
            assertThat(warnings.texts)
                    .singleElement()
                    .asString()
                    .startsWith("everybody who reaches ZooKeeper may change /snowflake/default")
                    .contains("make ids twice", "CREATOR_ALL_ACL", "setAcl -R /snowflake/default auth::cdrwa");
        }
    }

    @Test
    void aClientThatKeepsItsNodesToItselfIsNotDisturbed() throws Exception {
        ACLProvider own = new ACLProvider() {
            @Override
            public List<ACL> getDefaultAcl() {
                return ZooDefs.Ids.CREATOR_ALL_ACL;
            }

            @Override
            public List<ACL> getAclForPath(String path) {
                return getDefaultAcl();
            }
        };
        String corner = "test-" + UUID.randomUUID();
        try (HeardWarnings warnings = new HeardWarnings();
                CuratorFramework client = CuratorFrameworkFactory.builder()
                        .connectString(server.getConnectString())
                        .retryPolicy(new RetryOneTime(50))
                        .namespace(corner)
                        .authorization("digest", "ids:secret".getBytes(StandardCharsets.UTF_8))
                        .aclProvider(own)
                        .build()) {
            client.start();
            WorkerLedger ledger = ZooKeeperWorkerLedger.shared(LAYOUT, client).build();
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
                assertThat(ids.nextId()).isPositive();
                String worker = "/snowflake/default/0/" + ids.status().worker();
                assertThatThrownBy(() -> whole.usingNamespace(corner).setData().forPath(worker, new byte[0]))
                        .isInstanceOf(KeeperException.NoAuthException.class);
            }
            assertThat(warnings.texts).isEmpty();
            client.delete().deletingChildrenIfNeeded().forPath("/snowflake");
        }
    }

    private static final class HeardWarnings extends Handler implements AutoCloseable {
        private final List<String> texts = new CopyOnWriteArrayList<>();
        private final Logger logger = Logger.getLogger(ZooKeeperWorkerLedger.class.getName());

        HeardWarnings() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            if (Level.WARNING.equals(entry.getLevel())) {
                texts.add(new SimpleFormatter().formatMessage(entry));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    /** Somebody else is faster at every attempt. */
    private CuratorFramework rivalOn(String path) {
        return (CuratorFramework) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CuratorFramework.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("setData")) {
                        curator.setData().forPath(path, curator.getData().forPath(path));
                    }
                    return method.invoke(curator, arguments);
                });
    }

    @Test
    void aNodeThatChangesAllTheTimeCannotBeWritten() {
        WorkerGrant grant =
                acquire(ZooKeeperWorkerLedger.shared(LAYOUT, curator).build());
        ZooKeeperWorkerLedger late = ZooKeeperWorkerLedger.shared(LAYOUT, rivalOn("/snowflake/default/0/0"))
                .build();
        assertThatThrownBy(() -> late.renew(grant, grant.from()))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContainingAll(
                        "/snowflake/default/0/0 in ZooKeeper has changed 10 times",
                        "only the holder of worker 0 writes there",
                        "look who else does");
        ZooKeeperWorkerLedger marking = ZooKeeperWorkerLedger.shared(LAYOUT, rivalOn("/snowflake/default"))
                .build();
        assertThatThrownBy(marking::markRecovered)
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessage(
                        "/snowflake/default in ZooKeeper has changed 10 times while it was read: look who else writes there");
    }

    private static String path(Settings settings, long worker) {
        return "/snowflake/" + settings.namespace() + "/" + settings.datacenter() + "/" + worker;
    }

    @Override
    protected void age(Settings settings, long worker, long ticks) throws Exception {
        String path = path(settings, worker);
        if (curator.checkExists().forPath(path) == null) {
            return;
        }
        WorkerRow row = WorkerRowText.read(text(path));
        write(
                path,
                WorkerRowText.write(new WorkerRow(
                        row.from() - ticks,
                        row.until() - ticks,
                        row.quarantinedUntil() - ticks,
                        row.token(),
                        row.holder())));
    }

    private String text(String path) throws Exception {
        return new String(curator.getData().forPath(path), StandardCharsets.UTF_8);
    }

    private void write(String path, String text) throws Exception {
        curator.setData().forPath(path, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void forget(Settings settings, long worker) throws Exception {
        curator.delete().forPath(path(settings, worker));
    }

    private ZooKeeperWorkerLedger.Builder builder() {
        return ZooKeeperWorkerLedger.shared(LAYOUT, curator).holder("shop-1");
    }

    // ---- what is written

    @Test
    void theNodesCanBeReadByPeople() throws Exception {
        WorkerGrant grant = acquire(builder().build());
        assertThat(text("/snowflake/default"))
                .isEqualTo("layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z\nscope shared\nversion 1\nopens-at 0\n");
        assertThat(text("/snowflake/default/0/0"))
                .isEqualTo(grant.from() + " " + grant.until() + " " + (grant.until() + WINDOW_TICKS) + " "
                        + grant.token() + " shop-1");
    }

    @Test
    void nodesOutliveTheSession() throws Exception {
        acquire(builder().build());
        assertThat(curator.checkExists().forPath("/snowflake/default/0/0").getEphemeralOwner())
                .isZero();
    }

    @Test
    void aNodeThatSomebodyElseHasWrittenIsNotOverwritten() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().build();
        acquire(ledger);
        write("/snowflake/default/0/0", "hello");
        assertThatThrownBy(() -> acquire(ledger))
                .hasMessageContainingAll(
                        "ledger 'default' (shared) could not grant a worker (",
                        "'from until quarantinedUntil token holder'",
                        "but is 'hello'",
                        "somebody else has written there");
    }

    // ---- acquire

    @Test
    void twoHundredSimultaneousProcessesGetDifferentWorkers() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(20);
        try {
            List<Callable<WorkerGrant>> processes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                ZooKeeperWorkerLedger own = builder().build();
                processes.add(() -> acquire(own));
            }
            Set<Long> workers = new HashSet<>();
            for (Future<WorkerGrant> grant : pool.invokeAll(processes)) {
                workers.add(grant.get().worker());
            }
            assertThat(workers).hasSize(200);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void simultaneousProcessesGetDifferentReleasedWorkers() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().workers(0, 39).build();
        List<WorkerGrant> grants = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            grants.add(acquire(ledger));
        }
        grants.forEach(grant -> ledger.release(grant, grant.from()));
        ExecutorService pool = Executors.newFixedThreadPool(20);
        try {
            List<Callable<WorkerGrant>> processes = Collections.nCopies(40, () -> acquire(ledger));
            Set<Long> workers = new HashSet<>();
            for (Future<WorkerGrant> grant : pool.invokeAll(processes)) {
                workers.add(grant.get().worker());
            }
            assertThat(workers).hasSize(40);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aNodeThatHasChangedSinceItWasReadIsNotReplaced() {
        Nodes nodes = new Nodes(curator);
        nodes.create("/snowflake", "one");
        Node seen = nodes.read("/snowflake").orElseThrow();
        assertThat(nodes.replace("/snowflake", seen, "two")).isTrue();
        assertThat(nodes.replace("/snowflake", seen, "three")).isFalse();
        assertThat(nodes.read("/snowflake").orElseThrow().text()).isEqualTo("two");
        assertThat(nodes.create("/snowflake", "four")).isFalse();
        assertThat(nodes.replace("/gone", seen, "five")).isFalse();
    }

    @Test
    void onlyWorkersOfTheRangeAreGranted() {
        ZooKeeperWorkerLedger upper =
                builder().workers(512, 513).window(Duration.ofMillis(300)).build();
        assertThat(List.of(acquire(upper).worker(), acquire(upper).worker())).containsExactly(512L, 513L);
        assertThatThrownBy(() -> acquire(upper))
                .hasMessageStartingWith(
                        "all 2 workers of ledger 'default' (shared, workers 512..513) are taken (512 by shop-1 until ");
        assertThatThrownBy(() -> acquire(builder().build()))
                .hasMessageContainingAll(
                        "namespace 'default' of this ledger has layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z,"
                                + " shared, workers 512..513, version 1",
                        "this process wants layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z, shared, version 1",
                        "ids of both would clash",
                        "use what is stored",
                        "another namespace if they never meet");
    }

    @Test
    void clocksThatAreFarApartAreBothShown() {
        ZooKeeperWorkerLedger ledger = builder().build();
        long wrong = TimeSource.system().wallNanos() - Duration.ofHours(2).toNanos();
        assertThatThrownBy(() -> ledger.acquire(wrong))
                .hasMessageMatching("ZooKeeper's clock shows \\S+, this machine's \\S+, allowed are 60 minutes between"
                        + " them: correct the wrong one");
        assertThat(ledger.workers()).isEmpty();
    }

    @Test
    void aConnectionThatBreaksAfterAWriteCostsNoWorker() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().build();
        assertThat(ledger.workers()).isEmpty(); // and so /snowflake is there
        // the writes of a namespace's first acquisition: its node, the clock's, the time, the datacenter's node, the
        // worker's
        for (int write = 1; write <= 5; write++) {
            try (CuttingProxy proxy = new CuttingProxy(server.getPort());
                    CuratorFramework unlucky = connect(proxy.port())) {
                unlucky.blockUntilConnected();
                ZooKeeperWorkerLedger own = ZooKeeperWorkerLedger.shared(
                                LAYOUT, unlucky.usingNamespace(curator.getNamespace()))
                        .namespace("cut-" + write)
                        .build();
                proxy.cutReplyOfWrite(write);
                WorkerGrant grant = acquire(own);
                assertThat(proxy.hasCut()).isTrue();
                assertThat(own.workers()).extracting(WorkerEntry::worker).containsExactly(grant.worker());
                assertThat(own.renew(grant, grant.from())).isPresent();
            }
        }
    }

    @Test
    void aZooKeeperThatDoesNotAnswerIsToldByName() throws Exception {
        try (CuratorFramework nobody =
                CuratorFrameworkFactory.newClient("127.0.0.1:1", 1_000, 300, new RetryOneTime(10))) {
            nobody.start();
            ZooKeeperWorkerLedger ledger =
                    ZooKeeperWorkerLedger.shared(LAYOUT, nobody).build();
            assertThatThrownBy(() -> acquire(ledger))
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageStartingWith("ledger 'default' (shared) could not grant a worker (")
                    .hasMessageEndingWith("): check that ZooKeeper answers and may be written");
        }
        acquire(builder().build());
    }

    // ---- recovered

    @Test
    void afterARecoveryNothingIsGrantedBeforeWhatMayBeLostHasEnded() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().window(Duration.ofMillis(500)).build();
        WorkerGrant early = acquire(ledger);
        ledger.release(early, early.from() + 1);
        String copy = text("/snowflake/default/0/0");
        WorkerGrant lost = acquire(ledger);
        assertThat(lost.worker()).isEqualTo(early.worker());
        write("/snowflake/default/0/0", copy);
        WorkerGrant overlapping = acquire(ledger);
        assertThat(overlapping.from()).isLessThan(lost.until());

        write("/snowflake/default/0/0", copy);
        Instant opensAt = ledger.markRecovered();
        assertThat(LAYOUT.tickAt(opensAt)).isGreaterThan(lost.until());
        assertThatThrownBy(() -> ledger.renew(lost, lost.from()))
                .hasMessageContainingAll(
                        "ledger 'default' (shared) has forgotten worker 0",
                        "grants others from " + opensAt,
                        "ids go on until the end of the window",
                        "it was marked as recovered",
                        "waited for");
        WorkerGrant next = acquire(ledger);
        assertThat(next.from()).isGreaterThanOrEqualTo(LAYOUT.tickAt(opensAt));
        assertThat(ledger.renew(lost, lost.from())).isEmpty();
    }

    @Test
    void aHolderWhoseIdsRunAheadOfTheClockIsWaitedFor() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().build();
        WorkerGrant acquired = acquire(ledger);
        WorkerGrant ahead = ledger.renew(acquired, nowTick(LAYOUT) + HOUR_TICKS).orElseThrow();
        forget(Settings.of(LAYOUT), ahead.worker());
        assertThat(LAYOUT.tickAt(ledger.markRecovered())).isLessThan(ahead.until());
        assertThatThrownBy(() -> ledger.renew(ahead, ahead.from()))
                .hasMessageContaining(", and grants others from " + LAYOUT.timestampOf(ahead.until()) + " on: ");
        assertThatThrownBy(() -> ledger.tryAcquire(TimeSource.system().wallNanos()))
                .hasMessageContaining(" grants no worker before " + LAYOUT.timestampOf(ahead.until()));
    }

    @Test
    void theLongestWindowThatIsKnownIsWaitedFor() {
        acquire(builder().window(Duration.ofHours(1)).build());
        Instant opensAt = builder().window(Duration.ofSeconds(3)).build().markRecovered();
        assertThat(LAYOUT.tickAt(opensAt)).isGreaterThan(nowTick(LAYOUT) + HOUR_TICKS);
    }

    @Test
    void markingAgainLowersNothing() {
        Instant first = builder().window(Duration.ofHours(1)).build().markRecovered();
        assertThat(builder().window(Duration.ofSeconds(3)).build().markRecovered())
                .isEqualTo(first);
    }

    // ---- for people

    @Test
    void theListShowsWhoHoldsWhatUntilWhen() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().build();
        WorkerGrant held = acquire(builder().holder("the shop in the market").build());
        WorkerGrant lapsed = acquire(ledger);
        WorkerGrant freed = acquire(ledger);
        age(Settings.of(LAYOUT), lapsed.worker(), WINDOW_TICKS + 10_000);
        ledger.release(freed, freed.from() + 1);
        assertThat(ledger.workers())
                .extracting(WorkerEntry::state)
                .containsExactly(State.HELD, State.QUARANTINED, State.FREE);
        assertThat(ledger.workers().get(0).holder()).isEqualTo("the shop in the market");
        assertThat(ledger.workers().get(0).until()).isEqualTo(LAYOUT.timestampOf(held.until()));
    }
}
