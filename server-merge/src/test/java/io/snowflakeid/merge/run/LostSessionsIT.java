package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.sql.Passing;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that lost its locks is called again, one that lost another session goes on, and two runs never work on one target. */
class LostSessionsIT {

    private static final MergeProgress.Listener NOBODY = progress -> {};
    private static final long FREE = 0;

    /** Servers of each kind, filled and planned once. */
    private static final Map<DatabaseServer, Prepared> PREPARED = new EnumMap<>(DatabaseServer.class);

    @TempDir
    static Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private GameServers servers;
    private CuttingRelay relay;
    private PlanFile plan;
    private Map<String, String> undisturbed;

    /** A merge whose sessions go through the relay, and what an undisturbed run makes of it. */
    private record Prepared(GameServers servers, CuttingRelay relay, PlanFile plan, Map<String, String> undisturbed) {

        static Prepared on(DatabaseServer kind) throws Exception {
            GameServers servers = GameServers.on(kind, 2);
            servers.filled((connection, server) -> SampleServer.fill(connection, server, GameSize.players(120)));
            CuttingRelay relay = new CuttingRelay(servers.url());
            String yaml = "server: { url: \"" + relay.url() + "\", user: " + servers.user() + " }\nsources: "
                    + servers.sources().toString().replace("=", ": ") + "\ntarget: " + servers.target()
                    + "\nexecution: { writers: 3, chunk-rows: 100, keyless-rows: 50, retry-seconds: 10 }\n"
                    + SampleServer.mergeYaml().replace("\ntables:\n", "\ntables:\n  item: { ids: map }\n");
            Path file = Files.writeString(folder.resolve(kind + ".yaml"), yaml);
            PlanFile plan = MergePlanner.plan(
                    ConfigReader.read(file), servers.password(), folder.resolve(kind + ".json"), NOBODY);
            assertThat(SmallGame.errors(plan)).isEmpty();
            MergeRun.carryOut(plan, servers.password(), NOBODY);
            try (Connection connection = servers.connect()) {
                return new Prepared(servers, relay, plan, MergedFingerprint.of(connection, servers.target()));
            }
        }
    }

    /** With an empty target. */
    private void prepare(DatabaseServer kind) throws Exception {
        if (!PREPARED.containsKey(kind)) {
            PREPARED.put(kind, Prepared.on(kind));
        }
        Prepared prepared = PREPARED.get(kind);
        servers = prepared.servers();
        relay = prepared.relay();
        plan = prepared.plan();
        undisturbed = prepared.undisturbed();
        execute("DROP DATABASE " + servers.target(), "CREATE DATABASE " + servers.target());
    }

    @AfterEach
    void endThreads() throws Exception {
        threads.shutdownNow();
        if (relay != null) {
            relay.letIn(true);
            relay.stop(false);
            relay.cut();
        }
    }

    @AfterAll
    static void close() throws Exception {
        for (Prepared prepared : PREPARED.values()) {
            prepared.relay().close();
            prepared.servers().close();
        }
        PREPARED.clear();
    }

    private void run(MergeProgress.Listener progress) throws Exception {
        MergeRun.carryOut(plan, servers.password(), progress);
    }

    /** Calls it again for as long as it loses its locks. */
    private void runUntilItEnds(MergeProgress.Listener progress) throws Exception {
        while (true) {
            try {
                run(progress);
                return;
            } catch (SQLException e) {
                assertThat(Passing.is(e)).as("%s", e.getMessage()).isTrue();
            } catch (MergeRefusedException e) {
                // the server may not have seen yet that the session before is gone
                assertThat(e.getMessage()).contains("another command plans, runs or verifies the mergeg into");
                Thread.sleep(50);
            }
        }
    }

