package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan reports of definitions and settings, whatever the rows hold. */
class DefinitionFindingsTest extends H2MergeCase {

    private static final String HEROES = "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(4));";

    // ------------------------------------------------------------------------------------------------------ schemas

    @Test
    void theDefinitionsOfEachSourceAreComparedForTablesWhoseRowsAreCopied() throws Exception {
        String tables =
                "CREATE TABLE town (id INT PRIMARY KEY, size INT); CREATE TABLE cache (id INT PRIMARY KEY, size INT);";
        given(
                "",
                tables,
                tables,
                "CREATE TABLE town (id INT PRIMARY KEY, size BIGINT);"
                        + "CREATE TABLE cache (id INT PRIMARY KEY, size BIGINT); CREATE TABLE more (id INT PRIMARY KEY);");

        List<String> all = List.of("SCHEMA_COLUMN_TYPE s3.cache.size", "SCHEMA_TABLE_EXTRA s3.more");
        assertThat(schemaErrors("tables: { town: { class: skip } }\n")).containsExactlyInAnyOrderElementsOf(all);
        assertThat(schemaErrors("tables: { town: { class: main-only } }\n")).containsExactlyInAnyOrderElementsOf(all);
        assertThat(schemaErrors("tables: { cache: { class: skip } }\n"))
                .containsExactlyInAnyOrder("SCHEMA_COLUMN_TYPE s3.town.size", "SCHEMA_TABLE_EXTRA s3.more");
    }

    @Test
    void aTypeThatNarrowsValuesCannotBeAccepted() throws Exception {
        given(
                "",
                "CREATE TABLE town (id INT PRIMARY KEY, size DECIMAL(8, 1), more INT)",
                "CREATE TABLE town (id INT PRIMARY KEY, size DECIMAL(8, 2), more SMALLINT)");

        assertThat(subjects(
                        "accept: [ { code: SCHEMA_COLUMN_TYPE, subject: \"s2.*\", because: seen } ]\n",
                        "SCHEMA_COLUMN_TYPE"))
                .containsExactly("ACCEPTED s2.town.more", "ERROR s2.town.size");
    }

    private List<String> schemaErrors(String yaml) throws Exception {
        return errors(yaml).stream()
                .map(error -> error.substring(0, error.indexOf(':')))
                .toList();
    }

    @Test
    void aColumnThatASourceLacksIsAnErrorWhereNoValueCanBeGiven() throws Exception {
        given(
                "",
                "CREATE TABLE town (id INT PRIMARY KEY, size INT NOT NULL, name VARCHAR(9));"
                        + "CREATE TABLE part (id INT, no INT DEFAULT 1, PRIMARY KEY (id, no))",
                "CREATE TABLE town (id INT PRIMARY KEY); CREATE TABLE part (id INT PRIMARY KEY)");

        assertThat(subjects("", "SCHEMA_COLUMN_MISSING"))
                .containsExactly("WARNING s2.town.name", "ERROR s2.part.no", "ERROR s2.town.size");
    }

    // ------------------------------------------------------------------------------------------- references and keys

    private static final String MAIL = HEROES + "CREATE TABLE npc (id INT PRIMARY KEY AUTO_INCREMENT);"
            + "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender INT NOT NULL, folded VARCHAR(9) AS LOWER(id));";

    @Test
    void aReferenceLeadsToAColumnThatIsThere() throws Exception {
        given(MAIL, "", "");

        refused(
                "references: [ mail.sender -> hero.no ]\n",
                "CONFIG_REFERENCE mail(sender) -> hero: table hero has no column no:",
                "correct references in line 6 of merged.yaml []");
    }

    @Test
    void aColumnThatTakesNoNullIsClearedToAValueThatStandsForNone() throws Exception {
        given(MAIL, "", "");

        refused(
                "references: [ { from: mail.sender, to: hero.id, orphans: clear } ]\n",
                "CONFIG_REFERENCE mail.sender -> hero.id: cannot be cleared",
                "the column takes no NULL",
                "as none: [0]",
                "references in line 6 of merged.yaml []");
        assertThat(errors("references: [ { from: mail.sender, to: hero.id, orphans: clear, none: [0] } ]\n"))
                .isEmpty();
    }

    @Test
    void idsThatOneColumnRefersToAreMovedAlike() throws Exception {
        given(MAIL, "", "");

        error("""
                        tables: { hero: { ids: offset }, npc: { ids: map } }
                        references: [ mail.sender -> hero.id, mail.sender -> npc.id ]
                        """)
                .startsWith("CONFIG_IDS hero.id: ids of [hero.id, npc.id] are the same")
                .contains("are to be treated as [OFFSET, MAP]");
    }

    @Test
    void onlyATextIsRenamed() throws Exception {
        given(MAIL, "", "");

        refused(
                "unique: [ { key: mail.sender, on-clash: rename } ]\n",
                "CONFIG_UNIQUE mail[sender]: only a key of one text column can be renamed",
                "choose keep-first",
                "or change the rows before []");
        refused(
                "unique: [ { key: mail.folded, on-clash: rename } ]\n",
                "CONFIG_UNIQUE mail[folded]: the key has a column that is computed",
                "name what it is computed from",
                "or change the rows before []");
    }

    @Test
    void keepFirstSaysWhatBecomesOfReferences() throws Exception {
        given(MAIL, "", "");

        error("""
                        references: [ mail.sender -> hero.id ]
                        unique: [ { key: hero.name, on-clash: keep-first } ]
                        """)
                .startsWith(
                        "CONFIG_UNIQUE hero[name]: rows of other tables refer to rows that keep-first leaves behind");
    }

