package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.sql.StepFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that hold the ids of another table, and of which no line says so: errors of a plan, and lines that suggest prints. */
class MissingReferencesTest extends H2MergeCase {

    private static final String LETTERS = """
            CREATE TABLE texts (id INT PRIMARY KEY AUTO_INCREMENT, line VARCHAR(20));
            CREATE TABLE letters (id INT PRIMARY KEY AUTO_INCREMENT, text_id INT);
            INSERT INTO texts (line) SELECT 'x' FROM SYSTEM_RANGE(1, 20);
            """;

    private static final String CONTAINED = "INSERT INTO letters (text_id) SELECT x FROM SYSTEM_RANGE(1, 10);";

    private List<String> missing(String yaml) throws Exception {
        return subjects(yaml, "REFERENCE_MISSING");
    }

    @Test
    void anErrorHasTheLineThatIsMissing() throws Exception {
        given(LETTERS + CONTAINED + "INSERT INTO letters (text_id) VALUES (0), (NULL);", "", "");

        assertThat(found("", "REFERENCE_MISSING"))
                .satisfiesExactly(says(
                        "ERROR letters.text_id -> texts.id: 20 of 20 different values are ids of texts.id",
                        "after which it is named",
                        "no line of references says so: - { from: letters.text_id, to: texts.id, none: [0] }: list it",
                        "accept it if it is no id 20 []"));
        assertThat(planned(
                                "accept: [ { code: REFERENCE_MISSING, subject: letters.text_id -> texts.id, because: x } ]\n")
                        .plan()
                        .runnable())
                .isTrue();
    }

    /** Of a main-only table the other servers' letters would open the main server's texts, of a skipped one none. */
    @ParameterizedTest
    @ValueSource(strings = {"union", "main-only", "skip"})
    void whateverTheClassOfTheTableThatItLeadsTo(String tableClass) throws Exception {
        given(LETTERS + CONTAINED, "", "");

        assertThat(missing("tables: { texts: { class: " + tableClass + " } }\n"))
                .containsExactly("ERROR letters.text_id -> texts.id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "references: [ letters.text_id -> texts.id ]",
                "references: [ \"*.text_id -> texts.id\" ]",
                "references: [ { from: letters.text_id, to: texts.id, when: \"id > 5\" } ]",
                "tables: { texts: { class: main-only, ids: static } }",
                "tables: { letters: { class: main-only } }"
            })
    void nothingIsMissingWhereTheLineIsThereOrTheOperatorSaysThatIdsMeanTheSame(String yaml) throws Exception {
        given(LETTERS + CONTAINED, "", "");

        assertThat(missing(yaml)).isEmpty();
    }

    /** In the singular or the plural; not how many there are, whether there is one, of what kind, or something else. */
    @ParameterizedTest
    @CsvSource({
        "text, text_id, true",
        "texts, text_id, true",
        "text, texts_id, true",
        "texts, textid, true",
        "texts, text, true",
        "texts, opened_text, true",
        "texts, text1, true",
        "story_texts, story_text_id, true",
        "story_texts, storytext, true",
        "stories, story_id, true",
        "houses, ownerhouse, true",
        "texts, max_texts, false",
        "texts, texts, false",
        "texts, text_count, false",
        "texts, text_type, false",
        "texts, sender_id, false",
        "texts, context, false",
        "texts, is_text, false",
        "texts, opened_is_text, false",
        "texts, TextID, true",
        "char, payerCharId, true",
        "char, charLevel, false",
        "hero, isHero, false",
        "hero, loser_was_hero, false",
        "hero, hasHeroId, true",
        "hero, wash_hero, true"
    })
    void columnsThatLeadThereCarryTheName(String table, String column, boolean carries) {
        NameWords name = NameWords.ofColumn(column);
        assertThat(!name.counts() && name.carries(NameWords.ofTable(table))).isEqualTo(carries);
    }

