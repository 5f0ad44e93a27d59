package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a plan says of definitions and of merge.yaml, whatever the rows hold. */
class PlanErrorsTest extends H2MergeCase {

    private static final String GAME = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) UNIQUE, score INT);
            CREATE TABLE npc (id INT PRIMARY KEY AUTO_INCREMENT);
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender_id INT NOT NULL, author VARCHAR(9), folded VARCHAR(9) AS LOWER(id));
            """;

    private void givenGame() throws Exception {
        given(
                GAME,
                "INSERT INTO players VALUES (1, 'Anna', 5); CREATE VIEW names AS SELECT name FROM players; CREATE SEQUENCE numbers",
                "INSERT INTO players VALUES (1, 'Bert', 6)");
    }

    /** What stands in merge.yaml from line 6 on; then each error with parts that it has in this order. */
    private static final String CASES = """
            tables: { playrs: { class: skip } }
            => CONFIG playrs: no table playrs on the main server | (did you mean players?) | (tables in line 6 of merged.yaml): correct merge.yaml []

            references:
              - mail.sender_id -> player.id
              - mail.sendr_id -> players.id
              - { from: "*.owner_id", to: players.id }
              - mail.sender_id -> players.no
            => CONFIG mail(sender_id) -> player: no table player on | (did you mean players?) | (references in line 7 of merged.yaml): correct merge.yaml []
            => CONFIG mail(sendr_id) -> players: table mail has no column sendr_id | (did you mean sender_id?) | (references in line 8 of merged.yaml): correct merge.yaml []
            => CONFIG *(owner_id) -> players: no table * with these columns on the main server | (references in line 9 of merged.yaml): correct merge.yaml []
            => CONFIG mail(sender_id) -> players: table players has no column no | (references in line 10 of merged.yaml): correct merge.yaml []

            unique:
              - { key: player.name, on-clash: keep-first }
              - key: players.name
                on-clash: rename
                followed-by: [ mail.sender, { column: players.name, when: "nam = 1" } ]
            => CONFIG player[name]: no table player on the main server | (did you mean players?) | (unique in line 7 of merged.yaml): correct merge.yaml []
            => CONFIG mail.sender: table mail has no column sender | (did you mean sender_id?) | (unique in line 10 of merged.yaml): correct merge.yaml []
            => CONFIG players.name: the server refuses the condition 'nam = 1' | (unique in line 10 of merged.yaml): correct merge.yaml []

            tables:
              "play*": { where: "scor > 5" }
            references:
              - { from: mail.sender_id, to: players.id, when: "kind = 1" }
            => CONFIG players: the server refuses the condition 'scor > 5' (Column "scor" not found | (tables in line 7 of merged.yaml): correct merge.yaml []
            => CONFIG mail.sender_id -> players.id when kind = 1: the server refuses | (references in line 9 of merged.yaml): correct merge.yaml []

            references: [ { from: mail.sender_id, to: players.id, orphans: clear } ]
            => CONFIG mail.sender_id -> players.id: cannot be cleared | takes no NULL | as none: [0] | (references in line 6 of merged.yaml): correct merge.yaml []

            references: [ { from: mail.sender_id, to: players.id, orphans: clear, none: [0] } ]

            references: [ mail.author -> players.id ]
            => REFERENCE_TYPE mail.author -> players.id: column author is | only whole numbers are moved | change its type on all sources | []

            references: [ mail.folded -> players.id ]
            => REFERENCE_TYPE mail.folded -> players.id: column folded is computed, and no column that it is computed from is moved | or list under references what it is computed from []

            tables: { players: { ids: offset }, npc: { ids: map } }
            references: [ mail.sender_id -> players.id, mail.sender_id -> npc.id ]
            => CONFIG npc.id: ids of [npc.id, players.id] are the same | are to be treated as [OFFSET, MAP] | the same ids (tables in line 6 of merged.yaml): correct merge.yaml []

            unique: [ { key: mail.sender_id, on-clash: rename }, { key: mail.folded, on-clash: rename } ]
            => CONFIG mail[sender_id]: only a key of one text column can be renamed (unique in line 6 of merged.yaml): correct merge.yaml []
            => CONFIG mail[folded]: the key has a column that is computed | unique in line 6 of merged.yaml): correct merge.yaml []

            references: [ mail.sender_id -> players.id ]
            unique: [ { key: players.name, on-clash: keep-first } ]
            => CONFIG players[name]: other tables refer to it | follow | drop | (unique in line 7 of merged.yaml): correct merge.yaml []

            views: refuse
            accept: [ { code: STORED_OBJECTS, subject: merged, because: rehearsal }, { code: UNIQUE_CLASH, subject: hero, because: in vain } ]

            views: refuse
            accept: [ { code: VIEW, subject: merged, because: rehearsal }, { code: STORED_OBJECTS, subject: merge, because: rehearsal } ]
            => STORED_OBJECTS merged: views are to be refused | drop them on the main server | or choose after-load or leave-out [names]
            """;

    static Stream<String> cases() {
        return Stream.of(CASES.split("\n\n", -1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allErrorsComeAtOnceWithTheirPlaceAndTheNextStep(String yamlAndErrors) throws Exception {
        givenGame();
        String[] parts = yamlAndErrors.strip().split("\n=> ", -1);
        List<String> errors = new ArrayList<>(errors(parts[0] + "\n"));

        for (int i = 1; i < parts.length; i++) {
            String first = parts[i].split(" \\| ", 2)[0];
            assertThat(errors)
                    .filteredOn(error -> error.startsWith(first))
                    .satisfiesExactly(says(parts[i].split(" \\| ", -1)));
            errors.removeIf(error -> error.startsWith(first));
        }
        assertThat(errors).isEmpty();
    }

    @Test
    void rowsAreNotLookedAtBeforeTheseErrorsAreCorrected() throws Exception {
        givenGame();
        servers.script("merged", "CREATE TABLE snowflake_merge_run (id INT)");
        List<String> steps = new ArrayList<>();

        PlanFile file = planned(
                config("accept: [ { code: UNIQUE_CLASH, subject: '*', because: rehearsal } ]\nviews: leave-out\n"),
                progress -> steps.add(progress.step()));

        assertThat(file.plan().runnable()).isFalse();
        assertThat(file.plan().findings())
                .extracting(finding -> finding.severity() + " " + finding.code() + " " + finding.subject())
                .containsExactly(
                        "WARNING NOT_CARRIED merged", "WARNING NOT_LOOKED_AT rows", "ERROR TARGET_NOT_EMPTY merged");
        assertThat(steps).containsExactly("read definitions", "look at definitions and target");
        assertThat(PlanFile.read(file.path()).plan().runnable()).isFalse();
    }

    // ----------------------------------------------------------------------------------------------------- definitions

    @Test
    void theDefinitionsOfEachSourceAreComparedForTablesWhoseRowsAreCopied() throws Exception {
        String tables =
                "CREATE TABLE town (id INT PRIMARY KEY, size INT); CREATE TABLE cache (id INT PRIMARY KEY, size INT);";
        given(
                "",
                tables,
                tables,
                tables.replace("size INT", "size BIGINT") + "CREATE TABLE more (id INT PRIMARY KEY);");

        String[] codes = {"SCHEMA_COLUMN_TYPE", "SCHEMA_TABLE_EXTRA"};
        for (String tableClass : List.of("skip", "main-only")) {
            assertThat(subjects("tables: { town: { class: " + tableClass + " } }\n", codes))
                    .containsExactlyInAnyOrder("ERROR s3.cache.size", "ERROR s3.more");
        }
    }

    @Test
    void aTypeThatNarrowsValuesCannotBeAccepted() throws Exception {
        given(
                "",
                "CREATE TABLE town (id INT PRIMARY KEY, size DECIMAL(8, 1), more INT)",
                "CREATE TABLE town (id INT PRIMARY KEY, size DECIMAL(8, 2), more SMALLINT)");

        String accept = "accept: [ { code: SCHEMA_COLUMN_TYPE, subject: \"s2.*\", because: seen } ]\n";
        assertThat(subjects(accept, "SCHEMA_COLUMN_TYPE")).containsExactly("ERROR s2.town.size");
    }

    @Test
    void ofReferencesOfOneColumnThePlainNameCountsElseTheFirstPattern() throws Exception {
        givenGame();
        String patterns =
                "{ from: \"*.sender_id\", to: npc.id, none: [1] }, { from: \"m*.sender_id\", to: npc.id, none: [2] }";

        assertThat(planned("references: [ " + patterns + " ]\n").plan().references())
                .extracting(ReferencePlan::none)
                .containsExactly(List.of(1L));
        assertThat(planned("references: [ " + patterns + ", { from: mail.sender_id, to: npc.id, none: [0] } ]\n")
                        .plan()
                        .references())
                .extracting(ReferencePlan::none)
                .containsExactly(List.of(0L));
    }

    @Test
    void aReferenceIsClearedWhereItsForeignKeySetsNull() throws Exception {
        given("""
                CREATE TABLE town (id INT PRIMARY KEY);
                CREATE TABLE house (old INT REFERENCES town (id) ON DELETE CASCADE, now INT REFERENCES town (id) ON DELETE SET NULL);
                """, "", "");

        assertThat(planned("").plan().references())
                .extracting(reference -> reference.columns() + " " + reference.whenLeftOut())
                .containsExactlyInAnyOrder("[old] DROP", "[now] CLEAR");
    }

    @Test
    void ofSettingsOfOneTableThePlainNameCountsElseTheFirstPattern() throws Exception {
        givenGame();

        assertThat(planned("tables: { 'n*': { class: skip }, '*': { class: main-only }, mail: { ids: offset } }\n")
                        .plan()
                        .tables())
                .extracting(table -> table.name() + " " + table.tableClass())
                .containsExactlyInAnyOrder("mail UNION", "npc SKIP", "players MAIN_ONLY");
    }

    @Test
    void aLedgerOfWorkerIdsIsTakenFromTheMainServer() throws Exception {
        given("""
                CREATE TABLE snowflake_namespace (namespace VARCHAR(64) PRIMARY KEY);
                CREATE TABLE snowflake_worker (namespace VARCHAR(64), worker BIGINT, PRIMARY KEY (namespace, worker));
                INSERT INTO snowflake_namespace VALUES ('default');
                INSERT INTO snowflake_worker VALUES ('default', 5);
                """, "", "");

        MergePlan plan = planned("").plan();

        assertThat(plan.tables()).hasSize(2).allMatch(ledger -> ledger.tableClass() == TableClass.MAIN_ONLY);
        assertThat(plan.runnable()).isTrue();
    }

    @Test
    void viewsAndTriggersAreCreatedAtTheEndLeftOutOrRefusedAndOthersNamed() throws Exception {
        givenGame();
        servers.script(
                "s1",
                "CREATE TRIGGER born BEFORE INSERT ON npc FOR EACH ROW CALL 'io.snowflakeid.merge.h2.H2CatalogTest$NoTrigger'");

        assertThat(planned("").plan().views()).hasSize(1);
        assertThat(planned("").plan().triggers()).hasSize(1);
        assertThat(planned("views: leave-out\n").plan().views()).isEmpty();
        assertThat(planned("triggers: leave-out\n").plan().triggers()).isEmpty();
        assertThat(found("triggers: refuse\n", "STORED_OBJECTS")).satisfiesExactly(says("ERROR ", " [born on npc]"));
        assertThat(found("", "NOT_CARRIED")).satisfiesExactly(says("WARNING ", " [sequence numbers]"));
    }
}
