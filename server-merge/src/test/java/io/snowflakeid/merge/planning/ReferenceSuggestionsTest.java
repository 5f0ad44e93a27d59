package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.merges.H2MergeCase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines that the command suggest prints. */
class ReferenceSuggestionsTest extends H2MergeCase {

    private static final String PLAYERS = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20));
            INSERT INTO players (name) SELECT 'p' FROM SYSTEM_RANGE(1, 30);
            """;

    private List<String> suggested(String yaml) throws Exception {
        return MergePlanner.suggest(ConfigReader.read(config(yaml)), servers.password(), progress -> {});
    }

    @Test
    void linesStandUnderReferencesAsTheyArePrinted() throws Exception {
        given(PLAYERS + """
                CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, player_id INT, sent_to_player INT, price INT);
                INSERT INTO mail (player_id, sent_to_player, price) SELECT x, MOD(x, 10), 1 FROM SYSTEM_RANGE(1, 20);
                """, "", "");

        List<String> lines = suggested("");

        assertThat(lines)
                .containsExactly(
                        "  - mail.player_id -> players.id   # 40 of 40 different values",
                        "  - { from: mail.sent_to_player, to: players.id, none: [0] }   # 18 of 18 different values");
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