    @ParameterizedTest
    @CsvSource({"90, 10, true", "89, 11, false"})
    void nineOfTenDifferentValuesAreIds(int ids, int others, boolean missing) throws Exception {
        given("""
                CREATE TABLE texts (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE letters (id INT PRIMARY KEY AUTO_INCREMENT, text_id INT);
                INSERT INTO texts SELECT x FROM SYSTEM_RANGE(1, 500);
                INSERT INTO letters (text_id) SELECT x FROM SYSTEM_RANGE(1, %1$d);
                INSERT INTO letters (text_id) SELECT 1 FROM SYSTEM_RANGE(1, 5000);
                INSERT INTO letters (text_id) SELECT x FROM SYSTEM_RANGE(1001, 1000 + %2$d);
                """.formatted(ids, others), "", "");

        assertThat(missing("").isEmpty()).isEqualTo(!missing);
    }

    @Test
    void whatStandsForNoneIsLeftOut() throws Exception {
        given(LETTERS + """
                CREATE TABLE posters (id INT PRIMARY KEY AUTO_INCREMENT, title INT);
                INSERT INTO letters (text_id) VALUES (0), (-1), (1), (7777), (8888), (9999);
                """, "", "");

        assertThat(missing("")).isEmpty();
        assertThat(missing("references: [ { from: posters.title, to: texts.id, none: [7777, 8888, 9999] } ]"))
                .containsExactly("ERROR letters.text_id -> texts.id");
    }

    @Test
    void aSmallNumberOfFewValuesMayBeAFlag() throws Exception {
        given("""
                CREATE TABLE guilds (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE houses (id INT PRIMARY KEY AUTO_INCREMENT, guild TINYINT NOT NULL);
                INSERT INTO guilds SELECT x FROM SYSTEM_RANGE(1, 9);
                INSERT INTO houses (guild) VALUES (0), (1), (1);
                """, "", "INSERT INTO houses (guild) VALUES (2);");

        assertThat(missing("")).isEmpty();
        servers.script("s1", "INSERT INTO houses (guild) VALUES (2), (3), (4), (5)");
        assertThat(missing("")).containsExactly("ERROR houses.guild -> guilds.id");
    }

    @Test
    void tablesMayAllBeginWithTheGamesName() throws Exception {
        given("""
                CREATE TABLE my_heroes (hero_id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE my_slots (hero_id INT NOT NULL, pos INT NOT NULL, PRIMARY KEY (hero_id, pos));
                CREATE TABLE my_rates (day_no INT PRIMARY KEY, percent INT);
                CREATE TABLE my_hero_looks (hero_id INT PRIMARY KEY, hair INT);
                INSERT INTO my_heroes SELECT x FROM SYSTEM_RANGE(1, 40);
                INSERT INTO my_slots SELECT x, 0 FROM SYSTEM_RANGE(1, 40);
                INSERT INTO my_hero_looks SELECT x, 7 FROM SYSTEM_RANGE(1, 30);
                INSERT INTO my_rates VALUES (1, 5);
                """, "", "");

        assertThat(missing(""))
                .containsExactly(
                        "ERROR my_hero_looks.hero_id -> my_heroes.hero_id",
                        "ERROR my_slots.hero_id -> my_heroes.hero_id");
        assertThat(subjects("references: [ \"*.hero_id -> my_heroes.hero_id\" ]", "UNIQUE_CLASH"))
                .containsExactly("ERROR my_rates(day_no)");
    }

    // ----------------------------------------------------------------------------------------------------- suggest

