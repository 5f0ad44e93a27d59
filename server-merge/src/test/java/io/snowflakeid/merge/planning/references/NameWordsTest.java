package io.snowflakeid.merge.planning.references;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names in mixed case, which H2 stores in lower case; all others are tested in {@link MissingReferencesTest}. */
class NameWordsTest {

    @ParameterizedTest
    @CsvSource({"textId, texts, true", "TextID, texts, true", "payerCharId, char, true", "charLevel, char, false"})
    void aCapitalBeginsAWord(String column, String table, boolean carries) {
        assertThat(NameWords.ofColumn(column).carries(NameWords.ofTable(table))).isEqualTo(carries);
    }

    @ParameterizedTest
    @CsvSource({"loser_was_hero, true", "isHero, true", "hasHeroId, false", "wash_hero, false"})
    void aNameThatSaysYesOrNoLeadsToNoRow(String column, boolean counts) {
        assertThat(NameWords.ofColumn(column).counts()).isEqualTo(counts);
    }
}
