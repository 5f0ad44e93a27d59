package io.snowflakeid.merge.copy;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A merge never writes to its sources, and keeps others from it meanwhile; and two runs never work on one target. */
class LockSessionIT {

    /** It waited too long for a lock, or all who waited did so in a circle. */
    private static final Set<Integer> REFUSED_A_LOCK = Set.of(1205, 1213);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    // ------------------------------------------------------------------------------------------------------ sources

    private static final String GAME = """
            CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT);
            CREATE TABLE m (id INT PRIMARY KEY) ENGINE = MyISAM;
            CREATE VIEW v AS SELECT * FROM p;
            CREATE PROCEDURE reset() DELETE FROM p;
            INSERT INTO p VALUES (1, 1), (2, 2);
            INSERT INTO m VALUES (1);
            """;

    private static SmallGame game(DatabaseServer kind) throws Exception {
        SmallGame game = new SmallGame(kind, GAME, GAME);
        for (int source = 1; source <= 2; source++) {
            game.in(
                    source,
                    "CREATE FUNCTION touched(i INT) RETURNS INT DETERMINISTIC MODIFIES SQL DATA"
                            + " BEGIN UPDATE p SET level = level + 1 WHERE id = i; RETURN 1; END");
        }
        return game;
    }

    /** Ways to write; {@code s1} stands for the source's database. */
    private static final List<String> WRITES = List.of(
            "DELETE FROM s1.p",
            "DELETE FROM s1.m",
            "UPDATE scratch b, s1.p a SET a.level = 3 WHERE a.id = b.id",
            "INSERT INTO s1.p VALUES (7, 7)",
            "UPDATE s1.v SET level = 3",
            "SELECT s1.touched(1)",
            "CALL s1.reset()",
            "COMMIT; DELETE FROM s1.p",
            "TRUNCATE s1.p",
            "DROP TABLE s1.p",
            "DROP DATABASE s1",
            "RENAME TABLE s1.p TO s1.q",
            "ALTER TABLE s1.p ADD COLUMN more INT",
            "CREATE TRIGGER s1.tr BEFORE INSERT ON s1.p FOR EACH ROW SET NEW.level = 1");

