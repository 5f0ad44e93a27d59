package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.where.RowWhereabouts;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose names differ by their case alone, on servers that tell them apart. */
class NamesByCaseIT {

    private static final String HEROES = """
            CREATE TABLE Hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, UNIQUE KEY (name));
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, UNIQUE KEY (name));
            CREATE TABLE pet (id INT PRIMARY KEY AUTO_INCREMENT, big INT NOT NULL, small INT NOT NULL);
            """;

    @TempDir
    private Path folder;

    @OnMySqlAndMariaDb
    void tablesWhoseNamesDifferByCaseAreTwo(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(
                kind,
                folder,
                HEROES
                        + "INSERT INTO Hero VALUES (1, 'Ann'); INSERT INTO hero VALUES (1, 'ant'), (50, 'bee'); INSERT INTO pet VALUES (1, 1, 50)",
                HEROES
                        + "INSERT INTO Hero VALUES (1, 'Bob'); INSERT INTO hero VALUES (1, 'cat'), (9, 'dog'); INSERT INTO pet VALUES (1, 1, 9)")) {
            PlanFile plan = game.merge("references: [ pet.big -> Hero.id, pet.small -> hero.id ]\n");

            assertThat(game.rows("SELECT id, name FROM Hero ORDER BY 1")).containsExactly("1|Ann", "11|Bob");
            assertThat(game.rows("SELECT id, name FROM hero ORDER BY 1"))
                    .containsExactly("1|ant", "50|bee", "101|cat", "109|dog");
            assertThat(game.rows("SELECT big, small FROM pet ORDER BY id")).containsExactly("1|50", "11|109");
            assertThat(game.faults(plan)).isEmpty();
            assertThat(RowWhereabouts.find(plan, game.password(), "s2", "hero", List.of("9"))
                            .message())
                    .startsWith("s2.hero (id = 9) is " + game.target() + ".hero (id = 109)");
        }
    }
}
