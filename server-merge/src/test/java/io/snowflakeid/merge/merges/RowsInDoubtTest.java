package io.snowflakeid.merge.merges;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.verify.MergeVerification;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules and rows of which a merge could make something wrong without a word: it is right, or the plan refuses it. */
class RowsInDoubtTest extends H2MergeCase {

    private static final String PLAYERS = "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20));";

    private PlanFile plan(String yaml, String tables, String... rows) throws Exception {
        given(tables, rows);
        return planned(yaml);
    }

    private PlanFile merge(String yaml, String tables, String... rows) throws Exception {
        given(tables, rows);
        return merged(yaml);
    }

    // ------------------------------------------------------------------------------------------------------ renames

    @Test
    void aColumnWhoseNamesTwoRulesMayChangeIsRefused() throws Exception {
        String tables = PLAYERS + "CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20));"
                + "CREATE TABLE news (id INT AUTO_INCREMENT PRIMARY KEY, about VARCHAR(20), kind INT);";
        String yaml = """
                unique:
                  - { key: players.name, on-clash: rename, followed-by: [ %s ] }
                  - { key: guilds.name, on-clash: rename, followed-by: [ %s ] }
                """;

        assertThat(errors(
                        plan(yaml.formatted("news.about", "{ column: news.about, when: 'kind = 2' }"), tables, "", "")))
                .satisfiesExactly(says(
                        "CONFIG_UNIQUE news.about: its values may get a new name by 2 lines of unique",
                        "name it under followed-by",
                        "leave all but one out",
                        "or give each followed-by a when []"));
        assertThat(errors(plan(yaml.formatted("guilds.name", "guilds.name"), "", "", "")))
                .singleElement()
                .asString()
                .startsWith("CONFIG_UNIQUE guilds.name: its values may get a new name by 2 lines of unique");
        assertThat(errors(plan(
                        yaml.formatted(
                                "{ column: news.about, when: 'kind = 1' }, players.name",
                                "{ column: news.about, when: 'kind = 2' }"),
                        "",
                        "",
                        "")))
                .isEmpty();
    }

    // --------------------------------------------------------------------------------- keys that hold an id at times

    private static final String TWO_PLAYERS = "INSERT INTO players (id) VALUES (1), (2);";

    @Test
    void idsOfTwoTablesThatMeetInOneKeyAreAnError() throws Exception {
        String tables = PLAYERS + "CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY);"
                + "CREATE TABLE holds (owner INT PRIMARY KEY, kind INT);";
        String guilds = "INSERT INTO guilds VALUES (1), (12);";
        String yaml = """
                tables: { players: { ids: offset }, guilds: { ids: offset } }
                references:
                  - holds.owner -> guilds.id
                  - { from: holds.owner, to: players.id, when: 'kind = 1' }
                %s
                """;
        List<String> errors = errors(plan(
                yaml.formatted(""),
                tables,
                TWO_PLAYERS + guilds + "INSERT INTO holds VALUES (12, 2)",
                TWO_PLAYERS + guilds + "INSERT INTO holds VALUES (2, 1)"));
        assertThat(errors)
                .filteredOn(error -> error.startsWith("PRIMARY_CLASH"))
                .singleElement()
                .asString()
                .startsWith("PRIMARY_CLASH holds(owner): 1 values are on more than one source")
                .endsWith("[12 on s1, s2]");
        String keepFirst = "unique: [ { key: holds.owner, on-clash: keep-first } ]";
        assertThat(errors(plan(yaml.formatted(keepFirst), "", "", "")))
                .filteredOn(error -> error.startsWith("PRIMARY_CLASH"))
                .singleElement()
                .asString()
                .startsWith("PRIMARY_CLASH holds(owner): 1 keys would be ");
    }

