package io.snowflakeid.merge.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run of a plan whose sources have changed since is refused, before it has written anything. */
class SourceWatchIT {

    /** Each: what is done, what the plan keeps of a table, what is said. Where it sleeps, only the second of the last write shows it. */
    private static final String[][] CHANGES = {
        {"INSERT INTO p VALUES (9, 'x')", "counts", "p: it had 3 rows and has 4"},
        {"DELETE FROM p WHERE id = 1", "counts", "p: it had 3 rows and has 2"},
        {"UPDATE p SET id = 4 WHERE id = 3", "counts", "p: its greatest key was 3 and is 4"},
        {"DO SLEEP(1.1); UPDATE p SET name = 'B' WHERE id = 2", "counts", "p: it was written to at "},
        {"UPDATE p SET name = 'B' WHERE id = 2", "checksums", "p: its checksum was "},
        {"ALTER TABLE p MODIFY name VARCHAR(21)", "counts", "p: its definition was changed"},
        {"DROP TABLE p", "counts", "p: it is gone"}
    };

    static Stream<Arguments> changes() {
        return DatabaseServer.mySqlAndMariaDb().stream()
                .flatMap(on -> Stream.of(CHANGES).map(change -> Arguments.of(on, change[0], change[1], change[2])));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatChangedSinceThePlanIsNamed(DatabaseServer on, String change, String fingerprint, String named)
            throws Exception {
        String tables = "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20)); CREATE TABLE q (id INT);"
                + "INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c')";
        try (SmallGame game = new SmallGame(on, tables, tables)) {
            PlanFile file = game.runnable("fingerprint: " + fingerprint + "\n");
            game.in(2, change.split("; ", -1));

            assertThatThrownBy(() -> game.run(file))
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessageStartingWith(
                            "sources changed since the plan of " + file.plan().plannedAt() + " UTC: s2." + named)
                    .hasMessageEndingWith(
                            ". Stop what writes to them, drop the target " + game.target() + " and plan again")
                    .hasMessageNotContaining("s1.")
                    .hasMessageNotContaining("s2.q");
            assertThat(game.rows("SHOW TABLES")).isEmpty();
        }
    }
}
