package io.snowflakeid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {

    /** C0, DEL, C1, bidirectional overrides and isolates, separators, zero width, tags, both halves of a surrogate pair. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 9, 0xA, 0xD, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F, 0xAD, 0x61C, 0x200B, 0x200E,
                0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF
            })
    void isEscapedAndRejected(int hidden) {
        String text = "a" + (char) hidden + "b";
        String shown = String.format("a\\u%04xb", hidden);
        assertThat(VisibleText.of(text)).isEqualTo(shown);
        assertThatThrownBy(() -> VisibleText.require("holder", text, 190))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("holder must have visible characters alone", "'" + shown + "'", "remove");
    }

    @Test
    void beyondTheBasicPlaneBothHalvesOfTheCharacterAreShown() {
        assertThat(VisibleText.of("a" + Character.toString(0xE0041))).isEqualTo("a\\udb40\\udc41");
    }

    @ParameterizedTest
    @ValueSource(strings = {"game-07/4711", "Zürich, der Markt", "服务器 一", "ملعب", "שרת", "🎮 7", "e\u0301", "\u00A0|"})
    void namesOfAllScriptsStayAsTheyAre(String text) {
        assertThat(VisibleText.of(text)).isEqualTo(text);
        assertThat(VisibleText.require("holder", text, 190)).isEqualTo(text);
    }

    @Test
    void aLongTextIsCutBetweenCharacters() {
        assertThat(VisibleText.of("🎮🎮🎮", 3)).isEqualTo("🎮🎮🎮");
        assertThat(VisibleText.of("🎮🎮🎮🎮", 3)).isEqualTo("🎮🎮🎮…");
        assertThat(VisibleText.of("a\u001bbc", 2)).isEqualTo("a\\u001b…");
    }

    @Test
    void whatIsTextForPeopleIsNeitherBlankNorTooLong() {
        assertThatThrownBy(() -> VisibleText.require("holder", " ", 5)).hasMessageContainingAll("1 to 5", "has 1");
        assertThatThrownBy(() -> VisibleText.require("holder", "123456", 5)).hasMessageContainingAll("1 to 5", "has 6");
    }
}