    @Test
    void rowsAreNotLedByAKeyWhoseIdsAreLedElsewhereThemselves() throws Exception {
        String tables = PLAYERS + """
                CREATE TABLE purses (id INT AUTO_INCREMENT PRIMARY KEY, player INT NOT NULL UNIQUE);
                CREATE TABLE coins (id INT AUTO_INCREMENT PRIMARY KEY, purse INT NOT NULL);
                """;
        String yaml = """
                references: [ purses.player -> players.id, coins.purse -> purses.id ]
                unique:
                  - { key: purses.player, on-clash: keep-first, references: %s }
                  - { key: players.name, on-clash: keep-first, references: follow }
                """;
        String[] rows = {
            "INSERT INTO players VALUES (1, 'Ann'), (2, 'Bob'); INSERT INTO purses VALUES (1, 1), (2, 2); INSERT INTO coins VALUES (1, 1), (2, 2)",
            "INSERT INTO players VALUES (1, 'Cid'), (2, 'Ann'); INSERT INTO purses VALUES (1, 1), (2, 2); INSERT INTO coins VALUES (1, 1), (2, 2)"
        };

        assertThat(errors(plan(yaml.formatted("follow"), tables, rows)))
                .satisfiesExactly(says(
                        "KEY_CONDITIONAL purses.player: references: follow leads to rows by this column",
                        "ids of players.id that references: follow leads to other rows",
                        "choose references: drop for one of them []"));

        merge(yaml.formatted("drop"), "", "", "");
        assertThat(servers.rows("SELECT id, player FROM merged.purses ORDER BY 1"))
                .containsExactly("1 1", "2 2", "11 11");
        assertThat(servers.rows("SELECT purse FROM merged.coins ORDER BY id")).containsExactly("1", "2", "11");
    }

    // --------------------------------------------------------------------------------------------------- references

    private static final String OWNED = PLAYERS + """
            CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY);
            CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, t INT NULL, owner INT NULL);
            INSERT INTO players (id) VALUES (1), (2), (3);
            INSERT INTO guilds VALUES (1), (2);
            """;

