package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.KillableServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run whose server is killed, and that is called again, or whose server hangs, ends as one that nobody disturbed. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Tag("long")
class RestartedServerIT {

    private final Random random = new Random(20_261_122);

    @TempDir
    Path folder;

    private KillableServer server;
    private GameServers games;

    @BeforeEach
    void begin() throws Exception {
        server = KillableServer.toKill();
        server.restart();
        games = GameServers.on(server, 2);
    }

    @AfterEach
    void end() throws Exception {
        if (games != null) {
            server.restart();
            games.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aRunIsCalledAgainAfterARestart() throws Exception {
        DisturbedGame game = new DisturbedGame(games, folder, 120);
        for (String step : new String[] {
            "create tables", "map ids", "copy rows", "copy rows", "build indexes", "check the sources again"
        }) {
            try (ChildRun run = game.run()) {
                comeTo(game, run, step);
                server.kill();
                server.restart();
                // the database failed: call it again
                assertThat(run.end())
                        .as("killed in '%s': %s", step, run.errors())
                        .isEqualTo(4);
            }
            try (ChildRun run = game.run()) {
                assertThat(run.end()).as("%s", run.errors()).isZero();
            }
            game.requireRight();
            game.dropTarget();
        }
    }

    /** For longer than it may take to connect, to ask whether a session is alive, and to look for the run's lock. */
    @Test
    void aServerThatHangsIsWaitedFor() throws Exception {
        DisturbedGame game = new DisturbedGame(games, folder, 60);
        try (ChildRun run = game.run()) {
            comeTo(game, run, "copy rows");
            server.hangFor(Duration.ofSeconds(17));
            assertThat(run.end()).as("%s", run.errors()).isZero();
        }
        game.requireRight();
    }

    /** And a little beyond. */
    private void comeTo(DisturbedGame game, ChildRun run, String step) throws Exception {
        run.awaitStep(step);
        if (step.equals("copy rows")) {
            game.awaitChunks(run, 1 + random.nextInt(20));
        }
        assertThat(run.running()).as("wanted '%s': %s", step, run.errors()).isTrue();
        Thread.sleep(random.nextInt(20));
    }
}
