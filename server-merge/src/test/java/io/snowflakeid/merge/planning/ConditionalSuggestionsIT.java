package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of which another one tells to which table they lead, where no id is missing, so that each is in every greater table. */
class ConditionalSuggestionsIT {

    private static final String NUMBERS =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)";

    private static final List<String> GAME = List.of(
            "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL)",
            "CREATE TABLE guilds (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL)",
            "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, player_id INT NOT NULL, guild_id INT)",
            "INSERT INTO players (id, name) " + NUMBERS + " SELECT i, CONCAT('p', i) FROM n",
            "INSERT INTO guilds (id, name) " + NUMBERS + " SELECT i, CONCAT('g', i) FROM n WHERE i <= 40",
            "INSERT INTO mail (player_id, guild_id) SELECT id, 1 + id % 40 FROM players");

    @TempDir
    private Path folder;

    private PlannedServers planned(String yaml, String... statements) throws Exception {
        return PlannedServers.ofTwo(folder, yaml, GAME, statements);
    }

    private static final String[] ASSETS = {
        "CREATE TABLE assets (id INT PRIMARY KEY AUTO_INCREMENT, owner_type TINYINT NOT NULL, owner_id INT NOT NULL)",
        "INSERT INTO assets (owner_type, owner_id) SELECT 1, id FROM players WHERE id % 3 > 0",
        "INSERT INTO assets (owner_type, owner_id) SELECT 2, id FROM guilds",
        "INSERT INTO assets (owner_type, owner_id) SELECT 3, 70000 + id FROM guilds"
    };

    @Test
    void ofTwoTablesThatHaveTheValuesTheSmallerOneExplainsThem() throws Exception {
        assertThat(planned("", ASSETS).suggested("assets.owner_id"))
                .containsExactlyInAnyOrder(
                        "assets.owner_id -> guilds.id when owner_type = 2",
                        "assets.owner_id -> players.id when owner_type = 1");
    }

    @Test
    void aConditionThatIsListedHidesNoOther() throws Exception {
        String one = "references: [ { from: assets.owner_id, to: players.id, when: \"owner_type = 1\" } ]\n";
        PlannedServers planned = planned(one, ASSETS);
        assertThat(planned.suggested("assets.owner_id"))
                .containsExactly("assets.owner_id -> guilds.id when owner_type = 2");
        assertThat(planned.findings("ID_UNKNOWN")).isEmpty();
    }

    @Test
    void whatNoConditionReachesIsNamed() throws Exception {
        String both = """
                references:
                  - "*.player_id -> players.id"
                  - "*.guild_id -> guilds.id"
                  - { from: assets.owner_id, to: players.id, when: "owner_type = 1" }
                  - { from: assets.owner_id, to: guilds.id, when: "owner_type = 2" }
                """;
        PlannedServers planned = planned(both, ASSETS);
        assertThat(planned.findings("REFERENCE_MISSING")).isEmpty();
        assertThat(planned.findings("ID_UNKNOWN"))
                .satisfiesExactly(finding(
                        Finding.Severity.NOTE,
                        "ID_UNKNOWN",
                        "references",
                        List.of(
                                "these columns look like ids",
                                "do not tell whose",
                                "they stay as they are",
                                "ids that move",
                                "list those under references"),
                        1L,
                        List.of("assets.owner_id where no reference is listed: 40 different values, 70001 to 70040")));
    }

    @Test
    void deletedRowsHideNoCondition() throws Exception {
        List<String> statements = new ArrayList<>(List.of(ASSETS));
        statements.add("DELETE FROM players WHERE id IN (100, 200)");
        statements.add("DELETE FROM guilds WHERE id = 20");
        statements.add("DELETE FROM assets WHERE owner_type = 3");
        assertThat(planned("", statements.toArray(String[]::new)).suggested("assets.owner_id"))
                .containsExactlyInAnyOrder(
                        "assets.owner_id -> guilds.id when owner_type = 2",
                        "assets.owner_id -> players.id when owner_type = 1");
    }

    /** Of a large table with such a key, the first and the last rows are of two kinds alone. */
    @Test
    void kindsInTheMiddleOfAKeyAreSeen() throws Exception {
        assertThat(planned(
                                "",
                                "CREATE TABLE claims (kind TINYINT, holder_id INT, nr INT, PRIMARY KEY (kind, holder_id, nr))",
                                "INSERT INTO claims " + NUMBERS + " SELECT 1, id, i FROM players, n WHERE i <= 20",
                                "INSERT INTO claims " + NUMBERS + " SELECT 2, id, i FROM guilds, n WHERE i <= 20",
                                "INSERT INTO claims " + NUMBERS
                                        + " SELECT 3, 90000 + id, i FROM players, n WHERE i <= 20")
                        .suggested("claims.holder_id"))
                .containsExactlyInAnyOrder(
                        "claims.holder_id -> guilds.id when kind = 2", "claims.holder_id -> players.id when kind = 1");
    }

    @Test
    void aKindThatIsCalledLikeATableLeadsThereHoweverFew() throws Exception {
        assertThat(planned(
                                "",
                                "CREATE TABLE tags (id INT PRIMARY KEY AUTO_INCREMENT, entity VARCHAR(20) NOT NULL, entity_id INT NOT NULL)",
                                "INSERT INTO tags (entity, entity_id) VALUES ('Player', 7), ('guild', 3), ('Player', 15), ('quest', 9)")
                        .suggested("tags.entity_id"))
                .containsExactlyInAnyOrder(
                        "tags.entity_id -> players.id when entity = 'Player'",
                        "tags.entity_id -> guilds.id when entity = 'guild'");
    }
}
