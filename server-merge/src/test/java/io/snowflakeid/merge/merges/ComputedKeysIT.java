package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of columns that the server computes, which are not copied. MariaDB takes none of them for a primary key. */
class ComputedKeysIT {

    @TempDir
    private Path folder;

    @Test
    void aTableWhosePrimaryKeyIsComputedIsMergedLikeOneWithout() throws Exception {
        String table = "CREATE TABLE p (name VARCHAR(9) NOT NULL, low VARCHAR(9) AS (LOWER(name)) STORED PRIMARY KEY,"
                + " level INT, next INT AS (level + 1) VIRTUAL, UNIQUE KEY (next)); INSERT INTO p (name, level) VALUES ";
        try (SmallGame game = new SmallGame(
                DatabaseServer.MYSQL, folder, new String[] {table + "('Ann', 1)", table + "('BOB', 2), ('Cid', 3)"})) {
            PlanFile plan = game.merge("");

            assertThat(game.rows("SELECT name, low, next FROM p ORDER BY low"))
                    .containsExactly("Ann|ann|2", "BOB|bob|3", "Cid|cid|4");
            assertThat(game.faults(plan)).isEmpty();
        }
    }
}
