package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.merges.H2MergeCase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan reports of definitions and settings, whatever the rows hold. */
class DefinitionFindingsTest extends H2MergeCase {

    private static final String HEROES = "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(4));";

    private List<String> errorsOf(String yaml) throws Exception {
        return errors(planned(yaml));
    }

    private List<String> severities(String yaml, String code) throws Exception {
        return found(yaml, code).stream()
                .map(finding -> finding.severity() + " " + finding.samples())
                .toList();
    }

    // ------------------------------------------------------------------------------------------------------ schemas

    @Test
    void theDefinitionsOfEachSourceAreComparedForTablesWhoseRowsAreCopied() throws Exception {
        given(
                "",
                "CREATE TABLE town (id INT PRIMARY KEY, size INT); CREATE TABLE cache (id INT PRIMARY KEY, size INT);",
                "CREATE TABLE town (id INT PRIMARY KEY, size INT); CREATE TABLE cache (id INT PRIMARY KEY, size INT);",
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

        assertThat(found(
                        "accept: [ { code: SCHEMA_COLUMN_TYPE, subject: \"s2.*\", because: seen } ]\n",
                        "SCHEMA_COLUMN_TYPE"))
                .extracting(finding -> finding.severity() + " " + finding.subject())
                .containsExactly("ACCEPTED s2.town.more", "ERROR s2.town.size");
    }

    private List<String> schemaErrors(String yaml) throws Exception {
        return planned(yaml).plan().findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(finding -> finding.code() + " " + finding.subject())
                .toList();
    }

    @Test
    void aColumnThatASourceLacksIsAnErrorWhereNoValueCanBeGiven() throws Exception {
        given(
                "",
                "CREATE TABLE town (id INT PRIMARY KEY, size INT NOT NULL, name VARCHAR(9));"
                        + "CREATE TABLE part (id INT, no INT DEFAULT 1, PRIMARY KEY (id, no))",
                "CREATE TABLE town (id INT PRIMARY KEY); CREATE TABLE part (id INT PRIMARY KEY)");

        assertThat(found("", "SCHEMA_COLUMN_MISSING"))
                .extracting(finding -> finding.severity() + " " + finding.subject())
                .containsExactly("WARNING s2.town.name", "ERROR s2.part.no", "ERROR s2.town.size");
    }

    // ------------------------------------------------------------------------------------------- references and keys

    private static final String MAIL = HEROES + "CREATE TABLE npc (id INT PRIMARY KEY AUTO_INCREMENT);"
            + "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender INT NOT NULL, folded VARCHAR(9) AS LOWER(id));";

    @Test
    void aReferenceLeadsToAColumnThatIsThere() throws Exception {
        given(MAIL, "", "");

        assertThat(errorsOf("references: [ mail.sender -> hero.no ]\n"))
                .satisfiesExactly(says(
                        "CONFIG_REFERENCE mail(sender) -> hero: table hero has no column no:",
                        "correct references in line 6 of merged.yaml []"));
    }

    @Test
    void aColumnThatTakesNoNullIsClearedToAValueThatStandsForNone() throws Exception {
        given(MAIL, "", "");

        assertThat(errorsOf("references: [ { from: mail.sender, to: hero.id, orphans: clear } ]\n"))
                .satisfiesExactly(says(
                        "CONFIG_REFERENCE mail.sender -> hero.id: cannot be cleared",
                        "the column takes no NULL",
                        "as none: [0]",
                        "references in line 6 of merged.yaml []"));
        assertThat(errorsOf("references: [ { from: mail.sender, to: hero.id, orphans: clear, none: [0] } ]\n"))
                .isEmpty();
    }

    @Test
    void idsThatOneColumnRefersToAreMovedAlike() throws Exception {
        given(MAIL, "", "");

        assertThat(errorsOf("""
                        tables: { hero: { ids: offset }, npc: { ids: map } }
                        references: [ mail.sender -> hero.id, mail.sender -> npc.id ]
                        """))
                .singleElement()
                .asString()
                .startsWith("CONFIG_IDS hero.id: ids of [hero.id, npc.id] are the same")
                .contains("are to be treated as [OFFSET, MAP]");
    }

    @Test
    void onlyATextIsRenamed() throws Exception {
        given(MAIL, "", "");

        assertThat(errorsOf("unique: [ { key: mail.sender, on-clash: rename } ]\n"))
                .satisfiesExactly(says(
                        "CONFIG_UNIQUE mail[sender]: only a key of one text column can be renamed",
                        "choose keep-first",
                        "or change the rows before []"));
        assertThat(errorsOf("unique: [ { key: mail.folded, on-clash: rename } ]\n"))
                .satisfiesExactly(says(
                        "CONFIG_UNIQUE mail[folded]: the key has a column that is computed",
                        "name what it is computed from",
                        "or change the rows before []"));
    }

    @Test
    void keepFirstSaysWhatBecomesOfReferences() throws Exception {
        given(MAIL, "", "");

        assertThat(errorsOf("""
                        references: [ mail.sender -> hero.id ]
                        unique: [ { key: hero.name, on-clash: keep-first } ]
                        """))
                .singleElement()
                .asString()
                .startsWith(
                        "CONFIG_UNIQUE hero[name]: rows of other tables refer to rows that keep-first leaves behind");
    }

    // ----------------------------------------------------------------------------------------------- stored objects

    @Test
    void viewsAreCreatedAtTheEndLeftOutOrRefused() throws Exception {
        given(HEROES, "CREATE VIEW names AS SELECT name FROM hero", "");

        assertThat(planned("").plan().views()).hasSize(1);
        assertThat(planned("views: leave-out\n").plan().views()).isEmpty();
        assertThat(errorsOf("views: refuse\n"))
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
        assertThat(severities("triggers: refuse\n", "TRIGGERS")).containsExactly("ERROR [born on hero]");
    }

    @Test
    void whatIsNotCarriedIsNamed() throws Exception {
        given(HEROES, "CREATE SEQUENCE numbers", "");

        assertThat(severities("", "NOT_CARRIED")).containsExactly("WARNING [sequence numbers]");
    }

    // ----------------------------------------------------------------------------------------------------- settings

    @Test
    void whatIsAcceptedInVainIsNamed() throws Exception {
        given(HEROES, "", "");

        assertThat(found("accept: [ { code: UNIQUE_CLASH, subject: hero, because: rehearsal } ]\n", "ACCEPT_UNUSED"))
                .extracting(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message())
                .contains("WARNING hero: nothing of code UNIQUE_CLASH was found here: remove it from accept");
    }

    @Test
    void onlyTheCodeAndTheSubjectThatAreAcceptedAre() throws Exception {
        given(HEROES, "CREATE VIEW names AS SELECT name FROM hero", "");

        assertThat(severities(
                        "views: refuse\naccept: [ { code: VIEWS, subject: merged, because: rehearsal } ]\n", "VIEWS"))
                .containsExactly("ACCEPTED [names]");
        assertThat(severities(
                        "views: refuse\naccept: [ { code: VIEW, subject: merged, because: rehearsal } ]\n", "VIEWS"))
                .containsExactly("ERROR [names]");
        assertThat(severities(
                        "views: refuse\naccept: [ { code: VIEWS, subject: merge, because: rehearsal } ]\n", "VIEWS"))
                .containsExactly("ERROR [names]");
    }
}
