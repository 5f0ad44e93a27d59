package io.snowflakeid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import io.snowflakeid.testing.WorkerLedgerContract;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real ZooKeeper inside this JVM; each test has a separate root. */
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
        try (CuratorFramework client = CuratorFrameworkFactory.builder()
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
                for (StoredNode node : StoredNode.below(client, "/snowflake")) {
                    assertThatThrownBy(
                                    () -> whole.usingNamespace(corner).setData().forPath(node.path(), new byte[0]))
                            .as(node.path())
                            .isInstanceOf(KeeperException.NoAuthException.class);
                }
            }
            WorkerLedger stranger = ZooKeeperWorkerLedger.shared(LAYOUT, whole.usingNamespace(corner))
                    .build();
            assertThatThrownBy(() -> acquire(stranger))
                    .hasFieldOrPropertyWithValue("reason", Reason.RIGHT_MISSING)
                    .hasMessageContaining("the user lacks a right");
            client.delete().deletingChildrenIfNeeded().forPath("/snowflake");
        }
    }

    private interface Pause {
        void happens() throws Exception;
    }

    /** The ledger of a process that is paused before its next transactions, one for each pause. */
    private ZooKeeperWorkerLedger pausing(Pause... pauses) {
        Queue<Pause> left = new ArrayDeque<>(List.of(pauses));
        InvocationHandler handler = (proxy, method, arguments) -> {
            Pause pause = method.getName().equals("transaction") ? left.poll() : null;
            if (pause != null) {
                pause.happens();
            }
            return method.invoke(curator, arguments);
        };
        Class<?>[] client = {CuratorFramework.class};
        return ZooKeeperWorkerLedger.shared(LAYOUT, (CuratorFramework)
                        Proxy.newProxyInstance(CuratorFramework.class.getClassLoader(), client, handler))
                .build();
    }

    private static String path(Settings settings, long worker) {
        return "/snowflake/" + settings.namespace() + "/" + settings.datacenter() + "/" + worker;
    }

    @Override
    protected void restore(String release) throws Exception {
        for (Map.Entry<String, String> node :
                textsStoredBy(release, "ledger-zookeeper.txt").entrySet()) {
            curator.create().forPath(node.getKey(), node.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    protected void age(Settings settings, long worker, long ticks) throws Exception {
        String path = path(settings, worker);
        if (curator.checkExists().forPath(path) != null) {
            WorkerRow row = WorkerRow.parse(text(path));
            WorkerRow aged = new WorkerRow(
                    row.from() - ticks, row.until() - ticks, row.quarantinedUntil() - ticks, row.token(), row.holder());
            LedgerPaths paths = LedgerPaths.of(settings.namespace());
            write(path, aged.text());
            curator.delete().forPath(paths.guardOf(settings.datacenter(), worker, row));
            curator.create().forPath(paths.guardOf(settings.datacenter(), worker, aged), new byte[0]);
        }
    }

    private long stored(String name) throws Exception {
        return text("/snowflake/default")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private String text(String path) throws Exception {
        return new String(curator.getData().forPath(path), StandardCharsets.UTF_8);
    }

    private void write(String path, String text) throws Exception {
        curator.setData().forPath(path, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void forget(Settings settings, long worker) throws Exception {
        curator.delete().deletingChildrenIfNeeded().forPath(path(settings, worker));
    }

    private ZooKeeperWorkerLedger.Builder builder() {
        return ZooKeeperWorkerLedger.shared(LAYOUT, curator).holder("shop-1");
    }

    // ---- what is written

    @Test
    void theNodesCanBeReadByPeople() throws Exception {
        WorkerGrant grant = acquire(builder().build());
        assertThat(text("/snowflake/default")).matches("""
                        layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z
                        scope shared
                        version 1
                        id [0-9a-f]{32}
                        opens-at 0
                        longest-window 120000
                        server\\s
                        group\\s
                        """);
        assertThat(text("/snowflake/default/0/0"))
                .isEqualTo(grant.from() + " " + grant.until() + " " + (grant.until() + WINDOW_TICKS) + " "
                        + grant.token() + " shop-1");
    }

    @Test
    void nodesOutliveTheSession() throws Exception {
        acquire(builder().build());
        for (StoredNode node : StoredNode.below(curator, "/snowflake")) {
            assertThat(curator.checkExists().forPath(node.path()).getEphemeralOwner())
                    .as(node.path())
                    .isZero();
        }
    }

    @Test
    void aNodeWrittenByAnotherProgramIsNotOverwritten() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().build();
        acquire(ledger);
        write("/snowflake/default/0/0", "hello");
        assertThatThrownBy(() -> acquire(ledger))
                .hasMessageContainingAll(
                        "ledger 'default' (shared) could not grant a worker (",
                        "'from until quarantinedUntil token holder'",
                        "but is 'hello'",
                        "another program has written there");
    }

    // ---- acquire

    @Test
    void aConnectionThatBreaksAfterAWriteCostsNoWorker() throws Exception {
        ZooKeeperWorkerLedger ledger = builder().build();
        assertThat(ledger.workers()).isEmpty(); // and so /snowflake is there
        // the writes of a namespace's first acquisition: the time, which fails; the nodes of the namespace and of the
        // clock; the time
        // twice; the text of the namespace; the time five times; the nodes of the datacenter and of the worker
        ExecutorService processes = Executors.newFixedThreadPool(13); // a client waits seconds before it connects again
        try {
            List<Callable<Void>> writes = IntStream.rangeClosed(1, 13)
                    .<Callable<Void>>mapToObj(write -> () -> acquireWithout(write))
                    .toList();
            for (Future<Void> acquired : processes.invokeAll(writes)) {
                acquired.get();
            }
        } finally {
            processes.shutdownNow();
        }
    }

    private @Nullable Void acquireWithout(int write) throws Exception {
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
        return null;
    }

    /** As the Javadoc and docs/worker-ids.md say. */
    @Test
    void aRenewalIsFourRequestsAndAnAcquisitionNineAndOneForEachWorker() throws Exception {
        acquire(builder().build());
        try (CuttingProxy proxy = new CuttingProxy(server.getPort());
                CuratorFramework counted = connect(proxy.port())) {
            CuratorFramework corner = counted.usingNamespace(curator.getNamespace());
            corner.checkExists().forPath("/snowflake");
            ZooKeeperWorkerLedger ledger =
                    ZooKeeperWorkerLedger.shared(LAYOUT, corner).build();
            proxy.requests.set(0);
            WorkerGrant first = acquire(ledger);
            assertThat(proxy.requests.getAndSet(0)).isEqualTo(9 + 1 + 11);
            assertThat(ledger.renew(first, first.from())).isPresent();
            assertThat(proxy.requests.getAndSet(0)).isEqualTo(4);
            ledger.release(first, first.from());
            proxy.requests.set(0);
            assertThat(acquire(ledger).worker()).isEqualTo(first.worker());
            assertThat(proxy.requests).hasValue(9 + 2);
        }
    }

    // ---- a pause between reading and writing

    private void wipe() throws Exception {
        curator.delete().deletingChildrenIfNeeded().forPath("/snowflake");
    }

    private int version(String path) throws Exception {
        return curator.checkExists().forPath(path).getVersion();
    }

    private void expireSession() throws Exception {
        whole.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
    }

    private static void assertIsAnotherLedger(ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasFieldOrPropertyWithValue("reason", Reason.ANOTHER_LEDGER)
                .hasMessageStartingWith("namespace 'default' is another ledger than it was: it has the id ")
                .hasMessageContaining("stop all processes, mark this one as recovered, and start them anew");
    }

    /** The version of the worker's node is the same again. */
    @Test
    void aHolderDoesNotOverwriteAnotherOneInARecreatedLedger() throws Exception {
        builder().build().setUp();
        AtomicReference<WorkerGrant> other = new AtomicReference<>();
        ZooKeeperWorkerLedger paused = pausing(() -> {}, () -> {
            int before = version("/snowflake/default/0/0");
            wipe();
            other.set(acquire(builder().build()));
            assertThat(version("/snowflake/default/0/0")).isEqualTo(before);
            expireSession();
        });
        WorkerGrant grant = acquire(paused);
        assertIsAnotherLedger(() -> paused.renew(grant, grant.from()));
        assertThat(text("/snowflake/default/0/0")).contains(other.get().token());
    }

    /** The worker was never written, so only the namespace shows the change. */
    @Test
    void aGrantIsNotWrittenByWhatALedgerSaidThatWasSetUpAnewMeanwhile() throws Exception {
        builder().build().setUp();
        ZooKeeperWorkerLedger paused = pausing(() -> {
            wipe();
            builder().build().markRecovered();
            curator.create().forPath("/snowflake/default/0"); // as another process does before its first worker
        });
        assertIsAnotherLedger(() -> acquire(paused));
        assertThat(builder().build().workers()).isEmpty();
    }

    /** The version of the namespace's node is the same again. */
    @Test
    void aRecreatedNamespaceIsNotOverwritten() throws Exception {
        builder().build().setUp();
        AtomicReference<String> id = new AtomicReference<>();
        ZooKeeperWorkerLedger paused = pausing(() -> {}, () -> {
            int before = version("/snowflake/default");
            wipe();
            builder().build().setUp();
            assertThat(version("/snowflake/default")).isEqualTo(before);
            id.set(text("/snowflake/default"));
        });
        acquire(paused);
        assertIsAnotherLedger(paused::markRecovered);
        assertThat(text("/snowflake/default")).isEqualTo(id.get());
    }

    /** The version of the worker's node is the same again, and the namespace is unchanged. */
    @Test
    void aGrantIsNotWrittenOverAnotherOneInACopyThatWasRestoredMeanwhile() throws Exception {
        releasedWorker();
        List<StoredNode> copy = StoredNode.below(curator, "/snowflake");
        releasedWorker();
        AtomicReference<WorkerGrant> other = new AtomicReference<>();
        ZooKeeperWorkerLedger paused = pausing(() -> {
            int before = version("/snowflake/default/0/0");
            StoredNode.restore(curator, copy);
            ZooKeeperWorkerLedger second = builder().build();
            WorkerGrant granted = acquire(second);
            other.set(second.renew(granted, granted.from()).orElseThrow());
            assertThat(version("/snowflake/default/0/0")).isEqualTo(before);
        });
        WorkerGrant grant = acquire(paused);
        assertThat(other.get().worker()).isZero();
        assertThat(grant.worker()).isNotZero();
        assertThat(text("/snowflake/default/0/0")).contains(other.get().token());
    }

    private WorkerGrant releasedWorker() {
        ZooKeeperWorkerLedger ledger = builder().build();
        WorkerGrant grant = acquire(ledger);
        assertThat(grant.worker()).isZero();
        ledger.release(grant, grant.from() + 1);
        return grant;
    }

    /** The process has read its own row, and then finds another holder's row. */
    @Test
    void aHolderWhoseLedgerWasRestoredMeanwhileOpensItLater() throws Exception {
        releasedWorker();
        List<StoredNode> copy = StoredNode.below(curator, "/snowflake");
        AtomicReference<WorkerGrant> other = new AtomicReference<>();
        ZooKeeperWorkerLedger paused = pausing(() -> {}, () -> {
            int before = version("/snowflake/default/0/0");
            StoredNode.restore(curator, copy);
            other.set(acquire(builder().build()));
            assertThat(version("/snowflake/default/0/0")).isEqualTo(before);
        });
        WorkerGrant grant = acquire(paused);
        WorkerGrant next = paused.renew(grant, grant.from()).orElseThrow();
        assertThat(text("/snowflake/default/0/0")).contains(other.get().token());
        assertThat(next.worker()).isNotZero();
        assertThat(next.from()).isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS + 9_000);
        assertThat(acquire(builder().build()).from()).isEqualTo(next.from());
    }

    @Test
    void aGrantIsNotWrittenWhereTheLedgerOpensLaterMeanwhile() throws Exception {
        builder().build().setUp();
        ZooKeeperWorkerLedger paused = pausing(() -> builder().build().markRecovered());
        assertThat(acquire(paused).from()).isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS + 9_000);
        assertThat(stored("opens-at")).isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS);
    }
}