    @Test
    void aRowThatFulfilsTheConditionsOfTwoReferencesIsRefused() throws Exception {
        String yaml = """
                tables: { players: { ids: %s }, guilds: { ids: %s }, items: { where: 'id < 9' } }
                references:
                  - { from: items.owner, to: players.id, when: 't = 1' }
                  - { from: items.owner, to: guilds.id, when: 't < 3', none: [0] }
                """;
        PlanFile plan = plan(
                yaml.formatted("offset", "map"),
                OWNED,
                "INSERT INTO items VALUES (1, 2, 2), (2, NULL, 3), (3, 1, NULL), (4, 4, 1)",
                "INSERT INTO items VALUES (1, 1, 2), (2, 2, 1), (3, 1, 1), (9, 1, 1)");

        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "REFERENCE_AMBIGUOUS s2.items.owner: 2 rows fulfil the conditions of more than one reference",
                        "the id can be moved by one alone",
                        "items.owner -> players.id when t = 1 (references in line 8 of merged.yaml)",
                        "items.owner -> guilds.id when t < 3 (references in line 9 of merged.yaml)",
                        "write conditions that exclude each other [owner = 2, id = 1, owner = 1, id = 3]"));
        assertThat(errors(plan(yaml.formatted("static", "static"), "", "", "")))
                .noneMatch(error -> error.startsWith("REFERENCE_AMBIGUOUS"));
        assertThat(errors(plan(yaml.formatted("static", "offset"), "", "", "")))
                .anyMatch(error -> error.startsWith("REFERENCE_AMBIGUOUS"));
        merge(yaml.formatted("offset", "map").replace("t < 3", "t = 2"), "", "", "");
        assertThat(servers.rows("SELECT owner FROM merged.items WHERE id > 10 ORDER BY id"))
                .containsExactly("12", "3", "11");
    }

    private static final String ITEMS = PLAYERS + """
            CREATE TABLE kinds (id INT PRIMARY KEY, owned INT NOT NULL);
            CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY);
            CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, owner INT NOT NULL, kind INT NOT NULL, guild INT NOT NULL);
            INSERT INTO players (id) VALUES (1), (2);
            INSERT INTO kinds VALUES (1, 1), (2, 0);
            INSERT INTO guilds VALUES (1);
            """;

    private static final String OWNERS = """
            tables: { kinds: { class: skip }, guilds: { ids: offset }, players: { ids: offset }, items: { ids: offset } }
            references:
              - items.guild -> guilds.id
              - { from: items.owner, to: players.id, orphans: keep, when: "%s" }
            accept: [ { code: REFERENCE_MISSING, subject: items.kind -> kinds.id, because: kinds are the same on all servers } ]
            """;

    @Test
    void orphansAreCountedByWhatTheSourcesSayOfThem() throws Exception {
        String rows = "INSERT INTO items VALUES (1, 1, 1, 1), (2, 7, 2, 1), (3, 8, 1, 1);";

        for (String when :
                List.of("(SELECT k.owned FROM {source}.kinds k WHERE k.id = kind) = 1", "kind = 1 AND guild < 9")) {
            servers.script("merged", "DROP SCHEMA merged CASCADE");
            boolean there = servers.rows("SHOW SCHEMAS").contains("s1");
            merge(OWNERS.formatted(when), there ? "" : ITEMS, there ? "" : rows, there ? "" : rows);
            assertThat(servers.rows("SELECT id, owner FROM merged.items ORDER BY 1"))
                    .containsExactly("1 1", "2 7", "3 8", "11 11", "12 7", "13 18");
        }
    }

    @Test
    void anOrphanThatAppearsInTheTargetIsFoundWhereSourcesTellWhichRowsRefer() throws Exception {
        PlanFile plan = merge(
                OWNERS.formatted("(SELECT k.owned FROM {source}.kinds k WHERE k.id = kind) = 1"),
                ITEMS,
                "INSERT INTO items VALUES (1, 1, 1, 1)",
                "INSERT INTO items VALUES (1, 1, 1, 1)");

        servers.script("merged", "DELETE FROM players WHERE id = 11");
        assertThat(MergeVerification.verify(plan, servers.password(), 1, progress -> {})
                        .faults())
                .anyMatch(fault -> fault.startsWith("items.owner -> players.id when ")
                        && fault.endsWith(": 1 rows of the target refer to nothing, 0 expected"));
    }

    // ------------------------------------------------------------------------------------------------------ sources

    @Test
    void aSourceWithoutAnyRowIsMergedLikeOthers() throws Exception {
        String tables = PLAYERS + "CREATE TABLE stalls (id INT AUTO_INCREMENT PRIMARY KEY, owner INT NOT NULL);";
        String rows = TWO_PLAYERS + "INSERT INTO stalls VALUES (1, 2)";
        for (String ids : List.of("auto", "offset", "map")) {
            servers.script("merged", "DROP SCHEMA merged CASCADE");
            boolean there = servers.rows("SHOW SCHEMAS").contains("s1");
            merge(
                    "tables: { players: { ids: %s } }\nreferences: [ stalls.owner -> players.id ]\n".formatted(ids),
                    there ? "" : tables,
                    "",
                    there ? "" : rows,
                    "",
                    there ? "" : rows);
            assertThat(servers.rows("SELECT COUNT(*), COUNT(DISTINCT owner) FROM merged.stalls"))
                    .containsExactly("2 2");
            assertThat(servers.rows("SELECT COUNT(*) FROM merged.players")).containsExactly("4");
        }
    }

    @Test
    void aSourceWithoutTablesIsRefused() throws Exception {
        servers.script("s1", PLAYERS);
        servers.script("s2", "CREATE VIEW players AS SELECT * FROM s1.players");
        assertThatThrownBy(() -> plan("", "", "", ""))
                .hasMessageContainingAll(
                        "source s2: database s2 does not exist, has no tables, or may not be read by this user",
                        "correct sources in merge.yaml");
    }
}
