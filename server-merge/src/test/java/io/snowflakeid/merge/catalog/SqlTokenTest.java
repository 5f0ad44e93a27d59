package io.snowflakeid.merge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.catalog.SqlToken.Kind;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTokenTest {

    @Property
    void thePiecesOfATextAreTheText(@ForAll("sql") String sql) {
        assertThat(SqlToken.join(SqlToken.of(sql))).isEqualTo(sql);
    }

    @Provide
    Arbitrary<String> sql() {
        return Arbitraries.of(
                        "`",
                        "'",
                        "\"",
                        "\\",
                        "a",
                        "KEY",
                        " ",
                        "\n",
                        "(",
                        ")",
                        ",",
                        "--",
                        "#",
                        "/*",
                        "/*!50100",
                        "*/",
                        ".",
                        "\u5f20")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }

    @Property
    void aNameIsReadAsItWasQuoted(@ForAll String name) {
        List<SqlToken> tokens = SqlToken.of(SqlToken.quoted(name));

        assertThat(tokens).hasSize(1);
        assertThat(tokens.get(0).kind()).isEqualTo(Kind.NAME);
        assertThat(tokens.get(0).name()).isEqualTo(name);
    }

    @Test
    void textsAndCommentsHideWhatIsInThem() {
        assertThat(words("a 'it''s, (b' \"c\\\"d\" -- e\n # f\n /* g */ /*!50100 h */ `i``'j` 5--3"))
                .containsExactly(
                        "a", "'it''s, (b'", "\"c\\\"d\"", "/*!50100", "h", "*/", "`i``'j`", "5", "-", "-", "3");
    }

    private static List<String> words(String sql) {
        return SqlToken.of(sql).stream()
                .filter(token -> token.kind() != Kind.SPACE)
                .map(SqlToken::text)
                .toList();
    }

    @Test
    void aLongTextIsOnePiece() {
        String text = "'" + "it''s \\' ".repeat(100_000) + "'";

        assertThat(words(text + "/* " + "* ".repeat(100_000) + "*/ b")).containsExactly(text, "b");
    }

    @Test
    void aDatabasesNameIsTakenOffItsTablesAlone() {
        assertThat(without("select `s`.`t`.`id`, s.t.n, 's.t', `x`.`s`.`t`, s.other from `s`.`t` -- s.t\n join o.t"))
                .isEqualTo("select `t`.`id`, t.n, 's.t', `x`.`s`.`t`, s.other from `t` -- s.t\n join o.t");
    }

    @Test
    void aStatementWithAnAliasThatIsSpelledLikeTheDatabaseHasTwoMeanings() {
        assertThat(QualifiedNames.without("s", Set.of("t"), SqlToken.of("select `s`.`t` from `s`.`t` `s`")))
                .isEmpty();
        assertThat(without("select s from t")).isEqualTo("select s from t");
    }

    private static String without(String sql) {
        return QualifiedNames.without("s", Set.of("t"), SqlToken.of(sql)).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', delimiter = '|', textBlock = """
            concat(`name`,_utf8mb4'x') | concat(`name`,'x')
            (`tag` <> _latin1\\'old\\') | (`tag` <> \\'old\\')
            (`a`  =\t'x  y') | (`a` = 'x  y')
            (`tag` in (_utf8mb4\\'it\\\\\\'s  _a\\', _utf8mb4\\'\\',  _utf8mb4\\'b  c\\')) | (`tag` in (\\'it\\\\\\'s  _a\\', \\'\\', \\'b  c\\'))
            """)
    void blanksAndTheCharacterSetOfATextAreNoDifference(String sql, String folded) {
        assertThat(SqlToken.folded(sql)).isEqualTo(folded);
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
        assertThat(SqlToken.folded(sql)).isEqualTo(sql);
    }
}
