package io.snowflakeid.merge.copy;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A merge never writes to its sources, and keeps others from it meanwhile. */
class LockSessionIT {

    /** It waited too long for a lock, or all who waited did so in a circle. */
    private static final Set<Integer> REFUSED_A_LOCK = Set.of(1205, 1213);

    private static final String GAME = """
            CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT);
            CREATE TABLE m (id INT PRIMARY KEY) ENGINE = MyISAM;
            CREATE VIEW v AS SELECT * FROM p;
            CREATE PROCEDURE reset() DELETE FROM p;
            INSERT INTO p VALUES (1, 1), (2, 2);
            INSERT INTO m VALUES (1);
            """;

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private SmallGame game(DatabaseServer kind) throws SQLException {
        SmallGame game = new SmallGame(kind, folder, GAME, GAME);
        for (String database : game.sources().values()) {
            game.execute(
                    "USE " + SmallGame.quoted(database),
                    "CREATE FUNCTION touched(i INT) RETURNS INT DETERMINISTIC MODIFIES SQL DATA"
                            + " BEGIN UPDATE p SET level = level + 1 WHERE id = i; RETURN 1; END");
        }
        return game;
    }

    /** Ways to write; {@code s1} stands for the source's database, {@code t} for the target's. */
    private static final List<String> WRITES = List.of(
            "DELETE FROM s1.p",
            "DELETE FROM s1.m",
            "DELETE a, b FROM s1.p a JOIN t.scratch b ON a.id = b.id",
            "UPDATE s1.p SET level = 3",
            "UPDATE t.scratch b, s1.p a SET a.level = 3 WHERE a.id = b.id",
            "INSERT INTO s1.p VALUES (7, 7)",
            "INSERT INTO s1.p SELECT * FROM s1.p ON DUPLICATE KEY UPDATE level = 0",
            "REPLACE INTO s1.p VALUES (1, 5)",
            "UPDATE s1.v SET level = 3",
            "SELECT s1.touched(1)",
            "SELECT COUNT(*) FROM s1.p WHERE s1.touched(id) = 1",
            "CALL s1.reset()",
            "COMMIT; DELETE FROM s1.p",
            "SET ROLE NONE; DELETE FROM s1.p",
            "PREPARE w FROM 'DELETE FROM s1.p'; EXECUTE w",
            "TRUNCATE s1.p",
            "TRUNCATE s1.m",
            "DROP TABLE s1.p",
            "DROP DATABASE s1",
            "RENAME TABLE s1.p TO s1.q",
            "ALTER TABLE s1.p ADD COLUMN more INT",
            "CREATE INDEX more ON s1.p (level)",
            "CREATE TRIGGER s1.tr BEFORE INSERT ON s1.p FOR EACH ROW SET NEW.level = 1",
            "SELECT * FROM s1.p FOR UPDATE; DELETE FROM s1.p");

    @OnMySqlAndMariaDb
    void noStatementWritesToASource(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind)) {
            MergePlan plan = game.plan("").plan();
            game.execute(
                    "CREATE DATABASE IF NOT EXISTS " + game.target(),
                    "USE " + game.target(),
                    "CREATE TABLE scratch" + " (id INT PRIMARY KEY)",
                    "INSERT INTO scratch VALUES (1)");
            Map<String, String> before = rows(game);
            try (Server server = server(game, plan);
                    LockSession locks = LockSession.of(server, plan)) {
                Map<String, Future<String>> ends = new TreeMap<>();
                for (String write : WRITES) {
                    ends.put(write, threads.submit(end(game, write)));
                }
                for (Map.Entry<String, Future<String>> end : ends.entrySet()) {
                    assertThat(end.getValue().get()).as(end.getKey()).isEqualTo("no lock");
                }
                // reading goes on, beside what waits
                game.execute(
                        "INSERT INTO `" + game.target() + "`.scratch SELECT id + 10 FROM " + source(game) + ".p",
                        "INSERT INTO `" + game.target() + "`.scratch SELECT id + 20 FROM " + source(game) + ".m");
                locks.require();
            }
            assertThat(rows(game)).isEqualTo(before);
            game.execute("DELETE FROM " + source(game) + ".p");
        }
    }

    /** What became of a statement: {@code done}, {@code no lock} or the server's words. */
    private static Callable<String> end(SmallGame game, String write) {
        return () -> {
            try (Connection connection = game.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("USE `" + game.target() + "`");
                statement.execute("SET SESSION lock_wait_timeout = 1");
                for (String sql : write.replace("s1", source(game))
                        .replace("t.", "`" + game.target() + "`.")
                        .split("; ", -1)) {
                    statement.execute(sql);
                }
                return "done";
            } catch (SQLException e) {
                return REFUSED_A_LOCK.contains(e.getErrorCode()) ? "no lock" : String.valueOf(e.getMessage());
            }
        };
    }

    private static String source(SmallGame game) {
        return SmallGame.quoted(String.valueOf(game.sources().get("s1")));
    }

    private static Map<String, String> rows(SmallGame game) throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        for (String database : game.sources().values()) {
            for (String table : List.of("p", "m")) {
                String name = SmallGame.quoted(database) + "." + table;
                rows.put(
                        name,
                        game.rows("SELECT * FROM " + name + " ORDER BY id") + " "
                                + game.rows("SHOW CREATE TABLE " + name));
            }
        }
        return rows;
    }

    private static Server server(SmallGame game, MergePlan plan) throws SQLException {
        return Server.connect(plan.server().url(), plan.server().user(), game.password(), 3, plan.plannedAt());
    }

    // -------------------------------------------------------------------------------------------- loss of the session

    @OnMySqlAndMariaDb
    void aRunWhoseLocksAreLostStopsAndIsCalledAgain(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind)) {
            PlanFile plan = game.plan("tables: { m: { class: skip } }\n");
            AtomicBoolean lost = new AtomicBoolean();

            assertThatThrownBy(() -> MergeRun.carryOut(plan, game.password(), progress -> {
                        if (progress.step().equals("copy rows") && lost.compareAndSet(false, true)) {
                            killTheLocks(game);
                        }
                    }))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("the session was lost that locked the sources and the target");

            game.run(plan);
            assertThat(game.faults(plan)).isEmpty();
        }
    }

    private static void killTheLocks(SmallGame game) {
        try {
            for (String session : guards(game)) {
                game.execute("KILL CONNECTION " + session);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> guards(SmallGame game) throws SQLException {
        return game.rows("SELECT id FROM information_schema.processlist WHERE db = '"
                + game.sources().get("s1") + "'");
    }

    @Tag("long") // it waits for the writer
    @OnMySqlAndMariaDb
    void aSessionThatHasWrittenAndNotCommittedKeepsARunFromBeginning(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind);
                Connection writer = game.connect();
                Statement statement = writer.createStatement()) {
            PlanFile plan = game.plan("tables: { m: { class: skip } }\n");
            writer.setAutoCommit(false);
            statement.execute("UPDATE " + source(game) + ".p SET level = 9 WHERE id = 2");

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
                            game.merge("tables: { m: { class: skip }, p: { where: '{source}.touched(id) = 1' } }\n"))
                    .hasMessageContaining("READ ONLY transaction");
            assertThat(rows(game)).isEqualTo(before);
        }
    }
}
