package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.where.RowWhereabouts;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Names that stand for none as a real server compares them: in any case, with blanks behind, in another collation. */
class NoNameIT {

    private static final String GAME = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET %1$s NOT NULL, KEY (name));
            CREATE TABLE purse (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, gold INT NOT NULL);
            CREATE TABLE said (id INT PRIMARY KEY AUTO_INCREMENT, who VARCHAR(20) CHARACTER SET %1$s NOT NULL);
            """;

    private static final String FIRST = GAME.formatted("utf8mb4 COLLATE utf8mb4_general_ci")
            + "INSERT INTO hero VALUES (1, 'Ann'), (2, ''), (3, ''), (4, 'It''s \\\\gone');"
            + "INSERT INTO purse VALUES (1, 1, 10), (2, 2, 20); INSERT INTO said VALUES (1, 'Ann'), (2, '')";

    private static final String SECOND =
            "INSERT INTO hero VALUES (1, 'ANN'), (2, ''), (3, '  '), (4, 'IT''S \\\\GONE'), (5, 'Bob');"
                    + "INSERT INTO purse VALUES (1, 1, 30), (2, 3, 40), (3, 4, 50); INSERT INTO said VALUES (1, 'ANN'), (2, '')";

    private static final String YAML = """
            tables: { hero: { ids: offset }, purse: { ids: offset }, said: { ids: offset } }
            references: [ purse.hero -> hero.id ]
            unique: [ { key: hero.name, none: [ '', 'it''s \\gone' ],""";

    @TempDir
    private Path folder;

    private static String where(SmallGame game, PlanFile plan, String key) throws Exception {
        return RowWhereabouts.find(plan, game.password(), "s2", "hero", List.of(key))
                .message();
    }

    @OnMySqlOrMariaDb
    void theyAreAllKeptInTheTargetsCollation(DatabaseServer kind) throws Exception {
        try (SmallGame game =
                new SmallGame(kind, folder, FIRST, GAME.formatted("latin1 COLLATE latin1_bin") + SECOND)) {
            PlanFile plan = game.merge(YAML + " on-clash: keep-first, references: follow } ]\n");

            assertThat(game.rows("SELECT id, name FROM hero ORDER BY id"))
                    .containsExactly("1|Ann", "2|", "3|", "4|It's \\gone", "12|", "13|  ", "14|IT'S \\GONE", "15|Bob");
            assertThat(game.rows("SELECT hero, gold FROM purse ORDER BY gold"))
                    .containsExactly("1|10", "2|20", "1|30", "13|40", "14|50");
            assertThat(where(game, plan, "4")).endsWith(".hero (id = 14)");
            assertThat(game.faults(plan)).isEmpty();
        }
    }
}
