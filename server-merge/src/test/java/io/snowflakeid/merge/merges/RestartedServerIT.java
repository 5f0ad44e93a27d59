package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.KillableServer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A run whose server is killed, and that is called again, or whose server hangs, ends like an undisturbed one; and a verification on a
 * server with other settings.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Tag("nightly")
class RestartedServerIT {

    private final Random random = new Random(20_261_122);

    private KillableServer server;
    private GameServers servers;
    private SmallGame game;

    @BeforeEach
    void begin() throws Exception {
        server = KillableServer.toKill();
        server.restart();
        servers = GameServers.on(server, 2);
        game = new SmallGame(servers);
    }

    @AfterEach
    void end() throws Exception {
        if (game != null) {
            server.restart();
            game.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aRunIsCalledAgainAfterARestart() throws Exception {
        DisturbedGame disturbed = new DisturbedGame(game, servers, 120);
        for (String step : new String[] {
            "create tables", "map ids", "copy rows", "copy rows", "build indexes", "check the sources again"
        }) {
            try (ChildRun run = disturbed.run()) {
                comeTo(disturbed, run, step);
                server.kill();
                server.restart();
                // the database failed: call it again
                assertThat(run.end())
                        .as("killed in '%s': %s", step, run.errors())
                        .isEqualTo(4);
            }
            try (ChildRun run = disturbed.run()) {
                assertThat(run.end()).as("%s", run.errors()).isZero();
            }
            disturbed.requireRight();
            disturbed.dropTarget();
        }
    }

    /** Where a function of the server makes a text longer than max_allowed_packet, that is NULL: a hash is not made of such texts. */
    @Test
    void aValueLongerThanAPacketIsComparedAllTheSame() throws Exception {
        for (int source = 1; source <= 2; source++) {
            game.in(
                    source,
                    "CREATE TABLE book (id INT PRIMARY KEY AUTO_INCREMENT, body LONGTEXT)",
                    "INSERT INTO book (body) VALUES (REPEAT('x', 3000000)), (NULL), ('short')");
        }
        PlanFile plan = game.merged("");
        game.inTarget("UPDATE book SET body = NULL WHERE id = 1", "SET GLOBAL max_allowed_packet = 1048576");
        try {
            assertThat(game.faults(plan))
                    .anySatisfy(fault -> assertThat(fault)
                            .startsWith("s1.book: 1 row(s) with other values in the target")
                            .contains("1 (body)"));
        } finally {
            game.inTarget("SET GLOBAL max_allowed_packet = DEFAULT");
        }
    }

    /** For longer than it may take to connect, to ask whether a session is alive, and to look for the run's lock. */
    @Test
    void aServerThatHangsIsWaitedFor() throws Exception {
        DisturbedGame disturbed = new DisturbedGame(game, servers, 60);
        try (ChildRun run = disturbed.run()) {
            comeTo(disturbed, run, "copy rows");
            server.hangFor(Duration.ofSeconds(17));
            assertThat(run.end()).as("%s", run.errors()).isZero();
        }
        disturbed.requireRight();
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