    private static final String PLAYERS = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20));
            INSERT INTO players (name) SELECT 'p' FROM SYSTEM_RANGE(1, 30);
            """;

    private List<String> suggested(String yaml) throws Exception {
        return MergePlanner.suggest(ConfigReader.read(config(yaml)), servers.password(), progress -> {});
    }

    @Test
    void aFailureOfTheServerHasTheStep() throws Exception {
        given(PLAYERS + "CREATE TABLE pets (player_id INT);", "", "");
        MergeConfig config = ConfigReader.read(config(""));

        assertThatThrownBy(() -> MergePlanner.suggest(config, password(), progress -> {
                    if (progress.step().equals("look at columns")) {
                        assertThatCode(() -> servers.script("s2", "DROP TABLE IF EXISTS pets"))
                                .doesNotThrowAnyException();
                    }
                }))
                .isInstanceOfSatisfying(
                        StepFailure.class, failure -> assertThat(failure.step()).isEqualTo("look at columns"));
    }

    @Test
    void linesStandUnderReferencesAsTheyArePrinted() throws Exception {
        given(PLAYERS + """
                CREATE TABLE "old mail" (id INT PRIMARY KEY AUTO_INCREMENT, player_id INT, sent_to_player INT, price INT);
                INSERT INTO "old mail" (player_id, sent_to_player, price) SELECT x, MOD(x, 10), 1 FROM SYSTEM_RANGE(1, 20);
                """, "", "");

        List<String> lines = suggested("");

        assertThat(lines)
                .containsExactly(
                        "  - \"old mail.player_id -> players.id\"   # 40 of 40 different values",
                        "  - { from: \"old mail.sent_to_player\", to: players.id, none: [0] }   # 18 of 18 different values");
        String yaml = "references:\n" + String.join("\n", lines) + "\n";
        assertThat(suggested(yaml)).isEmpty();
        assertThat(found(yaml, "ORPHANS")).isEmpty();
        assertThat(found(yaml, "REFERENCE_MISSING")).isEmpty();
    }

    @Test
    void theNameOfAnothersKeyIsEnoughToBeLookedAt() throws Exception {
        given("""
                CREATE TABLE characters (char_id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE bank (id INT PRIMARY KEY AUTO_INCREMENT, char_id INT, payer_char_id INT, level INT);
                INSERT INTO characters SELECT x FROM SYSTEM_RANGE(101, 140);
                INSERT INTO bank (char_id, payer_char_id, level) SELECT 100 + x, 141 - x, 101 FROM SYSTEM_RANGE(1, 20);
                """, "", "");

        assertThat(suggested(""))
                .containsExactly(
                        "  - bank.char_id -> characters.char_id   # 40 of 40 different values",
                        "  - bank.payer_char_id -> characters.char_id   # 40 of 40 different values");
        assertThat(found("", "REFERENCE_MISSING")).isEmpty();
    }

    @Test
    void soIsTheNameOfAColumnThatLeadsThereInAnotherTable() throws Exception {
        given(PLAYERS + """
                CREATE TABLE houses (id INT PRIMARY KEY AUTO_INCREMENT, owner INT);
                CREATE TABLE pets (id INT PRIMARY KEY AUTO_INCREMENT, owner INT);
                CREATE TABLE shops (id INT PRIMARY KEY AUTO_INCREMENT, owner INT);
                INSERT INTO houses (owner) SELECT x FROM SYSTEM_RANGE(1, 5);
                INSERT INTO pets (owner) SELECT x FROM SYSTEM_RANGE(1, 5);
                INSERT INTO shops (owner) SELECT x + 1000 FROM SYSTEM_RANGE(1, 5);
                """, "", "");

        assertThat(suggested("")).isEmpty();
        assertThat(suggested("references: [ houses.owner -> players.id ]"))
                .containsExactly("  - pets.owner -> players.id   # 10 of 10 different values");
    }

    /** Ids that every table counts from 1 are ids of each other: the line is to be read. */
    @Test
    void otherTablesThatWouldDoAreNamedBehindTheLine() throws Exception {
        given("""
                CREATE TABLE items (guid INT PRIMARY KEY);
                CREATE TABLE avatars (guid INT PRIMARY KEY);
                CREATE TABLE avatar_spells (guid INT NOT NULL, spell INT NOT NULL, PRIMARY KEY (guid, spell));
                INSERT INTO items SELECT x FROM SYSTEM_RANGE(1, 50);
                INSERT INTO avatars SELECT x FROM SYSTEM_RANGE(1, 20);
                INSERT INTO avatar_spells SELECT x, 7 FROM SYSTEM_RANGE(1, 20);
                """, "", "");

        assertThat(suggested(""))
                .containsExactly(
                        "  - avatar_spells.guid -> avatars.guid   # 40 of 40 different values, or to items.guid");
    }
}
