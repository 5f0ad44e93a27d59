package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What only real servers have: modes of a session, numbers that are shown with zeros. */
class PolicyCornersIT {

    @TempDir
    private Path folder;

    @OnMySqlOrMariaDb
    void numbersThatAreShownWithZerosAreCompared(DatabaseServer kind) throws Exception {
        String tables =
                "CREATE TABLE coin (id INT(8) ZEROFILL PRIMARY KEY AUTO_INCREMENT, worth INT(5) ZEROFILL NULL, f DECIMAL(7, 2) ZEROFILL NOT NULL);";
        try (SmallGame game = new SmallGame(
                kind,
                folder,
                tables + "INSERT INTO coin VALUES (1, 7, 1.5), (2, NULL, 0)",
                tables + "INSERT INTO coin VALUES (1, 123456, 1.5), (2, 0, 99999.99)")) {
            PlanFile plan = game.merge("tables: { coin: { ids: offset } }\n");

            assertThat(game.rows("SELECT id + 0, worth + 0, f + 0 FROM coin ORDER BY 1"))
                    .containsExactly("1|7|1.50", "2|null|0.00", "11|123456|1.50", "12|0|99999.99");
            assertThat(game.faults(plan)).isEmpty();
            game.execute("UPDATE `" + game.target() + "`.coin SET worth = 70 WHERE id = 1");
            assertThat(game.faults(plan)).isNotEmpty();
        }
    }

    @OnMySqlOrMariaDb
    void backslashesStayWhatTheyAre(DatabaseServer kind) throws Exception {
        String tables = "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE);";
        String names = "INSERT INTO hero VALUES (1, 'a\\\\b'), (2, 'n\\\\n\\\\'), (3, 'it''s'), (4, '\\\\''')";
        try (SmallGame game = new SmallGame(kind, folder, tables + names, tables + names)) {
            PlanFile plan =
                    game.merge("unique: [ { key: hero.name, on-clash: rename, pattern: '{name}\\{alias}' } ]\n");

            assertThat(game.rows("SELECT name FROM hero ORDER BY id"))
                    .containsExactly("a\\b", "n\\n\\", "it's", "\\'", "a\\b\\s2", "n\\n\\\\s2", "it's\\s2", "\\'\\s2");
            assertThat(game.faults(plan)).isEmpty();
            assertThat(RowWhereabouts.find(plan, game.password(), "s2", "hero", List.of("1"))
                            .message())
                    .endsWith("; name a\\b -> a\\b\\s2 (new name)");
        }
    }
}
