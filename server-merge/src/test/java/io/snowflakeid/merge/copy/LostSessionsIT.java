package io.snowflakeid.merge.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two runs never work on one target. */
class LostSessionsIT {

    private static final String GAME = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, mentor INT, KEY (mentor));
            INSERT INTO hero WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
                SELECT i, i FROM n;
            """;

    private static final String YAML = "references: [ hero.mentor -> hero.id ]\n";

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private Future<?> run(SmallGame game, PlanFile plan, MergeProgress.Listener listener) {
        return threads.submit(() -> {
            MergeRun.carryOut(plan, game.password(), listener);
            return null;
        });
    }

    private static void requireRight(SmallGame game, PlanFile plan) throws Exception {
        assertThat(game.rows("SELECT COUNT(*), SUM(mentor = id) FROM hero")).containsExactly("1800|1800");
        assertThat(game.faults(plan)).isEmpty();
    }

    @OnMySqlOrMariaDb
    void aSecondRunIsRefusedWhileOneIsAtWork(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, folder, GAME, GAME)) {
            PlanFile plan = game.plan(YAML);
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

    /** Its lock is free once its session is killed: whoever comes then does the rest, and the first one sees it. */
    @ParameterizedTest
    @ValueSource(strings = {"create tables", "copy rows", "build indexes"})
    void aRunThatLostItsLockToAnotherOneStops(String step) throws Exception {
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), folder, GAME, GAME)) {
            PlanFile plan = game.plan(YAML);
            Pause pause = new Pause(step);
            Future<?> first = run(game, plan, pause);
            pause.awaitReached();
            game.execute("KILL CONNECTION " + lockHolder(game));
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

    private static String lockHolder(SmallGame game) throws SQLException {
        return game.rows("SELECT IS_USED_LOCK(SHA2('snowflakeid server-merge into " + game.target() + "', 224))")
                .get(0);
    }

    @OnMySqlOrMariaDb
    void aRunThatAnotherOneHasGoneOnWithStops(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, folder, GAME, GAME)) {
            PlanFile plan = game.plan(YAML);
            Pause pause = new Pause("build indexes");
            Future<?> first = run(game, plan, pause);
            pause.awaitReached();
            // what another run does first
            game.execute("UPDATE " + game.target() + ".snowflake_merge_run SET calls = calls + 1");
            pause.goOn();
            assertThatThrownBy(first::get)
                    .cause()
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessageContainingAll(
                            "another run has gone on with the merge into " + game.target(),
                            "leave it to that one",
                            "or call run again");
            game.run(plan);
            requireRight(game, plan);
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
