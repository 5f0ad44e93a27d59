package io.snowflakeid.merge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', delimiter = '|', textBlock = """
            concat(`name`,_utf8mb4'x') | concat(`name`,'x')
            (`tag` <> _latin1\\'old\\') | (`tag` <> \\'old\\')
            (`a`  =\t'x  y') | (`a` = 'x  y')
            (`tag` in (_utf8mb4\\'it\\\\\\'s  _a\\', _utf8mb4\\'\\',  _utf8mb4\\'b  c\\')) | (`tag` in (\\'it\\\\\\'s  _a\\', \\'\\', \\'b  c\\'))
            """)
    void blanksAndTheCharacterSetOfATextAreNoDifference(String sql, String folded) {
        assertThat(SqlText.folded(sql)).isEqualTo(folded);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concat(`name`,'_s1')",
                "(`tag` <> '_old')",
                "hex(_ucs2'a')",
                "(`a  b` <> \\'_x1  \\')",
                "set @a = 1 -- a  b\n + 2"
            })
    void whatIsInTextsNamesAndCommentsStays(String sql) {
        assertThat(SqlText.folded(sql)).isEqualTo(sql);
    }

    @Test
    void aLongTextIsOnePiece() {
        String text = "'" + "it''s  \\' ".repeat(100_000) + "'/* " + "*  ".repeat(100_000) + "*/";

        assertThat(SqlText.folded(text + "  b")).isEqualTo(text + " b");
    }
}
