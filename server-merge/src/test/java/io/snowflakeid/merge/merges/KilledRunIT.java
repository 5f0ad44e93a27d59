package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run that is killed at any moment, and called again, ends as an undisturbed one. */
@Tag("long")
class KilledRunIT {

    private static final List<String> STEPS = List.of(
            "check the sources",
            "prepare the target",
            "create tables",
            "load new names",
            "cut the work into spans",
            "map ids",
            "copy rows",
            "copy rows",
            "copy rows",
            "build indexes",
            "add foreign keys",
            "follow references",
            "counters, triggers, views",
            "check the sources again");

    private static final int MOST_CHUNKS_BETWEEN_KILLS = 25;

    private final Map<String, Integer> killedAt = new TreeMap<>();

    @Test
    void aKillInEachStep() throws Exception {
        try (GameServers servers = GameServers.onAny(3)) {
            survives(servers, STEPS.size(), 20_261_122);
        }
        assertThat(killedAt).hasSizeGreaterThan(5);
    }

    @OnMySqlAndMariaDb
    @Tag("nightly")
    void fiftyKills(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 3)) {
            survives(servers, 50, 20_261_121);
        }
        assertThat(killedAt.keySet()).containsAll(STEPS);
    }

    private void survives(GameServers servers, int kills, long seed) throws Exception {
        DisturbedGame game = new DisturbedGame(new SmallGame(servers), servers, 60);
        Random random = new Random(seed);
        List<String> steps = new ArrayList<>();
        for (int kill = 0; kill < kills; kill++) {
            if (steps.isEmpty()) {
                steps.addAll(STEPS);
                game.dropTarget();
            }
            // later and later: what is done is not done again
            killAt(game, steps.remove(0), random);
            if (steps.isEmpty() || kill == kills - 1) {
                try (ChildRun last = game.run()) {
                    // refused if the last kill came just after the end
                    int code = last.end();
                    assertThat(code == 3 ? last.errors().toString() : "")
                            .matches("(\\[error: this plan was carried out already.*)?");
                    assertThat(code).as("%s", last.errors()).isIn(0, 3);
                }
                game.requireRight();
            }
        }
        System.out.println("killed in step: " + killedAt);
    }

    /** Lets a run come to a step, and a little beyond; notes where it was. */
    private void killAt(DisturbedGame game, String wanted, Random random) throws Exception {
        try (ChildRun run = game.run()) {
            run.awaitStep(wanted);
            if (wanted.equals("copy rows")) {
                game.awaitChunks(run, random.nextInt(MOST_CHUNKS_BETWEEN_KILLS));
            }
            assertThat(run.running())
                    .as("wanted %s, was in '%s': %s", wanted, run.step(), run.errors())
                    .isTrue();
            Thread.sleep(random.nextInt(wanted.equals("check the sources again") ? 10 : 40));
            run.kill();
            killedAt.merge(run.step(), 1, Integer::sum);
        }
    }
}