    @OnMySqlAndMariaDb
    void noStatementWritesToASource(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind)) {
            PlanFile plan = game.planned("");
            game.inTarget("CREATE TABLE scratch (id INT PRIMARY KEY)", "INSERT INTO scratch VALUES (1)");
            Map<String, String> before = rows(game);
            try (Server server = game.server(plan, 3);
                    LockSession locks = LockSession.of(server, plan.plan())) {
                Map<String, Future<String>> ends = new TreeMap<>();
                for (String write : WRITES) {
                    ends.put(write, threads.submit(end(game, write)));
                }
                for (Map.Entry<String, Future<String>> end : ends.entrySet()) {
                    assertThat(end.getValue().get()).as(end.getKey()).isEqualTo("no lock");
                }
                // reading goes on, beside what waits
                game.inTarget(
                        "INSERT INTO scratch SELECT id + 10 FROM " + game.database(1) + ".p",
                        "INSERT INTO scratch SELECT id + 20 FROM " + game.database(1) + ".m");
                locks.require();
            }
            assertThat(rows(game)).isEqualTo(before);
            game.in(1, "DELETE FROM p");
        }
    }

    /** What became of a statement: {@code done}, {@code no lock} or the server's words. */
    private static Callable<String> end(SmallGame game, String write) {
        return () -> {
            try (Connection connection = game.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION lock_wait_timeout = 1");
                for (String sql : write.replace("s1", game.database(1)).split("; ", -1)) {
                    statement.execute(sql);
                }
                return "done";
            } catch (SQLException e) {
                return REFUSED_A_LOCK.contains(e.getErrorCode()) ? "no lock" : String.valueOf(e.getMessage());
            }
        };
    }

    private static Map<String, String> rows(SmallGame game) {
        Map<String, String> rows = new TreeMap<>();
        for (int source = 1; source <= 2; source++) {
            for (String table : List.of("p", "m")) {
                String name = game.database(source) + "." + table;
                rows.put(
                        name,
                        game.rows("SELECT * FROM " + name + " ORDER BY id") + " "
                                + game.rows("SHOW CREATE TABLE " + name));
            }
        }
        return rows;
    }

    @Tag("long") // it waits for the writer
    @OnMySqlAndMariaDb
    void aSessionThatHasWrittenAndNotCommittedKeepsARunFromBeginning(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind);
                Connection writer = game.connect(1);
                Statement statement = writer.createStatement()) {
            PlanFile plan = game.planned("tables: { m: { class: skip } }\n");
            writer.setAutoCommit(false);
            statement.execute("UPDATE p SET level = 9 WHERE id = 2");

            assertThatThrownBy(() -> game.run(plan))
                    .isInstanceOf(MergeRefusedException.class)
                    .satisfies(e -> assertThat(String.valueOf(e.getMessage()))
                            .satisfies(says(
                                    "the sources could not be locked against writes within 10 s",
                                    "has not ended its transaction",
                                    "stop the game servers",
                                    "SHOW PROCESSLIST",
                                    "then call it again")));
            writer.rollback();
            game.run(plan);
        }
    }

    /** It is carried out for each row that is copied. */
    @OnMySqlAndMariaDb
    void aConditionWhoseFunctionWritesEndsInAnError(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind)) {
            Map<String, String> before = rows(game);
            assertThatThrownBy(() ->
                            game.merged("tables: { m: { class: skip }, p: { where: '{source}.touched(id) = 1' } }\n"))
                    .hasMessageContaining("READ ONLY transaction");
            assertThat(rows(game)).isEqualTo(before);
        }
    }

    // ---------------------------------------------------------------------------------------------------------- runs

    private static final String HEROES = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, mentor INT, KEY (mentor));
            INSERT INTO hero WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
                SELECT i, i FROM n;
            """;

    private static final String YAML = "references: [ hero.mentor -> hero.id ]\n";

    private Future<?> run(SmallGame game, PlanFile plan, MergeProgress.Listener listener) {
        return threads.submit(() -> {
            game.run(plan, listener);
            return null;
        });
    }

    private static void requireRight(SmallGame game, PlanFile plan) throws Exception {
        game.requireRows("SELECT COUNT(*), SUM(mentor = id) FROM hero", "1800|1800");
        assertThat(game.faults(plan)).isEmpty();
    }

    @OnMySqlOrMariaDb
    void aSecondRunIsRefusedWhileOneIsAtWork(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, HEROES, HEROES)) {
            PlanFile plan = game.planned(YAML);
            Pause pause = new Pause("copy rows");
            Future<?> first = run(game, plan, pause);
            pause.awaitReached();
            assertThatThrownBy(() -> game.run(plan))
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessage("another command plans, runs or verifies the merge into " + game.target()
                            + " right now: wait until it ends, or stop it");
            pause.goOn();
            first.get();
            requireRight(game, plan);
        }
    }

    /** A killed session frees the lock: the next run does the rest, and the first one notices that. */
    @ParameterizedTest
    @CsvSource({"MYSQL, create tables", "MYSQL, copy rows", "MARIADB, copy rows", "MARIADB, build indexes"})
    void aRunThatLostItsLockToAnotherOneStops(DatabaseServer kind, String step) throws Exception {
        try (SmallGame game = new SmallGame(kind, HEROES, HEROES)) {
            PlanFile plan = game.planned(YAML);
            Pause pause = new Pause(step);
            Future<?> first = run(game, plan, pause);
            pause.awaitReached();
            game.inTarget("KILL CONNECTION " + lockHolder(game));
            while (!lockHolder(game).equals("null")) {
                Thread.sleep(10);
            }
            Pause hold = new Pause("follow references");
            Future<?> second = run(game, plan, hold);
            hold.awaitReached();
            pause.goOn();
            assertThatThrownBy(first::get)
                    .cause()
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("the session was lost that locked the sources and the target");
            hold.goOn();
            second.get();
            requireRight(game, plan);
        }
    }

    /** MySQL's driver reports a connection that is lost within a result without an SQLState, and its pool does not notice. */
    @OnMySqlAndMariaDb
    void workIsDoneAgainWhoseConnectionWasLostWithinAResult(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, HEROES, HEROES);
                Server server = game.server(game.planned(YAML), 1)) {
            AtomicInteger rows = new AtomicInteger();
            String heroes = game.database(1) + ".hero";
            String pairs =
                    "SELECT CONNECTION_ID(), REPEAT('x', 100) FROM " + heroes + " CROSS JOIN " + heroes + " other";
            long answer = new Sessions(server, 60).with(session -> {
                if (rows.get() == 0) {
                    Sql.each(session, server.dialect().streamingFetchSize(), pairs, row -> {
                        if (rows.getAndIncrement() == 0) {
                            game.in(1, "KILL CONNECTION " + row.getLong(1));
                        }
                        return row;
                    });
                }
                return Sql.number(session, "SELECT 5");
            });
            assertThat(answer).isEqualTo(5);
            assertThat(rows).hasValueLessThan(900 * 900);
        }
    }

    /** The driver gives it SQLState 40001, as it gives to a deadlock, on MariaDB too. */
    @OnMySqlAndMariaDb
    void workIsDoneAgainThatWaitedForALockInVain(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, HEROES, HEROES);
                Server server = game.server(game.planned(YAML), 1);
                Connection other = game.connect(1);
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("UPDATE hero SET mentor = 2 WHERE id = 1");
            AtomicInteger tries = new AtomicInteger();
            long rows = new Sessions(server, 60).with(session -> {
                if (tries.getAndIncrement() > 0) {
                    other.rollback();
                }
                Sql.execute(session, List.of("SET SESSION innodb_lock_wait_timeout = 1"));
                return Sql.update(session, "DELETE FROM " + game.database(1) + ".hero WHERE id = 1");
            });
            assertThat(rows).isEqualTo(1);
            assertThat(tries).hasValue(2);
        }
    }

    private static String lockHolder(SmallGame game) {
        return game.rows("SELECT IS_USED_LOCK(SHA2('snowflakeid server-merge into " + game.target() + "', 224))")
                .get(0);
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
