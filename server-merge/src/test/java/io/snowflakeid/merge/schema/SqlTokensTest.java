package io.snowflakeid.merge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SqlTokensTest {

    @Property
    void thePiecesOfATextAreTheText(@ForAll("sql") String sql, @ForAll Dialect dialect) {
        assertThat(SqlTokens.join(SqlTokens.of(sql, dialect))).isEqualTo(sql);
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
                        "U&",
                        ".",
                        "\u5f20")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }

    @Property
    void aNameIsReadAsItWasQuoted(@ForAll String name, @ForAll Dialect dialect) {
        List<SqlToken> tokens = SqlTokens.of(dialect.quoted(name), dialect);

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
        return SqlTokens.of(sql, Dialect.MYSQL).stream()
                .filter(token -> token.kind() != Kind.SPACE)
                .map(SqlToken::text)
                .toList();
    }

    @Test
    void h2WritesSomeNamesWithNumbersOfCharacters() {
        SqlToken token =
                SqlTokens.of("U&\"a\\5f20\\\\\"\"\\+01f600\"", Dialect.H2).get(0);

        assertThat(token.name()).isEqualTo("a\u5f20\\\"\ud83d\ude00");
    }

    @Test
    void aDatabasesNameIsTakenOffItsTablesAlone() {
        assertThat(without("select `s`.`t`.`id`, s.t.n, 's.t', `x`.`s`.`t`, s.other from `s`.`t` -- s.t\n join o.t"))
                .isEqualTo("select `t`.`id`, t.n, 's.t', `x`.`s`.`t`, s.other from `t` -- s.t\n join o.t");
    }

    @Test
    void anAliasThatIsSpelledLikeTheDatabaseStays() {
        assertThat(without("select `s`.`t`,`s`.`t`.`id` from `s`.`t` `s`"))
                .isEqualTo("select `s`.`t`,`t`.`id` from `t` `s`");
    }

    private static String without(String sql) {
        return QualifiedNames.without("s", Set.of("t"), SqlTokens.of(sql, Dialect.MYSQL));
    }
}