    private Map<String, String> fingerprint() throws SQLException {
        try (Connection connection = servers.connect()) {
            return MergedFingerprint.of(connection, servers.target());
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private void requireRight() throws Exception {
        assertThat(fingerprint()).isEqualTo(undisturbed);
        assertThat(MergeVerification.verify(plan, servers.password(), 2, NOBODY).faults())
                .isEmpty();
    }

    @OnMySqlOrMariaDb
    void aRunIsCalledAgainAfterAllConnectionsWereLost(DatabaseServer kind) throws Exception {
        prepare(kind);
        Random random = new Random(5);
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Future<Integer> cutter = threads.submit(() -> {
            begun.await();
            int cuts = 0;
            while (!ended.get() && cuts < 15) {
                Thread.sleep(50 + random.nextInt(200));
                relay.cut();
                cuts++;
            }
            return cuts;
        });
        runUntilItEnds(progress -> begun.countDown());
        ended.set(true);
        assertThat(cutter.get()).isGreaterThan(3);
        requireRight();
    }

    @OnMySqlOrMariaDb
    void aRunIsCalledAgainAfterTheServerKilledItsSessions(DatabaseServer kind) throws Exception {
        prepare(kind);
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Future<Integer> killer = threads.submit(() -> {
            begun.await();
            int killed = 0;
            for (int i = 0; i < 10 && !ended.get(); i++) {
                Thread.sleep(150);
                for (long session : relay.sessions()) {
                    killed += kill(session) ? 1 : 0;
                }
            }
            return killed;
        });
        runUntilItEnds(progress -> begun.countDown());
        ended.set(true);
        assertThat(killer.get()).isGreaterThan(5);
        requireRight();
    }

    @OnMySqlOrMariaDb
    void aRunThatLosesItsLocksWhileItEndsIsCalledAgain(DatabaseServer kind) throws Exception {
        prepare(kind);
        Pause pause = new Pause("build indexes");
        Future<?> running = threads.submit(() -> {
            run(pause);
            return null;
        });
        pause.awaitReached();
        execute("CREATE TRIGGER " + servers.target() + ".slow_end BEFORE UPDATE ON " + servers.target()
                + ".snowflake_merge_run FOR EACH ROW DO SLEEP(4)");
        pause.goOn();
        await(() -> ending().isPresent());
        long ending = ending().getAsLong();
        for (long session : relay.sessions()) {
            if (session != ending) {
                kill(session);
            }
        }
        assertThatThrownBy(running::get).cause().isInstanceOf(SQLException.class);
        execute("DROP TRIGGER " + servers.target() + ".slow_end");
        run(NOBODY);
        requireRight();
    }

    /** The session that sleeps in the trigger. */
    private OptionalLong ending() throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT id FROM information_schema.processlist WHERE state = 'User sleep'")) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    private boolean kill(long session) throws SQLException {
        try {
            execute("KILL CONNECTION " + session);
            return true;
        } catch (SQLException e) {
            // 1094: it has ended by itself
            if (e.getErrorCode() != 1094) {
                throw e;
            }
            return false;
        }
    }

    @Test
    @Tag("long")
    void aServerThatDoesNotAnswerForAWhileIsWaitedFor() throws Exception {
        prepare(DatabaseServer.mySqlOrMariaDb());
        CountDownLatch copying = new CountDownLatch(1);
        Future<?> running = threads.submit(() -> {
            run(progress -> {
                if (progress.step().equals("copy rows")) {
                    copying.countDown();
                }
            });
            return null;
        });
        assertThat(copying.await(60, TimeUnit.SECONDS)).isTrue();
        relay.stop(true);
        Thread.sleep(2_000); // a silence, in which nothing happens that could be awaited
        assertThat(running.isDone()).isFalse();
        relay.stop(false);
        running.get();
        requireRight();
    }

    @Test
    @Tag("long")
    void aServerThatStaysAwayEndsTheRun() throws Exception {
        prepare(DatabaseServer.mySqlOrMariaDb());
        assertThat(plan.plan().execution().retrySeconds()).isEqualTo(10);
        AtomicBoolean away = new AtomicBoolean();
        long start = System.nanoTime();
        assertThatThrownBy(() -> run(progress -> {
                    if (progress.step().equals("copy rows") && !away.getAndSet(true)) {
                        goAway();
                    }
                }))
                .isInstanceOf(SQLException.class);
        assertThat((System.nanoTime() - start) / 1_000_000_000).isLessThan(90L);
    }

    @Test
    @Tag("long")
    void aServerThatStaysAwayEndsAVerification() throws Exception {
        prepare(DatabaseServer.mySqlOrMariaDb());
        run(NOBODY);
        AtomicBoolean away = new AtomicBoolean();
        long start = System.nanoTime();
        assertThatThrownBy(() -> MergeVerification.verify(plan, servers.password(), 2, progress -> {
                    if (!away.getAndSet(true)) {
                        goAway();
                    }
                }))
                .isInstanceOf(SQLException.class);
        assertThat((System.nanoTime() - start) / 1_000_000_000).isLessThan(90L);
    }

    private void goAway() {
        try {
            relay.letIn(false);
            relay.cut();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @OnMySqlOrMariaDb
    void aSecondRunIsRefusedWhileOneIsAtWork(DatabaseServer kind) throws Exception {
        prepare(kind);
        Pause pause = new Pause("copy rows");
        Future<?> first = threads.submit(() -> {
            run(pause);
            return null;
        });
        pause.awaitReached();
        assertThatThrownBy(() -> run(NOBODY))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessage("another command plans, runs or verifies the merge into " + servers.target()
                        + " right now: wait until it ends, or stop it");
        pause.goOn();
        first.get();
        requireRight();
    }

    /** Its lock is free once its session is killed: whoever comes then does the rest, and the first one sees it. */
    @OnMySqlOrMariaDb
    void aRunThatLostItsLockToAnotherOneStops(DatabaseServer kind) throws Exception {
        prepare(kind);
        for (String step : List.of("create tables", "copy rows", "build indexes")) {
            execute("DROP DATABASE " + servers.target(), "CREATE DATABASE " + servers.target());
            Pause pause = new Pause(step);
            Pause hold = new Pause("follow references");
            Future<?> first = threads.submit(() -> {
                run(pause);
                return null;
            });
            pause.awaitReached();
            Future<?> second = lockGoesToASecondRun(hold);
            hold.awaitReached();
            pause.goOn();
            assertThatThrownBy(first::get)
                    .cause()
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("the session was lost that locked the sources and the target");
            hold.goOn();
            second.get();
            requireRight();
        }
    }

    /** Kills the session that has the lock while its run cannot reach the server, and waits until another run has the lock. */
    private Future<?> lockGoesToASecondRun(MergeProgress.Listener progress) throws Exception {
        relay.stop(true);
        execute("KILL CONNECTION " + lockHolder());
        await(() -> lockHolder() == FREE);
        Future<?> second = threads.submit(() -> {
            MergeRun.carryOut(direct(), servers.password(), progress);
            return null;
        });
        await(() -> second.isDone() || lockHolder() != FREE);
        relay.stop(false);
        assertThat(second.isDone()).isFalse();
        return second;
    }

    /** The same plan, as somebody calls it who does not go through the relay. */
    private PlanFile direct() {
        MergePlan p = plan.plan();
        return new PlanFile(
                plan.path(),
                plan.hash(),
                new MergePlan(
                        p.version(),
                        p.plannedAt(),
                        p.product(),
                        new io.snowflakeid.merge.config.ServerConfig(servers.url(), servers.user(), null, null),
                        p.target(),
                        p.targetCharset(),
                        p.targetCollation(),
                        p.fingerprint(),
                        p.execution(),
                        p.sources(),
                        p.tables(),
                        p.domains(),
                        p.references(),
                        p.uniques(),
                        p.leftOut(),
                        p.triggers(),
                        p.views(),
                        p.findings()));
    }

    /** The number of the session that has the lock, or {@link #FREE}. */
    private long lockHolder() throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT IS_USED_LOCK(SHA2('snowflakeid server-merge into " + servers.target() + "', 224))")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @Tag("long")
    void aRunThatAnotherOneHasGoneOnWithStops() throws Exception {
        prepare(DatabaseServer.mySqlOrMariaDb());
        Pause pause = new Pause("build indexes");
        Future<?> first = threads.submit(() -> {
            run(pause);
            return null;
        });
        pause.awaitReached();
        // what another run does first
        execute("UPDATE " + servers.target() + ".snowflake_merge_run SET calls = calls + 1");
        pause.goOn();
        assertThatThrownBy(first::get)
                .cause()
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageContainingAll(
                        "another run has gone on with the merge into " + servers.target(),
                        "leave it to that one",
                        "or call run again");
        run(NOBODY);
        requireRight();
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited for a minute").isLessThan(end);
            Thread.sleep(10);
        }
    }

    /** Keeps a run waiting when it comes to a step for the first time. */
    private static final class Pause implements MergeProgress.Listener {
        private final String step;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        Pause(String step) {
            this.step = step;
        }

        @Override
        public void progressed(MergeProgress progress) {
            if (progress.step().equals(step)) {
                reached.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        void awaitReached() throws InterruptedException {
            assertThat(reached.await(120, TimeUnit.SECONDS)).isTrue();
        }

        void goOn() {
            released.countDown();
        }
    }
}