    @Test
    void aTextDoesNotReferToIdsThatMove() throws Exception {
        given(
                HEROES + "CREATE TABLE note (id INT PRIMARY KEY AUTO_INCREMENT, author VARCHAR(20));"
                        + "INSERT INTO hero VALUES (1, 'Ann'); INSERT INTO note VALUES (1, '1');",
                "",
                "");

        error("references: [ note.author -> hero.id ]\n").startsWith("REFERENCE_TYPE note.author -> hero.id: ");
    }

    @Test
    void ofReferencesOfOneColumnThePlainNameCountsElseTheFirstPattern() throws Exception {
        given(MAIL, "", "");

        String patterns =
                "{ from: \"*.sender\", to: hero.id, none: [1] }, { from: \"m*.sender\", to: hero.id, none: [2] }";
        assertThat(planned("references: [ " + patterns + " ]\n").plan().references())
                .extracting(ReferencePlan::none)
                .containsExactly(List.of(1L));
        PlanFile plan = planned("references: [ " + patterns + ", { from: mail.sender, to: hero.id, none: [0] } ]\n");
        assertThat(plan.plan().references()).extracting(ReferencePlan::none).containsExactly(List.of(0L));
        assertThat(errors(plan)).isEmpty();
    }

    // ------------------------------------------------------------------------------------------- tables of some kinds

    @Test
    void aTableOfComputedColumnsAloneIsRefused() throws Exception {
        given("CREATE TABLE one (a INT AS (1)); CREATE TABLE two (a INT AS (b), b INT);", "", "");

        assertThat(found("", "NO_COLUMNS"))
                .satisfiesExactly(says(
                        "ERROR one: all of its columns are computed",
                        "nothing to copy",
                        "give it the class skip",
                        "and drop or fill it afterwards []"));
    }

    @Test
    void aLedgerOfWorkerIdsIsTakenFromTheMainServer() throws Exception {
        given("""
                CREATE TABLE snowflake_namespace (namespace VARCHAR(64) PRIMARY KEY, layout VARCHAR(120), scope VARCHAR(64));
                CREATE TABLE snowflake_worker (namespace VARCHAR(64), datacenter BIGINT, worker BIGINT,
                    PRIMARY KEY (namespace, datacenter, worker));
                INSERT INTO snowflake_namespace VALUES ('default', 'a layout', 'shared');
                INSERT INTO snowflake_worker VALUES ('default', 0, 5);
                """, "", "");

        MergePlan plan = planned("").plan();

        assertThat(plan.tables()).hasSize(2).allMatch(ledger -> ledger.tableClass() == TableClass.MAIN_ONLY);
        assertThat(plan.runnable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "running, 'under way: carry on with its plan, or drop it to plan anew'",
        "finished, 'finished: name a new database, or drop this one to merge again'"
    })
    void aTargetThatHoldsAMergeIsRefused(String state, String words) throws Exception {
        given(HEROES, "", "");
        servers.script(
                "merged",
                "CREATE TABLE snowflake_merge_run (state VARCHAR(9)); INSERT INTO snowflake_merge_run VALUES ('" + state
                        + "')");

        refused("", "TARGET_NOT_EMPTY merged: the target holds a merge that is " + words + " []");
    }

    // ----------------------------------------------------------------------------------------------- stored objects

    @Test
    void viewsAreCreatedAtTheEndLeftOutOrRefused() throws Exception {
        given(HEROES, "CREATE VIEW names AS SELECT name FROM hero", "");

        assertThat(planned("").plan().views()).hasSize(1);
        assertThat(planned("views: leave-out\n").plan().views()).isEmpty();
        assertThat(errors("views: refuse\n"))
                .containsExactly("VIEWS merged: views are to be refused: drop them on the main server, or choose"
                        + " after-load [names]");
    }

    @Test
    void triggersAreCreatedAtTheEndLeftOutOrRefused() throws Exception {
        given(
                HEROES,
                "CREATE TRIGGER born BEFORE INSERT ON hero FOR EACH ROW CALL"
                        + " 'io.snowflakeid.merge.h2.H2CatalogTest$NoTrigger'",
                "");

        assertThat(planned("").plan().triggers()).hasSize(1);
        assertThat(planned("triggers: leave-out\n").plan().triggers()).isEmpty();
        assertThat(found("triggers: refuse\n", "TRIGGERS")).satisfiesExactly(says("ERROR ", " [born on hero]"));
    }

    @Test
    void whatIsNotCarriedIsNamed() throws Exception {
        given(HEROES, "CREATE SEQUENCE numbers", "");

        assertThat(found("", "NOT_CARRIED")).satisfiesExactly(says("WARNING ", " [sequence numbers]"));
    }

    // ----------------------------------------------------------------------------------------------------- settings

    @Test
    void whatIsAcceptedInVainIsNamed() throws Exception {
        given(HEROES, "", "");

        assertThat(found("accept: [ { code: UNIQUE_CLASH, subject: hero, because: rehearsal } ]\n", "ACCEPT_UNUSED"))
                .contains("WARNING hero: nothing of code UNIQUE_CLASH was found here: remove it from accept []");
    }

    @Test
    void onlyTheCodeAndTheSubjectThatAreAcceptedAre() throws Exception {
        given(HEROES, "CREATE VIEW names AS SELECT name FROM hero", "");

        String yaml = "views: refuse\naccept: [ { code: %s, subject: %s, because: rehearsal } ]\n";
        assertThat(subjects(yaml.formatted("VIEWS", "merged"), "VIEWS")).containsExactly("ACCEPTED merged");
        assertThat(subjects(yaml.formatted("VIEW", "merged"), "VIEWS")).containsExactly("ERROR merged");
        assertThat(subjects(yaml.formatted("VIEWS", "merge"), "VIEWS")).containsExactly("ERROR merged");
    }
}
